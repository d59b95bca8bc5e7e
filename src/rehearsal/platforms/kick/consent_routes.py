"""Where a person lets a program into their Kick account."""

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, PageProblem, ask_person, take_decision
from rehearsal.platforms.kick.kick import Kick, OnKick
from rehearsal.platforms.kick.scopes import SCOPES

PATH = "/kick/oauth"

router = APIRouter(prefix=PATH)


def desk_of(kick: Kick, request: Request) -> Desk:
    if not request.query_params.get("state"):
        raise PageProblem("Invalid request", "The parameter state is required.")
    return Desk(
        kick,
        "Kick",
        SCOPES,
        PATH,
        needs_pkce=True,
        granted_parameter=None,
        is_verification_forced=always,
    )


def always(query: QueryParams) -> bool:
    """Kick takes no wish for another account: without its page nobody could connect a bot beside a channel."""
    return True


@router.get("/authorize")
async def authorize(request: Request, kick: OnKick) -> Response:
    return await ask_person(request, desk_of(kick, request))


@router.post("/authorize")
async def decide(request: Request, kick: OnKick) -> Response:
    return await take_decision(request, desk_of(kick, request))
