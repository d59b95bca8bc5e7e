from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.types.fields import Percent, TextSize, Title
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema

MAX_SECONDS = 365 * 86_400

Seconds = Annotated[int, Field(ge=0, le=MAX_SECONDS)]
CLASSES = ("countdown", "countdown-title", "countdown-time", "countdown-finished")


class CountdownWidget(StrictSchema):
    """A time that runs down to zero; staff start, stop, reset and move it."""

    title: Title = ""
    # Shown at the end instead of the time.
    finished_text: Title = ""
    # The time from which it starts.
    seconds: Annotated[int, Field(ge=1, le=MAX_SECONDS)] = 300
    text_size: TextSize = 64
    background_percent: Percent = 86


TYPE = WidgetType(
    name="countdown",
    label="Countdown",
    settings=CountdownWidget,
    width=480,
    height=240,
    classes=CLASSES,
    tests=("last_seconds",),
)
