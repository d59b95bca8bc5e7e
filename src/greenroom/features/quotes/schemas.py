from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from greenroom.features.quotes.rules import MAX_TEXT_LENGTH, clean_quote
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, optional_line_of
from greenroom.kernel.timestamps import Timestamp
from greenroom.portable.entry_limits import MAX_QUOTE_LINE_LENGTH
from greenroom.tenancy.stream_platforms import StreamProvider
from greenroom.tenancy.topics import channel_topic

MAX_QUOTES = 20_000
MAX_PER_PAGE = 100
DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 200

quotes_topic = channel_topic("quotes")


ShortLine = Annotated[str, optional_line_of(MAX_QUOTE_LINE_LENGTH)]


class QuoteIn(StrictSchema):
    text: Annotated[str, Limited(MAX_TEXT_LENGTH, clean_quote)]
    # Who said it.
    quoted_name: ShortLine = ""
    # Platform on which it was said.
    provider: StreamProvider | None = None
    # The game, or any other label.
    category: ShortLine = ""
    # If left out, a new quote gets the current time, and a stored quote keeps its date.
    said_at: Timestamp | None = None


class QuoteOut(Schema):
    id: UUID
    # Permanent; the number of a deleted quote is never reused.
    number: int
    text: str
    quoted_name: str
    provider: str | None
    category: str
    said_at: datetime
    # The platform's id of the stream; None if the channel was not live, or the date was entered by hand.
    stream_id: str | None
    # Time since the start of the stream; None as for `stream_id`, or if the start is unknown.
    stream_offset_seconds: int | None
    created_at: datetime
    created_by: str
    updated_at: datetime
    updated_by: str
    revision: int


class QuotesOut(Schema):
    """Highest number first."""

    records: list[QuoteOut]
    cursor: str | None
    # Number of quotes on all pages.
    total: int


class QuoteSettings(StrictSchema):
    # Whether the public page shows the quotes.
    is_public: bool


class PublicQuote(Schema):
    number: int
    text: str
    quoted_name: str
    provider: str | None
    category: str
    said_at: datetime


class PublicQuotesChannel(Schema):
    id: UUID
    display_name: str


class PublicQuotes(Schema):
    """Highest number first."""

    channel: PublicQuotesChannel
    records: list[PublicQuote]
    cursor: str | None
    total: int


class QuotesChanged(Schema):
    """Quotes were added, edited or deleted, or their visibility changed."""

    type: Literal["quotes_changed"] = "quotes_changed"
