from typing import Annotated

from pydantic import AfterValidator, Field

from greenroom.features.widgets.types.fields import Align, Colour, Percent, TextSize
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.text import check_storable

MAX_TEXT_LENGTH = 1_500


class TextWidget(StrictSchema):
    """A text with the variables of responses, except those that need a caller or change something."""

    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH), AfterValidator(check_storable)] = ""
    # How often the variables are evaluated.
    refresh_seconds: Annotated[int, Field(ge=5, le=3_600)] = 30
    text_size: TextSize = 40
    colour: Colour = "#ffffff"
    align: Align = "left"
    background_percent: Percent = 0


TYPE = WidgetType(
    name="text", label="Text", settings=TextWidget, width=800, height=200, classes=("text",), tests=("text",)
)
