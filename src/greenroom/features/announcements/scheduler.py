"""Polls for streams that began, changed or ended, and starts their announcements."""

from collections.abc import Hashable
from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import bindparam, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import is_open
from greenroom.accounts.models.channels import Channel
from greenroom.features.announcements.announcer import Announcer
from greenroom.features.announcements.models import Announcement, AnnouncementSettingsRow
from greenroom.features.stats.streams.models import Stream, StreamPart
from greenroom.features.stats.streams.rules import MAX_STREAM_LENGTH, RESTART_WINDOW
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks
from greenroom.kernel.tasks.poll_loop import PollLoop

POLL_SECONDS = 3.0
# Streams that ended longer ago are ignored: they cannot be continued, and their announcements were edited long ago.
ENDED_WINDOW = RESTART_WINDOW + timedelta(minutes=30)
STOP_SECONDS = 3.0

# Rows of the streams that may need an announcement; built once, because the query is made every few seconds.
STREAMS = (
    select(
        Stream.id,
        Stream.channel_id,
        AnnouncementSettingsRow.revision,
        Stream.ended_at,
        StreamPart.connection_id,
        StreamPart.ended_at,
        StreamPart.title,
        StreamPart.category,
    )
    .join(AnnouncementSettingsRow, AnnouncementSettingsRow.channel_id == Stream.channel_id)
    .join(StreamPart, StreamPart.stream_id == Stream.id)
    .join(Channel, Channel.id == Stream.channel_id)
    .where(
        is_open(),
        AnnouncementSettingsRow.is_enabled,
        AnnouncementSettingsRow.locked_address != "",
        Stream.started_at > bindparam("started_after"),
        or_(Stream.ended_at.is_(None), Stream.ended_at > bindparam("ended_after")),
    )
)
HAS_STREAMS = select(STREAMS.exists())


class Candidate(Struct):
    """A stream whose announcement may have to be posted or edited."""

    channel_id: UUID
    # If one of these values changes, announcements of the stream may have to change.
    facts: set[Hashable] = field(default_factory=set[Hashable])
    must_retry: bool = False


class AnnouncementScheduler:
    """Polls in every worker process; the process that claims an announcement posts it."""

    def __init__(self, kernel: Kernel, announcer: Announcer) -> None:
        self._kernel = kernel
        self._announcer = announcer
        self._loop = PollLoop("announcements", self.poll, POLL_SECONDS)
        self._tasks = BackgroundTasks()
        # By stream: its facts when `announce` was last started for it.
        self._last_facts: dict[UUID, frozenset[Hashable]] = {}
        # The streams that are being announced now.
        self._running: set[UUID] = set()

    def start(self) -> None:
        self._loop.start()

    async def stop(self) -> None:
        await self._loop.stop()
        # Announcements that are being posted may finish: otherwise they would be reported as interrupted.
        await self._tasks.stop(STOP_SECONDS)

    async def poll(self) -> None:
        """Starts due announcements without waiting for them: a slow service must not delay other channels."""
        found = await self._find()
        self._last_facts = {stream_id: facts for stream_id, facts in self._last_facts.items() if stream_id in found}
        for stream_id, candidate in found.items():
            facts = frozenset(candidate.facts)
            if stream_id not in self._running and (candidate.must_retry or self._last_facts.get(stream_id) != facts):
                self._last_facts[stream_id] = facts
                self._running.add(stream_id)
                self._tasks.start(self._announce(candidate.channel_id, stream_id), name=f"announce:{stream_id}")

    async def _find(self) -> dict[UUID, Candidate]:
        now, database = self._kernel.clock(), self._kernel.database
        # A cheap query: most of the time there is no stream to announce.
        [(has_streams,)] = await database.fast_read(HAS_STREAMS, _time_limits(now))
        if not has_streams:
            return {}
        async with database.read() as session:
            return await candidates(session, now)

    async def join(self) -> None:
        """Waits until all started announcements have ended."""
        await self._tasks.join()

    async def _announce(self, channel_id: UUID, stream_id: UUID) -> None:
        try:
            await self._announcer.announce(channel_id, stream_id)
        except Exception:
            # Without its last facts, the stream is tried again with the next poll.
            self._last_facts.pop(stream_id, None)
            raise
        finally:
            self._running.discard(stream_id)


def _time_limits(now: datetime) -> dict[str, object]:
    return {"started_after": now - MAX_STREAM_LENGTH - ENDED_WINDOW, "ended_after": now - ENDED_WINDOW}


async def candidates(session: AsyncSession, now: datetime) -> dict[UUID, Candidate]:
    """Id → stream that is live or ended lately, in a channel whose announcements are on."""
    rows = await session.execute(STREAMS, _time_limits(now))
    found: dict[UUID, Candidate] = {}
    for stream_id, channel_id, *facts in rows:
        found.setdefault(stream_id, Candidate(channel_id)).facts.add(tuple(facts))
    for stream_id in await _due_streams(session, list(found), now):
        found[stream_id].must_retry = True
    return found


async def _due_streams(session: AsyncSession, stream_ids: list[UUID], now: datetime) -> set[UUID]:
    """The streams with an announcement that is due for another try, or whose claim has expired."""
    is_waiting = Announcement.next_try_at <= now
    is_interrupted = Announcement.claimed_until < now
    due = select(Announcement.stream_id).where(Announcement.stream_id.in_(stream_ids), or_(is_waiting, is_interrupted))
    return set(await session.scalars(due))
