"""Spotify and Discord against the rehearsal: grants, tokens, rate limits, outages and the current song."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from spotify_discord import RefreshingTokens, account_of, consent, open_platform

from greenroom.accounts.platforms import AuthExpired, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Platform
from greenroom.platforms.spotify.platform import SpotifyPlatform
from support.adapter_connection import ReceivedEvents
from support.rehearsal_process import Rehearsal
from support.waiting import wait_until

BOTH = pytest.mark.parametrize("key", ["spotify", "discord"])
PROFILE_PATHS = {"spotify": "/spotify/v1/me", "discord": "/discord/api/v10/users/@me"}


@pytest.fixture
async def platform(key: str, rehearsal: Rehearsal) -> AsyncGenerator[Platform]:
    async with open_platform(key, rehearsal) as platform:
        yield platform


@asynccontextmanager
async def open_connection(
    platform: Platform, rehearsal: Rehearsal
) -> AsyncGenerator[tuple[asyncio.Task[None], RefreshingTokens]]:
    """Yields the task of a connection that has reported `Connected`, and its tokens."""
    grant = await consent(platform, rehearsal)
    assert platform.oauth is not None
    tokens, emitted = RefreshingTokens(platform.oauth, grant), ReceivedEvents()
    running = asyncio.create_task(platform.run(account_of(grant, tokens), emitted))
    await emitted.until(lambda received: received.events)
    assert emitted.events == [Connected()]
    yield running, tokens
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@BOTH
async def test_grant_has_name_picture_and_scopes(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await consent(platform, rehearsal, "hanamori")
    assert grant.identity.display_name == "花森ハナ"
    assert grant.tokens.scopes == set(platform.info.channel_scopes)
    picture = await rehearsal.http.get(grant.identity.avatar_url)
    assert picture.headers["content-type"] == "image/svg+xml"


@BOTH
async def test_expired_token_is_renewed_and_the_connection_continues(
    platform: Platform, rehearsal: Rehearsal, key: str
) -> None:
    async with open_connection(platform, rehearsal) as (running, tokens):
        await rehearsal.command(f"/{key}/expire-tokens")
        await wait_until(lambda: tokens.refreshes == 1)
        requests = await rehearsal.count_requests("GET", PROFILE_PATHS[key])
        while await rehearsal.count_requests("GET", PROFILE_PATHS[key]) < requests + 2:
            assert not running.done()


@BOTH
async def test_revoked_authorization_ends_the_connection(platform: Platform, rehearsal: Rehearsal, key: str) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command(f"/{key}/revoke", login="junoplays")
        with pytest.raises(AuthExpired):
            await running


@BOTH
async def test_rate_limit_ends_the_connection_and_the_next_call_sends_no_request(
    platform: Platform, rehearsal: Rehearsal, key: str
) -> None:
    async with open_connection(platform, rehearsal) as (running, tokens):
        path = PROFILE_PATHS[key]
        await rehearsal.command(f"/{key}/fail", next=1, status=429, path_prefix=path, retry_after=1200)
        with pytest.raises(RateLimited) as raised:
            await running
        requests = await rehearsal.count_requests("GET", path)
        assert platform.oauth is not None
        with pytest.raises(RateLimited):
            await platform.oauth.identify(tokens.tokens.access_token)
    assert raised.value.after_seconds == 1200
    assert await rehearsal.count_requests("GET", path) == requests


@BOTH
async def test_outage_is_reported_as_unavailable(platform: Platform, rehearsal: Rehearsal, key: str) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command(f"/{key}/fail", next=10, status=503, path_prefix=PROFILE_PATHS[key])
        with pytest.raises(PlatformUnavailable):
            await running


@BOTH
async def test_sending_a_chat_message_is_refused(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await consent(platform, rehearsal)
    assert platform.oauth is not None
    account = account_of(grant, RefreshingTokens(platform.oauth, grant))
    receipt = await platform.act(account, SendMessage("hello"))
    assert receipt.outcome == "refused"


@pytest.mark.parametrize("key", ["discord"])
async def test_revoking_one_token_ends_all_of_the_authorization(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await consent(platform, rehearsal)
    assert platform.oauth is not None
    assert grant.tokens.refresh_token is not None
    await platform.oauth.revoke(grant.tokens.access_token)
    with pytest.raises(AuthExpired):
        await platform.oauth.identify(grant.tokens.access_token)
    with pytest.raises(AuthExpired):
        await platform.oauth.refresh(grant.tokens.refresh_token)


@pytest.mark.parametrize("key", ["spotify"])
async def test_account_not_registered_with_the_app_gets_an_error(platform: Platform, rehearsal: Rehearsal) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command("/spotify/registered", login="junoplays", on=False)
        with pytest.raises(AuthExpired, match="not registered in the Developer Dashboard"):
            await running


async def test_without_a_client_secret_each_refresh_token_works_once(rehearsal: Rehearsal) -> None:
    async with open_platform("spotify", rehearsal, client_secret="") as spotify:
        grant = await consent(spotify, rehearsal)
        assert spotify.oauth is not None
        first = grant.tokens.refresh_token
        assert first is not None
        second = (await spotify.oauth.refresh(first)).refresh_token
        assert second not in {None, first}
        with pytest.raises(AuthExpired):
            await spotify.oauth.refresh(first)


async def test_current_song_previous_song_and_playlist_are_read(rehearsal: Rehearsal) -> None:
    async with open_platform("spotify", rehearsal) as spotify:
        assert isinstance(spotify, SpotifyPlatform)
        grant = await consent(spotify, rehearsal)
        account = account_of(grant, RefreshingTokens(spotify.oauth, grant))
        playing = await spotify.player.now_playing(account)
        assert playing is not None
        assert playing.song is not None
        assert (playing.song.title, playing.song.artists) == ("Harbour Lights Off", ("The Quiet Cranes",))
        assert playing.progress_ms >= 61_000
        previous = await spotify.player.previous(account)
        playlist = await spotify.player.playlist(account, playing.list_id)
        assert previous is not None
        assert playlist is not None
        assert (previous.title, playlist.name) == ("紙の月", "Before the stream")
        await rehearsal.command("/spotify/stop", login="junoplays")
        assert await spotify.player.now_playing(account) is None
