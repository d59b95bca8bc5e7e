from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.accounts.topics import channel_topic
from greenroom.features.widgets.css import MAX_BYTES, check_css
from greenroom.features.widgets.types.countdown import MAX_SECONDS
from greenroom.features.widgets.types.registry import TYPES
from greenroom.forms.settings import SectionOut
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, check_storable, line_of

MAX_NAME_LENGTH = 100
MAX_TYPE_LENGTH = 20
MAX_WIDGETS = 100

widgets_topic = channel_topic("widgets")


def _check_type(name: str) -> str:
    if name not in TYPES:
        raise ValueError(f"must be one of {', '.join(TYPES)}")
    return name


TypeName = Annotated[str, Field(max_length=MAX_TYPE_LENGTH), AfterValidator(_check_type)]
Css = Annotated[str, AfterValidator(check_storable), Limited(MAX_BYTES, check_css)]


class WidgetChange(StrictSchema):
    name: Annotated[str, line_of(MAX_NAME_LENGTH)]
    # Settings of the widget's type, as in docs/widgets.md; missing ones get their defaults.
    settings: dict[str, object] = {}
    css: Css = ""


class WidgetIn(WidgetChange):
    type: TypeName
    enabled: bool = True


class WidgetOut(Schema):
    id: UUID
    name: str
    type: str
    # While a widget is disabled, its sources stay connected and show nothing.
    enabled: bool
    settings: dict[str, object]
    css: str
    # The last four characters of the key.
    key_end: str
    rotated_at: datetime
    # Number of browser sources that show it now.
    sources: int
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class WidgetsOut(Schema):
    """Oldest first; a channel has at most 100."""

    records: list[WidgetOut]


class WidgetKey(Schema):
    key: str
    # Path of the browser source: `/widget/{id}#key={key}`.
    path: str


class WidgetTypeOut(Schema):
    name: str
    label: str
    about: str
    # Suggested size of the browser source, in pixels.
    width: int
    height: int
    # Settings of a new widget.
    defaults: dict[str, object]
    classes: list[str]
    # Values of `name` for `POST /widgets/{widget_id}/test`.
    tests: list[str]
    # Labels of the tests that are no kind of activity.
    test_labels: dict[str, str]
    # The fields of `settings`.
    sections: list[SectionOut]


class WidgetTypesOut(Schema):
    records: list[WidgetTypeOut]


class WidgetsChanged(Schema):
    """Widgets were created, changed or deleted."""

    type: Literal["widgets_changed"] = "widgets_changed"


class SourceOut(Schema):
    """A browser source that shows the widget now."""

    id: UUID
    # Program and system, such as "OBS on Windows".
    client: str
    # Pixels.
    width: int
    height: int
    connected_at: datetime


class SourcesOut(Schema):
    records: list[SourceOut]


class SourcesChanged(Schema):
    type: Literal["widget_sources_changed"] = "widget_sources_changed"
    widget_id: UUID
    sources: Annotated[list[SourceOut], Field(description="All of the widget's sources.")]


class WidgetSwitch(StrictSchema):
    enabled: bool


class WidgetTest(StrictSchema):
    # One of the type's tests.
    name: Annotated[str, Field(max_length=30)]


class CountdownChange(StrictSchema):
    action: Literal["start", "stop", "reset", "add"]
    # Only for `add`; may be negative.
    seconds: Annotated[int, Field(ge=-MAX_SECONDS, le=MAX_SECONDS)] = 0


class CountdownOut(Schema):
    left_ms: int
    is_running: bool
    # None while it is stopped.
    ends_at: datetime | None


class QueuedAlertOut(Schema):
    id: UUID
    # The first of the activities that the alert shows.
    activity_id: UUID | None
    kind: str
    provider: str
    # Empty for anonymous viewers.
    name: str
    # Such as "$5.00"; empty without an amount.
    amount: str
    count: int
    # Number of activities that the alert shows together.
    merged: int
    message: str
    queued_at: datetime
    # None while it waits.
    started_at: datetime | None


class AlertQueueOut(Schema):
    is_paused: bool
    playing: QueuedAlertOut | None
    # At most 100, in the order in which they will be shown.
    waiting: list[QueuedAlertOut]
    # Alerts left out because the queue was full, since it was last cleared.
    dropped: int


class AlertQueueChanged(Schema):
    """An alert was queued, began or ended, or staff skipped, paused, cleared or replayed."""

    type: Literal["alert_queue_changed"] = "alert_queue_changed"
    widget_id: UUID
    queue: AlertQueueOut


class AlertsPaused(StrictSchema):
    is_paused: bool
