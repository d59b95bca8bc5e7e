from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.types.fields import Background, TextSize, Title
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import DurationField, TextField
from greenroom.forms.settings import EditedSettings, Section

MAX_SECONDS = 365 * 86_400

Seconds = Annotated[int, Field(ge=0, le=MAX_SECONDS)]
Length = Annotated[int, Field(ge=1, le=MAX_SECONDS), DurationField("Length", "Used when it is reset.")]
START = ("title", "seconds", "finished_text")
LOOK = Section("Look", "How the time looks on stream.", ("text_size", "background_percent"))
CLASSES = ("countdown", "countdown-title", "countdown-time", "countdown-finished")


class CountdownWidget(EditedSettings):
    """A time that runs down to zero; staff start, stop, reset and move it."""

    title: Title = ""
    # Shown instead of the time.
    finished_text: Annotated[Title, TextField("Text at the end")] = ""
    # The time from which it starts.
    seconds: Length = 300
    text_size: TextSize = 64
    background_percent: Background = 86


TYPE = WidgetType(
    name="countdown",
    label="Countdown",
    about="Counts down to your start or the end of a break.",
    settings=CountdownWidget,
    width=480,
    height=240,
    classes=CLASSES,
    sections=(Section("Countdown", "Where it starts and what it says.", START), LOOK),
    tests={"last_seconds": "Last seconds"},
)
