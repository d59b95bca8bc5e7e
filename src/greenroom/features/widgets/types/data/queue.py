from typing import Annotated
from uuid import UUID

from pydantic import Field

from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.fields import Colour
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import ColourField, EditorField, NumberField, SwitchField
from greenroom.forms.settings import Section

MAX_ROWS = 30


class QueueWidget(DataWidget):
    """Viewers of a queue: who plays, who is called, and who waits."""

    # None, or the id of a deleted queue, means the open queue, or else the oldest.
    queue_id: Annotated[UUID | None, EditorField("Queue", editor="queue")] = None
    max_rows: Annotated[int, Field(ge=1, le=MAX_ROWS), NumberField("Viewers", look="slider")] = 8
    hides_when_closed: Annotated[bool, SwitchField("Hide while the queue is closed")] = False
    colour: Annotated[Colour, ColourField("Colour of states")] = "#3ddc97"

    def query(self) -> WidgetDataQuery:
        # The page shows only `max_rows`; when staff raise that in the editor, the preview has the other rows already.
        return WidgetDataQuery(limit=MAX_ROWS, subject_id=self.queue_id)


TYPE = WidgetType(
    name="queue",
    label="Viewer queue",
    about="Who plays and who is next in your queue.",
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
    sections=(
        Section(
            "Queue",
            "Who plays, is called and waits. Of several open queues it is the oldest, unless you choose one.",
            (
                "queue_id",
                "title",
                "max_rows",
                "hides_when_closed",
            ),
        ),
        Section(
            "Look",
            "How the list looks on stream.",
            (
                "text_size",
                "colour",
                "background_percent",
            ),
        ),
    ),
    tests={"viewers_in_line": "Viewers in line"},
)
