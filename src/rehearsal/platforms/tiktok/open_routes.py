"""Login Kit's calls: token, revoke, and who the token's person is."""

import hmac
from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.forms import read_form
from rehearsal.platforms.tiktok.errors import OpenError, TokenError, log_id
from rehearsal.platforms.tiktok.ids import open_id, union_id
from rehearsal.platforms.tiktok.scopes import FIELDS
from rehearsal.platforms.tiktok.tiktok import OnTikTok, TikTok
from rehearsal.tokens import AccessToken, Grant
from rehearsal.world import Person

Json = dict[str, JsonValue]
Parameters = Mapping[str, str]

router = APIRouter(prefix="/tiktok/open/v2")


@router.post("/oauth/token/")
async def token(request: Request, tiktok: OnTikTok) -> Json:
    form = await read_form(request)
    check_client(form, tiktok)
    match form.get("grant_type"):
        case "authorization_code":
            return redeem_code(form, tiktok)
        case "refresh_token":
            return refresh(form, tiktok)
        case _:
            raise TokenError("unsupported_grant_type", "The grant type is missing or unknown.")


def check_client(form: Parameters, tiktok: TikTok) -> None:
    secret = form.get("client_secret", "").encode()
    if form.get("client_key") != tiktok.client_id or not hmac.compare_digest(secret, tiktok.client_secret.encode()):
        raise TokenError("invalid_client", "Client key or secret is incorrect.")


def redeem_code(form: Parameters, tiktok: TikTok) -> Json:
    code = tiktok.tokens.take_code(form.get("code", ""))
    if code is None:
        raise TokenError("invalid_grant", "Authorization code is expired.")
    if form.get("redirect_uri") != code.redirect_uri:
        raise TokenError("invalid_request", "Redirect_uri is not matched with the uri when requesting code.")
    if not code.is_proven_by(form.get("code_verifier")):
        raise TokenError("invalid_grant", "Code verifier or code challenge is invalid.")
    grant, access_token = tiktok.tokens.open_grant(code)
    tell_token(tiktok, "token_issued", access_token)
    return token_answer(tiktok, grant, access_token)


def refresh(form: Parameters, tiktok: TikTok) -> Json:
    refreshed = tiktok.tokens.refresh(tiktok.client_id, form.get("refresh_token", ""))
    if refreshed is None:
        tiktok.stage.happenings.tell("refresh_refused", platform=tiktok.key)
        raise TokenError("invalid_grant", "Refresh token is invalid or expired.")
    grant, access_token = refreshed
    tell_token(tiktok, "token_refreshed", access_token)
    return token_answer(tiktok, grant, access_token)


def token_answer(tiktok: TikTok, grant: Grant, access_token: AccessToken) -> Json:
    return {
        "access_token": access_token.value,
        "expires_in": tiktok.tokens.seconds_left(access_token),
        "refresh_token": grant.refresh_token,
        "refresh_expires_in": tiktok.limits.refresh_token_seconds,
        "open_id": open_id(grant.person_id),
        "scope": ",".join(grant.scopes),
        "token_type": "Bearer",
    }


@router.post("/oauth/revoke/")
async def revoke(request: Request, tiktok: OnTikTok) -> Response:
    form = await read_form(request)
    check_client(form, tiktok)
    access_token = tiktok.tokens.find(form.get("token", ""))
    if access_token is None:
        raise TokenError("invalid_request", "The token is unknown or expired.")
    tiktok.tokens.revoke(access_token)
    tell_token(tiktok, "token_revoked", access_token)
    return Response(status_code=200)


@router.get("/user/info/")
async def user_info(request: Request, tiktok: OnTikTok) -> Json:
    person, access_token = read_caller(request, tiktok)
    fields = [each for each in request.query_params.get("fields", "").split(",") if each]
    if not fields or any(each not in FIELDS for each in fields):
        raise OpenError(400, "invalid_params", "The fields are missing or unknown.")
    missing = next((FIELDS[each] for each in fields if FIELDS[each] not in access_token.scopes), None)
    if missing is not None:
        raise OpenError(401, "scope_not_authorized", f"The user did not authorize the scope {missing}.")
    user = profile(person, tiktok)
    error: Json = {"code": "ok", "message": "", "log_id": log_id(tiktok.stage.clock.now())}
    return {"data": {"user": {each: user[each] for each in fields}}, "error": error}


def read_caller(request: Request, tiktok: TikTok) -> tuple[Person, AccessToken]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    access_token = tiktok.tokens.find(value) if scheme.lower() == "bearer" else None
    person = tiktok.stage.world.find(person_id=access_token.person_id or "") if access_token else None
    if access_token is None or person is None:
        message = "The access token is invalid or not found in the request."
        raise OpenError(401, "access_token_invalid", message)
    if not tiktok.pace.allows(request.url.path, tiktok.limits.open_requests_per_minute):
        raise OpenError(429, "rate_limit_exceeded", "Too many requests in a minute.")
    return person, access_token


def profile(person: Person, tiktok: TikTok) -> Json:
    picture, audience = tiktok.stage.avatar_url(person), tiktok.channel(person).audience
    return {
        "open_id": open_id(person.id),
        "union_id": union_id(person.id),
        "avatar_url": picture,
        "avatar_url_100": picture,
        "avatar_large_url": picture,
        "display_name": person.display_name,
        "bio_description": person.description,
        "profile_deep_link": f"https://vm.tiktok.example/{person.login}",
        "is_verified": person.broadcaster_type == "partner",
        "username": person.login,
        "follower_count": audience * 11,
        "following_count": 42,
        "likes_count": audience * 230,
        "video_count": audience // 7,
    }


def tell_token(tiktok: TikTok, event: str, access_token: AccessToken) -> None:
    person = tiktok.stage.world.find(person_id=access_token.person_id or "")
    tiktok.stage.happenings.tell(event, platform=tiktok.key, login=person.login if person else None)
