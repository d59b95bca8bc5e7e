from greenroom.features.widgets.types.data.settings import DataWidget
from greenroom.features.widgets.types.data.widget_data import WidgetDataQuery
from greenroom.features.widgets.types.kind import WidgetType

MAX_WINNERS = 10


class GiveawayWidget(DataWidget):
    """The current giveaway: how to enter, how many viewers entered, and who won."""

    has_count: bool = True

    def query(self) -> WidgetDataQuery:
        return WidgetDataQuery(limit=MAX_WINNERS)


TYPE = WidgetType(
    name="giveaway",
    label="Giveaway",
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
    tests=("winner",),
)
