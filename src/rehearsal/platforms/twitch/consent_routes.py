"""Where a person lets a program into their Twitch account."""

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, ask_person, take_decision
from rehearsal.platforms.twitch.scopes import SCOPES
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

PATH = "/twitch/oauth2"

router = APIRouter(prefix=PATH)


def desk_of(twitch: Twitch) -> Desk:
    return Desk(twitch, "Twitch", SCOPES, PATH, is_verification_forced=is_forced)


def is_forced(query: QueryParams) -> bool:
    return query.get("force_verify") == "true"


@router.get("/authorize")
async def authorize(request: Request, twitch: OnTwitch) -> Response:
    return await ask_person(request, desk_of(twitch))


@router.post("/authorize")
async def decide(request: Request, twitch: OnTwitch) -> Response:
    return await take_decision(request, desk_of(twitch))
