from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.types.fields import KIND_TESTS, Background, Kinds, Platforms, TextSize, Title, Value
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import DollarsField, NumberField
from greenroom.forms.settings import EditedSettings, Section


class EventListWidget(EditedSettings):
    """The latest activities, the newest at the top."""

    title: Title = ""
    kinds: Kinds = []
    providers: Platforms = []
    # Activities below this value are not shown.
    minimum: Annotated[Value, DollarsField("Minimum value", "In US dollars, all currencies compared.")] = 0
    max_events: Annotated[
        int, Field(ge=1, le=50), NumberField("Events at once", look="steps", unit="rows", unit_name="rows")
    ] = 5
    text_size: TextSize = 24
    background_percent: Background = 86


TYPE = WidgetType(
    name="event_list",
    label="Event list",
    about="The latest follows, subs, gifts and tips.",
    settings=EventListWidget,
    width=400,
    height=480,
    classes=("events", "events-title", "event", "event-platform", "event-name", "event-detail"),
    feeds=frozenset({"activity"}),
    sections=(
        Section(
            "Events",
            "Which events are listed.",
            (
                "title",
                "kinds",
                "providers",
                "minimum",
                "max_events",
            ),
        ),
        Section(
            "Look",
            "How the list looks on stream.",
            (
                "text_size",
                "background_percent",
            ),
        ),
    ),
    tests=KIND_TESTS,
)
