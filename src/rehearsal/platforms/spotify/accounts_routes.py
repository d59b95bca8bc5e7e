"""The accounts host: where a person lets a program in, and where programs get their tokens."""

import hmac
import re
from base64 import b64decode
from collections.abc import Mapping
from urllib.parse import urlsplit

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.consent import Desk, PageProblem, ask_person, take_decision
from rehearsal.forms import read_form
from rehearsal.platforms.spotify.errors import AccountsError
from rehearsal.platforms.spotify.spotify import OnSpotify, Spotify
from rehearsal.tokens import AccessToken

PATH = "/spotify/accounts"
SCOPES = {
    "user-read-currently-playing": "See what you are listening to",
    "user-read-playback-state": "See your player",
    "user-modify-playback-state": "Control your player",
    "user-read-recently-played": "See what you listened to",
    "user-read-private": "See your profile",
    "user-read-email": "See your e-mail address",
    "playlist-read-private": "See your private playlists",
    "playlist-read-collaborative": "See playlists that you work on with others",
    "playlist-modify-public": "Change your public playlists",
    "playlist-modify-private": "Change your private playlists",
}
VERIFIER = re.compile(r"[A-Za-z0-9\-._~]{43,128}")

Json = dict[str, JsonValue]

router = APIRouter(prefix=PATH)


def desk_of(spotify: Spotify) -> Desk:
    return Desk(
        spotify,
        "Spotify",
        SCOPES,
        PATH,
        granted_parameter=None,
        is_verification_forced=shows_dialog,
    )


def shows_dialog(query: QueryParams) -> bool:
    return query.get("show_dialog") == "true"


def refuse_localhost(request: Request) -> None:
    """Loopback addresses are fine as numbers only."""
    if urlsplit(request.query_params.get("redirect_uri", "")).hostname == "localhost":
        raise PageProblem("Insecure redirect", "redirect_uri: Insecure. Use http://127.0.0.1 or http://[::1].")


@router.get("/authorize")
async def authorize(request: Request, spotify: OnSpotify) -> Response:
    refuse_localhost(request)
    return await ask_person(request, desk_of(spotify))


@router.post("/authorize")
async def decide(request: Request, spotify: OnSpotify) -> Response:
    refuse_localhost(request)
    return await take_decision(request, desk_of(spotify))


@router.post("/api/token")
async def token(request: Request, spotify: OnSpotify) -> Json:
    form = await read_form(request)
    has_secret = check_client(request, form, spotify)
    match form.get("grant_type"):
        case "authorization_code":
            return redeem_code(form, spotify, has_secret=has_secret)
        case "refresh_token":
            return refresh(form, spotify, has_secret=has_secret)
        case "client_credentials" if has_secret:
            app_token = spotify.tokens.issue_app_token(spotify.client_id)
            answer = token_answer(spotify, app_token)
            return {name: value for name, value in answer.items() if name != "scope"}
        case _:
            raise AccountsError("unsupported_grant_type", "grant_type parameter is missing or unknown")


def check_client(request: Request, form: Mapping[str, str], spotify: Spotify) -> bool:
    """Whether the program brought its secret; without one it has to use PKCE."""
    client_id, secret = read_credentials(request, form)
    if client_id != spotify.client_id:
        raise AccountsError("invalid_client", "Invalid client")
    if secret is not None and not hmac.compare_digest(secret.encode(), spotify.client_secret.encode()):
        raise AccountsError("invalid_client", "Invalid client secret")
    return secret is not None


def read_credentials(request: Request, form: Mapping[str, str]) -> tuple[str, str | None]:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return form.get("client_id", ""), form.get("client_secret")
    try:
        client_id, _, secret = b64decode(value, validate=True).decode().partition(":")
    except ValueError:
        raise AccountsError("invalid_client", "Invalid client") from None
    return client_id, secret


def redeem_code(form: Mapping[str, str], spotify: Spotify, *, has_secret: bool) -> Json:
    code = spotify.tokens.take_code(form.get("code", ""))
    if code is None:
        raise AccountsError("invalid_grant", "Invalid authorization code")
    if form.get("redirect_uri") != code.redirect_uri:
        raise AccountsError("invalid_grant", "Invalid redirect URI")
    if code.code_challenge is None and not has_secret:
        raise AccountsError("invalid_request", "code_verifier must not be empty")
    verifier = form.get("code_verifier", "")
    if code.code_challenge is not None and not (VERIFIER.fullmatch(verifier) and code.is_proven_by(verifier)):
        raise AccountsError("invalid_grant", "code_verifier was incorrect")
    grant, access_token = spotify.tokens.open_grant(code)
    tell(spotify, "token_issued", access_token)
    return {**token_answer(spotify, access_token), "refresh_token": grant.refresh_token}


def refresh(form: Mapping[str, str], spotify: Spotify, *, has_secret: bool) -> Json:
    # Without a secret every refresh brings a new refresh token, and the old one is spent.
    spotify.tokens.rotates_refresh_tokens = not has_secret
    refreshed = spotify.tokens.refresh(spotify.client_id, form.get("refresh_token", ""))
    if refreshed is None:
        spotify.stage.happenings.tell("refresh_refused", platform=spotify.key)
        raise AccountsError("invalid_grant", "Refresh token revoked")
    grant, access_token = refreshed
    tell(spotify, "token_refreshed", access_token)
    answer = token_answer(spotify, access_token)
    return answer if has_secret else {**answer, "refresh_token": grant.refresh_token}


def token_answer(spotify: Spotify, access_token: AccessToken) -> Json:
    return {
        "access_token": access_token.value,
        "token_type": "Bearer",
        "expires_in": spotify.tokens.seconds_left(access_token),
        "scope": " ".join(access_token.scopes),
    }


def tell(spotify: Spotify, event: str, access_token: AccessToken) -> None:
    person = spotify.stage.world.find(person_id=access_token.person_id or "")
    spotify.stage.happenings.tell(event, platform=spotify.key, login=person.login if person else None)
