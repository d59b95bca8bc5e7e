from typing import Annotated, Literal

from pydantic import Field

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.values import MAX_NUMBER
from greenroom.features.widgets.types.fields import Background, Colour, Kinds, Platforms, TextSize, Title
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.forms.fields import ActivityKindsField, Choice, ChoiceField, ColourField, MomentField, NumberField
from greenroom.forms.settings import EditedSettings, Section
from greenroom.kernel.timestamps import Timestamp

# Default of a new goal: most streamers expect it to count subs, each gifted sub included.
NEW_SUBS = (
    ActivityKind.SUB,
    ActivityKind.GIFT,
    ActivityKind.GIFT_BOMB,
    ActivityKind.MEMBERSHIP,
    ActivityKind.MEMBERSHIP_GIFT,
)


class GoalWidget(EditedSettings):
    """Progress towards a number of follows, subs or gifts, or towards a value."""

    title: Title = ""
    # What is counted: activities, their numbers (five gifted subs are five), or their value in whole US dollars.
    metric: Annotated[
        Literal["activities", "count", "value"],
        ChoiceField(
            "Count",
            choices=(
                Choice("count", "Amount"),
                Choice("activities", "Number of events"),
                Choice("value", "US dollars"),
            ),
        ),
    ] = "count"
    kinds: Annotated[
        Kinds,
        ActivityKindsField(
            "Events",
            "A new goal counts new subs and members, and every gifted one. "
            "With none chosen everything counts, likes too.",
        ),
    ] = [*NEW_SUBS]
    providers: Platforms = []
    target: Annotated[int, Field(ge=1, le=MAX_NUMBER), NumberField("Target")] = 100
    # The number when the goal began, to which the count is added.
    start: Annotated[int, Field(ge=0, le=MAX_NUMBER), NumberField("Start at", "What you had before.")] = 0
    since: Annotated[Timestamp | None, MomentField("Count from", "Empty: from when the widget was created.")] = None
    text_size: TextSize = 28
    colour: Annotated[Colour, ColourField("Bar colour")] = "#3ddc97"
    background_percent: Background = 86


TYPE = WidgetType(
    name="goal",
    label="Goal",
    about="A progress bar towards subs, followers or money.",
    settings=GoalWidget,
    width=720,
    height=120,
    classes=("goal", "goal-title", "goal-number", "goal-bar", "goal-fill", "goal-reached"),
    feeds=frozenset({"activity"}),
    sections=(
        Section(
            "Goal",
            "What you are collecting.",
            (
                "title",
                "metric",
                "kinds",
                "providers",
                "target",
                "start",
                "since",
            ),
        ),
        Section(
            "Look",
            "How the bar looks on stream.",
            (
                "colour",
                "text_size",
                "background_percent",
            ),
        ),
    ),
    tests={"progress": "Progress", "reached": "Goal reached"},
)
