from typing import Annotated

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.features.widgets.types.countdown import CLASSES, MAX_SECONDS, CountdownWidget, Seconds
from greenroom.features.widgets.types.kind import WidgetType


class SubathonWidget(CountdownWidget):
    """A countdown that each activity prolongs once, even if its platform reports it again."""

    seconds: Annotated[int, Field(ge=1, le=MAX_SECONDS)] = 3_600
    # Empty means all platforms.
    providers: StreamProviders = []
    # Added for each follow.
    seconds_per_follow: Seconds = 0
    # Added for each sub, membership or gifted sub, whatever it costs.
    seconds_per_sub: Seconds = 300
    # Added for each US dollar of value of everything that is neither a follow nor a sub; fractions count.
    seconds_per_dollar: Seconds = 60
    # Activities never raise the time left above this; 0 stands for one year.
    max_seconds: Seconds = 0


TYPE = WidgetType(
    name="subathon",
    label="Subathon",
    settings=SubathonWidget,
    width=480,
    height=240,
    classes=(*CLASSES, "countdown-added"),
    tests=("last_seconds", "added"),
)
