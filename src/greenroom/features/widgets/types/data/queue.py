from typing import Annotated
from uuid import UUID

from pydantic import Field

from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.kind import WidgetType

MAX_ROWS = 30


class QueueWidget(DataWidget):
    """Viewers of a queue: who plays, who is called, and who waits."""

    # None, or the id of a deleted queue, means the open queue, or else the oldest.
    queue_id: UUID | None = None
    max_rows: Annotated[int, Field(ge=1, le=MAX_ROWS)] = 8
    hides_when_closed: bool = False

    def query(self) -> WidgetDataQuery:
        # The page shows only `max_rows`; when staff raise that in the editor, the preview has the other rows already.
        return WidgetDataQuery(limit=MAX_ROWS, subject_id=self.queue_id)


TYPE = WidgetType(
    name="queue",
    label="Viewer queue",
    settings=QueueWidget,
    width=400,
    height=420,
    classes=(
        "queue",
        "queue-title",
        "queue-row",
        "queue-place",
        "queue-platform",
        "queue-name",
        "queue-state",
        "queue-more",
    ),
    tests=("viewers_in_line",),
)
