"""Spotify and Discord against the rehearsal: grants, expired tokens and revocation."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
from accounts_beside import Listener, Permission, account_of, agree, open_platform, until

from greenroom.chat.protocol.actions import SendMessage
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Platform
from greenroom.platforms.spotify.platform import SpotifyPlatform
from greenroom.tenancy.platforms import AuthExpired, PlatformUnavailable, RateLimited
from support.rehearsal_process import Rehearsal

BOTH = pytest.mark.parametrize("key", ["spotify", "discord"])
WHO_AM_I = {"spotify": "/spotify/v1/me", "discord": "/discord/api/v10/users/@me"}


@pytest.fixture
async def platform(key: str, rehearsal: Rehearsal) -> AsyncGenerator[Platform]:
    async with open_platform(key, rehearsal) as platform:
        yield platform


@asynccontextmanager
async def open_connection(
    platform: Platform, rehearsal: Rehearsal
) -> AsyncGenerator[tuple[asyncio.Task[None], Permission]]:
    """A connection that has said so; what it raises is the test's business."""
    grant = await agree(platform, rehearsal)
    assert platform.oauth is not None
    permission, listener = Permission(platform.oauth, grant), Listener()
    running = asyncio.create_task(platform.run(account_of(grant, permission), listener))
    await listener.came.wait()
    assert listener.events == [Connected()]
    yield running, permission
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@BOTH
async def test_person_who_agrees_is_shown_with_name_and_picture(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await agree(platform, rehearsal, "hanamori")
    assert grant.identity.display_name == "花森ハナ"
    assert grant.tokens.scopes == set(platform.info.channel_scopes)
    picture = await rehearsal.http.get(grant.identity.avatar_url)
    assert picture.headers["content-type"] == "image/svg+xml"


@BOTH
async def test_expiring_token_is_renewed_and_the_connection_continues(
    platform: Platform, rehearsal: Rehearsal, key: str
) -> None:
    async with open_connection(platform, rehearsal) as (running, permission):
        await rehearsal.command(f"/{key}/expire-tokens")
        await until(lambda: permission.refreshes == 1)
        asked = await rehearsal.requests("GET", WHO_AM_I[key])
        while await rehearsal.requests("GET", WHO_AM_I[key]) < asked + 2:
            assert not running.done()


@BOTH
async def test_permission_that_is_taken_back_ends_the_connection(
    platform: Platform, rehearsal: Rehearsal, key: str
) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command(f"/{key}/revoke", login="junoplays")
        with pytest.raises(AuthExpired):
            await running


@BOTH
async def test_pause_that_is_asked_for_holds_for_every_call(platform: Platform, rehearsal: Rehearsal, key: str) -> None:
    async with open_connection(platform, rehearsal) as (running, permission):
        path = WHO_AM_I[key]
        await rehearsal.command(f"/{key}/fail", next=1, status=429, path_prefix=path, retry_after=1200)
        with pytest.raises(RateLimited) as raised:
            await running
        asked = await rehearsal.requests("GET", path)
        assert platform.oauth is not None
        with pytest.raises(RateLimited):
            await platform.oauth.identify(permission.tokens.access_token)
    assert raised.value.after_seconds == 1200
    assert await rehearsal.requests("GET", path) == asked


@BOTH
async def test_outage_is_no_reason_to_lose_the_permission(platform: Platform, rehearsal: Rehearsal, key: str) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command(f"/{key}/fail", next=10, status=503, path_prefix=WHO_AM_I[key])
        with pytest.raises(PlatformUnavailable):
            await running


@BOTH
async def test_there_is_nothing_to_perform(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await agree(platform, rehearsal)
    assert platform.oauth is not None
    account = account_of(grant, Permission(platform.oauth, grant))
    receipt = await platform.perform(account, SendMessage("hello"))
    assert receipt.outcome == "refused"


@pytest.mark.parametrize("key", ["discord"])
async def test_revoking_ends_every_token_of_the_permission(platform: Platform, rehearsal: Rehearsal) -> None:
    grant = await agree(platform, rehearsal)
    assert platform.oauth is not None
    assert grant.tokens.refresh_token is not None
    await platform.oauth.revoke(grant.tokens.access_token)
    with pytest.raises(AuthExpired):
        await platform.oauth.identify(grant.tokens.access_token)
    with pytest.raises(AuthExpired):
        await platform.oauth.refresh(grant.tokens.refresh_token)


@pytest.mark.parametrize("key", ["spotify"])
async def test_account_not_on_the_apps_list_is_not_requested_again(platform: Platform, rehearsal: Rehearsal) -> None:
    async with open_connection(platform, rehearsal) as (running, _):
        await rehearsal.command("/spotify/registered", login="junoplays", on=False)
        with pytest.raises(AuthExpired, match="not registered in the Developer Dashboard"):
            await running


async def test_without_a_secret_each_refresh_token_works_once(rehearsal: Rehearsal) -> None:
    async with open_platform("spotify", rehearsal, client_secret="") as spotify:
        grant = await agree(spotify, rehearsal)
        assert spotify.oauth is not None
        first = grant.tokens.refresh_token
        assert first is not None
        second = (await spotify.oauth.refresh(first)).refresh_token
        assert second not in {None, first}
        with pytest.raises(AuthExpired):
            await spotify.oauth.refresh(first)


async def test_music_that_plays_that_played_and_its_playlist(rehearsal: Rehearsal) -> None:
    async with open_platform("spotify", rehearsal) as spotify:
        assert isinstance(spotify, SpotifyPlatform)
        grant = await agree(spotify, rehearsal)
        account = account_of(grant, Permission(spotify.oauth, grant))
        playing = await spotify.player.now_playing(account)
        assert playing is not None
        assert playing.song is not None
        assert (playing.song.title, playing.song.artists) == ("Harbour Lights Off", ("The Quiet Cranes",))
        assert playing.progress_ms >= 61_000
        before = await spotify.player.previous(account)
        playlist = await spotify.player.playlist(account, playing.context_uri)
        assert before is not None
        assert playlist is not None
        assert (before.title, playlist.name) == ("紙の月", "Before the stream")
        await rehearsal.command("/spotify/stop", login="junoplays")
        assert await spotify.player.now_playing(account) is None
