import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from urllib.parse import parse_qs, urlsplit

import pytest
from canned_server import CannedServer, canned_server
from pydantic import SecretStr
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.app_token import AppToken
from greenroom.platforms.twitch.api.oauth import TwitchOAuth
from greenroom.platforms.twitch.settings import TwitchSettings
from support.frozen_clock import FrozenClock

USER = '{"id":"1001","login":"alpha","display_name":"Alpha","profile_image_url":"https://pictures.example/a.png"}'


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def oauth(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[TwitchOAuth]:
    http = HttpClient("Greenroom test", wait=wait_none())
    settings = TwitchSettings(
        client_id="c1", client_secret=SecretStr("s1"), oauth_url=f"{server.url}/oauth2/", api_url=f"{server.url}/helix"
    )
    yield TwitchOAuth(settings, http, clock)
    await http.close()


def query_of(url: str) -> dict[str, str]:
    return {name: values[0] for name, values in parse_qs(urlsplit(url).query, keep_blank_values=True).items()}


def test_connecting_forces_the_account_choice_and_signing_in_does_not(oauth: TwitchOAuth) -> None:
    connecting = oauth.authorize_url(redirect_uri="http://x/y", state="s&1", scopes=["a:b", "c:d"], code_challenge=None)
    signing_in = oauth.authorize_url(redirect_uri="http://x/y", state="s&1", scopes=[], code_challenge=None)
    assert query_of(connecting) == {
        "client_id": "c1",
        "redirect_uri": "http://x/y",
        "response_type": "code",
        "scope": "a:b c:d",
        "state": "s&1",
        "force_verify": "true",
    }
    assert query_of(signing_in)["force_verify"] == "false"
    assert urlsplit(connecting).path == "/oauth2/authorize"


@pytest.mark.parametrize("scope", ['["a:b","c:d"]', '"a:b c:d"'])
async def test_scopes_may_be_a_list_or_a_string(
    oauth: TwitchOAuth, server: CannedServer, clock: FrozenClock, scope: str
) -> None:
    server.respond(
        200, f'{{"access_token":"t1","refresh_token":"r1","expires_in":60,"scope":{scope},"token_type":"b"}}'
    )
    tokens = await oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier=None)
    assert tokens.scopes == {"a:b", "c:d"}
    assert tokens.expires_at == clock.now + timedelta(seconds=60)
    form = {"client_id": "c1", "client_secret": "s1", "code": "k1", "redirect_uri": "http://x/y"}
    assert server.requests[0].form == {**form, "grant_type": "authorization_code"}


async def test_token_response_without_optional_fields_is_accepted(oauth: TwitchOAuth, server: CannedServer) -> None:
    server.respond(200, '{"access_token":"t1"}')
    tokens = await oauth.refresh("r/1%2B+")
    assert (tokens.access_token, tokens.refresh_token, tokens.expires_at, tokens.scopes) == ("t1", None, None, None)
    assert server.requests[0].form["refresh_token"] == "r/1%2B+"


@pytest.mark.parametrize(
    ("status", "message", "failure"),
    [
        (400, "Invalid refresh token", AuthExpired),
        (401, "Invalid refresh token", AuthExpired),
        (400, "", AuthExpired),
        (400, "invalid client", PlatformUnavailable),
        (403, "invalid client secret", PlatformUnavailable),
        (404, "no such page", PlatformUnavailable),
        (500, "", PlatformUnavailable),
        (503, "", PlatformUnavailable),
    ],
)
async def test_refused_refresh_raises_the_matching_failure(
    oauth: TwitchOAuth, server: CannedServer, status: int, message: str, failure: type[Exception]
) -> None:
    server.respond(status, f'{{"status":{status},"message":"{message}"}}')
    with pytest.raises(failure):
        await oauth.refresh("r1")
    assert len(server.requests) == 1


