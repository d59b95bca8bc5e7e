from datetime import datetime
from typing import Annotated, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator

from greenroom.accounts.access.rules import Role
from greenroom.accounts.topics import channel_topic
from greenroom.features.giveaways.rules import Eligibility, State
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, clean_line, line_of, optional_line_of
from greenroom.kernel.timestamps import Timestamp

MAX_TITLE_LENGTH = 100
MAX_PRIZE_LENGTH = 200
MAX_KEYWORD_LENGTH = 50
MAX_DAYS = 3_650
MAX_WEIGHT = 10
MAX_TICKETS = 100
MAX_WINNERS = 100
# Per channel, without archived giveaways.
MAX_GIVEAWAYS = 200
MAX_PER_PAGE = 200
DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 100
MIN_CLAIM_SECONDS = 10
MAX_CLAIM_SECONDS = 3_600

giveaways_topic = channel_topic("giveaways")

EntryMode = Literal["keyword", "command", "chatters"]
DrawStatus = Literal["waiting", "claimed", "missed", "passed_over", "replaced"]
EntryStatus = Literal["entered", "refused", "merged"]


def _keyword(text: str, max_length: int) -> str:
    if not text.strip():
        return ""
    word = clean_line(text, max_length)
    if len(word.split()) > 1:
        raise ValueError("must be one word")
    return word


def _claim(seconds: int) -> int:
    if seconds and seconds < MIN_CLAIM_SECONDS:
        raise ValueError(f"must be 0 or at least {MIN_CLAIM_SECONDS}")
    return seconds


Weight = Annotated[int, Field(ge=1, le=MAX_WEIGHT)]
Days = Annotated[int, Field(ge=0, le=MAX_DAYS)]


class GiveawayWeights(StrictSchema):
    """How many times a ticket counts, by the viewer's role; 1 for everyone else."""

    sub: Weight = 1
    vip: Weight = 1
    mod: Weight = 1

    def by_role(self) -> dict[Role, int]:
        return {Role.SUB: self.sub, Role.VIP: self.vip, Role.MOD: self.mod}


class GiveawayRules(StrictSchema):
    """The settings of a giveaway that the channel can have defaults for: all but title, prize, keyword and times."""

    entry: EntryMode = "keyword"
    # Points for one ticket.
    ticket_cost: Annotated[int, Field(ge=0, le=10**9)] = 0
    max_tickets: Annotated[int, Field(ge=1, le=MAX_TICKETS)] = 1
    min_level: Literal[0, 1, 2, 7] = 0
    follow_days: Days = 0
    account_days: Days = 0
    watch_minutes: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    min_messages: Annotated[int, Field(ge=0, le=1_000_000)] = 0
    excludes_staff: bool = True
    # Winners of other giveaways within this time cannot enter.
    past_winner_days: Days = 0
    weights: GiveawayWeights = Field(default_factory=GiveawayWeights)
    winners: Annotated[int, Field(ge=1, le=MAX_WINNERS)] = 1
    # 0: a winner need not answer.
    claim_seconds: Annotated[int, Field(ge=0, le=MAX_CLAIM_SECONDS), AfterValidator(_claim)] = 60
    # How often chat is reminded while the giveaway is open; 0 for never.
    reminder_minutes: Annotated[int, Field(ge=0, le=120)] = 5
    # Whether opening, reminders, closing and winners are posted in chat.
    announces: bool = True

    @model_validator(mode="after")
    def _chatters_pay_nothing(self) -> Self:
        if self.entry == "chatters" and (self.ticket_cost or self.max_tickets > 1):
            raise ValueError("Active chatters have one free ticket each")
        return self

    def eligibility(self) -> Eligibility:
        return Eligibility(
            self.min_level, self.watch_minutes, self.min_messages, self.excludes_staff, self.past_winner_days
        )

    @property
    def needs_checks(self) -> bool:
        """Whether the platforms are asked if a drawn viewer may win."""
        return bool(self.follow_days or self.account_days)


class GiveawaySettings(GiveawayRules):
    title: Annotated[str, line_of(MAX_TITLE_LENGTH)]
    # Empty: the title names the prize.
    prize: Annotated[str, optional_line_of(MAX_PRIZE_LENGTH)] = ""
    keyword: Annotated[str, Limited(MAX_KEYWORD_LENGTH, _keyword)] = ""

    @model_validator(mode="after")
    def _needs_a_keyword(self) -> Self:
        if self.entry == "keyword" and not self.keyword:
            raise ValueError("A giveaway that viewers enter by a keyword needs the keyword")
        return self

    @property
    def prize_text(self) -> str:
        """What there is to win, for chat."""
        return self.prize or self.title


