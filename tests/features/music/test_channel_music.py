"""What a channel's Spotify account plays, in chat and for those who watch it."""

import asyncio
from collections.abc import AsyncGenerator
from uuid import UUID

import pytest

from greenroom.chat.protocol.actions import Playback
from greenroom.music.channel_music import ChannelMusic
from greenroom.music.rules import Pace
from support.commands import CommandEditor
from support.greenroom_server import ApiClient, GreenroomServer
from support.waiting import MAX_WAIT_SECONDS

NO_COOLDOWNS = {"global_cooldown": 0, "chatter_cooldown": 0}
QUICK = Pace(playing=0.01, silent=0.01, after_failure=0.01)


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> CommandEditor:
    return CommandEditor(greenroom, owner, channel_id)


async def test_song_variables_show_what_spotify_plays(editor: CommandEditor) -> None:
    await editor.connect("twitch")
    await editor.connect("spotify", goes_live=False)
    await editor.make("!song", "$(song) | $(song.title) | $(song.artist) | $(song.previous)", **NO_COOLDOWNS)
    await editor.make("!list", "$(song.playlist) | $(song.url)", **NO_COOLDOWNS)
    song = "Harbour Lights Off by The Quiet Cranes | Harbour Lights Off | The Quiet Cranes | 紙の月 by 夜更かし楽団"
    await editor.send_and_await_response("!song", song)
    ((_, _, reason),) = await editor.wait_for_results(await editor.send_chat("!list", "twitch"))
    assert reason.startswith("responded “Before the stream https://open.spotify.com/playlist/")
    assert " | https://open.spotify.com/track/" in reason


async def reason(editor: CommandEditor) -> str:
    ((_, _, reason),) = await editor.wait_for_results(await editor.send_chat("!strict", "twitch"))
    return reason


async def test_nothing_is_shown_without_an_account_or_a_song(editor: CommandEditor) -> None:
    await editor.connect("twitch")
    await editor.make("!song", "Playing: $(song|silence)", **NO_COOLDOWNS)
    await editor.make("!strict", "$(song)", **NO_COOLDOWNS)
    await editor.send_and_await_response("!song", "Playing: silence")
    assert "No music account is connected" in await reason(editor)
    await editor.connect("spotify", goes_live=False)
    await editor.greenroom.control("/spotify/stop", login="junoplays")
    assert "Nothing is playing" in await reason(editor)


class Watcher:
    """Collects what a watcher is told."""

    def __init__(self) -> None:
        self._told: asyncio.Queue[Playback | None] = asyncio.Queue()

    def __call__(self, playback: Playback | None) -> None:
        self._told.put_nowait(playback)

    async def next_title(self) -> str | None:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            playback = await self._told.get()
        return None if playback is None or playback.song is None else playback.song.title

    @property
    def is_told_more(self) -> bool:
        return not self._told.empty()


@pytest.fixture
async def music(greenroom: GreenroomServer) -> AsyncGenerator[ChannelMusic]:
    music = ChannelMusic(greenroom.kernel, greenroom.sender, greenroom.platforms, QUICK)
    yield music
    await music.stop()


async def test_watchers_are_told_each_change_and_the_latest_when_they_come(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, music: ChannelMusic
) -> None:
    await owner.connect("junoplays", provider="spotify", channel_id=channel_id)
    first, second = Watcher(), Watcher()
    end_first = music.watch(UUID(channel_id), first)
    assert await first.next_title() == "Harbour Lights Off"
    end_second = music.watch(UUID(channel_id), second)
    assert second.is_told_more
    assert await second.next_title() == "Harbour Lights Off"
    await greenroom.control("/spotify/listen", login="junoplays", title="紙の月")
    assert [await first.next_title(), await second.next_title()] == ["紙の月", "紙の月"]
    end_second()
    await greenroom.control("/spotify/stop", login="junoplays")
    assert await first.next_title() is None
    # An account that is refused is shown as silence, and heard again afterwards.
    await greenroom.control("/spotify/listen", login="junoplays", title="Harbour Lights Off")
    assert await first.next_title() == "Harbour Lights Off"
    await greenroom.control("/spotify/fail", next=1, status=500, path_prefix="/spotify/v1/me/player")
    assert [await first.next_title(), await first.next_title()] == [None, "Harbour Lights Off"]
    end_first()
    assert not second.is_told_more
