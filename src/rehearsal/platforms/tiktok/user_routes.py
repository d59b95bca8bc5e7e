"""Route of Login Kit's user info."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request

from rehearsal.oauth.tokens import AccessToken
from rehearsal.platforms.tiktok.errors import OpenError, log_id
from rehearsal.platforms.tiktok.ids import open_id, union_id
from rehearsal.platforms.tiktok.platform import TikTok, TikTokDep
from rehearsal.platforms.tiktok.scopes import FIELDS
from rehearsal.simulation.world import Person

Json = dict[str, JsonValue]
router = APIRouter(prefix="/tiktok/open/v2")


@router.get("/user/info/")
async def user_info(request: Request, tiktok: TikTokDep) -> Json:
    person, access_token = read_caller(request, tiktok)
    fields = [each for each in request.query_params.get("fields", "").split(",") if each]
    if not fields or any(each not in FIELDS for each in fields):
        raise OpenError(400, "invalid_params", "The fields are missing or unknown.")
    missing = next((FIELDS[each] for each in fields if FIELDS[each] not in access_token.scopes), None)
    if missing is not None:
        raise OpenError(401, "scope_not_authorized", f"The user did not authorize the scope {missing}.")
    user = profile(person, tiktok)
    error: Json = {"code": "ok", "message": "", "log_id": log_id(tiktok.rehearsal.clock.now())}
    return {"data": {"user": {each: user[each] for each in fields}}, "error": error}


def read_caller(request: Request, tiktok: TikTok) -> tuple[Person, AccessToken]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    access_token = tiktok.tokens.find(value) if scheme.lower() == "bearer" else None
    person = tiktok.rehearsal.world.find(person_id=access_token.person_id or "") if access_token else None
    if access_token is None or person is None:
        message = "The access token is invalid or not found in the request."
        raise OpenError(401, "access_token_invalid", message)
    if not tiktok.rate_limit.allows(request.url.path, tiktok.limits.open_requests_per_minute):
        raise OpenError(429, "rate_limit_exceeded", "Too many requests in a minute.")
    return person, access_token


def profile(person: Person, tiktok: TikTok) -> Json:
    picture, audience = tiktok.rehearsal.avatar_url(person), tiktok.channel(person).audience
    return {
        "open_id": open_id(person.id),
        "union_id": union_id(person.id),
        "avatar_url": picture,
        "avatar_url_100": picture,
        "avatar_large_url": picture,
        "display_name": person.display_name,
        "bio_description": tiktok.biography(person),
        "profile_deep_link": f"https://vm.tiktok.example/{person.login}",
        "is_verified": person.broadcaster_type == "partner",
        "username": person.login,
        "follower_count": audience * 11,
        "following_count": 42,
        "likes_count": audience * 230,
        "video_count": audience // 7,
    }
