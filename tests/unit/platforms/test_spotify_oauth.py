from base64 import b64encode
from collections.abc import AsyncGenerator
from datetime import timedelta
from email.utils import format_datetime
from urllib.parse import parse_qs, urlsplit

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.platforms.spotify.settings import SpotifySettings
from support.frozen_clock import FrozenClock

TOKENS = '{"access_token":"t1","token_type":"Bearer","scope":"a b","expires_in":3600,"refresh_token":"r2"}'
NOT_LISTED = "User not registered in the Developer Dashboard"


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def http() -> AsyncGenerator[HttpClient]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield http
    await http.close()


def spotify(server: CannedServer, http: HttpClient, clock: FrozenClock, *, has_secret: bool = True) -> SpotifyPlatform:
    secret = "s1" if has_secret else ""
    fields = {"client_id": "c1", "client_secret": secret, "accounts_url": server.url, "api_url": f"{server.url}/v1/"}
    return SpotifyPlatform(SpotifySettings.model_validate(fields), http, clock)


def test_spotify_without_a_client_id_is_not_set_up(http: HttpClient, clock: FrozenClock) -> None:
    assert not SpotifyPlatform(SpotifySettings(), http, clock).info.is_set_up


async def test_client_with_a_secret_uses_basic_auth(server: CannedServer, http: HttpClient, clock: FrozenClock) -> None:
    oauth = spotify(server, http, clock).oauth
    assert not oauth.uses_pkce
    server.respond(200, '{"access_token":"t1","expires_in":60}')
    tokens = await oauth.refresh("r/1+")
    assert (tokens.refresh_token, tokens.scopes, tokens.expires_at) == (None, None, clock.now + timedelta(seconds=60))
    assert server.requests[0].headers["authorization"].lower() == f"basic {b64encode(b'c1:s1').decode()}".lower()
    assert server.requests[0].form == {"grant_type": "refresh_token", "refresh_token": "r/1+"}


async def test_client_without_a_secret_uses_pkce(server: CannedServer, http: HttpClient, clock: FrozenClock) -> None:
    oauth = spotify(server, http, clock, has_secret=False).oauth
    url = oauth.authorize_url(redirect_uri="http://x/y", state="s&1", scopes=["a", "b"], code_challenge="h1")
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    assert query == {
        "client_id": "c1",
        "response_type": "code",
        "redirect_uri": "http://x/y",
        "scope": "a b",
        "state": "s&1",
        "show_dialog": "true",
        "code_challenge_method": "S256",
        "code_challenge": "h1",
    }
    server.respond(200, TOKENS)
    tokens = await oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier="v1")
    assert (tokens.refresh_token, tokens.scopes) == ("r2", {"a", "b"})
    assert server.requests[0].form["code_verifier"] == "v1"
    assert server.requests[0].form["client_id"] == "c1"
    assert "authorization" not in server.requests[0].headers


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (400, '{"error":"invalid_grant","error_description":"Refresh token revoked"}', AuthExpired),
        (400, '{"error":"invalid_client","error_description":"Invalid client secret"}', PlatformUnavailable),
        (400, '{"error":"invalid_request"}', PlatformUnavailable),
        (400, "<html>", PlatformUnavailable),
        (400, b"\xff", PlatformUnavailable),
        (500, "", PlatformUnavailable),
        (200, "[]", PlatformUnavailable),
        (200, '{"access_token":7}', PlatformUnavailable),
    ],
)
async def test_failed_refresh_raises_the_matching_failure(
    server: CannedServer, http: HttpClient, clock: FrozenClock, status: int, body: str | bytes, failure: type[Exception]
) -> None:
    server.respond(status, body)
    with pytest.raises(failure):
        await spotify(server, http, clock).oauth.refresh("r1")


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (401, '{"error":{"status":401,"message":"The access token expired"}}', AuthExpired),
        (403, NOT_LISTED, AuthExpired),
        (403, '{"error":{"status":403,"message":"Insufficient client scope"}}', AuthExpired),
        (403, "<html>who are you</html>", PlatformUnavailable),
        (404, '{"error":{"status":404,"message":"","reason":"NO_ACTIVE_DEVICE"}}', PlatformUnavailable),
        (200, '{"display_name":"nobody"}', PlatformUnavailable),
    ],
)
async def test_failed_profile_request_raises_the_matching_failure(
    server: CannedServer, http: HttpClient, clock: FrozenClock, status: int, body: str, failure: type[Exception]
) -> None:
    server.respond(status, body)
    with pytest.raises(failure):
        await spotify(server, http, clock).oauth.identify("t1")


@pytest.mark.parametrize(
    ("body", "shown"),
    [
        ('{"id":"u1","account_id":"a1","display_name":"Alpha","images":[{"url":"https://x/1"}]}', ("a1", "Alpha")),
        ('{"id":"u1","display_name":null,"images":[]}', ("u1", "u1")),
        ('{"id":"u1"}', ("u1", "u1")),
    ],
)
async def test_account_is_identified_by_its_permanent_id(
    server: CannedServer, http: HttpClient, clock: FrozenClock, body: str, shown: tuple[str, str]
) -> None:
    server.respond(200, body)
    identity = await spotify(server, http, clock).oauth.identify("t1")
    assert (identity.provider_user_id, identity.display_name) == shown
    assert identity.login == "u1"


@pytest.mark.parametrize("after", ["47967", "date", "", "soon", "999999999"])
async def test_retry_after_is_a_number_or_a_date_and_pauses_all_requests(
    server: CannedServer, http: HttpClient, clock: FrozenClock, after: str
) -> None:
    seconds = {"47967": 47_967, "date": 120, "": 30, "soon": 30, "999999999": 86_400}[after]
    text = format_datetime(clock.now + timedelta(seconds=120), usegmt=True) if after == "date" else after
    server.respond(429, '{"error":{"status":429,"message":"x","reason":"QUOTA_EXCEEDED"}}', Retry_After=text)
    oauth = spotify(server, http, clock).oauth
    with pytest.raises(RateLimited) as raised:
        await oauth.identify("t1")
    assert raised.value.after_seconds == pytest.approx(seconds, abs=1)
    clock.advance(seconds / 2)
    with pytest.raises(RateLimited):
        await oauth.identify("t2")
    assert len(server.requests) == 1
    clock.advance(seconds / 2 + 1)
    server.respond(200, '{"id":"u1"}')
    assert (await oauth.identify("t1")).login == "u1"
