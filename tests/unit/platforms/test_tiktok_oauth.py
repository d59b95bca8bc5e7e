from collections.abc import AsyncGenerator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from canned_server import CannedServer, canned_server
from pydantic import SecretStr
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.tiktok.oauth import TikTokOAuth
from greenroom.platforms.tiktok.settings import TikTokSettings
from support.frozen_clock import FrozenClock

USER = (
    '{"data":{"user":{"open_id":"o1","display_name":"Beta B","avatar_url":"https://p.example/b"%s}},'
    '"error":{"code":"ok","message":"","log_id":"1"}}'
)
NO_SCOPE = '{"data":{},"error":{"code":"scope_not_authorized","message":"m","log_id":"1"}}'
INVALID = '{"data":{},"error":{"code":"access_token_invalid","message":"m","log_id":"1"}}'


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def oauth(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[TikTokOAuth]:
    http = HttpClient("Greenroom test", wait=wait_none())
    settings = TikTokSettings(
        client_key="k1",
        client_secret=SecretStr("s1"),
        auth_url=f"{server.url}/auth/authorize/",
        api_url=f"{server.url}/open",
    )
    yield TikTokOAuth(settings, http, clock)
    await http.close()


def test_consent_url_has_tiktoks_parameters(oauth: TikTokOAuth) -> None:
    url = oauth.authorize_url(redirect_uri="https://x/y", state="s&1", scopes=["a.b", "c.d"], code_challenge=None)
    assert urlsplit(url).path == "/auth/authorize/"
    assert parse_qs(urlsplit(url).query) == {
        "client_key": ["k1"],
        "response_type": ["code"],
        "scope": ["a.b,c.d"],
        "redirect_uri": ["https://x/y"],
        "state": ["s&1"],
        "disable_auto_auth": ["1"],
    }


async def test_code_is_exchanged(oauth: TikTokOAuth, server: CannedServer, clock: FrozenClock) -> None:
    server.respond(
        200, '{"access_token":"act.1","expires_in":7200,"refresh_token":"rft.1","open_id":"o1","scope":"a.b,c.d"}'
    )
    tokens = await oauth.exchange(code="c1", redirect_uri="https://x/y", code_verifier=None)
    assert (tokens.access_token, tokens.refresh_token, tokens.scopes) == ("act.1", "rft.1", {"a.b", "c.d"})
    assert tokens.expires_at == clock.now + timedelta(hours=2)
    assert server.requests[0].form == {
        "client_key": "k1",
        "client_secret": "s1",
        "grant_type": "authorization_code",
        "code": "c1",
        "redirect_uri": "https://x/y",
    }


@pytest.mark.parametrize("status", [200, 400, 401])
async def test_refused_refresh_with_any_status_raises_auth_expired(
    oauth: TikTokOAuth, server: CannedServer, status: int
) -> None:
    server.respond(status, '{"error":"invalid_grant","error_description":"Refresh token is invalid","log_id":"1"}')
    with pytest.raises(AuthExpired):
        await oauth.refresh("rft.1")


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (401, '{"error":"invalid_client","error_description":"Client key is wrong","log_id":"1"}'),
        (200, "{}"),
        (200, "<html>"),
        (400, "<html>"),
        (500, "{}"),
    ],
)
async def test_other_errors_of_a_refresh_are_outages(
    oauth: TikTokOAuth, server: CannedServer, status: int, body: str
) -> None:
    server.respond(status, body)
    with pytest.raises(PlatformUnavailable):
        await oauth.refresh("rft.1")


async def test_login_is_the_handle(oauth: TikTokOAuth, server: CannedServer) -> None:
    server.respond(200, USER % ',"username":"beta.b"')
    identity = await oauth.identify("act.1")
    assert (identity.provider_user_id, identity.login, identity.display_name) == ("o1", "beta.b", "Beta B")


async def test_login_without_access_to_the_handle_is_the_display_name(oauth: TikTokOAuth, server: CannedServer) -> None:
    server.respond(401, NO_SCOPE).respond(200, USER % "")
    assert (await oauth.identify("act.1")).login == "Beta B"
    assert "username" not in server.requests[1].line


async def test_unknown_token_raises_auth_expired(oauth: TikTokOAuth, server: CannedServer) -> None:
    server.respond(401, INVALID)
    with pytest.raises(AuthExpired):
        await oauth.identify("act.1")


async def test_revoking_an_invalid_token_succeeds(oauth: TikTokOAuth, server: CannedServer) -> None:
    server.respond(400, '{"error":"invalid_request"}')
    await oauth.revoke("act.1")
    assert server.requests[0].form["token"] == "act.1"
