from collections.abc import AsyncGenerator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from canned_server import CannedServer, canned_server
from pydantic import SecretStr
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.kick.api.oauth import KickOAuth
from greenroom.platforms.kick.settings import KickSettings
from support.frozen_clock import FrozenClock

USER = '{"data":[{"user_id":1001,"name":"Al_Pha","email":"a@b.example","profile_picture":"https://p.example/a"}]}'
CHANNEL = '{"data":[{"broadcaster_user_id":1001,"slug":"al-pha"}],"message":"OK"}'
TOKENS = '{"access_token":"t1","token_type":"Bearer","refresh_token":"r2","expires_in":7200,"scope":"a:b c:d"}'


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def oauth(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[KickOAuth]:
    http = HttpClient("Greenroom test", wait=wait_none())
    settings = KickSettings(
        client_id="c1", client_secret=SecretStr("s1"), oauth_url=f"{server.url}/oauth/", api_url=f"{server.url}/public"
    )
    yield KickOAuth(settings, http, clock)
    await http.close()


def query_of(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query, keep_blank_values=True).items()}


def test_consent_url_has_a_code_challenge(oauth: KickOAuth) -> None:
    url = oauth.authorize_url(
        redirect_uri="https://x.example/y", state="s&1", scopes=["a:b", "c:d"], code_challenge="c"
    )
    assert query_of(url) == {
        "response_type": "code",
        "client_id": "c1",
        "redirect_uri": "https://x.example/y",
        "scope": "a:b c:d",
        "state": "s&1",
        "code_challenge": "c",
        "code_challenge_method": "S256",
    }


def test_redirect_to_loopback_is_kept_when_kick_rewrites_the_url(oauth: KickOAuth) -> None:
    url = oauth.authorize_url(redirect_uri="http://127.0.0.1:8000/y", state="s", scopes=[], code_challenge="c")
    rewritten = url.partition("/authorize")[2].replace("127.0.0.1", "localhost", 1)
    assert query_of(rewritten)["redirect_uri"] == "http://127.0.0.1:8000/y"


async def test_code_is_exchanged_with_its_verifier(oauth: KickOAuth, server: CannedServer, clock: FrozenClock) -> None:
    server.respond(200, TOKENS)
    tokens = await oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier="v1")
    assert (tokens.access_token, tokens.refresh_token, tokens.scopes) == ("t1", "r2", {"a:b", "c:d"})
    assert tokens.expires_at == clock.now + timedelta(seconds=7200)
    assert server.requests[0].form == {
        "grant_type": "authorization_code",
        "client_id": "c1",
        "client_secret": "s1",
        "redirect_uri": "http://x/y",
        "code": "k1",
        "code_verifier": "v1",
    }


async def test_refresh_returns_a_new_refresh_token(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(200, TOKENS)
    assert (await oauth.refresh("r1")).refresh_token == "r2"
    assert server.requests[0].form["refresh_token"] == "r1"


@pytest.mark.parametrize(
    "body", ['{"error":"invalid_grant","error_description":"gone"}', '{"error":"Invalid request"}']
)
async def test_refused_refresh_raises_auth_expired(oauth: KickOAuth, server: CannedServer, body: str) -> None:
    server.respond(400, body)
    with pytest.raises(AuthExpired):
        await oauth.refresh("r1")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, '{"error":"invalid_client"}'),
        (400, '{"error":"invalid_client","error_description":"client authentication failed"}'),
        (403, '{"error":"Request blocked by security policy.","reference":"1"}'),
        (400, "<html>"),
        (500, "{}"),
        (200, "[]"),
    ],
)
async def test_other_errors_of_a_refresh_are_outages(
    oauth: KickOAuth, server: CannedServer, status: int, body: str
) -> None:
    server.respond(status, body)
    with pytest.raises(PlatformUnavailable):
        await oauth.refresh("r1")


async def test_login_is_the_slug_of_the_channel(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(200, USER).respond(200, CHANNEL)
    identity = await oauth.identify("t1")
    assert (identity.provider_user_id, identity.login, identity.display_name) == ("1001", "al-pha", "Al_Pha")
    assert [request.line.split()[1] for request in server.requests] == ["/public/v1/users", "/public/v1/channels"]


@pytest.mark.parametrize("status", [401, 403])
async def test_sign_in_works_without_access_to_the_channel(oauth: KickOAuth, server: CannedServer, status: int) -> None:
    server.respond(200, USER).respond(status, '{"data":{},"message":"Unauthorized"}')
    assert (await oauth.identify("t1")).login == "al-pha"


async def test_unknown_token_raises_auth_expired(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(401, '{"data":{},"message":"Unauthorized"}')
    with pytest.raises(AuthExpired):
        await oauth.identify("t1")


async def test_revoking_sends_the_token_in_the_query(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(200, "OK")
    await oauth.revoke("t1")
    assert query_of(server.requests[0].line.split()[1]) == {"token": "t1", "token_hint_type": "access_token"}


async def test_revoking_an_invalid_token_succeeds(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(400, '{"error":"Invalid request"}')
    await oauth.revoke("t1")


async def test_rate_limit_uses_kicks_retry_after(oauth: KickOAuth, server: CannedServer) -> None:
    server.respond(429, "{}", Retry_After="7")
    with pytest.raises(RateLimited) as limited:
        await oauth.refresh("r1")
    assert limited.value.after_seconds == 7
