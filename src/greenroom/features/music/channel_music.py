"""A channel's music account: reads what is playing, once or repeatedly; finds, queues and skips songs."""

import asyncio
from collections.abc import Callable
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import select

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.chat.protocol.actions import (
    Action,
    FindSong,
    Playback,
    Playlist,
    QueueSong,
    ReadLastSong,
    ReadPlayback,
    ReadPlaylist,
    Receipt,
    SkipSong,
    Song,
)
from greenroom.chat.sending.acting_as import NotConfirmed
from greenroom.chat.sending.sender import Sender
from greenroom.features.music.rules import Pace, is_continued, played_on, seconds_to_next_read
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError, NotFound
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

OnChange = Callable[[Playback | None], None]


class NoMusicAccount(NotFound):
    type = "no_music_account"
    message = "No music account is connected to this channel."


class MusicRequestFailed(AppError):
    status = 502
    type = "music_not_read"


class MusicRefused(MusicRequestFailed):
    """The music service refused the request; the message says why."""

    status = 409
    type = "music_refused"


class _WatchedChannel(Struct, eq=False):
    """A channel whose music is read repeatedly."""

    task: asyncio.Task[None] | None = None
    watchers: list[OnChange] = field(default_factory=list[OnChange])
    # Time of the last read by the event loop's clock; None before the first read.
    read_at: float | None = None
    playback: Playback | None = None


class ChannelMusic:
    def __init__(self, kernel: Kernel, sender: Sender, platforms: Platforms, pace: Pace | None = None) -> None:
        self._kernel = kernel
        self._sender = sender
        self._platforms = platforms
        self._pace = pace or Pace()
        self._watched: dict[UUID, _WatchedChannel] = {}
        self._tasks = BackgroundTasks()

    async def playback(self, channel_id: UUID) -> Playback | None:
        """What is playing or paused; None if nothing is loaded."""
        return (await self._dispatch(channel_id, ReadPlayback())).playback

    async def last_song(self, channel_id: UUID) -> Song | None:
        return (await self._dispatch(channel_id, ReadLastSong())).song

    async def playlist(self, channel_id: UUID) -> Playlist | None:
        """The playlist that is playing; None if the song is not from a playlist."""
        playback = await self.playback(channel_id)
        if playback is None or not playback.list_id:
            return None
        return (await self._dispatch(channel_id, ReadPlaylist(playback.list_id))).playlist

    async def find_song(self, channel_id: UUID, text: str) -> Song:
        """Finds a song by link, id or words; raises MusicRefused if there is none."""
        song = (await self._dispatch(channel_id, FindSong(text))).song
        assert song is not None
        return song

    async def queue_song(self, channel_id: UUID, song_id: str) -> None:
        """Queues the song; a missing answer is no error: the song may be queued, and a retry would play it twice."""
        try:
            await self._dispatch(channel_id, QueueSong(song_id))
        except NotConfirmed as error:
            if error.was_answered:
                raise
            log.warning("song_not_confirmed", channel=str(channel_id), song=song_id)

    async def skip(self, channel_id: UUID) -> None:
        await self._dispatch(channel_id, SkipSong())

    def watch(self, channel_id: UUID, on_change: OnChange) -> Callable[[], None]:
        """Calls `on_change` with what is playing, now and on every change; returns a function that stops watching."""
        watched = self._watched.setdefault(channel_id, _WatchedChannel())
        watched.watchers.append(on_change)
        if watched.read_at is not None:
            on_change(played_on(watched.playback, asyncio.get_running_loop().time() - watched.read_at))
        if watched.task is None:
            watched.task = self._tasks.start(self._read_repeatedly(channel_id, watched), name=f"music:{channel_id}")

        def end() -> None:
            watched.watchers.remove(on_change)
            if not watched.watchers and watched.task is not None:
                del self._watched[channel_id]
                watched.task.cancel()

        return end

    async def stop(self) -> None:
        await self._tasks.stop()

    async def _read_repeatedly(self, channel_id: UUID, watched: _WatchedChannel) -> None:
        now = asyncio.get_running_loop().time
        while True:
            try:
                playback, seconds = await self.playback(channel_id), None
            except AppError:
                # The connection's state shows the error. On stream, no song is better than an old song.
                playback, seconds = None, self._pace.after_failure
            before, before_at = watched.playback, watched.read_at
            watched.playback, watched.read_at = playback, now()
            if before_at is None or not is_continued(before, playback, watched.read_at - before_at):
                for on_change in tuple(watched.watchers):
                    on_change(playback)
            await asyncio.sleep(seconds or seconds_to_next_read(playback, self._pace))

    async def _dispatch(self, channel_id: UUID, action: Action) -> Receipt:
        providers = [info.provider for info in self._platforms.infos.values() if type(action) in info.actions]
        account = select(ChannelProvider.id).where(
            ChannelProvider.channel_id == channel_id, ChannelProvider.provider.in_(providers)
        )
        async with self._kernel.database.read() as session:
            connection_id = await session.scalar(account.order_by(ChannelProvider.id).limit(1))
        if connection_id is None:
            raise NoMusicAccount
        receipt = await self._sender.dispatch(connection_id, action)
        if receipt.outcome == "refused":
            raise MusicRefused(receipt.detail)
        if receipt.outcome != "done":
            raise MusicRequestFailed(receipt.detail)
        return receipt
