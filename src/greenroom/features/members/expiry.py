"""Removes members whose access has ended, as soon as it ends; notifies open pages and sockets."""

import asyncio
from datetime import datetime
from typing import NoReturn
from uuid import UUID

from sqlalchemy import func, select, update
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.topics import ACCESS_END_CHANGED
from greenroom.features.members.service import announce, delete_member, lock_members
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

# Maximum time between two checks, for ends that another process could not announce to this one.
MAX_WAIT_SECONDS = 30.0
# Minimum time between two checks: a timer may end slightly before the clock shows the time.
MIN_WAIT_SECONDS = 0.05


async def set_end_of_guests(session: AsyncSession, channel_id: UUID, expires_at: datetime | None) -> None:
    """Sets when members whose access ends after the stream lose it; None if the stream continues after all."""
    guests = await session.scalars(
        update(ChannelUser)
        .where(ChannelUser.channel_id == channel_id, ChannelUser.ends_after_stream)
        .values(expires_at=expires_at)
        .returning(ChannelUser)
    )
    for member in guests.all():
        announce(session, member)


async def end_expired(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Removes the members of a channel whose access has ended."""
    try:
        members = await lock_members(session, channel_id)
    except ChannelNotFound:
        return
    for member in members.rows.values():
        if member.expires_at is not None and member.expires_at <= now:
            by = ChangedBy("End of access", now, kind="job")
            await delete_member(session, member, by, "Access ended")


class AccessExpiry:
    """Removes members when their access ends; may run in several processes at once, because it locks the members."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._changed = asyncio.Event()
        self._tasks = BackgroundTasks()
        self._unsubscribe = kernel.bus.subscribe(self._on_change, ACCESS_END_CHANGED)

    def start(self) -> None:
        self._tasks.start(self._run(), name="access_expiry")

    async def stop(self) -> None:
        self._unsubscribe()
        await self._tasks.stop()

    def _on_change(self, _topic: str, _payload: bytes) -> None:
        self._changed.set()

    async def _run(self) -> NoReturn:
        while True:
            self._changed.clear()
            try:
                seconds = await self.end_due()
            except (SQLAlchemyError, OSError) as error:
                log.warning("access_not_ended", error=repr(error))
                seconds = MAX_WAIT_SECONDS
            try:
                async with asyncio.timeout(seconds):
                    await self._changed.wait()
            except TimeoutError:
                continue

    async def end_due(self) -> float:
        """Ends all expired access; returns the seconds until the next call."""
        now = self._kernel.clock()
        async with self._kernel.database.read() as session:
            over = select(ChannelUser.channel_id).where(ChannelUser.expires_at <= now).distinct()
            channel_ids = sorted(await session.scalars(over))
            next_end = await session.scalar(
                select(func.min(ChannelUser.expires_at)).where(ChannelUser.expires_at > now)
            )
        for channel_id in channel_ids:
            async with self._kernel.database.write() as session:
                await end_expired(session, channel_id, now)
        if next_end is None:
            return MAX_WAIT_SECONDS
        seconds = (next_end - self._kernel.clock()).total_seconds()
        return min(max(seconds, MIN_WAIT_SECONDS), MAX_WAIT_SECONDS)
