from typing import Annotated

from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.fields import Colour
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import ColourField, SwitchField
from greenroom.forms.settings import Section

MAX_WINNERS = 10


class GiveawayWidget(DataWidget):
    """The current giveaway: how to enter, how many viewers entered, and who won."""

    has_count: Annotated[bool, SwitchField("Number of viewers")] = True
    colour: Annotated[Colour, ColourField("Colour of keyword and names")] = "#3ddc97"

    def query(self) -> WidgetDataQuery:
        return WidgetDataQuery(limit=MAX_WINNERS)


TYPE = WidgetType(
    name="giveaway",
    label="Giveaway",
    about="How to enter the giveaway, and who won.",
    settings=GiveawayWidget,
    width=400,
    height=200,
    classes=(
        "giveaway",
        "giveaway-title",
        "giveaway-entry",
        "giveaway-keyword",
        "giveaway-count",
        "giveaway-winner",
        "giveaway-platform",
        "giveaway-name",
    ),
    sections=(
        Section(
            "Giveaway",
            "The open giveaway and its winners; it is hidden while there is none.",
            (
                "title",
                "has_count",
            ),
        ),
        Section(
            "Look",
            "How it looks on stream.",
            (
                "text_size",
                "colour",
                "background_percent",
            ),
        ),
    ),
    tests={"winner": "Winner"},
)
