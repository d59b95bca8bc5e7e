"""The OAuth calls that programs make: token, revoke, introspect."""

import hmac
from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from rehearsal.forms import read_form
from rehearsal.platforms.kick.errors import OAuthError
from rehearsal.platforms.kick.kick import Kick, OnKick
from rehearsal.tokens import AccessToken, Grant

Json = dict[str, JsonValue]
Parameters = Mapping[str, str]

router = APIRouter(prefix="/kick/oauth")


@router.post("/token")
async def token(request: Request, kick: OnKick) -> Json:
    form = await read_form(request)
    check_client(form, kick)
    match form.get("grant_type"):
        case "authorization_code":
            return redeem_code(form, kick)
        case "refresh_token":
            return refresh(form, kick)
        case "client_credentials":
            return issue_app_token(kick)
        case _:
            raise OAuthError("unsupported_grant_type", "The grant type is missing or unknown.")


def check_client(form: Parameters, kick: Kick) -> None:
    secret = form.get("client_secret", "").encode()
    if form.get("client_id") != kick.client_id or not hmac.compare_digest(secret, kick.client_secret.encode()):
        raise OAuthError("invalid_client", "The client id or the client secret is wrong.", 401)


def redeem_code(form: Parameters, kick: Kick) -> Json:
    code = kick.tokens.take_code(form.get("code", ""))
    if code is None:
        raise OAuthError("invalid_grant", "The code is unknown, used or expired.")
    if form.get("redirect_uri") != code.redirect_uri:
        raise OAuthError("invalid_grant", "redirect_uri is not the one the code was made for.")
    if not code.is_proven_by(form.get("code_verifier")):
        raise OAuthError("invalid_grant", "code_verifier does not fit the challenge.")
    grant, access_token = kick.tokens.open_grant(code)
    tell_token(kick, "token_issued", access_token)
    return token_answer(kick, grant, access_token)


def refresh(form: Parameters, kick: Kick) -> Json:
    kick.tokens.reuse_grace_seconds = kick.limits.reuse_grace_seconds
    kick.tokens.refresh_token_seconds = kick.limits.refresh_token_seconds
    refreshed = kick.tokens.refresh(kick.client_id, form.get("refresh_token", ""))
    if refreshed is None:
        kick.stage.happenings.tell("refresh_refused", platform=kick.key)
        raise OAuthError("invalid_grant", "The refresh token is unknown or expired.")
    grant, access_token = refreshed
    tell_token(kick, "token_refreshed", access_token)
    return token_answer(kick, grant, access_token)


def issue_app_token(kick: Kick) -> Json:
    access_token = kick.tokens.issue_app_token(kick.client_id)
    tell_token(kick, "app_token_issued", access_token)
    seconds = kick.tokens.seconds_left(access_token)
    return {"access_token": access_token.value, "token_type": "Bearer", "expires_in": seconds}


def token_answer(kick: Kick, grant: Grant, access_token: AccessToken) -> Json:
    return {
        "access_token": access_token.value,
        "token_type": "Bearer",
        "refresh_token": grant.refresh_token,
        "expires_in": kick.tokens.seconds_left(access_token),
        "scope": " ".join(grant.scopes),
    }


@router.post("/revoke")
async def revoke(request: Request, kick: OnKick) -> Response:
    """The parameters are in the query, whatever the header says of a form."""
    value = request.query_params.get("token", "")
    hint = request.query_params.get("token_hint_type", "access_token")
    if not value or hint not in {"access_token", "refresh_token"}:
        return JSONResponse({"error": "Invalid request"}, status_code=400)
    access_token = kick.tokens.find(value)
    if hint == "access_token" and access_token is not None:
        kick.tokens.revoke(access_token)
        tell_token(kick, "token_revoked", access_token)
    elif hint == "refresh_token" and kick.tokens.end_grant(kick.client_id, value) is not None:
        kick.stage.happenings.tell("token_revoked", platform=kick.key)
    return PlainTextResponse("OK")


@router.post("/token/introspect")
async def introspect(request: Request, kick: OnKick) -> Json:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    access_token = kick.tokens.find(value) if scheme.lower() == "bearer" else None
    if access_token is None:
        raise OAuthError("invalid_token", "The token is unknown or expired.", 401)
    seen: Json = {
        "active": True,
        "client_id": access_token.client_id,
        "token_type": "app" if access_token.person_id is None else "user",
        "scope": " ".join(access_token.scopes),
        "exp": int(access_token.expires_at.timestamp()),
    }
    return {"data": seen, "message": "OK"}


def tell_token(kick: Kick, event: str, access_token: AccessToken) -> None:
    person = kick.stage.world.find(person_id=access_token.person_id or "")
    kick.stage.happenings.tell(event, platform=kick.key, login=person.login if person else None)
