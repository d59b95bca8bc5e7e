from typing import Any, cast
from uuid import UUID

import msgspec
from sqlalchemy import ColumnElement, Row, and_, case, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import ChannelNotFound, open_channel
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.channel_file.lists.row_list import RowList
from greenroom.channel_file.lists.rows import shown_as
from greenroom.channel_file.settings_section import record_settings
from greenroom.features.quotes.models import Quote, QuoteBook
from greenroom.features.quotes.rules import QuoteQuery, cursor_of, number_of_cursor, offset_in, parse_query, search_text
from greenroom.features.quotes.schemas import (
    MAX_QUOTES,
    PublicQuote,
    PublicQuotes,
    PublicQuotesChannel,
    QuoteIn,
    QuoteOut,
    QuoteSettings,
    QuotesOut,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock, insert_into

# Key and title in the channel's file.
SETTINGS_SECTION = ("quote_settings", "Quote settings")

# The columns of a row that is passed to `entry_of`.
COLUMNS = (Quote.number, Quote.text, Quote.quoted_name, Quote.provider, Quote.category, Quote.said_at)


async def list_quotes(session: AsyncSession, channel_id: UUID, q: str, cursor: str | None, limit: int) -> QuotesOut:
    """A page of quotes, highest number first; quotes that are added meanwhile do not shift the next page."""
    conditions = matching(channel_id, parse_query(q))
    total = await session.scalar(select(func.count()).select_from(Quote).where(*conditions)) or 0
    if cursor is not None:
        conditions = (*conditions, Quote.number < number_of_cursor(cursor))
    found = await session.scalars(select(Quote).where(*conditions).order_by(Quote.number.desc()).limit(limit + 1))
    rows = list(found)
    end = cursor_of(rows[limit - 1].number) if len(rows) > limit else None
    return QuotesOut(records=[shown_as(QuoteOut, row) for row in rows[:limit]], cursor=end, total=total)


def matching(channel_id: UUID, query: QuoteQuery) -> tuple[ColumnElement[bool], ...]:
    of_channel = Quote.channel_id == channel_id
    words = [Quote.search.contains(word, autoescape=True) for word in query.words]
    if query.number is None:
        return (of_channel, *words)
    is_numbered = Quote.number == query.number
    return of_channel, or_(is_numbered, and_(*words)) if words else is_numbered


async def find_number(session: AsyncSession, channel_id: UUID, number: int, *, to_change: bool = False) -> Quote | None:
    found = select(Quote).where(Quote.channel_id == channel_id, Quote.number == number)
    if to_change:
        await QUOTES.lock(session, channel_id)
        found = found.with_for_update()
    return await session.scalar(found)


async def find_random(session: AsyncSession, channel_id: UUID, query: QuoteQuery) -> Quote | None:
    conditions = matching(channel_id, query)
    return await session.scalar(select(Quote).where(*conditions).order_by(func.random()).limit(1))


async def add_quote(
    session: AsyncSession, channel_id: UUID, fields: QuoteIn, by: ChangedBy, *, connection_id: UUID | None = None
) -> Quote:
    """Adds a quote; one without a date gets the current time and the current stream."""
    row = Quote(channel_id=channel_id, said_at=by.at)
    if fields.said_at is None:
        await _set_stream(session, row, fields.provider, connection_id)
    return await QUOTES.create(session, channel_id, fields, by, row)


def entry_of(row: Quote | Row[*tuple[Any, ...]]) -> JsonObject:
    """The quote as in the channel's file; built without QuoteEntry, whose validation takes ten times as long."""
    return {
        "text": row.text,
        "quoted_name": row.quoted_name,
        "provider": row.provider or None,
        "category": row.category,
        "said_at": cast("str", msgspec.to_builtins(row.said_at)),
        "number": row.number,
    }


async def _set_number(session: AsyncSession, row: Quote, _: ChangedBy) -> None:
    # Advanced in one statement, so that concurrent writers wait for each other.
    row.number = await _advance_number(session, row.channel_id, 1, QuoteBook.last_number + 1)


async def reserve_numbers(session: AsyncSession, channel_id: UUID, number: int) -> int:
    """Reserves all numbers up to this one; returns the highest reserved number."""
    highest = case((QuoteBook.last_number > number, QuoteBook.last_number), else_=number)
    return await _advance_number(session, channel_id, number, highest)


async def _advance_number(session: AsyncSession, channel_id: UUID, first: int, following: ColumnElement[int]) -> int:
    """Sets the last number to `following`, or to `first` if the channel had none; returns it."""
    new = insert_into(QuoteBook, session).values(channel_id=channel_id, last_number=first, is_public=True)
    statement = new.on_conflict_do_update(index_elements=[QuoteBook.channel_id], set_={"last_number": following})
    last = await session.scalar(statement.returning(QuoteBook.last_number))
    assert last is not None
    return last


async def _set_stream(session: AsyncSession, row: Quote, provider: str | None, connection_id: UUID | None) -> None:
    live = select(ChannelProvider).where(ChannelProvider.channel_id == row.channel_id, ChannelProvider.is_live)
    if connection_id is not None:
        live = live.where(ChannelProvider.id == connection_id)
    elif provider is not None:
        live = live.where(ChannelProvider.provider == provider)
    found = await session.scalar(live.order_by(ChannelProvider.live_since, ChannelProvider.id).limit(1))
    if found is not None:
        row.stream_id, row.stream_offset_seconds = found.live_stream_id, offset_in(found.live_since, row.said_at)


async def _apply(_: AsyncSession, row: Quote, fields: QuoteIn, __: ChangedBy) -> None:
    row.text, row.quoted_name, row.category = fields.text, fields.quoted_name, fields.category
    row.provider = fields.provider or ""
    if fields.said_at is not None and fields.said_at != row.said_at:
        # With another date the quote no longer belongs to its stream.
        row.said_at, row.stream_id, row.stream_offset_seconds = fields.said_at, None, None
    row.search = search_text(fields.text, fields.quoted_name, fields.category)


QUOTES = RowList(
    Quote,
    QuoteIn,
    QuoteOut,
    one="quote",
    many="quotes",
    limit=MAX_QUOTES,
    read=Permission.QUOTES_READ,
    manage=Permission.QUOTES_MANAGE,
    begin=_set_number,
    apply=_apply,
    entry=entry_of,
)


async def get_settings(session: AsyncSession, channel_id: UUID) -> QuoteSettings:
    is_public = await session.scalar(select(QuoteBook.is_public).where(QuoteBook.channel_id == channel_id))
    return QuoteSettings(is_public=is_public is None or is_public)


async def change_settings(
    session: AsyncSession, channel_id: UUID, settings: QuoteSettings, by: ChangedBy
) -> QuoteSettings:
    await advisory_lock(session, f"quote_settings:{channel_id}")
    record_settings(session, channel_id, by, SETTINGS_SECTION, await get_settings(session, channel_id), settings)
    new = insert_into(QuoteBook, session).values(channel_id=channel_id, last_number=0, is_public=settings.is_public)
    update = {"is_public": settings.is_public}
    await session.execute(new.on_conflict_do_update(index_elements=[QuoteBook.channel_id], set_=update))
    QUOTES.announce(session, channel_id)
    return settings


async def list_public(session: AsyncSession, channel_id: UUID, q: str, cursor: str | None, limit: int) -> PublicQuotes:
    """A page of public quotes; private quotes give the same error as an unknown channel."""
    channel = await open_channel(session, channel_id)
    if not (await get_settings(session, channel_id)).is_public:
        raise ChannelNotFound
    page = await list_quotes(session, channel_id, q, cursor, limit)
    return PublicQuotes(
        channel=PublicQuotesChannel(id=channel.id, display_name=channel.display_name),
        records=[shown_as(PublicQuote, one) for one in page.records],
        cursor=page.cursor,
        total=page.total,
    )
