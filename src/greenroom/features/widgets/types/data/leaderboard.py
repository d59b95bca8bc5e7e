from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.fields import Colour
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import ColourField, NumberField, SwitchField
from greenroom.forms.settings import Section

MAX_ROWS = 20


class LeaderboardWidget(DataWidget):
    """The viewers with the most points."""

    max_rows: Annotated[int, Field(ge=1, le=MAX_ROWS), NumberField("Viewers", look="slider")] = 5
    has_avatars: Annotated[bool, SwitchField("Pictures of viewers")] = True
    colour: Annotated[Colour, ColourField("Colour of points")] = "#3ddc97"

    def query(self) -> WidgetDataQuery:
        # The page shows only `max_rows`; when staff raise that in the editor, the preview has the other rows already.
        return WidgetDataQuery(limit=MAX_ROWS)


TYPE = WidgetType(
    name="leaderboard",
    label="Leaderboard",
    about="The viewers with the most points.",
    settings=LeaderboardWidget,
    width=400,
    height=320,
    classes=(
        "leaderboard",
        "leaderboard-title",
        "leaderboard-row",
        "leaderboard-rank",
        "leaderboard-avatar",
        "leaderboard-platform",
        "leaderboard-name",
        "leaderboard-points",
    ),
    sections=(
        Section(
            "Leaderboard",
            "Who has the most points; it follows every change within seconds.",
            (
                "title",
                "max_rows",
                "has_avatars",
            ),
        ),
        Section(
            "Look",
            "How the list looks on stream.",
            (
                "text_size",
                "colour",
                "background_percent",
            ),
        ),
    ),
    tests={"points": "Points"},
)
