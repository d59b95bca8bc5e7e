"""The song that a channel's Spotify account plays, in chat variables and for callbacks of `ChannelMusic.watch`."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import UUID

import pytest

from greenroom.chat.protocol.actions import Playback
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.music.rules import Pace
from support.commands import CommandChannel
from support.greenroom_server import ApiClient, GreenroomServer
from support.waiting import MAX_WAIT_SECONDS

NO_COOLDOWNS = {"global_cooldown": 0, "chatter_cooldown": 0}
QUICK = Pace(playing=0.01, silent=0.01, after_failure=0.01)


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandChannel:
    return CommandChannel(greenroom, owner, channel_id)


async def test_song_variables_show_the_song_that_spotify_plays(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.connect("spotify", goes_live=False)
    await channel.make("!song", "$(song) | $(song.title) | $(song.artist) | $(song.previous)", **NO_COOLDOWNS)
    await channel.make("!list", "$(song.playlist) | $(song.url)", **NO_COOLDOWNS)
    song = "Harbour Lights Off by The Quiet Cranes | Harbour Lights Off | The Quiet Cranes | 紙の月 by 夜更かし楽団"
    await channel.send_and_await_response("!song", song)
    ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat("!list", "twitch"))
    assert reason.startswith("responded “Before the stream https://open.spotify.com/playlist/")
    assert " | https://open.spotify.com/track/" in reason


async def reason_of_strict_command(channel: CommandChannel) -> str:
    ((_, _, reason),) = await channel.wait_for_results(await channel.send_chat("!strict", "twitch"))
    return reason


async def test_song_variables_have_no_song_without_an_account_or_while_nothing_plays(channel: CommandChannel) -> None:
    await channel.connect("twitch")
    await channel.make("!song", "Playing: $(song|silence)", **NO_COOLDOWNS)
    await channel.make("!strict", "$(song)", **NO_COOLDOWNS)
    await channel.send_and_await_response("!song", "Playing: silence")
    assert "No music account is connected" in await reason_of_strict_command(channel)
    await channel.connect("spotify", goes_live=False)
    await channel.greenroom.control("/spotify/stop", login="junoplays")
    assert "Nothing is playing" in await reason_of_strict_command(channel)


class Watcher:
    """A callback for `ChannelMusic.watch` that collects each playback."""

    def __init__(self) -> None:
        self._playbacks: asyncio.Queue[Playback | None] = asyncio.Queue()

    def __call__(self, playback: Playback | None) -> None:
        self._playbacks.put_nowait(playback)

    async def next(self) -> Playback | None:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            return await self._playbacks.get()

    async def next_title(self) -> str | None:
        playback = await self.next()
        return None if playback is None or playback.song is None else playback.song.title

    @property
    def has_more(self) -> bool:
        return not self._playbacks.empty()


@pytest.fixture
async def music(greenroom: GreenroomServer) -> AsyncGenerator[ChannelMusic]:
    music = ChannelMusic(greenroom.kernel, greenroom.sender, greenroom.platforms, QUICK)
    yield music
    await music.stop()


async def test_watch_callbacks_get_the_latest_playback_at_once_and_each_change(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, music: ChannelMusic
) -> None:
    await owner.connect("junoplays", provider="spotify", channel_id=channel_id)
    first, second = Watcher(), Watcher()
    end_first = music.watch(UUID(channel_id), first)
    assert await first.next_title() == "Harbour Lights Off"
    end_second = music.watch(UUID(channel_id), second)
    assert second.has_more
    assert await second.next_title() == "Harbour Lights Off"
    await greenroom.control("/spotify/listen", login="junoplays", title="紙の月")
    assert [await first.next_title(), await second.next_title()] == ["紙の月", "紙の月"]
    end_second()
    await greenroom.control("/spotify/stop", login="junoplays")
    assert await first.next_title() is None
    # A failed request is shown as silence until the next request succeeds.
    await greenroom.control("/spotify/listen", login="junoplays", title="Harbour Lights Off")
    assert await first.next_title() == "Harbour Lights Off"
    await greenroom.control("/spotify/fail", next=1, status=500, path_prefix="/spotify/v1/me/player")
    assert [await first.next_title(), await first.next_title()] == [None, "Harbour Lights Off"]
    end_first()
    assert not second.has_more


async def test_later_watch_callback_gets_the_progress_of_now_and_not_that_of_the_last_read(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await owner.connect("junoplays", provider="spotify", channel_id=channel_id)
    music = ChannelMusic(greenroom.kernel, greenroom.sender, greenroom.platforms, Pace(playing=3_600.0))
    first, second, now = Watcher(), Watcher(), asyncio.get_running_loop().time
    music.watch(UUID(channel_id), first)
    read, read_before = await first.next(), now()
    await owner.get(f"/channels/{channel_id}")
    waited_ms = (now() - read_before) * 1_000
    music.watch(UUID(channel_id), second)
    shown = await second.next()
    await music.stop()
    assert read is not None
    assert shown is not None
    assert waited_ms > 1
    assert shown.progress_ms - read.progress_ms >= int(waited_ms)
