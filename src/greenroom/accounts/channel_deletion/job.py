"""Deletes the rows of channels in small pieces, so that no other channel waits for long; continues after a crash."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from time import monotonic
from uuid import UUID

from sqlalchemy import delete, select, update

from greenroom.accounts.channel_deletion.plan import ChannelRows, deletion_plan
from greenroom.accounts.models.channel_deletions import ChannelDeletion
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import notify_user
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.search_index import (
    disable_write_merging,
    enable_write_merging,
    merge_step,
)
from greenroom.kernel.jobs import Job
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

EVERY_SECONDS = 5.0
# A write of another channel waits for one piece at most.
PIECE_SECONDS = 0.008
FIRST_PIECE, MIN_PIECE = 50, 10
# Maximum rows of a piece, and pieces between two merges of SQLite's search index. Each piece adds a part to the index;
# 16 parts are merged into one, and 16 of those into a larger one, up to 250,000 rows. A merge cannot stop within the
# entries of one word, which takes 50 ms if all of these rows have the word.
MAX_PIECE, PIECES_PER_MERGE = 60, 16
# Writes between two checkpoints: few enough that no commit has to copy SQLite's write-ahead log into the database file,
# but more than one, because the first commit after a checkpoint waits for the disk.
WRITES_PER_CHECKPOINT = 32
REPORT_SECONDS = 0.5

# Deletes what a channel has outside the database. It runs before the rows are deleted, and again after a crash.
ChannelCleanup = Callable[[UUID], Awaitable[None]]
Sleep = Callable[[float], Awaitable[None]]


def next_piece(rows: int, seconds: float) -> int:
    """Rows of the next piece, after a piece of `rows` took `seconds`; at most twice as many."""
    fitting = int(rows * PIECE_SECONDS / max(seconds, 0.000_1))
    return max(MIN_PIECE, min(fitting, rows * 2, MAX_PIECE))


# Read every few seconds, so it is built once.
STARTED = select(ChannelDeletion.channel_id).order_by(ChannelDeletion.started_at)


class ChannelDeletionJob:
    def __init__(
        self, kernel: Kernel, find_cleanups: Callable[[], Sequence[ChannelCleanup]], sleep: Sleep = asyncio.sleep
    ) -> None:
        self._kernel = kernel
        self._find_cleanups = find_cleanups
        self._sleep = sleep

    def jobs(self) -> list[Job]:
        return [
            Job(
                name="delete_channels",
                every_seconds=EVERY_SECONDS,
                run=self.run,
                title="Delete channels",
                note="with everything in them",
            )
        ]

    async def run(self) -> None:
        if not await self._kernel.database.fast_read(STARTED, {}):
            return
        async with self._kernel.database.read() as session:
            channel_ids = list(await session.scalars(STARTED))
        for channel_id in channel_ids:
            await self._delete(channel_id)

    async def _delete(self, channel_id: UUID) -> None:
        for clean_up in self._find_cleanups():
            await clean_up(channel_id)
        # In a thread: the first call imports the tables of features that have not been used yet.
        plan = await asyncio.to_thread(deletion_plan)
        await self._begin(channel_id, plan)
        try:
            await self._delete_rows(channel_id, plan)
        except asyncio.CancelledError:
            # Paused by an operator, or the server stops: until the deletion continues, writes merge the search index.
            async with self._kernel.database.write() as session:
                await enable_write_merging(session)
            raise
        await self._finish(channel_id)

    async def _delete_rows(self, channel_id: UUID, plan: Sequence[ChannelRows]) -> None:
        pieces = _Pieces(self._kernel, channel_id, self._sleep)
        for rows in plan:
            await pieces.delete_all(rows)
        await pieces.merge()

    async def _begin(self, channel_id: UUID, plan: Sequence[ChannelRows]) -> None:
        """Stores as `total` the number of rows that are left, plus those that were deleted before a crash."""
        async with self._kernel.database.read() as session:
            left = sum([await session.scalar(rows.count(channel_id)) or 0 for rows in plan])
        async with self._kernel.database.write() as session:
            await session.execute(
                update(ChannelDeletion)
                .where(ChannelDeletion.channel_id == channel_id)
                .values(total=ChannelDeletion.deleted + left)
            )
            await disable_write_merging(session)

    async def _finish(self, channel_id: UUID) -> None:
        """Deletes the channel, and with it, by foreign keys, rows that a running batch stored meanwhile."""
        async with self._kernel.database.write() as session:
            deletion = await session.get(ChannelDeletion, channel_id)
            await session.execute(delete(Channel).where(Channel.id == channel_id))
            await enable_write_merging(session)
            if deletion is not None and deletion.started_by_id is not None:
                notify_user(session, deletion.started_by_id, "channel_deletions_changed")
        log.info("channel_deleted", channel=str(channel_id), rows=deletion.deleted if deletion else 0)


class _Pieces:
    """Deletes rows piece by piece, each in a transaction of at most about PIECE_SECONDS."""

    def __init__(self, kernel: Kernel, channel_id: UUID, sleep: Sleep) -> None:
        self._kernel = kernel
        self._channel_id = channel_id
        self._sleep = sleep
        self._reported_at = float("-inf")
        self._writes = self._pieces = 0

    async def delete_all(self, rows: ChannelRows) -> None:
        async with self._kernel.database.read() as session:
            if await session.scalar(rows.first(self._channel_id)) is None:
                return
        size = FIRST_PIECE
        while True:
            began_at = monotonic()
            deleted, seconds = await self._delete_some(rows, size)
            await self._pause_after_write(began_at)
            self._pieces += 1
            if self._pieces % PIECES_PER_MERGE == 0:
                await self.merge()
            if deleted < size:
                return
            size = next_piece(size, seconds)

    async def merge(self) -> None:
        """Merges the parts of SQLite's search index, so that no write of another channel has to do it."""
        began_at = monotonic()
        while await merge_step(self._kernel.database):
            await self._pause_after_write(began_at)
            began_at = monotonic()

    async def _pause_after_write(self, began_at: float) -> None:
        """Waits as long as the write took, and runs a checkpoint after every WRITES_PER_CHECKPOINT writes."""
        seconds = monotonic() - began_at
        self._writes += 1
        if self._writes % WRITES_PER_CHECKPOINT == 0:
            await self._kernel.database.checkpoint()
        await self._sleep(seconds)

    async def _delete_some(self, rows: ChannelRows, size: int) -> tuple[int, float]:
        """Deletes up to `size` rows; returns their number and the seconds that the statements took."""
        async with self._kernel.database.write() as session:
            began_at = monotonic()
            result = await session.execute(rows.delete_some(self._channel_id, size))
            deleted = max(result.rowcount, 0)  # pyright: ignore[reportAttributeAccessIssue, reportUnknownMemberType, reportUnknownArgumentType]  # a CursorResult
            counted = (
                update(ChannelDeletion)
                .where(ChannelDeletion.channel_id == self._channel_id)
                .values(deleted=ChannelDeletion.deleted + deleted)
                .returning(ChannelDeletion.started_by_id)
            )
            user_id = await session.scalar(counted)
            if user_id is not None and monotonic() - self._reported_at > REPORT_SECONDS:
                self._reported_at = monotonic()
                notify_user(session, user_id, "channel_deletions_changed")
            return deleted, monotonic() - began_at
