from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from greenroom.activity.models import Activity
from greenroom.chat.protocol.events import MICROS, ActivityKind
from greenroom.features.widgets.countdowns import MS, Prolongation
from greenroom.features.widgets.types.countdown import CLASSES, MAX_SECONDS, CountdownWidget, Seconds, read_state
from greenroom.features.widgets.types.kind import WidgetType
from greenroom.tenancy.stream_platforms import StreamProviders

GIFTS = frozenset({ActivityKind.GIFT, ActivityKind.GIFT_BOMB, ActivityKind.MEMBERSHIP_GIFT})
SUBS = GIFTS | {ActivityKind.SUB, ActivityKind.RESUB, ActivityKind.MEMBERSHIP, ActivityKind.MILESTONE}


class SubathonWidget(CountdownWidget):
    """A countdown that activities prolong: each once, also if its platform reports it again."""

    seconds: Annotated[int, Field(ge=1, le=MAX_SECONDS)] = 3_600
    # Empty means all platforms.
    providers: StreamProviders = []
    # Added for each follow, and for each sub, membership or gifted sub, whatever it costs.
    seconds_per_follow: Seconds = 0
    seconds_per_sub: Seconds = 300
    # Added for each US dollar of value of everything that is neither a follow nor a sub; fractions count.
    seconds_per_dollar: Seconds = 60
    # It never shows more than this; 0 means no limit.
    max_seconds: Seconds = 0


def prolongation(activities: Sequence[Activity], settings: SubathonWidget) -> Prolongation:
    added = {activity.id: _added_ms(activity, settings) for activity in activities}
    return Prolongation(added, settings.seconds, settings.max_seconds)


def _added_ms(activity: Activity, settings: SubathonWidget) -> int:
    if settings.providers and activity.provider not in settings.providers:
        return 0
    if activity.kind == ActivityKind.FOLLOW:
        return settings.seconds_per_follow * MS
    if activity.kind in SUBS:
        # A membership that was given has no value: its giver's gift counts.
        subs = activity.count if activity.kind in GIFTS else min(activity.value, 1)
        return subs * settings.seconds_per_sub * MS
    return activity.value * settings.seconds_per_dollar * MS // MICROS


TYPE = WidgetType(
    name="subathon",
    label="Subathon",
    settings=SubathonWidget,
    width=480,
    height=240,
    classes=(*CLASSES, "countdown-added"),
    read_state=read_state,
    tests=("last_seconds", "added"),
)