class GiveawayIn(GiveawaySettings):
    # None: staff open the giveaway.
    opens_at: Timestamp | None = None
    # None: staff close the giveaway.
    closes_at: Timestamp | None = None

    @model_validator(mode="after")
    def _closes_after_it_opens(self) -> Self:
        if self.opens_at and self.closes_at and self.closes_at <= self.opens_at:
            raise ValueError("A giveaway must close after it opens")
        return self


class GiveawayDrawOut(Schema):
    """A drawn viewer."""

    id: UUID
    # 1 for the first draw.
    number: int
    counter: int
    ticket: int
    position: int
    provider: str
    viewer_id: str
    name: str
    # Tickets of the entry, multiplied by its weight.
    tickets: int
    level: int
    status: DrawStatus
    # Why the viewer was passed over, or that the check failed.
    reason: str
    drawn_at: datetime
    claim_until: datetime | None
    remind_at: datetime | None
    settled_at: datetime | None
    # Whether the viewer is banned now.
    is_banned: bool = False


class GiveawayOut(GiveawayIn):
    id: UUID
    state: State
    # Why the giveaway did not open on schedule; empty once it is opened or edited.
    opening_problem: str
    opened_at: datetime | None
    closed_at: datetime | None
    drawn_at: datetime | None
    commitment: str
    # Hash of the published list; empty before closing.
    entries_hash: str
    # Only after the draw.
    seed: str | None
    entry_count: int
    # Sum of tickets, each multiplied by its weight.
    ticket_count: int
    refused_count: int
    # Winners who have claimed the prize or can still claim it.
    winner_count: int
    revision: int
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str


class GiveawaysOut(Schema):
    """At most 400, newest first, archived ones last; at most 200 of a channel are not archived."""

    records: list[GiveawayOut]


class GiveawayMinuteOut(Schema):
    minute: datetime
    provider: str
    entries: int


class GiveawayDetails(GiveawayOut):
    draws: list[GiveawayDrawOut]
    # Only minutes with entries.
    minutes: list[GiveawayMinuteOut]


class GiveawayEntryOut(Schema):
    id: int
    provider: str
    viewer_id: str
    name: str
    level: int
    # Bought or free tickets, without the weight.
    tickets: int
    weight: int
    paid: int
    status: EntryStatus
    reason: str
    entered_at: datetime


class GiveawayEntriesOut(Schema):
    """In the order of entering."""

    records: list[GiveawayEntryOut]
    cursor: str | None
    # Number of entries on all pages.
    total: int


class PublicDraw(Schema):
    number: int
    counter: int
    ticket: int
    position: int
    provider: str
    name: str
    status: DrawStatus
    drawn_at: datetime


class PublicGiveaway(Schema):
    """The public page of a giveaway; from it and the published list of entries viewers can check the draw."""

    id: UUID
    channel_name: str
    title: str
    prize: str
    state: State
    entry: EntryMode
    keyword: str
    # In points; 0 if tickets are free.
    ticket_cost: int
    opened_at: datetime | None
    closes_at: datetime | None
    closed_at: datetime | None
    drawn_at: datetime | None
    entry_count: int
    ticket_count: int
    commitment: str
    entries_hash: str
    # Only after the draw.
    seed: str | None
    draws: list[PublicDraw]


class GiveawayChanged(Schema):
    """A giveaway was created, edited or deleted, or has another state or winner."""

    type: Literal["giveaway_changed"] = "giveaway_changed"
    giveaway_id: UUID


class GiveawayDefaultsChanged(Schema):
    """The rules that new giveaways begin with have changed."""

    type: Literal["giveaway_defaults_changed"] = "giveaway_defaults_changed"


class GiveawayCounted(Schema):
    """Viewers have entered or were refused."""

    type: Literal["giveaway_counted"] = "giveaway_counted"
    giveaway_id: UUID
    entry_count: int
    ticket_count: int
    refused_count: int
    # New entries by minute and platform.
    minutes: list[GiveawayMinuteOut]
