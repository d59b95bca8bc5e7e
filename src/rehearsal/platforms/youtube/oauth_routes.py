"""The OAuth calls that programs make: token, revoke, tokeninfo."""

import hmac
from base64 import b64decode
from collections.abc import Mapping
from dataclasses import replace

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.forms import read_form
from rehearsal.platforms.youtube.errors import OAuthError
from rehearsal.platforms.youtube.scopes import SCOPES
from rehearsal.platforms.youtube.youtube import OnYouTube, Terms, YouTube
from rehearsal.tokens import AccessToken, Code, Grant

Json = dict[str, JsonValue]
Parameters = Mapping[str, str]
PLAIN = Terms(is_offline=False, is_forced=False, includes_granted=False)

router = APIRouter(prefix="/google")


async def read_parameters(request: Request) -> dict[str, str]:
    """Google takes the program's credentials from the form or from the header."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return await read_form(request)
    try:
        client_id, _, secret = b64decode(value).decode().partition(":")
    except ValueError:
        client_id, secret = "", ""
    return {"client_id": client_id, "client_secret": secret, **await read_form(request)}


@router.post("/token")
async def token(request: Request, youtube: OnYouTube) -> Json:
    parameters = await read_parameters(request)
    check_client(parameters, youtube)
    match parameters.get("grant_type"):
        case "authorization_code":
            return redeem_code(parameters, youtube)
        case "refresh_token":
            return refresh(parameters, youtube)
        case None | "":
            raise OAuthError(400, "invalid_request", "Required parameter is missing: grant_type")
        case other:
            raise OAuthError(400, "unsupported_grant_type", f"Invalid grant_type: {other}")


def check_client(parameters: Parameters, youtube: YouTube) -> None:
    if not parameters.get("client_id"):
        raise OAuthError(400, "invalid_request", "Could not determine client ID from request.")
    if parameters["client_id"] != youtube.client_id:
        raise OAuthError(401, "invalid_client", "The OAuth client was not found.")
    if not parameters.get("client_secret"):
        raise OAuthError(400, "invalid_request", "client_secret is missing.")
    if not hmac.compare_digest(parameters["client_secret"].encode(), youtube.client_secret.encode()):
        raise OAuthError(401, "invalid_client", "Unauthorized")


def redeem_code(parameters: Parameters, youtube: YouTube) -> Json:
    code = youtube.tokens.take_code(parameters.get("code", ""))
    if code is None:
        raise OAuthError(400, "invalid_grant", "Bad Request")
    if parameters.get("redirect_uri") != code.redirect_uri:
        raise OAuthError(400, "redirect_uri_mismatch", "Bad Request")
    if not code.is_proven_by(parameters.get("code_verifier")):
        word = "Invalid" if parameters.get("code_verifier") else "Missing"
        raise OAuthError(400, "invalid_grant", f"{word} code verifier.")
    terms = youtube.terms.pop(code.value, PLAIN)
    grant, access_token = youtube.tokens.open_grant(with_earlier(code, youtube) if terms.includes_granted else code)
    tell_token(youtube, "token_issued", access_token)
    answer = token_answer(youtube, grant, access_token)
    if not terms.is_offline or (grant.person_id in youtube.has_refresh_token and not terms.is_forced):
        return answer
    youtube.has_refresh_token.add(grant.person_id)
    answer["refresh_token"] = grant.refresh_token
    if grant.refresh_expires_at is not None:
        left = grant.refresh_expires_at - youtube.stage.clock.now()
        answer["refresh_token_expires_in"] = int(left.total_seconds())
    return answer


def with_earlier(code: Code, youtube: YouTube) -> Code:
    """Incremental authorisation: what was granted before comes along."""
    owner = (youtube.client_id, code.person_id)
    earlier = [scope for scope in SCOPES if youtube.tokens.has_consented(*owner, (scope,))]
    return replace(code, scopes=tuple(dict.fromkeys([*code.scopes, *earlier])))


def refresh(parameters: Parameters, youtube: YouTube) -> Json:
    refreshed = youtube.tokens.refresh(youtube.client_id, parameters.get("refresh_token", ""))
    if refreshed is None:
        youtube.stage.happenings.tell("refresh_refused", platform=youtube.key)
        raise OAuthError(400, "invalid_grant", "Token has been expired or revoked.")
    grant, access_token = refreshed
    tell_token(youtube, "token_refreshed", access_token)
    return token_answer(youtube, grant, access_token)


def token_answer(youtube: YouTube, grant: Grant, access_token: AccessToken) -> Json:
    """A refresh answer has no refresh token: the old one stays good."""
    return {
        "access_token": access_token.value,
        "expires_in": youtube.tokens.seconds_left(access_token),
        "scope": " ".join(grant.scopes),
        "token_type": "Bearer",
    }


@router.post("/revoke")
async def revoke(request: Request, youtube: OnYouTube) -> Response:
    """One token brought here ends the whole grant, whichever it is."""
    value = (await read_form(request)).get("token") or request.query_params.get("token", "")
    access_token = youtube.tokens.find(value)
    grant = None if access_token else youtube.tokens.end_grant(youtube.client_id, value)
    person_id = access_token.person_id if access_token else grant.person_id if grant else None
    person = youtube.stage.world.find(person_id=person_id or "")
    if person is None:
        raise OAuthError(400, "invalid_token", "Token expired or revoked")
    youtube.revoke(person)
    youtube.stage.happenings.tell("token_revoked", platform=youtube.key, login=person.login)
    return JSONResponse({})


@router.get("/tokeninfo")
@router.post("/tokeninfo")
async def tokeninfo(request: Request, youtube: OnYouTube) -> Json:
    value = request.query_params.get("access_token") or (await read_form(request)).get("access_token")
    access_token = youtube.tokens.find(value or bearer(request))
    if access_token is None or access_token.person_id is None:
        raise OAuthError(400, "invalid_token", "Invalid Value")
    answer: Json = {
        "azp": access_token.client_id,
        "aud": access_token.client_id,
        "sub": subject(access_token.person_id),
        "scope": " ".join(access_token.scopes),
        "exp": str(int(access_token.expires_at.timestamp())),
        "expires_in": str(youtube.tokens.seconds_left(access_token)),
        "access_type": "offline" if access_token.person_id in youtube.has_refresh_token else "online",
    }
    person = youtube.stage.world.find(person_id=access_token.person_id)
    if person and any("email" in scope for scope in access_token.scopes):
        answer |= {"email": person.email, "email_verified": "true"}
    return answer


def bearer(request: Request) -> str:
    """Google's own clients send the token to look at in the header."""
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    return value if scheme.lower() == "bearer" else ""


def subject(person_id: str) -> str:
    """21 digits that name the Google account, which is not the channel."""
    return f"1{int(person_id) * 7_919:020}"


def tell_token(youtube: YouTube, event: str, access_token: AccessToken) -> None:
    person = youtube.stage.world.find(person_id=access_token.person_id or "")
    youtube.stage.happenings.tell(event, platform=youtube.key, login=person.login if person else None)
