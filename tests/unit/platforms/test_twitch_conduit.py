"""One conduit for all channels, whose shard is our webhook."""

import json
from collections.abc import AsyncGenerator

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.helix import AppHelix
from greenroom.platforms.twitch.eventsub.conduit import Conduit
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings
from greenroom.tenancy.platforms import PlatformUnavailable
from support.frozen_clock import FrozenClock

WEBHOOK = {"method": "webhook", "callback": "https://stage.example/webhooks/twitch", "secret": "x" * 20}


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


async def one_token(rejected: str | None = None) -> str:
    return "t1"


@pytest.fixture
async def conduit(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[Conduit]:
    http = HttpClient("Greenroom test", wait=wait_none())
    helix = AppHelix(TwitchSettings(client_id="c1", api_url=server.url), http, clock, one_token)
    yield Conduit(helix, WEBHOOK, Pace(verify_seconds=0.05))
    await http.close()


def conduits(*ids: str) -> str:
    return json.dumps({"data": [{"id": one, "shard_count": 1} for one in ids]})


def shard(status: str = "enabled", callback: str = WEBHOOK["callback"]) -> str:
    return json.dumps(
        {"data": [{"id": "0", "status": status, "transport": {"method": "webhook", "callback": callback}}]}
    )


async def test_first_channel_makes_the_conduit_and_points_it_here(conduit: Conduit, server: CannedServer) -> None:
    server.answer(200, conduits()).answer(200, conduits("k2")).answer(200, conduits("k2", "k1"))
    server.answer(202, shard("webhook_callback_verification_pending")).answer(200, shard())
    assert await conduit.prepare(is_secret_known=False) == {"method": "conduit", "conduit_id": "k1"}
    patched = json.loads(server.requests[3].body)
    assert patched == {"conduit_id": "k1", "shards": [{"id": "0", "transport": WEBHOOK}]}


async def test_conduit_that_points_here_is_left_alone(conduit: Conduit, server: CannedServer) -> None:
    server.answer(200, conduits("k1")).answer(200, shard())
    await conduit.prepare(is_secret_known=True)
    assert [asked.line.split()[0] for asked in server.requests] == ["GET", "GET"]


@pytest.mark.parametrize("found", [shard("notification_failures_exceeded"), shard(callback="https://old.example/x")])
async def test_conduit_that_points_elsewhere_is_redirected_to_us(
    conduit: Conduit, server: CannedServer, found: str
) -> None:
    server.answer(200, conduits("k1")).answer(200, found).answer(202, shard()).answer(200, shard())
    await conduit.prepare(is_secret_known=True)
    assert server.requests[2].line.startswith("PATCH /eventsub/conduits/shards")


async def test_refused_callback_address_is_reported_with_twitchs_message(
    conduit: Conduit, server: CannedServer
) -> None:
    errors = [{"id": "0", "message": "callback must be https", "code": "invalid"}]
    server.answer(200, conduits("k1")).answer(202, json.dumps({"data": [], "errors": errors}))
    with pytest.raises(PlatformUnavailable, match="callback must be https"):
        await conduit.prepare(is_secret_known=False)


async def test_unreachable_callback_address_is_reported(conduit: Conduit, server: CannedServer) -> None:
    pending = shard("webhook_callback_verification_pending")
    server.answer(200, conduits("k1")).answer(202, pending).answer(200, pending)
    with pytest.raises(PlatformUnavailable, match="cannot reach the public address"):
        await conduit.prepare(is_secret_known=False)
