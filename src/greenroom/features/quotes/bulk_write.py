"""Many quotes at once, as a file or another bot brings them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.quotes.models import Quote
from greenroom.features.quotes.rules import search_text
from greenroom.features.quotes.schemas import MAX_QUOTES, QuoteIn
from greenroom.features.quotes.service import TooManyQuotes, announce_change, count_quotes, lock_quotes, reserve_numbers
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.ids import new_id
from greenroom.kernel.tasks.cooperative import slices

# Numbers that one question may carry.
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
            # Another moment is not that of the stream any more.
            *(
                f"{name} = CASE WHEN quotes.said_at = given.said_at THEN quotes.{name} END"
                for name in ("stream_id", "stream_offset_seconds")
            ),
        )
    ),
)


@dataclass(frozen=True, slots=True)
class PreparedQuote:
    """A quote as it is stored, but for who has written it; all of it worked out before the database is asked."""

    # None: the next one.
    number: int | None
    # None: as it was, or now.
    said_at: datetime | None
    # As in EDITED_COLUMNS.
    values: tuple[str, ...]
    # Its own if there is none that it replaces.
    new_id: UUID

    @classmethod
    def of(cls, number: int | None, given: QuoteIn) -> "PreparedQuote":
        search = search_text(given.text, given.quoted_name, given.category)
        values = (given.text, given.quoted_name, given.provider or "", given.category, search)
        return cls(number, given.said_at, values, new_id())


async def write_quotes(
    session: AsyncSession, channel_id: UUID, several: Sequence[PreparedQuote], hand: ChangedBy
) -> None:
    """Each replaces the one that has its number, or is new; those without one get the next."""
    if not several:
        return
    await lock_quotes(session, channel_id)
    there = await _existing(session, channel_id, [one.number for one in several if one.number is not None])
    signed = (hand.at, hand.signature)
    old = [(*there[one.number], one) for one in several if one.number in there]
    async for some in slices(old):
        rows = [(row_id, *signed, one.said_at or said_at, *one.values) for row_id, said_at, one in some]
        await _update.run(session, rows)
    await _add(session, channel_id, [one for one in several if one.number not in there], hand)
    announce_change(session, channel_id)


async def _existing(
    session: AsyncSession, channel_id: UUID, numbers: Sequence[int]
) -> dict[int | None, tuple[UUID, datetime]]:
    found: dict[int | None, tuple[UUID, datetime]] = {}
    async for some in slices(numbers, NUMBERS_PER_QUERY):
        rows = await session.execute(
            select(Quote.number, Quote.id, Quote.said_at).where(Quote.channel_id == channel_id, Quote.number.in_(some))
        )
        found |= {number: (row_id, said_at) for number, row_id, said_at in rows}
    return found


async def _add(session: AsyncSession, channel_id: UUID, new: Sequence[PreparedQuote], hand: ChangedBy) -> None:
    """Those that come with a number keep it, which nobody has."""
    if not new:
        return
    following = await reserve_numbers(session, channel_id, max((one.number or 0 for one in new), default=0))
    if await count_quotes(session, channel_id) + len(new) > MAX_QUOTES:
        raise TooManyQuotes
    signed = (hand.at, hand.signature)
    async for some in slices(new):
        rows: list[tuple[object, ...]] = []
        for one in some:
            following += one.number is None
            number = following if one.number is None else one.number
            rows.append((one.new_id, channel_id, number, 1, *signed, *signed, one.said_at or hand.at, *one.values))
        await _insert.run(session, rows)
    await reserve_numbers(session, channel_id, following)


async def remove_quotes(session: AsyncSession, channel_id: UUID, numbers: Sequence[int]) -> None:
    """A number that nobody has is passed over."""
    await lock_quotes(session, channel_id)
    async for some in slices(numbers, NUMBERS_PER_QUERY):
        await session.execute(delete(Quote).where(Quote.channel_id == channel_id, Quote.number.in_(some)))
    if numbers:
        announce_change(session, channel_id)
