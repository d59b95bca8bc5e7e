"""Where a person picks an account and ticks what a program may do with it."""

from urllib.parse import parse_qs, urlsplit

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, ask_person, take_decision
from rehearsal.platforms.youtube.scopes import SCOPES
from rehearsal.platforms.youtube.youtube import OnYouTube, Terms, YouTube

PATH = "/google"

router = APIRouter(prefix=PATH)


def desk_of(youtube: YouTube) -> Desk:
    return Desk(
        youtube,
        "Google",
        SCOPES,
        PATH,
        may_untick=True,
        is_verification_forced=is_forced,
    )


def is_forced(query: QueryParams) -> bool:
    return bool({"consent", "select_account"} & set(query.get("prompt", "").split()))


@router.get("/o/oauth2/v2/auth")
async def authorize(request: Request, youtube: OnYouTube) -> Response:
    return with_terms(await ask_person(request, desk_of(youtube)), request.query_params, youtube)


@router.post("/o/oauth2/v2/auth")
async def decide(request: Request, youtube: OnYouTube) -> Response:
    return with_terms(await take_decision(request, desk_of(youtube)), request.query_params, youtube)


def with_terms(answer: Response, query: QueryParams, youtube: YouTube) -> Response:
    """Notes with the code what its exchange has to know."""
    location = parse_qs(urlsplit(answer.headers.get("location", "")).query)
    for code in location.get("code", []):
        youtube.terms[code] = Terms(
            is_offline=query.get("access_type") == "offline",
            is_forced="consent" in query.get("prompt", "").split(),
            includes_granted=query.get("include_granted_scopes") == "true",
        )
    return answer
