"""Where a person lets a program into their TikTok account."""

from fastapi import APIRouter
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, PageProblem, ask_person, take_decision
from rehearsal.platforms.tiktok.scopes import SCOPES
from rehearsal.platforms.tiktok.tiktok import OnTikTok, TikTok

PATH = "/tiktok/auth"
REDIRECT_MAX = 512

router = APIRouter(prefix=PATH)


def desk_of(tiktok: TikTok, request: Request) -> Desk:
    redirect_uri = request.query_params.get("redirect_uri", "")
    if "?" in redirect_uri or "#" in redirect_uri or len(redirect_uri) >= REDIRECT_MAX:
        raise PageProblem("Redirect mismatch", "redirect_uri must be short, without a query and without a fragment.")
    return Desk(
        tiktok,
        "TikTok",
        SCOPES,
        PATH,
        client_parameter="client_key",
        separator=",",
        may_untick=True,
        granted_parameter="scopes",
        is_verification_forced=is_forced,
    )


def is_forced(query: QueryParams) -> bool:
    return query.get("disable_auto_auth") == "1"


@router.get("/authorize/")
async def authorize(request: Request, tiktok: OnTikTok) -> Response:
    return await ask_person(request, desk_of(tiktok, request))


@router.post("/authorize/")
async def decide(request: Request, tiktok: OnTikTok) -> Response:
    return await take_decision(request, desk_of(tiktok, request))
