from typing import Annotated

from pydantic import Field

from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.kind import WidgetType

MAX_ROWS = 20


class LeaderboardWidget(DataWidget):
    """The viewers with the most points."""

    max_rows: Annotated[int, Field(ge=1, le=MAX_ROWS)] = 5
    has_avatars: bool = True

    def query(self) -> WidgetDataQuery:
        # The page shows only `max_rows`; when staff raise that in the editor, the preview has the other rows already.
        return WidgetDataQuery(limit=MAX_ROWS)


TYPE = WidgetType(
    name="leaderboard",
    label="Leaderboard",
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
    tests=("points",),
)
