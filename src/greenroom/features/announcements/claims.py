"""Records that a process works on an announcement, and the result; every change is its own transaction."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.announcements import service
from greenroom.features.announcements.models import MAX_PROBLEM_LENGTH, Announcement
from greenroom.features.announcements.rules import CLAIM_TIME, wait_after
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.ids import new_id

INTERRUPTED = "The server stopped while it was announcing. The announcement may have been posted; it is not repeated."


async def find_all(session: AsyncSession, stream_id: UUID) -> dict[str, Announcement]:
    """Subject (the id of a connection, or ALL_PLATFORMS) → the announcement of the stream."""
    rows = await session.scalars(select(Announcement).where(Announcement.stream_id == stream_id))
    return {row.subject: row for row in rows}


class Claims:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def begin(self, channel_id: UUID, stream_id: UUID, subject: str, title: str) -> UUID | None:
        """Stores and claims a new announcement; returns its id, or None if another process has stored it already."""
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            await advisory_lock(session, f"announcements of {stream_id}")
            if subject in await find_all(session, stream_id):
                return None
            row = Announcement(
                id=new_id(),
                channel_id=channel_id,
                stream_id=stream_id,
                subject=subject,
                title=title[:200],
                state="sending",
                message_id="",
                text="",
                shown="",
                tries=0,
                claimed_until=now + CLAIM_TIME,
                problem="",
                created_at=now,
            )
            session.add(row)
            service.publish_change(session, channel_id)
            return row.id

    async def claim(self, announcement_id: UUID, state: str) -> bool:
        """Claims the announcement if it has this state, may be tried now and is free; returns whether it did."""
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is None or row.state != state or not _is_due(row, now):
                return False
            row.claimed_until = now + CLAIM_TIME
            row.state = "sending" if state == "waiting" else state
            return True

    async def give_up_interrupted(self, announcement_id: UUID) -> None:
        """Marks an announcement as failed if its claim expired before it was posted: its process has stopped."""
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is not None and row.state == "sending" and (row.claimed_until is None or row.claimed_until < now):
                await _fail(session, row, INTERRUPTED, now)

    async def mark_posted(self, announcement_id: UUID, message_id: str, text: str, shown: str) -> None:
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is None:
                return
            row.state, row.message_id, row.text, row.shown = "posted", message_id, text, shown
            row.posted_at, row.claimed_until, row.next_try_at, row.problem, row.tries = now, None, None, "", 0
            await service.report_problem(session, row.channel_id, "", now)

    async def mark_edited(self, announcement_id: UUID, shown: str, ended_at: datetime | None) -> None:
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is None:
                return
            row.shown, row.ended_at = shown, ended_at
            row.claimed_until, row.next_try_at, row.problem, row.tries = None, None, "", 0
            service.publish_change(session, row.channel_id)

    async def retry_later(self, announcement_id: UUID, problem: str, after_seconds: float = 0.0) -> None:
        """Schedules another try after `after_seconds`; 0 means a wait that grows with each try."""
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is None:
                return
            wait = max(timedelta(seconds=after_seconds), timedelta() if after_seconds else wait_after(row.tries))
            row.tries, row.next_try_at, row.claimed_until = row.tries + 1, now + wait, None
            row.state = "waiting" if row.state == "sending" else row.state
            row.problem = problem[:MAX_PROBLEM_LENGTH]
            service.publish_change(session, row.channel_id)

    async def fail(self, announcement_id: UUID, problem: str, *, switches_off: bool = False) -> None:
        now = self._kernel.clock()
        async with self._kernel.database.write() as session:
            row = await _lock(session, announcement_id)
            if row is not None:
                await _fail(session, row, problem, now, switches_off=switches_off)


async def _lock(session: AsyncSession, announcement_id: UUID) -> Announcement | None:
    return await session.get(Announcement, announcement_id, with_for_update=True, populate_existing=True)


def _is_due(row: Announcement, now: datetime) -> bool:
    is_free = row.claimed_until is None or row.claimed_until < now
    return is_free and (row.next_try_at is None or row.next_try_at <= now)


async def _fail(
    session: AsyncSession, row: Announcement, problem: str, now: datetime, *, switches_off: bool = False
) -> None:
    row.state, row.problem = "failed", problem[:MAX_PROBLEM_LENGTH]
    row.claimed_until, row.next_try_at = None, None
    await service.report_problem(session, row.channel_id, problem, now, switches_off=switches_off)
