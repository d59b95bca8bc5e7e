"""Adds up the entries of a channel for its periods: each entry once, also after a crash and with two processes.

The period's position, which is the id of the last added entry, is written in the transaction that adds the entries,
while the points of the channel are locked. Entries are written under the same lock, so no lower id can appear later.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.ledger import lock_points
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.models import PeriodKind, PointEntry, PointPeriod, PointTotal
from greenroom.features.points.ledger.period_totals import Range, add_to_lines, add_to_totals, entry_id_before
from greenroom.features.points.periods.bounds import Bounds
from greenroom.features.points.periods.lines import LINE_OF_ENTRY
from greenroom.features.points.periods.reads import bounds_of
from greenroom.kernel.db.database import Database

# Maximum numbers of rows in one transaction: other changes of the channel's points wait until it ends.
ENTRIES_AT_ONCE = 2_500
TOTALS_AT_ONCE = 1_000


async def update_periods(session: AsyncSession, channel_id: UUID, current: Iterable[Bounds]) -> None:
    """Creates missing periods, and corrects periods of streams whose start or end has changed."""
    await lock_points(session, channel_id)
    rows = list(await session.scalars(select(PointPeriod).where(PointPeriod.channel_id == channel_id)))
    for bounds in current:
        known = next((row for row in rows if bounds.is_same(bounds_of(row))), None)
        if known is None:
            await _create(session, channel_id, bounds)
        elif bounds_of(known) != bounds:
            await _change_bounds(session, known, bounds)


async def _create(session: AsyncSession, channel_id: UUID, bounds: Bounds) -> None:
    session.add(
        PointPeriod(
            channel_id=channel_id,
            kind=bounds.kind,
            stream_id=bounds.stream_id,
            starts_at=bounds.starts_at,
            ends_at=bounds.ends_at,
            position=await entry_id_before(session, channel_id, bounds.starts_at),
            is_complete=False,
        )
    )


async def _change_bounds(session: AsyncSession, period: PointPeriod, bounds: Bounds) -> None:
    """Changes the bounds; adds entries that belong to the period now, and subtracts entries that no longer do."""
    await _add_between(session, period, bounds.starts_at, period.starts_at)
    if period.ends_at != bounds.ends_at:
        await _add_between(session, period, period.ends_at, bounds.ends_at)
    period.starts_at, period.ends_at = bounds.starts_at, bounds.ends_at


async def _add_between(
    session: AsyncSession, period: PointPeriod, since: datetime | None, until: datetime | None
) -> None:
    """Adds the entries from `since` to `until`, or subtracts them if `until` is earlier; None means no end."""
    is_reversed = since is None or (until is not None and until < since)
    first, last = (until, since) if is_reversed else (since, until)
    assert first is not None, "at least one of the moments is set"
    after = min(await entry_id_before(session, period.channel_id, first), period.position)
    entries = Range(period.channel_id, after, period.position, first, last, -1 if is_reversed else 1)
    await _add(session, period, entries)


async def _add(session: AsyncSession, period: PointPeriod, entries: Range) -> None:
    if period.kind == PeriodKind.DAY:
        await add_to_lines(session, period.id, entries, LINE_OF_ENTRY)
    else:
        await add_to_totals(session, period.id, entries)


async def add_next_entries(session: AsyncSession, channel_id: UUID, period_id: int) -> bool:
    """Adds the next ENTRIES_AT_ONCE entries to the period; True if there may be more."""
    await lock_points(session, channel_id)
    period = await session.get(PointPeriod, period_id)
    if period is None:
        return False
    entry_ids = await _next_ids(session, channel_id, period.position)
    count = len(entry_ids)
    if count:
        up_to = entry_ids[-1]
        await _add(session, period, Range(channel_id, period.position, up_to, period.starts_at, period.ends_at))
        period.position = up_to
    has_more = count == ENTRIES_AT_ONCE
    if not has_more and (count or not period.is_complete):
        period.is_complete = True
        announce_points(session, channel_id)
    return has_more


async def _next_ids(session: AsyncSession, channel_id: UUID, position: int) -> Sequence[int]:
    following = select(PointEntry.id).where(PointEntry.channel_id == channel_id, PointEntry.id > position)
    return list(await session.scalars(following.order_by(PointEntry.id).limit(ENTRIES_AT_ONCE)))


async def delete_period(database: Database, period_id: int) -> None:
    """Deletes a period that is no longer shown, in small transactions."""
    next_ids = select(PointTotal.account_id).where(PointTotal.period_id == period_id).limit(TOTALS_AT_ONCE)
    of_period = PointTotal.period_id == period_id
    has_more = True
    while has_more:
        async with database.write() as session:
            await session.execute(delete(PointTotal).where(of_period, PointTotal.account_id.in_(next_ids)))
            has_more = await session.scalar(select(func.count()).select_from(next_ids.limit(1).subquery())) == 1
    async with database.write() as session:
        await session.execute(delete(PointPeriod).where(PointPeriod.id == period_id))