@pytest.mark.parametrize("body", ["", "<html>", "[]", '{"access_token":7}', '{"token":"t1"}', b"\xff\xfe"])
async def test_unreadable_response_is_an_outage(oauth: TwitchOAuth, server: CannedServer, body: str | bytes) -> None:
    server.respond(200, body)
    with pytest.raises(PlatformUnavailable):
        await oauth.refresh("r1")


@pytest.mark.parametrize("body", ["", "<html>", b"\xff\xfe"])
async def test_refusal_by_a_proxy_is_an_outage(oauth: TwitchOAuth, server: CannedServer, body: str | bytes) -> None:
    server.respond(400, body)
    with pytest.raises(PlatformUnavailable):
        await oauth.refresh("r1")


async def test_unreachable_host_is_an_outage(clock: FrozenClock) -> None:
    http = HttpClient("Greenroom test", wait=wait_none())
    oauth = TwitchOAuth(TwitchSettings(oauth_url="http://127.0.0.1:9"), http, clock)
    with pytest.raises(PlatformUnavailable):
        await oauth.refresh("r1")
    await http.close()


async def test_rate_limit_has_the_seconds_to_wait(oauth: TwitchOAuth, server: CannedServer, clock: FrozenClock) -> None:
    reset = str(int(clock.now.timestamp()) + 20)
    server.respond(429, Ratelimit_Remaining="0", Ratelimit_Reset=reset)
    with pytest.raises(RateLimited) as limited:
        await oauth.refresh("r1")
    assert 19 <= limited.value.after_seconds <= 20


async def test_account_is_identified_with_token_and_client_id(oauth: TwitchOAuth, server: CannedServer) -> None:
    server.respond(200, f'{{"data":[{USER}]}}')
    identity = await oauth.identify("T1")
    assert (identity.provider_user_id, identity.login, identity.display_name) == ("1001", "alpha", "Alpha")
    assert identity.avatar_url == "https://pictures.example/a.png"
    assert server.requests[0].line == "GET /helix/users HTTP/1.1"
    assert (server.requests[0].headers["authorization"], server.requests[0].headers["client-id"]) == ("bearer t1", "c1")


async def test_token_without_an_account_is_an_outage(oauth: TwitchOAuth, server: CannedServer) -> None:
    server.respond(200, '{"data":[]}')
    with pytest.raises(PlatformUnavailable):
        await oauth.identify("t1")


async def test_granted_scopes_are_those_that_twitch_lists_for_a_token(oauth: TwitchOAuth, server: CannedServer) -> None:
    server.respond(200, '{"client_id":"c1","login":"alpha","scopes":["a:b"],"user_id":"1001","expires_in":60}')
    server.respond(200, '{"client_id":"c1","scopes":null,"expires_in":60}')
    server.respond(401, '{"status":401,"message":"invalid access token"}').respond(500)
    assert await oauth.granted_scopes("t1") == {"a:b"}
    assert await oauth.granted_scopes("t1") == set()
    assert await oauth.granted_scopes("t1") is None
    with pytest.raises(PlatformUnavailable):
        await oauth.granted_scopes("t1")
    assert server.requests[0].headers["authorization"] == "oauth t1"


async def test_app_token_is_requested_once_for_all_callers(
    oauth: TwitchOAuth, server: CannedServer, clock: FrozenClock
) -> None:
    for number in (1, 2, 3):
        server.respond(200, f'{{"access_token":"a{number}","expires_in":5000000,"token_type":"bearer"}}')
    token = AppToken(oauth, clock)
    assert await asyncio.gather(token(), token()) == ["a1", "a1"]
    assert await asyncio.gather(token(rejected="a1"), token(rejected="a1")) == ["a2", "a2"]
    clock.advance(5_000_000 - 60)
    assert await token() == "a3"
    assert server.requests[0].form == {"client_id": "c1", "client_secret": "s1", "grant_type": "client_credentials"}


async def test_refused_request_for_an_app_token_is_an_outage(
    oauth: TwitchOAuth, server: CannedServer, clock: FrozenClock
) -> None:
    server.respond(400, '{"status":400,"message":"something new"}')
    with pytest.raises(PlatformUnavailable):
        await AppToken(oauth, clock)()
