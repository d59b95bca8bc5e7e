"""Spotify in the rehearsal: OAuth, playback and errors."""

import base64
import hashlib

import httpx
import pytest
from account_clients import AccountClient, SpotifyClient
from oauth_client import redirect_query

from rehearsal.clock import Clock
from rehearsal.state import RehearsalState

pytestmark = pytest.mark.asyncio(loop_scope="module")

VERIFIER = "a-verifier-of-at-least-forty-three-characters.~_"
CHALLENGE = base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
PKCE = {"code_challenge_method": "S256", "code_challenge": CHALLENGE}


@pytest.fixture
def spotify(rehearsal: RehearsalState, http: httpx.AsyncClient) -> AccountClient:
    return SpotifyClient(rehearsal, http)


async def test_consent_redirects_with_code_and_state_only(spotify: AccountClient) -> None:
    assert set(redirect_query(await spotify.decide())) == {"code", "state"}
    refused = redirect_query(await spotify.decide(decision="cancel"))
    assert (refused["error"], refused["state"]) == ("access_denied", "s1")


async def test_localhost_is_refused_as_redirect_uri(spotify: AccountClient) -> None:
    response = await spotify.decide(redirect_uri="http://localhost:8000/oauth/spotify")
    assert response.status_code == 400
    assert "Insecure" in response.text


async def test_refresh_replaces_the_refresh_token_only_with_pkce(spotify: AccountClient) -> None:
    issued = await spotify.tokens()
    again = await spotify.token_call(grant_type="refresh_token", refresh_token=issued["refresh_token"])
    assert "refresh_token" not in again.json()
    code = await spotify.get_code(**PKCE)
    proof = {"client_id": spotify.client_id, "code_verifier": VERIFIER}
    form = {"grant_type": "authorization_code", "code": code, "redirect_uri": "http://127.0.0.1:8000/oauth/somewhere"}
    first = (await spotify.token_call_without_secret(**form, **proof)).json()["refresh_token"]
    renew = {"grant_type": "refresh_token", "refresh_token": first, "client_id": spotify.client_id}
    second = await spotify.token_call_without_secret(**renew)
    assert second.json()["refresh_token"] != first
    reused = await spotify.token_call_without_secret(**renew)
    assert (reused.status_code, reused.json()["error"]) == (400, "invalid_grant")


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"code": "never-given"}, "invalid_grant"),
        ({"redirect_uri": "http://127.0.0.1:8000/elsewhere"}, "invalid_grant"),
        ({"grant_type": "password"}, "unsupported_grant_type"),
    ],
)
async def test_invalid_token_calls_are_refused(spotify: AccountClient, change: dict[str, str], error: str) -> None:
    code = await spotify.get_code()
    response = await spotify.redeem(change.pop("code", code), **change)
    assert (response.status_code, response.json()["error"]) == (400, error)


@pytest.mark.parametrize("verifier", ["", "too-short", "x" * 43, VERIFIER + "!"])
async def test_verifier_must_match_the_challenge(spotify: AccountClient, verifier: str) -> None:
    code = await spotify.get_code(**PKCE)
    response = await spotify.redeem(code, code_verifier=verifier)
    assert (response.status_code, response.json()["error"]) == (400, "invalid_grant")


async def test_without_secret_and_without_pkce_there_is_no_token(spotify: AccountClient) -> None:
    code = await spotify.get_code()
    form = {"grant_type": "authorization_code", "code": code, "client_id": spotify.client_id}
    response = await spotify.token_call_without_secret(redirect_uri="http://127.0.0.1:8000/oauth/somewhere", **form)
    assert (response.status_code, response.json()["error"]) == (400, "invalid_request")


async def test_song_advances_with_the_clock_and_moves_to_the_history(spotify: AccountClient, clock: Clock) -> None:
    token = await spotify.sign_in()
    before = (await spotify.call("GET", "/me/player/currently-playing", token)).json()
    clock.advance(60)
    later = (await spotify.call("GET", "/me/player", token)).json()
    assert later["progress_ms"] == before["progress_ms"] + 60_000
    assert later["device"]["is_active"]
    clock.advance(200)
    after = (await spotify.call("GET", "/me/player/currently-playing", token)).json()
    assert after["item"]["name"] == "Salt on the Window"
    history = (await spotify.call("GET", "/me/player/recently-played", token, limit=2)).json()
    assert [one["track"]["name"] for one in history["items"]] == ["Harbour Lights Off", "紙の月"]
    assert history["next"] is not None
    older = (await spotify.call("GET", "/me/player/recently-played", token, before=history["cursors"]["before"])).json()
    assert len(older["items"]) == 2


async def test_without_playback_the_player_is_empty_and_cannot_skip(spotify: AccountClient) -> None:
    token = await spotify.sign_in("brisket99")
    for path in ("/me/player", "/me/player/currently-playing"):
        response = await spotify.call("GET", path, token)
        assert (response.status_code, response.content) == (204, b"")
    failed = await spotify.call("POST", "/me/player/next", token)
    assert (failed.status_code, failed.json()["error"]["reason"]) == (404, "NO_ACTIVE_DEVICE")


@pytest.mark.parametrize(
    ("path", "query"),
    [
        ("/me/player/recently-played", {"limit": "51"}),
        ("/me/player/recently-played", {"after": "1", "before": "2"}),
        ("/search", {"q": "x", "type": "track", "limit": "11"}),
        ("/search", {"type": "track"}),
    ],
)
async def test_invalid_parameters_are_a_bad_request(spotify: AccountClient, path: str, query: dict[str, str]) -> None:
    response = await spotify.call("GET", path, await spotify.sign_in(), **query)
    assert (response.status_code, response.json()["error"]["status"]) == (400, 400)


async def test_calls_need_their_scope_and_a_user_registered_with_the_app(spotify: AccountClient) -> None:
    limited = await spotify.sign_in(scope="user-read-private")
    denied = await spotify.call("GET", "/me/player/currently-playing", limited)
    assert (denied.status_code, denied.json()["error"]["message"]) == (403, "Insufficient client scope")
    token = await spotify.sign_in()
    await spotify.command("/registered", login="junoplays", on=False)
    unlisted = await spotify.call("GET", "/me", token)
    assert unlisted.status_code == 403
    assert unlisted.headers["content-type"].startswith("text/plain")
    assert unlisted.text.startswith("User not registered in the Developer Dashboard")


async def test_token_expires_after_an_hour(spotify: AccountClient, clock: Clock) -> None:
    token = await spotify.sign_in()
    clock.advance(3600)
    response = await spotify.call("GET", "/me", token)
    assert (response.status_code, response.json()["error"]["message"]) == (401, "The access token expired")


async def test_rate_limit_is_shared_by_all_users_of_the_app(spotify: AccountClient, clock: Clock) -> None:
    await spotify.command("/limits", values={"calls_per_window": 2})
    first, second = await spotify.sign_in(), await spotify.sign_in("marekfixes")
    assert (await spotify.call("GET", "/me", first)).status_code == 200
    assert (await spotify.call("GET", "/me", second)).status_code == 200
    full = await spotify.call("GET", "/me", first)
    assert (full.status_code, full.headers["retry-after"]) == (429, "30")
    clock.advance(30)
    assert (await spotify.call("GET", "/me", first)).status_code == 200


async def test_streams_and_chat_are_refused_on_spotify(spotify: AccountClient, http: httpx.AsyncClient) -> None:
    for path, body in (("go-live", {}), ("end", {}), ("say", {"text": "hi"})):
        response = await http.post(f"/control/spotify/{path}", json={"login": "junoplays", **body})
        assert response.status_code == 409
