from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

from pydantic import Field, StringConstraints

from greenroom.accounts.stream_platforms import StreamProvider, stream_providers
from greenroom.accounts.topics import channel_topic
from greenroom.chat.pipeline.explain import Span
from greenroom.features.filters.fields import ActionName, ViewerId
from greenroom.features.filters.types.banned_terms import MAX_TERMS, TermIn
from greenroom.features.filters.types.registry import FilterIn
from greenroom.forms.fields import SettingField
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import StorableText

MAX_BACKTEST_HOURS = 168
MAX_TEST_TEXT_LENGTH = 2_000
MAX_PERMIT_SECONDS = 3_600

filters_topic = channel_topic("filters")


class FilterTypeOut(Schema):
    """A filter type and what its editor needs."""

    type: str
    title: str
    tag: str
    description: str
    rule: str
    icon: str
    # The fields of `settings`, in the order of the editor.
    fields: list[SettingField]
    # A new filter of this type.
    defaults: dict[str, Any]
    # JSON schema of `settings`.
    settings_schema: dict[str, Any]


class EnabledIn(StrictSchema):
    enabled: bool


class OrderIn(StrictSchema):
    """All filters of the channel in the order they run."""

    filter_ids: Annotated[list[UUID], Field(max_length=1_000)]


class TermsIn(StrictSchema):
    terms: Annotated[list[TermIn], Field(max_length=MAX_TERMS)]


class TermsOut(Schema):
    records: list[TermIn]


class TermsSaved(Schema):
    """Number of saved terms and of merged duplicates; `duplicates` has the first hundred of these."""

    count: int
    merged: int
    duplicates: list[str]


class TestIn(StrictSchema):
    """A chat message to test a filter with."""

    filter: FilterIn
    # The saved filter whose terms are used if the request has none.
    filter_id: UUID | None = None
    text: Annotated[StorableText, StringConstraints(min_length=1, max_length=MAX_TEST_TEXT_LENGTH)]
    provider: StreamProvider = Field(default_factory=lambda: stream_providers()[0])
    level: Annotated[int, Field(ge=0, le=500)] = 0
    is_first: bool = False


class StepOut(Schema):
    action: ActionName
    seconds: int | None = None


class TestOut(Schema):
    caught: bool
    reason: str
    spans: list[Span]
    # Penalty of a first offence; None if the message passes.
    step: StepOut | None


class BacktestIn(StrictSchema):
    filter: FilterIn
    # The saved filter that `is_new` of each hit compares with; its terms are used if the request has none.
    filter_id: UUID | None = None
    hours: Annotated[int, Field(ge=1, le=MAX_BACKTEST_HOURS)] = 24


class BacktestHit(Schema):
    connection_id: UUID
    message_id: str
    provider: str
    provider_viewer_id: str
    viewer_name: str
    colour: str
    text: str
    sent_at: datetime
    reason: str
    spans: list[Span]
    step: StepOut
    # Number of messages of the viewer in this channel.
    message_count: int
    # Whether the viewer has written many messages here and has no penalty, apart from undone ones.
    is_regular: bool
    # Whether the saved filter `filter_id` does not catch the message; false without a saved filter.
    is_new: bool


class BacktestBucket(Schema):
    """Hits per platform in half an hour."""

    starts_at: datetime
    hits: dict[str, int]


class BacktestResult(Schema):
    messages: int
    hit_messages: int
    viewers: int
    hit_viewers: int
    # Viewers with hits who are regulars.
    regulars: int
    # Hits with `is_new`.
    new_messages: int
    buckets: list[BacktestBucket]
    # The newest 500, newest first.
    hits: list[BacktestHit]


class BacktestOut(Schema):
    id: UUID
    state: Literal["running", "done", "cancelled", "failed"]
    # Why the backtest failed; else empty.
    detail: str
    hours: int
    # Stored lines tested so far.
    seen: int
    # Stored lines to test.
    total: int
    created_at: datetime
    # Set when the backtest is done; never in live messages.
    result: BacktestResult | None = None


class FilterHitOut(Schema):
    id: UUID
    filter_id: UUID
    connection_id: UUID
    provider: str
    message_id: str
    provider_viewer_id: str
    viewer_name: str
    text: str
    reason: str
    spans: list[Span]
    step: StepOut
    is_shadow: bool
    created_at: datetime


class HitsOut(Schema):
    records: list[FilterHitOut]
    cursor: str | None


class PermitIn(StrictSchema):
    """Allows this viewer one message with links."""

    provider: StreamProvider
    provider_viewer_id: ViewerId
    # Default: `permit_seconds` of the channel's link filter, else 60.
    seconds: Annotated[int, Field(ge=1, le=MAX_PERMIT_SECONDS)] | None = None


class PermitOut(Schema):
    provider: str
    provider_viewer_id: str
    seconds: int
    expires_at: datetime


class StrikeOut(Schema):
    filter_id: UUID
    filter_name: str
    count: int
    expires_at: datetime


class FiltersChanged(Schema):
    """A filter or the order of filters has changed."""

    type: Literal["filters_changed"] = "filters_changed"


class FilterHitRecorded(Schema):
    type: Literal["hit"] = "hit"
    filter_id: UUID
    hits_today: int
    hit: FilterHitOut


class BacktestProgress(Schema):
    type: Literal["backtest"] = "backtest"
    backtest: BacktestOut
