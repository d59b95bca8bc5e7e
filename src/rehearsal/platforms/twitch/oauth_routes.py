"""The OAuth calls that programs make: token, validate, revoke."""

import hmac
from collections.abc import Mapping

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.forms import read_form
from rehearsal.platforms.twitch.errors import OAuthError
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.tokens import AccessToken, Grant

Json = dict[str, JsonValue]
Parameters = Mapping[str, str]

router = APIRouter(prefix="/twitch/oauth2")


async def read_parameters(request: Request) -> dict[str, str]:
    """Twitch takes them from the form as well as from the query."""
    return {**request.query_params, **await read_form(request)}


@router.post("/token")
async def token(request: Request, twitch: OnTwitch) -> Json:
    parameters = await read_parameters(request)
    check_client(parameters, twitch)
    match parameters.get("grant_type"):
        case "authorization_code":
            return redeem_code(parameters, twitch)
        case "refresh_token":
            return refresh(parameters, twitch)
        case "client_credentials":
            return issue_app_token(twitch)
        case None | "":
            raise OAuthError(400, "missing grant type")
        case _:
            raise OAuthError(400, "invalid grant type")


def check_client(parameters: Parameters, twitch: Twitch) -> None:
    if not parameters.get("client_id"):
        raise OAuthError(400, "missing client id")
    if parameters["client_id"] != twitch.client_id:
        raise OAuthError(400, "invalid client")
    if not parameters.get("client_secret"):
        raise OAuthError(400, "missing client secret")
    if not hmac.compare_digest(parameters["client_secret"].encode(), twitch.client_secret.encode()):
        raise OAuthError(403, "invalid client secret")


def redeem_code(parameters: Parameters, twitch: Twitch) -> Json:
    code = twitch.tokens.take_code(parameters.get("code", ""))
    if code is None:
        raise OAuthError(400, "Invalid authorization code")
    if parameters.get("redirect_uri") != code.redirect_uri:
        raise OAuthError(400, "Parameter redirect_uri does not match registered URI")
    grant, access_token = twitch.tokens.open_grant(code)
    tell_token(twitch, "token_issued", access_token)
    return token_answer(twitch, grant, access_token)


def refresh(parameters: Parameters, twitch: Twitch) -> Json:
    given = parameters.get("refresh_token", "")
    refreshed = twitch.tokens.refresh(twitch.client_id, given)
    if refreshed is None:
        twitch.stage.happenings.tell("refresh_refused")
        raise OAuthError(400, "Invalid refresh token")
    grant, access_token = refreshed
    tell_token(twitch, "token_refreshed", access_token)
    return token_answer(twitch, grant, access_token)


def issue_app_token(twitch: Twitch) -> Json:
    access_token = twitch.tokens.issue_app_token(twitch.client_id)
    tell_token(twitch, "app_token_issued", access_token)
    return {
        "access_token": access_token.value,
        "expires_in": twitch.tokens.seconds_left(access_token),
        "token_type": "bearer",
    }


def token_answer(twitch: Twitch, grant: Grant, access_token: AccessToken) -> Json:
    return {
        "access_token": access_token.value,
        "expires_in": twitch.tokens.seconds_left(access_token),
        "refresh_token": grant.refresh_token,
        "scope": list[JsonValue](grant.scopes),
        "token_type": "bearer",
    }


@router.get("/validate")
async def validate(request: Request, twitch: OnTwitch) -> Json:
    access_token = authorised_token(request, twitch)
    person = twitch.stage.world.find(person_id=access_token.person_id or "")
    answer: Json = {"client_id": access_token.client_id, "expires_in": twitch.tokens.seconds_left(access_token)}
    if person is None:
        return {**answer, "scopes": None}
    return {**answer, "login": person.login, "user_id": person.id, "scopes": list[JsonValue](access_token.scopes)}


def authorised_token(request: Request, twitch: Twitch) -> AccessToken:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if not value:
        raise OAuthError(401, "missing authorization token")
    access_token = twitch.tokens.find(value) if scheme.lower() in {"oauth", "bearer"} else None
    if access_token is None:
        raise OAuthError(401, "invalid access token")
    return access_token


@router.post("/revoke")
async def revoke(request: Request, twitch: OnTwitch) -> Response:
    parameters = await read_parameters(request)
    if parameters.get("client_id") != twitch.client_id:
        raise OAuthError(404, "client does not exist")
    access_token = twitch.tokens.find(parameters.get("token", ""))
    if access_token is None:
        raise OAuthError(400, "Invalid token")
    twitch.tokens.revoke(access_token)
    tell_token(twitch, "token_revoked", access_token)
    return Response(status_code=200)


def tell_token(twitch: Twitch, event: str, access_token: AccessToken) -> None:
    person = twitch.stage.world.find(person_id=access_token.person_id or "")
    twitch.stage.happenings.tell(event, login=person.login if person else None)
