"""Writes or deletes many quotes at once, for channel files and imports."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import MAX_ENTRIES, record_change, record_many
from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import search_text
from greenroom.features.quotes.schemas import QuoteIn
from greenroom.features.quotes.service import COLUMNS, QUOTES, entry_of, reserve_numbers
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices

NUMBERS_PER_QUERY = 500
EDITED_COLUMNS = ("text", "quoted_name", "provider", "category", "search")
CHANGED_BY_COLUMNS = ("updated_at", "updated_by")
NEW_COLUMNS = ("id", "channel_id", "number", "revision", "created_at", "created_by")
_insert = BulkInsert(Quote, (*NEW_COLUMNS, *CHANGED_BY_COLUMNS, "said_at", *EDITED_COLUMNS))
_update = BulkUpdate(
    Quote,
    ("id", *CHANGED_BY_COLUMNS, "said_at", *EDITED_COLUMNS),
    keys=("id",),
    change=", ".join(
        (
            *(f"{name} = given.{name}" for name in (*CHANGED_BY_COLUMNS, "said_at", *EDITED_COLUMNS)),
            "revision = quotes.revision + 1",
            # With another date the quote no longer belongs to its stream.
            *(
                f"{name} = CASE WHEN quotes.said_at = given.said_at THEN quotes.{name} END"
                for name in ("stream_id", "stream_offset_seconds")
            ),
        )
    ),
)


class PreparedQuote(Struct, frozen=True):
    """Column values of a quote, computed before the transaction starts."""

    # None: the quote gets the next number.
    number: int | None
    # None: a stored quote keeps its date, and a new quote gets the current time.
    said_at: datetime | None
    # Values of EDITED_COLUMNS.
    values: tuple[str, ...]
    # Id of a new quote; unused if an existing quote is replaced.
    new_id: UUID

    @classmethod
    def of(cls, number: int | None, fields: QuoteIn) -> "PreparedQuote":
        search = search_text(fields.text, fields.quoted_name, fields.category)
        values = (fields.text, fields.quoted_name, fields.provider or "", fields.category, search)
        return cls(number, fields.said_at, values, new_id())


async def write_quotes(session: AsyncSession, channel_id: UUID, quotes: Sequence[PreparedQuote], by: ChangedBy) -> None:
    """Replaces quotes with the same numbers and adds new quotes; quotes without a number get the next numbers."""
    if not quotes:
        return
    await QUOTES.lock(session, channel_id)
    existing = await _find_existing(session, channel_id, [quote.number for quote in quotes if quote.number is not None])
    ids = [existing[quote.number][0] if quote.number in existing else quote.new_id for quote in quotes]
    before = await _few_entries(session, ids)
    signed = (by.at, by.signature)
    changed = [(*existing[quote.number], quote) for quote in quotes if quote.number in existing]
    async for part in slices(changed):
        rows = [(row_id, *signed, quote.said_at or said_at, *quote.values) for row_id, said_at, quote in part]
        await _update.run(session, rows)
    await _add(session, channel_id, [quote for quote in quotes if quote.number not in existing], by)
    await _record(session, channel_id, by, ids, before)
    QUOTES.announce(session, channel_id)


async def _few_entries(session: AsyncSession, ids: Sequence[UUID]) -> dict[UUID, JsonObject]:
    """Fields of the quotes by id, for the audit log; empty if there are too many to record each quote."""
    if len(ids) > MAX_ENTRIES:
        return {}
    rows = await session.execute(select(Quote.id, *COLUMNS).where(Quote.id.in_(ids)))
    return {row.id: entry_of(row) for row in rows}


async def _record(
    session: AsyncSession, channel_id: UUID, by: ChangedBy, ids: Sequence[UUID], before: Mapping[UUID, JsonObject]
) -> None:
    if len(ids) > MAX_ENTRIES:
        record_many(session, channel_id, by, section="quotes", what="quotes", count=len(ids))
        return
    after = await _few_entries(session, ids)
    for row_id in ids:
        old, new = before.get(row_id), after.get(row_id)
        number = str((new or old or {}).get("number", ""))
        record_change(session, channel_id, by, section="quotes", item=number, title=f"#{number}", old=old, new=new)


async def _find_existing(
    session: AsyncSession, channel_id: UUID, numbers: Sequence[int]
) -> dict[int | None, tuple[UUID, datetime]]:
    """Id and `said_at` of the stored quotes with these numbers, by number."""
    found: dict[int | None, tuple[UUID, datetime]] = {}
    async for part in slices(numbers, NUMBERS_PER_QUERY):
        rows = await session.execute(
            select(Quote.number, Quote.id, Quote.said_at).where(Quote.channel_id == channel_id, Quote.number.in_(part))
        )
        found |= {number: (row_id, said_at) for number, row_id, said_at in rows}
    return found


async def _add(session: AsyncSession, channel_id: UUID, new: Sequence[PreparedQuote], by: ChangedBy) -> None:
    """Adds quotes without a number, or whose number is free."""
    if not new:
        return
    last_number = await reserve_numbers(session, channel_id, max((quote.number or 0 for quote in new), default=0))
    await QUOTES.check_room(session, channel_id, len(new))
    signed = (by.at, by.signature)
    async for part in slices(new):
        rows: list[tuple[object, ...]] = []
        for quote in part:
            last_number += quote.number is None
            number = last_number if quote.number is None else quote.number
            rows.append((quote.new_id, channel_id, number, 1, *signed, *signed, quote.said_at or by.at, *quote.values))
        await _insert.run(session, rows)
    await reserve_numbers(session, channel_id, last_number)


async def remove_quotes(session: AsyncSession, channel_id: UUID, numbers: Sequence[int], by: ChangedBy) -> None:
    """Deletes the quotes with these numbers; ignores unknown numbers."""
    await QUOTES.lock(session, channel_id)
    existing = await _find_existing(session, channel_id, numbers)
    ids = [row_id for row_id, _ in existing.values()]
    before = await _few_entries(session, ids)
    async for part in slices(numbers, NUMBERS_PER_QUERY):
        await session.execute(delete(Quote).where(Quote.channel_id == channel_id, Quote.number.in_(part)))
    await _record(session, channel_id, by, ids, before)
    if numbers:
        QUOTES.announce(session, channel_id)
