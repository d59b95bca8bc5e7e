"""Which members have a channel open on a screen, in all processes.

Each process counts its own sockets, publishes every change to the other processes, and repeats a full report at an
interval. The reports of a process that stopped reporting, because it was killed, are dropped.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import NoReturn
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy.exc import SQLAlchemyError

from greenroom.accounts.access.topic_access import user_of
from greenroom.accounts.topics import PRESENCE, presence_topic
from greenroom.features.presence.schemas import PresenceChanged
from greenroom.features.presence.service import record_visit
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.live.connections import Connection
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

REPORT_SECONDS = 15.0
# A process without a report for this long counts as stopped: more than two intervals, so one report may be lost.
SILENCE_SECONDS = 40.0
# Interval for storing the last visit of members who have a channel open.
VISIT_SECONDS = 300.0

_CHANGED = PresenceChanged().model_dump_json().encode()


class Report(Struct):
    """The members with open screens in one process, by channel."""

    process: str
    channels: dict[UUID, set[UUID]]
    # Whether the report has every channel that is open; otherwise it has one whose members changed.
    is_full: bool
    # Asks the other processes for their reports.
    asks: bool = False


class OtherProcess(Struct):
    """Another process, as last reported."""

    channels: dict[UUID, set[UUID]]
    reported_at: float


class Presence:
    def __init__(
        self,
        kernel: Kernel,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._kernel = kernel
        self._sleep = sleep
        self._now = now
        # Subscriptions in this process by channel and user.
        self._own_sockets: dict[UUID, Counter[UUID]] = {}
        self._other_processes: dict[str, OtherProcess] = {}
        self._visits_stored_at = now()
        self._tasks = BackgroundTasks()
        self._unsubscribe: list[Callable[[], None]] = []

    def start(self) -> None:
        bus = self._kernel.bus
        self._unsubscribe = [self._kernel.hub.watch(self._on_socket)]
        if bus.is_shared:
            self._unsubscribe += [bus.subscribe(self._on_report, PRESENCE), bus.on_gap(self._request_reports)]
            self._request_reports()
        self._tasks.start(self._repeat(), name="presence")

    async def stop(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        await self._tasks.stop()
        self._own_sockets.clear()
        await self._publish(Report(self._kernel.owner, {}, is_full=True))

    def online(self, channel_id: UUID) -> set[UUID]:
        """The members who have this channel open."""
        found = set(self._own_sockets.get(channel_id, ()))
        return found.union(*(one.channels.get(channel_id, ()) for one in self._other_processes.values()))

    def _on_socket(self, connection: Connection, topic: str, has_joined: bool) -> None:
        channel_id, user_id = uuid_of(topic.partition(":")[0]), user_of(connection.tags)
        if channel_id is None or user_id is None:
            return
        users = self._own_sockets.setdefault(channel_id, Counter())
        before = users[user_id]
        users[user_id] += 1 if has_joined else -1
        if users[user_id] <= 0:
            del users[user_id]
        if not users:
            del self._own_sockets[channel_id]
        if before == 0 or user_id not in users:
            self._report_change(channel_id, user_id)

    def _report_change(self, channel_id: UUID, user_id: UUID) -> None:
        self._notify_sockets(channel_id)
        present = set(self._own_sockets.get(channel_id, ()))
        report = Report(self._kernel.owner, {channel_id: present}, is_full=False)
        self._tasks.start(self._publish(report), name="presence_report")
        self._tasks.start(self._store_visits({channel_id: {user_id}}), name="presence_visit")

    def _notify_sockets(self, channel_id: UUID) -> None:
        """Notifies the sockets of this process that the members present have changed."""
        self._kernel.hub.publish(presence_topic(channel_id), _CHANGED)

    def _on_report(self, _topic: str, payload: bytes) -> None:
        report = msgspec.json.decode(payload, type=Report)
        if report.process == self._kernel.owner:
            return
        before = self._other_processes.get(report.process, OtherProcess({}, 0.0)).channels
        after = report.channels if report.is_full else before | report.channels
        after = {channel_id: users for channel_id, users in after.items() if users}
        self._other_processes[report.process] = OtherProcess(after, self._now())
        if not after:
            del self._other_processes[report.process]
        self._notify_of_differences(before, after)
        if report.asks:
            self._tasks.start(self._publish(self._full_report()), name="presence_report")

    def _notify_of_differences(self, before: dict[UUID, set[UUID]], after: dict[UUID, set[UUID]]) -> None:
        for channel_id in before.keys() | after.keys():
            if before.get(channel_id) != after.get(channel_id):
                self._notify_sockets(channel_id)

    def _request_reports(self) -> None:
        report = self._full_report()
        report.asks = True
        self._tasks.start(self._publish(report), name="presence_report")

    def _full_report(self) -> Report:
        channels = {channel_id: set(users) for channel_id, users in self._own_sockets.items()}
        return Report(self._kernel.owner, channels, is_full=True)

    async def _publish(self, report: Report) -> None:
        if self._kernel.bus.is_shared:
            await self._kernel.bus.publish(PRESENCE, msgspec.json.encode(report))

    async def _repeat(self) -> NoReturn:
        while True:
            await self._sleep(REPORT_SECONDS)
            self._drop_silent()
            await self._publish(self._full_report())
            if self._now() - self._visits_stored_at >= VISIT_SECONDS:
                self._visits_stored_at = self._now()
                await self._store_visits(self._full_report().channels)

    def _drop_silent(self) -> None:
        for process, one in list(self._other_processes.items()):
            if self._now() - one.reported_at > SILENCE_SECONDS:
                del self._other_processes[process]
                self._notify_of_differences(one.channels, {})

    async def _store_visits(self, channels: Mapping[UUID, Collection[UUID]]) -> None:
        try:
            async with self._kernel.database.write() as session:
                for channel_id in sorted(channels):
                    await record_visit(session, channel_id, channels[channel_id], self._kernel.clock())
        except (SQLAlchemyError, OSError) as error:
            # Only logged: the time of the last visit stays as it was until one is stored again.
            log.warning("visits_not_stored", error=repr(error))
