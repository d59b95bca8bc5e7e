from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.presentation import ActivityOut
from greenroom.features.activity.records.reports import NOT_STORED
from greenroom.features.activity.records.sizes import MINIMUMS
from greenroom.features.activity.records.values import DEFAULT_VALUES
from greenroom.kernel.schema import Schema, StrictSchema

DEFAULT_PER_PAGE = 50
MAX_SMALLER = 100
# In millionths of a US dollar: a million dollars for one unit.
MAX_VALUE = 10**12
STORED_KINDS = tuple(kind for kind in ActivityKind if kind not in NOT_STORED)


def _is_stored(kind: ActivityKind) -> ActivityKind:
    if kind in NOT_STORED:
        raise ValueError("is not stored")
    return kind


def _check_minimum(kind: str, minimum: int) -> None:
    allowed = MINIMUMS.get(kind)
    if allowed is None:
        raise ValueError(f"{kind[:30]!r} has no minimum")
    if minimum not in (0, *allowed):
        raise ValueError(f"The minimum of {kind!r} must be 0, {', '.join(map(str, allowed))}")


def _check_minimums(minimums: dict[str, int]) -> dict[str, int]:
    for kind, minimum in minimums.items():
        _check_minimum(kind, minimum)
    return minimums


def _check_minimum_text(text: str) -> str:
    kind, _, minimum = text.partition(":")
    _check_minimum(kind, int(minimum))
    return text


StoredKind = Annotated[ActivityKind, AfterValidator(_is_stored)]
# Such as `cheer:100`.
MinimumText = Annotated[str, Field(pattern=r"^[a-z_]{1,30}:[0-9]{1,9}$"), AfterValidator(_check_minimum_text)]


class FeedActivity(ActivityOut):
    # Whether the caller has acknowledged the activity.
    acknowledged: bool


class FeedPage(Schema):
    """Activities, newest first; `cursor` is None on the last page."""

    records: list[FeedActivity]
    cursor: str | None
    # Activities from the time of this page that only a minimum hides; the newest ones, at most `MAX_SMALLER`.
    smaller_ids: list[UUID]


class FeedSettings(StrictSchema):
    """The caller's settings of the feed."""

    hidden_kinds: Annotated[list[StoredKind], Field(max_length=len(STORED_KINDS))] = []
    # By kind: the smallest size that is shown, in months, subs, coins, viewers or US dollars.
    minimums: Annotated[dict[str, int], Field(max_length=len(MINIMUMS)), AfterValidator(_check_minimums)] = {}
    # Whether follows within ten minutes are shown as one row.
    group_follows: bool = True
    has_sound: bool = False
    volume: Annotated[int, Field(ge=0, le=100)] = 50


class AcknowledgeAll(StrictSchema):
    # The newest activity to acknowledge; all older ones are acknowledged too.
    up_to: UUID


class TestActivity(StrictSchema):
    provider: StreamProvider
    kind: StoredKind


class PlatformKinds(Schema):
    provider: str
    kinds: list[ActivityKind]


class PlatformKindsOut(Schema):
    """Kinds of activity that each platform reports."""

    records: list[PlatformKinds]


class ValueOut(Schema):
    """The worth of one unit of a currency, one coin, or one month of a sub or membership, in millionths of a dollar."""

    key: str
    value: int
    default: int


class ValuesOut(Schema):
    records: list[ValueOut]
    # Month of the default exchange rates, such as 2025-10.
    rates_of: str


def _check_keys(values: dict[str, int]) -> dict[str, int]:
    unknown = sorted(values.keys() - DEFAULT_VALUES.keys())
    if unknown:
        raise ValueError(f"has no entry {unknown[0][:20]!r}")
    return values


Values = Annotated[
    dict[str, Annotated[int, Field(ge=0, le=MAX_VALUE)]],
    Field(max_length=len(DEFAULT_VALUES)),
    AfterValidator(_check_keys),
]


class ValuesIn(StrictSchema):
    # By key; keys that are left out get their default.
    values: Values


class ActivityAcknowledged(Schema):
    """One person has seen an activity, or marked it as not seen."""

    type: Literal["activity_acknowledged"] = "activity_acknowledged"
    user_id: UUID
    activity_id: UUID
    acknowledged: bool


class ActivitiesAcknowledged(Schema):
    """One person has seen the activity `up_to` and all older ones."""

    type: Literal["activities_acknowledged"] = "activities_acknowledged"
    user_id: UUID
    up_to: UUID


class ActivitySettingsChanged(Schema):
    """One person changed how they see the feed."""

    type: Literal["activity_settings_changed"] = "activity_settings_changed"
    user_id: UUID
    settings: FeedSettings


class ActivityValuesChanged(Schema):
    """The channel changed what coins, months of a sub or currencies are worth; stored activities keep their value."""

    type: Literal["activity_values_changed"] = "activity_values_changed"
    values: ValuesOut
