from typing import Annotated

from pydantic import AfterValidator, Field

from greenroom.features.widgets.types.fields import Align, Background, Colour, TextSize, seconds_field
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import ColourField, TemplateField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.text import check_storable

MAX_TEXT_LENGTH = 1_500


class TextWidget(EditedSettings):
    """A text with the variables of responses, except those that need a caller or change something."""

    text: Annotated[str, Field(max_length=MAX_TEXT_LENGTH), AfterValidator(check_storable), TemplateField("Text")] = ""
    refresh_seconds: Annotated[int, Field(ge=5, le=3_600), seconds_field("Refresh every")] = 30
    text_size: TextSize = 40
    colour: Annotated[Colour, ColourField("Text colour")] = "#ffffff"
    align: Align = "left"
    background_percent: Background = 0


TYPE = WidgetType(
    name="text",
    label="Text",
    about="Your own line of text, with live values.",
    settings=TextWidget,
    width=800,
    height=200,
    classes=("text",),
    sections=(
        Section(
            "Text",
            "Variables such as $(getcount deaths) stay current.",
            (
                "text",
                "refresh_seconds",
            ),
        ),
        Section(
            "Look",
            "How the text looks on stream.",
            (
                "colour",
                "align",
                "text_size",
                "background_percent",
            ),
        ),
    ),
    tests={"text": "Text"},
)
