from typing import Annotated

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.fields import STORED_KINDS, Kinds, Percent, TextSize, Title, Value
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema


class EventListWidget(StrictSchema):
    """The latest activities, the newest at the top."""

    title: Title = ""
    # Empty means all kinds.
    kinds: Kinds = []
    # Empty means all platforms.
    providers: StreamProviders = []
    # Activities below this value are not shown; millionths of a US dollar.
    minimum: Value = 0
    max_events: Annotated[int, Field(ge=1, le=50)] = 5
    text_size: TextSize = 24
    background_percent: Percent = 86


TYPE = WidgetType(
    name="event_list",
    label="Event list",
    settings=EventListWidget,
    width=400,
    height=480,
    classes=("events", "events-title", "event", "event-platform", "event-name", "event-detail"),
    feeds=frozenset({"activity"}),
    tests=tuple(kind.value for kind in STORED_KINDS),
)
