"""Publishes the sources of a widget when they change; changes at the same time are published together."""

from uuid import UUID

from greenroom.features.widgets.sources import publish_sources
from greenroom.kernel.context import Kernel
from greenroom.kernel.tasks.background import BackgroundTasks


class SourceLists:
    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel
        # Widget whose list is being published → whether the list has changed since it was read.
        self._publishing: dict[UUID, bool] = {}
        self._tasks = BackgroundTasks()
        self.stop = self._tasks.stop

    def mark_changed(self, channel_id: UUID, widget_id: UUID) -> None:
        is_publishing = widget_id in self._publishing
        self._publishing[widget_id] = True
        if not is_publishing:
            self._tasks.start(self._publish(channel_id, widget_id), name=f"widget_sources:{widget_id}")

    async def _publish(self, channel_id: UUID, widget_id: UUID) -> None:
        try:
            while self._publishing[widget_id]:
                self._publishing[widget_id] = False
                async with self._kernel.database.write() as session:
                    await publish_sources(session, channel_id, widget_id, self._kernel.clock())
        finally:
            del self._publishing[widget_id]
