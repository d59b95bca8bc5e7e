from datetime import datetime
from typing import Annotated
from uuid import UUID

from pydantic import BeforeValidator

from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.channel_file.entry_limits import MAX_QUOTE_LINE_LENGTH
from greenroom.channel_file.lists.rows import AuthoredOut
from greenroom.features.quotes.rules import MAX_TEXT_LENGTH, clean_quote
from greenroom.kernel.schema import Schema, StrictSchema
from greenroom.kernel.text import Limited, optional_line_of
from greenroom.kernel.timestamps import Timestamp

MAX_QUOTES = 20_000
DEFAULT_PER_PAGE = 50
MAX_SEARCH_LENGTH = 200

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


def _none_if_empty(provider: str) -> str | None:
    return provider or None


class PublicQuote(Schema):
    # Permanent; the number of a deleted quote is never reused.
    number: int
    text: str
    quoted_name: str
    provider: Annotated[str | None, BeforeValidator(_none_if_empty)]
    category: str
    said_at: datetime


class QuoteOut(AuthoredOut, PublicQuote):
    # The platform's id of the stream; None if the channel was not live, or the date was entered by hand.
    stream_id: str | None
    # Time since the start of the stream; None as for `stream_id`, or if the start is unknown.
    stream_offset_seconds: int | None


class QuotesOut(Schema):
    """Highest number first."""

    records: list[QuoteOut]
    cursor: str | None
    # Number of quotes on all pages.
    total: int


class QuoteSettings(StrictSchema):
    # Whether the public page shows the quotes.
    is_public: bool


class PublicQuotesChannel(Schema):
    id: UUID
    display_name: str


class PublicQuotes(Schema):
    """Highest number first."""

    channel: PublicQuotesChannel
    records: list[PublicQuote]
    cursor: str | None
    total: int
