from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from pydantic import AfterValidator, Field

from greenroom.features.points.ledger.ledger import Reason
from greenroom.features.points.ledger.models import MAX_NOTE_LENGTH, MAX_POINT_NAME_LENGTH
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.features.points.ledger.settings import PointSettings
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import check_storable, clean_line, line_of, name_key

MAX_EARNED = 1_000_000
MAX_MULTIPLIER = 100
MAX_IGNORED = 500
MAX_VIEWER_NAME_LENGTH = 100
DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 100
# Limit of the database column.
MAX_ENTRY_ID = 2**63 - 1
DEFAULTS = PointSettings()


def _clean_name(name: str) -> str:
    return name_key(clean_line(name.strip().removeprefix("@"), MAX_VIEWER_NAME_LENGTH))


PointName = Annotated[str, line_of(MAX_POINT_NAME_LENGTH)]
Earned = Annotated[int, Field(ge=0, le=MAX_EARNED)]
IgnoredName = Annotated[str, Field(max_length=1_000), AfterValidator(_clean_name)]
ViewerId = Annotated[str, Field(min_length=1, max_length=100), AfterValidator(check_storable)]


class PointSettingsFields(StrictSchema):
    """Fields left out get their default."""

    enabled: bool = DEFAULTS.enabled
    name_singular: PointName = DEFAULTS.name_singular
    name_plural: PointName = DEFAULTS.name_plural
    # For each minute watched; subscribers get it times `sub_multiplier`.
    per_minute: Earned = DEFAULTS.per_minute
    sub_multiplier: Annotated[int, Field(ge=1, le=MAX_MULTIPLIER)] = DEFAULTS.sub_multiplier
    per_message: Earned = DEFAULTS.per_message
    per_sub: Earned = DEFAULTS.per_sub
    # For 100 bits, or other payments worth the same.
    per_100_bits: Earned = DEFAULTS.per_100_bits
    per_follow: Earned = DEFAULTS.per_follow
    # In lower case. These viewers earn nothing.
    ignored_names: Annotated[list[IgnoredName], Field(max_length=MAX_IGNORED)] = sorted(DEFAULTS.ignored_names)
    # Whether viewers can give points to each other.
    transfer: bool = DEFAULTS.transfer
    # Whether everyone with the link can see the leaderboard.
    public_leaderboard: bool = DEFAULTS.public_leaderboard


class PointAccountOut(Schema):
    """An account of a viewer; an unknown name is replaced by the viewer id."""

    provider: str
    provider_viewer_id: str
    login: str
    name: str
    avatar_url: str
    colour: str


class StandingOut(Schema):
    # 1 for the highest balance; equal balances have the same rank.
    rank: int
    # For a period: the points earned in it.
    balance: int
    # All linked accounts, the most recent writer first; never empty.
    accounts: list[PointAccountOut]


# month: since the first of the month in the channel's time zone; stream: in the newest stream.
RankedPeriod = Literal["all", "month", "stream"]


class LeaderboardPeriod(Schema):
    # None if there was no stream yet.
    starts_at: datetime | None
    # None while the stream is live.
    ends_at: datetime | None
    # False while older entries are still being added up: viewers may be missing.
    is_complete: bool


class LeaderboardPage(Schema):
    records: list[StandingOut]
    # None at the end, and for a search.
    cursor: str | None
    # None for all time.
    period: LeaderboardPeriod | None


class EarnedToday(Schema):
    """Points that all viewers together earned since midnight in the channel's time zone, by source."""

    watching: int = 0
    messages: int = 0
    subs: int = 0
    payments: int = 0
    follows: int = 0


class PublicLeaderboardChannel(Schema):
    id: UUID
    display_name: str


class PublicStanding(Schema):
    """A row of the public leaderboard, without viewer ids."""

    rank: int
    balance: int
    name: str
    # Platforms of all linked accounts.
    providers: list[str]


class PublicLeaderboard(Schema):
    channel: PublicLeaderboardChannel
    # Plural name of the points.
    points_name: str
    # The 100 highest balances.
    records: list[PublicStanding]


class BalanceOut(Schema):
    balance: int
    # None if the balance is 0.
    rank: int | None
    # Since midnight in the channel's time zone.
    earned_today: int
    # Won less lost with bets since midnight; negative if more was lost.
    bets_today: int
    # This account and the accounts linked to it.
    accounts: list[PointAccountOut]


class PointEntryOut(Schema):
    id: int
    delta: int
    # Balance of the account, or of all linked accounts together, after this entry.
    balance: int
    reason: Reason
    # What the entry is for, such as `activity:…`; None if nothing identifies it, as for a change by staff.
    reference: str | None
    note: str
    # The staff member, or caller of a chat command, who made the entry; empty if Greenroom made it.
    actor_name: str
    # The account that gained or paid.
    provider: str
    provider_viewer_id: str
    created_at: datetime
    # Id of the entry that this entry undoes.
    undoes_id: int | None
    # Id of the entry that undid this entry.
    undone_by_id: int | None
    can_undo: bool


class PointEntriesPage(Schema):
    """Newest first; `cursor` leads to older entries, None at the end."""

    records: list[PointEntryOut]
    cursor: str | None


class AdjustIn(StrictSchema):
    change: Literal["add", "take", "set"]
    amount: Annotated[int, Field(ge=0, le=MAX_BALANCE)]
    # Why; shown in the viewer's history.
    note: Annotated[str, line_of(MAX_NOTE_LENGTH)]


class UndoneOut(Schema):
    # Balance after the opposite entry.
    balance: int


class PointSettingsChanged(Schema):
    type: Literal["point_settings_changed"] = "point_settings_changed"
    settings: PointSettingsFields
