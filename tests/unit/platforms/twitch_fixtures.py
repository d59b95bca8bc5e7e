"""Fixtures for tests of Twitch actions: a canned API server and a platform that calls it."""

from collections.abc import AsyncGenerator

import pytest
from canned_server import CannedServer, canned_server
from tenacity import wait_none
from twitch_accounts import NO_WAITING

from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.twitch.platform import TwitchPlatform
from greenroom.platforms.twitch.settings import TwitchSettings
from support.frozen_clock import FrozenClock

__all__ = ["server", "twitch"]


@pytest.fixture
async def server() -> AsyncGenerator[CannedServer]:
    async with canned_server() as server:
        yield server


@pytest.fixture
async def twitch(server: CannedServer, clock: FrozenClock) -> AsyncGenerator[TwitchPlatform]:
    http = HttpClient("Greenroom test", wait=wait_none())
    yield TwitchPlatform(TwitchSettings(client_id="c1", api_url=server.url), http, clock, NO_WAITING)
    await http.close()
