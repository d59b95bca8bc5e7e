"""Starts the next alert of each widget with a page connected to this process, when the alert on screen ends."""

import asyncio
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import select

from greenroom.accounts.topics import CHANNEL_STATE_CHANGED
from greenroom.features.widgets.alerts.queue import AlertStarted, advance, lock_queue, recheck_texts
from greenroom.features.widgets.alerts.service import announce_queue
from greenroom.features.widgets.live.retries import retry_seconds
from greenroom.features.widgets.models import Widget
from greenroom.features.widgets.sources import HEARTBEAT_SECONDS
from greenroom.features.widgets.topics import widget_topic
from greenroom.kernel.bus.bus import Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

_read_alert = msgspec.json.Decoder(AlertStarted).decode
_ALERT = b'{"type":"alert",'
# Minimum time of a timer: one that fires slightly before the alert has ended is set again for the rest.
MIN_SECONDS = 0.01
# Minimum time between two checks for removed texts.
RECHECK_SECONDS = 0.2


class _OpenWidget(Struct):
    channel_id: UUID
    unsubscribe: Unsubscribe
    sockets: int = 0
    # Failures in a row.
    failures: int = 0
    timer: asyncio.TimerHandle | None = None
    # While texts are checked: whether lines were removed since the check began; None while no check is running.
    must_recheck: bool | None = None


class AlertPlayer:
    """Plays alerts: every process with a page of a widget sets a timer; the queue's lock lets one start the alert."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        self._open: dict[UUID, _OpenWidget] = {}
        self._tasks = BackgroundTasks()
        self._unsubscribe: Unsubscribe | None = None

    def start(self) -> None:
        self._unsubscribe = self._kernel.bus.subscribe(self._on_channel_state, CHANNEL_STATE_CHANGED)

    async def stop(self) -> None:
        if self._unsubscribe is not None:
            self._unsubscribe()
        for widget in self._open.values():
            _cancel(widget)
        await self._tasks.stop()

    def join(self, channel_id: UUID, widget_id: UUID) -> None:
        """Plays the widget's alerts until `leave`, including those that already wait; called once for each socket."""
        widget = self._open.get(widget_id)
        if widget is None:
            unsubscribe = self._kernel.bus.subscribe(
                lambda _, payload: self._on_message(widget_id, payload), widget_topic(widget_id)
            )
            widget = self._open[widget_id] = _OpenWidget(channel_id, unsubscribe)
        widget.sockets += 1
        self.wake(widget_id)

    def leave(self, widget_id: UUID) -> None:
        widget = self._open[widget_id]
        widget.sockets -= 1
        if not widget.sockets:
            del self._open[widget_id]
            widget.unsubscribe()
            _cancel(widget)

    def wake(self, widget_id: UUID) -> None:
        self._tasks.start(self._advance(widget_id), name=f"alerts:{widget_id}")

    def recheck_texts(self, channel_id: UUID) -> None:
        """Drops texts of removed chat lines from alerts; lines removed during a check share the next one."""
        for widget_id, widget in self._open.items():
            if widget.channel_id == channel_id:
                is_checking, widget.must_recheck = widget.must_recheck is not None, True
                if not is_checking:
                    self._tasks.start(self._recheck(widget_id, widget), name=f"alert_texts:{widget_id}")

    async def _recheck(self, widget_id: UUID, widget: _OpenWidget) -> None:
        try:
            while widget.must_recheck:
                widget.must_recheck = False
                await self._advance(widget_id)
                await asyncio.sleep(RECHECK_SECONDS)
        finally:
            widget.must_recheck = None

    def _on_channel_state(self, _: str, payload: bytes) -> None:
        channel_id = UUID(payload.decode())
        for widget_id, widget in self._open.items():
            if widget.channel_id == channel_id:
                self.wake(widget_id)

    def _on_message(self, widget_id: UUID, payload: bytes) -> None:
        if payload.startswith(_ALERT):
            alert = _read_alert(payload).alert
            self._schedule(widget_id, (alert.duration_ms - alert.elapsed_ms) / 1_000)

    def _schedule(self, widget_id: UUID, seconds: float) -> None:
        widget = self._open.get(widget_id)
        if widget is not None:
            _cancel(widget)
            loop = asyncio.get_running_loop()
            widget.timer = loop.call_later(max(seconds, MIN_SECONDS), self.wake, widget_id)

    async def _advance(self, widget_id: UUID) -> None:
        """Starts the next alert, sets a timer for its end, drops removed texts; tries again after a failure."""
        now = self._kernel.clock()
        try:
            until = await self._start_next(widget_id, now)
        except Exception:
            log.exception("alerts_not_advanced", widget=str(widget_id))
            self._schedule_retry(widget_id)
            return
        if until is not None:
            self._schedule(widget_id, (until - now).total_seconds())
        self._recover(widget_id, is_playing=until is not None)

    async def _start_next(self, widget_id: UUID, now: datetime) -> datetime | None:
        """Starts the next alert if it is due; returns the end time of the alert on screen, or None without one.

        Also drops texts of removed chat lines from all alerts.
        """
        async with self._kernel.database.write() as session:
            channel_id = await session.scalar(select(Widget.channel_id).where(Widget.id == widget_id))
            if channel_id is None:
                return None
            queue = await lock_queue(session, widget_id)
            before = queue.playing_id
            until = (await advance(session, queue, now)).until
            if await recheck_texts(session, queue, now) or queue.playing_id != before:
                await announce_queue(session, channel_id, queue, now)
        return until

    def _schedule_retry(self, widget_id: UUID) -> None:
        widget = self._open.get(widget_id)
        if widget is not None:
            widget.failures += 1
            self._schedule(widget_id, retry_seconds(widget.failures))

    def _recover(self, widget_id: UUID, *, is_playing: bool) -> None:
        widget = self._open.get(widget_id)
        if widget is None or not widget.failures:
            return
        widget.failures = 0
        if not is_playing:
            # Alerts play only after a recent heartbeat of a source, which may have failed as well.
            self._schedule(widget_id, HEARTBEAT_SECONDS)


def _cancel(widget: _OpenWidget) -> None:
    if widget.timer is not None:
        widget.timer.cancel()
        widget.timer = None
