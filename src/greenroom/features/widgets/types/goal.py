from typing import Annotated, Literal

from pydantic import Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.values import MAX_NUMBER
from greenroom.features.widgets.types.fields import Colour, Kinds, Percent, TextSize, Title
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.kernel.schema import StrictSchema
from greenroom.kernel.timestamps import Timestamp

# Default of a new goal: most streamers expect it to count subs, each gifted sub included.
NEW_SUBS = (
    ActivityKind.SUB,
    ActivityKind.GIFT,
    ActivityKind.GIFT_BOMB,
    ActivityKind.MEMBERSHIP,
    ActivityKind.MEMBERSHIP_GIFT,
)


class GoalWidget(StrictSchema):
    """Progress towards a number of follows, subs or gifts, or towards a value."""

    title: Title = ""
    # What is counted: activities, their numbers (five gifted subs are five), or their value in whole US dollars.
    metric: Literal["activities", "count", "value"] = "count"
    # Empty means all kinds, likes too.
    kinds: Kinds = [*NEW_SUBS]
    # Empty means all platforms.
    providers: StreamProviders = []
    target: Annotated[int, Field(ge=1, le=MAX_NUMBER)] = 100
    # The number when the goal began, to which the count is added.
    start: Annotated[int, Field(ge=0, le=MAX_NUMBER)] = 0
    # Activities count from this time on; None means since the widget was created.
    since: Timestamp | None = None
    text_size: TextSize = 28
    colour: Colour = "#3ddc97"
    background_percent: Percent = 86


TYPE = WidgetType(
    name="goal",
    label="Goal",
    settings=GoalWidget,
    width=720,
    height=120,
    classes=("goal", "goal-title", "goal-number", "goal-bar", "goal-fill", "goal-reached"),
    feeds=frozenset({"activity"}),
    tests=("progress", "reached"),
)
