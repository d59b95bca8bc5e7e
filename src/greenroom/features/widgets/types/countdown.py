from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.countdowns import read_countdown, state_of
from greenroom.features.widgets.types.fields import Percent, TextSize, Title
from greenroom.features.widgets.types.kind import StateRequest, WidgetType
from greenroom.kernel.schema import StrictSchema

MAX_SECONDS = 365 * 86_400

Seconds = Annotated[int, Field(ge=0, le=MAX_SECONDS)]
CLASSES = ("countdown", "countdown-title", "countdown-time", "countdown-finished")


class CountdownWidget(StrictSchema):
    """Counts down to an instant that staff start, pause and move."""

    title: Title = ""
    # Shown at the end instead of the time.
    finished_text: Title = ""
    # The time from which it starts.
    seconds: Annotated[int, Field(ge=1, le=MAX_SECONDS)] = 300
    text_size: TextSize = 64
    background_percent: Percent = 86


async def read_state(request: StateRequest) -> dict[str, object]:
    """Of a subathon, too."""
    assert isinstance(request.settings, CountdownWidget)
    row = await read_countdown(request.session, request.widget_id, request.settings.seconds)
    return {"countdown": state_of(row, request.now)}


TYPE = WidgetType(
    name="countdown",
    label="Countdown",
    settings=CountdownWidget,
    width=480,
    height=240,
    classes=CLASSES,
    read_state=read_state,
    tests=("last_seconds",),
)
