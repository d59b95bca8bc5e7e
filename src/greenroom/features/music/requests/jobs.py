"""Jobs that follow what the music service plays, send it the next request, and delete old requests."""

from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import delete, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import is_open
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.platforms import PlatformBusy
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.music.requests import service
from greenroom.features.music.requests.models import SongRequest
from greenroom.features.music.requests.requests import SongRequests
from greenroom.features.music.requests.rules import ACTIVE, queued_state
from greenroom.features.music.rules import Pace, seconds_to_next_read
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

EVERY_SECONDS = 5.0
DELETE_OLD_SECONDS = 3600.0
RETENTION = timedelta(days=1)
# How long the music service has nothing loaded until the request that was playing counts as played: a change of the
# device leaves nothing loaded for some seconds.
SILENCE = timedelta(minutes=1)

# Built once, because this query runs every few seconds.
ACTIVE_CHANNELS = (
    select(SongRequest.channel_id)
    .join(Channel, Channel.id == SongRequest.channel_id)
    .where(or_(*(SongRequest.state == state for state in ACTIVE)), is_open())
    .distinct()
)


class Silence(Struct, frozen=True):
    """A time in which this process has found nothing loaded."""

    since: datetime
    last_read: datetime


class SongRequestJobs:
    def __init__(self, kernel: Kernel, requests: SongRequests, pace: Pace | None = None) -> None:
        self._kernel = kernel
        self._requests = requests
        self._pace = pace or Pace()
        # When the playback of each channel is read next.
        self._next_read: dict[UUID, datetime] = {}
        # Channels that had nothing loaded when they were last read.
        self._silences: dict[UUID, Silence] = {}

    @property
    def _music(self) -> ChannelMusic:
        return self._requests.music

    async def follow(self) -> None:
        """Reads the playback of every channel with active requests, if its next read is due."""
        now = self._kernel.clock()
        channels = await self._active_channels()
        self._next_read = {channel: at for channel, at in self._next_read.items() if channel in channels}
        self._silences = {channel: silence for channel, silence in self._silences.items() if channel in channels}
        for channel_id in channels:
            if self._next_read.get(channel_id, now) <= now:
                wait = await self._follow_channel(channel_id)
                self._next_read[channel_id] = now + timedelta(seconds=wait)

    async def _active_channels(self) -> list[UUID]:
        if not await self._kernel.database.fast_read(ACTIVE_CHANNELS, {}):
            return []
        async with self._kernel.database.read() as session:
            return list(await session.scalars(ACTIVE_CHANNELS))

    async def _follow_channel(self, channel_id: UUID) -> float:
        """Reads the channel's playback and updates its requests; returns the seconds until the next read."""
        try:
            playback = await self._music.playback(channel_id)
            if playback is not None and playback.song is not None:
                self._silences.pop(channel_id, None)
                await self._advance(channel_id, playback.song.id)
            elif self._has_been_silent(channel_id):
                await self._end_playing(channel_id)
            await self._report(channel_id, "")
        except AppError as error:
            self._silences.pop(channel_id, None)
            await self._report(channel_id, error.message)
            wait = error.after_seconds if isinstance(error, PlatformBusy) else 0.0
            return max(wait, self._pace.after_failure)
        return seconds_to_next_read(playback, self._pace)

    async def _report(self, channel_id: UUID, problem: str) -> None:
        async with self._kernel.database.write() as session:
            await service.report_problem(session, channel_id, problem)

    async def _advance(self, channel_id: UUID, now_playing: str) -> None:
        """Updates the states of requests, skips a removed song that plays, and sends the next request."""
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            await service.lock_requests(session, channel_id)
            rows = await service.active_requests(session, channel_id)
            for row in rows:
                if row.state == "playing" and row.song_id != now_playing:
                    service.finish(session, row, "played", now)
            queued = next((row for row in rows if row.state == "queued"), None)
            is_unwanted = queued is not None and _update_queued(session, queued, now_playing, now)
            is_free = queued is None or queued.state != "queued"
            following = next((row for row in rows if row.state == "waiting"), None) if is_free else None
            if following is not None:
                following.state, following.queued_behind = "queued", now_playing
                service.publish_change(session, channel_id)
        if is_unwanted:
            await self._music.skip(channel_id)
        if following is not None:
            await self._send_next(channel_id, following)

    def _has_been_silent(self, channel_id: UUID) -> bool:
        """Notes that nothing is loaded; returns whether this has been so for the time `SILENCE`."""
        now = self._kernel.clock()
        silence = self._silences.get(channel_id)
        since = now
        # After a longer gap, music may have played meanwhile: another process ran this job, or the clock was set back.
        if silence is not None and timedelta() <= now - silence.last_read < SILENCE:
            since = silence.since
        self._silences[channel_id] = Silence(since, now)
        return now - since >= SILENCE

    async def _end_playing(self, channel_id: UUID) -> None:
        async with self._kernel.database.write() as session:
            await service.lock_requests(session, channel_id)
            for row in await service.active_requests(session, channel_id):
                if row.state == "playing":
                    service.finish(session, row, "played", self._kernel.clock())

    async def _send_next(self, channel_id: UUID, row: SongRequest) -> None:
        try:
            await self._music.queue_song(channel_id, row.song_id)
        except AppError:
            async with self._kernel.database.write() as session:
                await service.lock_requests(session, channel_id)
                stored = await session.get(SongRequest, row.id, populate_existing=True)
                if stored is not None and stored.state == "queued":
                    _take_back(session, stored, self._kernel.clock())
            raise

    async def delete_old(self) -> None:
        async with self._kernel.database.write() as session:
            old = SongRequest.finished_at < self._kernel.clock() - RETENTION
            await session.execute(delete(SongRequest).where(old))


def _take_back(session: AsyncSession, row: SongRequest, now: datetime) -> None:
    """Lets a request that could not be queued wait again; ends it if staff removed it meanwhile."""
    if row.is_unwanted:
        service.finish(session, row, "removed", now)
    else:
        row.state, row.queued_behind = "waiting", ""


def _update_queued(session: AsyncSession, row: SongRequest, now_playing: str, now: datetime) -> bool:
    """Updates a queued request; returns True if the song plays and has to be skipped, because staff removed it."""
    match queued_state(row.song_id, row.queued_behind, now_playing):
        case "playing":
            if row.is_unwanted:
                service.finish(session, row, "removed", now)
                return True
            row.state = "playing"
            service.publish_change(session, row.channel_id)
        case "over":
            service.finish(session, row, "removed" if row.is_unwanted else "played", now)
        case "next":
            row.queued_behind = row.queued_behind or now_playing
    return False
