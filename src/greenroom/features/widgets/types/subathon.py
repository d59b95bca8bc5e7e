from typing import Annotated

from greenroom.features.widgets.types.countdown import CLASSES, LOOK, START, CountdownWidget, Length, Seconds
from greenroom.features.widgets.types.fields import Platforms, seconds_field
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import DurationField
from greenroom.forms.settings import Section


class SubathonWidget(CountdownWidget):
    """A countdown that each activity prolongs once, even if its platform reports it again."""

    seconds: Length = 3_600
    providers: Platforms = []
    seconds_per_follow: Annotated[Seconds, seconds_field("Per follow")] = 0
    # Whatever it costs.
    seconds_per_sub: Annotated[Seconds, seconds_field("Per sub", "Also memberships and each gifted sub.")] = 300
    # Added for each US dollar of value of everything that is neither a follow nor a sub; fractions count.
    seconds_per_dollar: Annotated[Seconds, seconds_field("Per US dollar", "Bits, Super Chats, gifts and tips.")] = 60
    # Activities never raise the time left above this; 0 stands for one year.
    max_seconds: Annotated[Seconds, DurationField("Longest time", "0:00 means no limit.")] = 0


TYPE = WidgetType(
    name="subathon",
    label="Subathon",
    about="A countdown that subs and tips make longer.",
    settings=SubathonWidget,
    width=480,
    height=240,
    classes=(*CLASSES, "countdown-added"),
    sections=(
        Section("Subathon", "Where it starts and what it says.", START),
        Section(
            "Added time",
            "How much each event makes it longer.",
            ("providers", "seconds_per_sub", "seconds_per_dollar", "seconds_per_follow", "max_seconds"),
        ),
        LOOK,
    ),
    tests={"last_seconds": "Last seconds", "added": "Time added"},
)
