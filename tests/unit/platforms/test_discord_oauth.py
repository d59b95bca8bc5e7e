from collections.abc import AsyncGenerator
from urllib.parse import parse_qs, urlsplit

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.discord.oauth import DiscordOAuth
from greenroom.platforms.discord.platform import DiscordPlatform
from greenroom.platforms.discord.settings import DiscordSettings
from support.frozen_clock import FrozenClock


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def oauth(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[DiscordOAuth]:
    http = HttpClient("Greenroom test", wait=wait_none())
    fields = {
        "client_id": "c1",
        "client_secret": "s1",
        "api_url": f"{server.url}/api/v10/",
        "authorize_url": f"{server.url}/oauth2/authorize",
        "cdn_url": "https://cdn.example",
    }
    yield DiscordPlatform(DiscordSettings.model_validate(fields), http, clock, site="https://green.example").oauth
    await http.close()


def test_discord_asks_again_for_consent_that_was_given_before(oauth: DiscordOAuth) -> None:
    url = oauth.authorize_url(redirect_uri="http://x/y", state="s1", scopes=["identify", "guilds"], code_challenge=None)
    query = {name: values[0] for name, values in parse_qs(urlsplit(url).query).items()}
    assert query == {
        "response_type": "code",
        "client_id": "c1",
        "scope": "identify guilds",
        "state": "s1",
        "redirect_uri": "http://x/y",
        "prompt": "consent",
    }


async def test_every_request_has_our_user_agent(oauth: DiscordOAuth, server: CannedServer) -> None:
    server.respond(200, '{"access_token":"t1","refresh_token":"r1","expires_in":604800,"scope":"identify guilds"}')
    server.respond(200, '{"id":"80351110224678912","username":"nelly","global_name":null,"avatar":"a1"}')
    tokens = await oauth.exchange(code="k1", redirect_uri="http://x/y", code_verifier=None)
    identity = await oauth.identify(tokens.access_token)
    assert tokens.scopes == {"identify", "guilds"}
    assert (identity.login, identity.display_name) == ("nelly", "nelly")
    assert identity.avatar_url == "https://cdn.example/avatars/80351110224678912/a1.png"
    assert all(
        request.headers["user-agent"].startswith("discordbot (https://green.example, ") for request in server.requests
    )


async def test_account_without_an_avatar_has_no_avatar_url(oauth: DiscordOAuth, server: CannedServer) -> None:
    server.respond(200, '{"id":"1","username":"nelly","global_name":"Nelly","avatar":null}')
    identity = await oauth.identify("t1")
    assert (identity.display_name, identity.avatar_url) == ("Nelly", "")


@pytest.mark.parametrize(
    ("status", "body", "failure"),
    [
        (400, '{"error":"invalid_grant"}', AuthExpired),
        (400, '{"error":"invalid_request","error_description":"Invalid code"}', PlatformUnavailable),
        (401, '{"error":"invalid_client"}', PlatformUnavailable),
        (401, "<html>", PlatformUnavailable),
        (403, '{"message":"internal network error","code":40333}', PlatformUnavailable),
        (500, "", PlatformUnavailable),
        (200, "{}", PlatformUnavailable),
        (200, b"\xff\xfe", PlatformUnavailable),
    ],
)
async def test_refused_refresh_raises_the_matching_failure(
    oauth: DiscordOAuth, server: CannedServer, status: int, body: str | bytes, failure: type[Exception]
) -> None:
    server.respond(status, body)
    with pytest.raises(failure):
        await oauth.refresh("r1")


@pytest.mark.parametrize(
    ("body", "headers", "seconds"),
    [
        ('{"message":"x","retry_after":64.57,"global":false}', {}, 64.57),
        ('{"retry_after":64.57,"global":false}', {"X_RateLimit_Reset_After": "3.5"}, 3.5),
        ("", {"Retry_After": "9"}, 9),
        ('{"retry_after":0.2,"global":true}', {}, 1),
        ("<html>banned</html>", {}, 600),
        ('{"retry_after":1e99}', {"X_RateLimit_Reset_After": "nan"}, 3600),
        ("{}", {"Retry_After": "soon"}, 600),
    ],
)
async def test_rate_limit_pauses_all_accounts(
    oauth: DiscordOAuth, server: CannedServer, clock: FrozenClock, body: str, headers: dict[str, str], seconds: float
) -> None:
    server.respond(429, body, **headers)
    with pytest.raises(RateLimited) as raised:
        await oauth.identify("t1")
    assert raised.value.after_seconds == seconds
    clock.advance(seconds / 2)
    with pytest.raises(RateLimited):
        await oauth.refresh("r9")
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [200, 400])
async def test_revoking_succeeds_even_if_the_token_is_invalid(
    oauth: DiscordOAuth, server: CannedServer, status: int
) -> None:
    server.respond(status, "{}")
    await oauth.revoke("t1")
    assert server.requests[0].form == {"token": "t1", "token_type_hint": "access_token"}


async def test_failed_revocation_is_raised(oauth: DiscordOAuth, server: CannedServer) -> None:
    server.respond(500)
    with pytest.raises(PlatformUnavailable):
        await oauth.revoke("t1")
