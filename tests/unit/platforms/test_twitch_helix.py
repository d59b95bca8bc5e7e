from collections.abc import AsyncGenerator

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.answers import DEFAULT_WAIT_SECONDS, MAX_WAIT_SECONDS
from greenroom.platforms.twitch.api.helix import Bucket, Helix
from greenroom.platforms.twitch.settings import TwitchSettings
from support.adapter_connection import MemoryTokens
from support.frozen_clock import FrozenClock

NO_STREAM = '{"data":[],"pagination":{}}'


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def helix(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[Helix]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield Helix(TwitchSettings(client_id="c1", api_url=server.url), http, clock, MemoryTokens())
    await http.close()


async def test_refused_token_is_replaced_and_the_request_repeated(helix: Helix, server: CannedServer) -> None:
    server.respond(401).respond(200, NO_STREAM)
    assert await helix.stream("1001") is None
    assert [request.headers["authorization"] for request in server.requests] == ["bearer t1", "bearer t2"]
    assert server.requests[0].headers["client-id"] == "c1"


async def test_second_refusal_raises_auth_expired(helix: Helix, server: CannedServer) -> None:
    server.respond(401).respond(401, '{"error":"Unauthorized","status":401,"message":"Missing scope: a:b"}')
    with pytest.raises(AuthExpired, match="Missing scope: a:b"):
        await helix.stream("1001")
    assert len(server.requests) == 2


async def test_no_request_is_sent_until_the_rate_limit_resets(
    helix: Helix, server: CannedServer, clock: FrozenClock
) -> None:
    reset = str(int(clock.now.timestamp()) + 30)
    server.respond(200, NO_STREAM, Ratelimit_Remaining="0", Ratelimit_Reset=reset).respond(200, NO_STREAM)
    await helix.stream("1001")
    with pytest.raises(RateLimited) as limited:
        await helix.stream("1001")
    assert 29 <= limited.value.after_seconds <= 30
    assert len(server.requests) == 1
    clock.advance(30)
    await helix.stream("1001")


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, DEFAULT_WAIT_SECONDS),
        ({"Ratelimit_Remaining": "799", "Ratelimit_Reset": "1"}, DEFAULT_WAIT_SECONDS),
        ({"Ratelimit_Remaining": "0", "Ratelimit_Reset": "soon"}, DEFAULT_WAIT_SECONDS),
        ({"Ratelimit_Remaining": "0", "Ratelimit_Reset": "1"}, 1.0),
        ({"Ratelimit_Remaining": "0", "Ratelimit_Reset": "99999999999"}, MAX_WAIT_SECONDS),
    ],
)
async def test_rate_limit_wait_has_a_default_and_bounds(
    helix: Helix, server: CannedServer, headers: dict[str, str], seconds: float
) -> None:
    server.respond(429, **headers)
    with pytest.raises(RateLimited) as limited:
        await helix.stream("1001")
    assert limited.value.after_seconds == seconds


async def test_missing_scope_is_not_retried_with_a_fresh_token(helix: Helix, server: CannedServer) -> None:
    server.respond(401, '{"error":"Unauthorized","status":401,"message":"Missing scope: a:b"}')
    with pytest.raises(AuthExpired, match="Missing scope: a:b"):
        await helix.stream("1001")
    assert len(server.requests) == 1


async def test_clients_of_one_account_share_the_rate_limit_bucket(server: CannedServer, clock: FrozenClock) -> None:
    http, bucket = HttpClient("Greenroom test", wait=wait_none()), Bucket()
    settings = TwitchSettings(client_id="c1", api_url=server.url)
    first, second = (Helix(settings, http, clock, MemoryTokens(), bucket) for _ in range(2))
    reset = str(int(clock.now.timestamp()) + 30)
    server.respond(200, NO_STREAM, Ratelimit_Remaining="0", Ratelimit_Reset=reset)
    await first.stream("1001")
    with pytest.raises(RateLimited):
        await second.stream("1001")
    await http.close()


@pytest.mark.parametrize("body", ["", "<html>", "{}", '{"data":{}}', '{"data":[{"id":1}]}'])
async def test_unreadable_response_is_an_outage(helix: Helix, server: CannedServer, body: str) -> None:
    server.respond(200, body)
    with pytest.raises(PlatformUnavailable):
        await helix.stream("1001")


async def test_bad_gateway_is_retried(helix: Helix, server: CannedServer) -> None:
    server.respond(502).respond(503).respond(200, '{"data":[{"title":"Late shift","game_name":""}]}')
    channel = await helix.channel("1001")
    assert channel is not None
    assert channel.title == "Late shift"
