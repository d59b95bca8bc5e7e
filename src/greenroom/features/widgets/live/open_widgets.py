"""Widgets whose pages are connected to this process; sends the state again: texts at an interval, others if asked."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Generator
from uuid import UUID

from msgspec import Struct

from greenroom.features.widgets.live.retries import retry_seconds
from greenroom.features.widgets.types.goal import GoalWidget
from greenroom.features.widgets.types.text import TextWidget
from greenroom.kernel.logs import get_logger
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

# Minimum time between two updates of a goal.
GOAL_SECONDS = 1.0

# Reads the state again and sends it to the widget's pages.
SendState = Callable[[UUID], Awaitable[None]]


class _OpenWidget(Struct):
    widget_id: UUID
    channel_id: UUID
    settings: StrictSchema
    sockets: int = 0
    refresh: asyncio.Task[None] | None = None
    is_stale: bool = False


class OpenWidgets:
    def __init__(self, send_state: SendState) -> None:
        self._send_state = send_state
        # By widget id and revision: pages with old settings may close after pages with new ones have opened.
        self._open: dict[tuple[UUID, int], _OpenWidget] = {}
        self._tasks = BackgroundTasks()

    async def stop(self) -> None:
        await self._tasks.stop()

    def of_channel(self, channel_id: UUID) -> set[UUID]:
        return {one.widget_id for one in self._open.values() if one.channel_id == channel_id}

    @contextlib.contextmanager
    def opened(self, widget_id: UUID, revision: int, channel_id: UUID, settings: StrictSchema) -> Generator[None]:
        key = widget_id, revision
        widget = self._open.setdefault(key, _OpenWidget(widget_id, channel_id, settings))
        widget.sockets += 1
        if isinstance(settings, TextWidget) and widget.refresh is None:
            work = self._repeat(widget, settings.refresh_seconds)
            widget.refresh = self._tasks.start(work, name=f"widget_text:{widget_id}")
        try:
            yield
        finally:
            widget.sockets -= 1
            if not widget.sockets:
                del self._open[key]
                if widget.refresh is not None:
                    widget.refresh.cancel()

    def refresh_goals(self, channel_id: UUID) -> None:
        for widget in self._open.values():
            if widget.channel_id == channel_id and isinstance(widget.settings, GoalWidget):
                self._mark_stale(widget, GOAL_SECONDS)

    def refresh(self, widget_id: UUID, seconds: float) -> None:
        """Sends the state again to the widget's pages, at most once in this many seconds."""
        for widget in self._open.values():
            if widget.widget_id == widget_id:
                self._mark_stale(widget, seconds)

    def _mark_stale(self, widget: _OpenWidget, seconds: float) -> None:
        widget.is_stale = True
        if widget.refresh is None:
            work = self._send_changes(widget, seconds)
            widget.refresh = self._tasks.start(work, name=f"widget_state:{widget.widget_id}")

    async def _repeat(self, widget: _OpenWidget, seconds: float) -> None:
        while True:
            await asyncio.sleep(seconds)
            await self._send_until_done(widget.widget_id)

    async def _send_changes(self, widget: _OpenWidget, seconds: float) -> None:
        """Sends the state at once, and again after some seconds if it has changed since."""
        try:
            while widget.is_stale:
                widget.is_stale = False
                await self._send_until_done(widget.widget_id)
                await asyncio.sleep(seconds)
        finally:
            widget.refresh = None

    async def _send_until_done(self, widget_id: UUID) -> None:
        """Sends the state, and tries again after a failure: the page would otherwise keep showing an old state."""
        failures = 0
        while True:
            try:
                return await self._send_state(widget_id)
            except Exception:
                log.exception("widget_state_not_sent", widget=str(widget_id))
            failures += 1
            await asyncio.sleep(retry_seconds(failures))
