"""Slow, truncated and unexpected responses of Spotify and Discord."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from uuid import UUID

import httpx
import pytest
from msgspec.structs import replace
from tenacity import wait_none

from greenroom.accounts.platforms import PlatformUnavailable, Unanswered
from greenroom.chat.protocol.announcements import AnnouncementMessage, Embed, NotConfirmed
from greenroom.chat.protocol.platform import Account, Platform
from greenroom.kernel.clock import system_clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.discord.platform import DiscordPlatform
from greenroom.platforms.discord.settings import DiscordSettings
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.platforms.spotify.settings import SpotifySettings
from support.adapter_connection import MemoryAdapterState
from support.flaky_server import NO_RESPONSE, FlakyServer, flaky_server, http_response

BOTH = pytest.mark.parametrize("key", ["spotify", "discord"])
# How often a GET request is tried.
ATTEMPTS = 3
HALF = b'HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n{"id": "1'
FAULTS = {
    "slow": NO_RESPONSE,
    "half a body": HALF,
    "HTML": http_response(200, b"<!doctype html><title>Maintenance</title>"),
    "other types": http_response(200, b'{"id": {"a": 1}, "access_token": 5, "item": "x", "tracks": []}'),
    "no object": http_response(200, b"[[1]]"),
    "invalid UTF-8": http_response(200, b'{"id": "\xff", "item": {"name": "\xff"}}'),
    "deeply nested": http_response(200, b"[" * 100_000),
}
ANY_FAULT = pytest.mark.parametrize("fault", FAULTS)
WEBHOOK = "123456789012345678/a-token-of-a-webhook-01"
EMBED = Embed("Late Shift", "Soldering", "", "#9146ff", (), "Watch", (), datetime(2030, 1, 2, tzinfo=UTC))


@pytest.fixture(autouse=True)
def short_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    limit = httpx.Timeout(10.0, read=0.3)
    monkeypatch.setattr("greenroom.kernel.http.transport.TIMEOUT", limit)


def platform_at(key: str, url: str, http: HttpClient) -> Platform:
    if key == "spotify":
        return SpotifyPlatform(SpotifySettings(client_id="1", accounts_url=url, api_url=url), http, system_clock)
    return DiscordPlatform(DiscordSettings(client_id="1", api_url=url), http, system_clock, site="http://127.0.0.1")


@asynccontextmanager
async def open_platform(key: str, *responses: bytes | None) -> AsyncGenerator[tuple[Platform, FlakyServer]]:
    """The platform, whose server sends these responses in order."""
    http = HttpClient("Greenroom test", wait=wait_none())
    async with flaky_server(*responses) as server:
        yield platform_at(key, server.url, http), server
        await http.close()


async def token(rejected: str | None = None) -> str:
    return "a-token"


ACCOUNT = Account(UUID(int=1), UUID(int=2), "1", "junoplays", token, MemoryAdapterState())


@BOTH
@ANY_FAULT
async def test_faulty_response_to_identify_or_refresh_is_an_outage_and_no_revocation(key: str, fault: str) -> None:
    async with open_platform(key, *[FAULTS[fault]] * (ATTEMPTS + 1)) as (platform, _):
        assert platform.oauth is not None
        with pytest.raises(PlatformUnavailable):
            await platform.oauth.identify("a-token")
    async with open_platform(key, FAULTS[fault]) as (platform, _):
        assert platform.oauth is not None
        with pytest.raises(PlatformUnavailable):
            await platform.oauth.refresh("a-refresh-token")


@ANY_FAULT
async def test_faulty_response_while_reading_the_player_is_an_outage(fault: str) -> None:
    for read in ("now_playing", "previous", "find"):
        async with open_platform("spotify", *[FAULTS[fault]] * ATTEMPTS) as (spotify, _):
            assert isinstance(spotify, SpotifyPlatform)
            arguments = ("solder smoke",) if read == "find" else ()
            with pytest.raises(PlatformUnavailable):
                await getattr(spotify.player, read)(ACCOUNT, *arguments)


@ANY_FAULT
async def test_song_is_not_sent_again_after_a_faulty_response(fault: str) -> None:
    async with open_platform("spotify", FAULTS[fault]) as (spotify, server):
        assert isinstance(spotify, SpotifyPlatform)
        assert (await spotify.player.queue(ACCOUNT, "spotify:track:1")).outcome == "done"
    assert len(server.requests) == 1


@pytest.mark.parametrize("status", [500, 502, 504])
async def test_song_counts_as_queued_after_a_server_error_of_spotify(status: int) -> None:
    async with open_platform("spotify", http_response(status)) as (spotify, _):
        assert isinstance(spotify, SpotifyPlatform)
        assert (await spotify.player.queue(ACCOUNT, "spotify:track:1")).outcome == "done"


async def test_song_is_not_sent_without_a_token() -> None:
    async def no_answer(rejected: str | None = None) -> str:
        raise Unanswered("Spotify is not responding")

    async with open_platform("spotify") as (spotify, server):
        assert isinstance(spotify, SpotifyPlatform)
        with pytest.raises(PlatformUnavailable):
            await spotify.player.queue(replace(ACCOUNT, token=no_answer), "spotify:track:1")
    assert server.requests == []


async def test_queueing_a_song_is_an_outage_if_spotify_cannot_be_reached() -> None:
    async with open_platform("spotify") as (spotify, _):
        pass
    # The server is closed.
    assert isinstance(spotify, SpotifyPlatform)
    with pytest.raises(PlatformUnavailable):
        await spotify.player.queue(ACCOUNT, "spotify:track:1")


@ANY_FAULT
async def test_announcement_is_not_posted_again_after_a_faulty_response(fault: str) -> None:
    async with open_platform("discord", FAULTS[fault]) as (discord, server):
        assert isinstance(discord, DiscordPlatform)
        with pytest.raises(NotConfirmed):
            await discord.announcements.post(WEBHOOK, AnnouncementMessage("Live!", EMBED))
    assert len(server.requests) == 1
