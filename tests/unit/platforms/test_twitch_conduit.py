"""The conduit through which Twitch sends the events of all channels to our webhook, its only shard."""

import json
from collections.abc import AsyncGenerator

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.api.helix import AppHelix
from greenroom.platforms.twitch.eventsub.conduit import Conduit
from greenroom.platforms.twitch.pace import Pace
from greenroom.platforms.twitch.settings import TwitchSettings
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


async def test_of_two_new_conduits_the_lowest_id_gets_our_callback(conduit: Conduit, server: CannedServer) -> None:
    server.respond(200, conduits()).respond(200, conduits("k2")).respond(200, conduits("k2", "k1"))
    server.respond(202, shard("webhook_callback_verification_pending")).respond(200, shard())
    assert await conduit.prepare(twitch_has_secret=False) == {"method": "conduit", "conduit_id": "k1"}
    patched = json.loads(server.requests[3].body)
    assert patched == {"conduit_id": "k1", "shards": [{"id": "0", "transport": WEBHOOK}]}


async def test_conduit_with_our_callback_is_left_unchanged(conduit: Conduit, server: CannedServer) -> None:
    server.respond(200, conduits("k1")).respond(200, shard())
    await conduit.prepare(twitch_has_secret=True)
    assert [request.line.split()[0] for request in server.requests] == ["GET", "GET"]


@pytest.mark.parametrize("found", [shard("notification_failures_exceeded"), shard(callback="https://old.example/x")])
async def test_conduit_with_a_failed_or_other_callback_gets_ours(
    conduit: Conduit, server: CannedServer, found: str
) -> None:
    server.respond(200, conduits("k1")).respond(200, found).respond(202, shard()).respond(200, shard())
    await conduit.prepare(twitch_has_secret=True)
    assert server.requests[2].line.startswith("PATCH /eventsub/conduits/shards")


async def test_refused_callback_address_is_reported_with_twitchs_message(
    conduit: Conduit, server: CannedServer
) -> None:
    errors = [{"id": "0", "message": "callback must be https", "code": "invalid"}]
    server.respond(200, conduits("k1")).respond(202, json.dumps({"data": [], "errors": errors}))
    with pytest.raises(PlatformUnavailable, match="callback must be https"):
        await conduit.prepare(twitch_has_secret=False)


async def test_unreachable_callback_address_is_reported(conduit: Conduit, server: CannedServer) -> None:
    pending = shard("webhook_callback_verification_pending")
    server.respond(200, conduits("k1")).respond(202, pending).respond(200, pending)
    with pytest.raises(PlatformUnavailable, match="cannot reach the public address"):
        await conduit.prepare(twitch_has_secret=False)
