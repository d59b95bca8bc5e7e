"""What viewers earned in a period: sums of ledger entries, updated by a job.

An entry counts in the period in which it was made. An entry that undoes another entry counts in that entry's period,
so undone points are in no total. The caller has locked the points of the channel.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import (
    BigInteger,
    ColumnElement,
    FromClause,
    Select,
    SQLColumnExpression,
    case,
    cast,
    delete,
    func,
    literal,
    null,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.chat.messages.viewer_rows import ERASED
from greenroom.features.points.ledger.ledger import EARNED
from greenroom.features.points.ledger.models import PointAccount, PointEntry, PointLineSum, PointPeriod, PointTotal
from greenroom.kernel.db.database import Table, insert_into

UNDONE = aliased(PointEntry)
# Time, reason and note of an entry, or of the entry that it undoes.
EARNED_AT: ColumnElement[datetime] = func.coalesce(UNDONE.created_at, PointEntry.created_at)
EARNED_BY: ColumnElement[str] = func.coalesce(UNDONE.reason, PointEntry.reason)
EARNED_FOR: ColumnElement[str] = func.coalesce(UNDONE.note, PointEntry.note)
# How many entries too early the result of `entry_id_before` may be; more precision is not worth another query.
NEAR_ENOUGH = 1_000
# Of two concurrent transactions, the one with the later time can have the lower ids.
SLACK = timedelta(minutes=10)


class Range(Struct, frozen=True):
    """Entries of a channel between two ids, earned from `since` to `until` (None: no end)."""

    channel_id: UUID
    after_id: int
    up_to_id: int
    since: datetime
    until: datetime | None
    # 1 adds the points to the totals, -1 subtracts them.
    sign: int = 1


async def add_to_totals(session: AsyncSession, period_id: int, entries: Range) -> None:
    """Adds what each account earned to its total, or to the person's total if the account is linked."""
    earned = _sums(entries, PointEntry.source_id).subquery()
    account_id, points = earned.c.key, earned.c.points
    of_source = earned.join(PointAccount, PointAccount.id == account_id)
    # Erasing a viewer deletes the totals; entries that were not added up before must not create them again.
    is_kept = ~PointAccount.viewer_id.startswith(ERASED)
    ranked = case((PointAccount.held_by_id.is_(null()), points), else_=literal(0))
    own = select(literal(period_id), account_id, points, ranked).select_from(of_source).where(is_kept)
    await _add(session, PointTotal, ("period_id", "account_id", "earned", "total"), own)
    held = (
        select(literal(period_id), PointAccount.held_by_id, literal(0), _whole(func.sum(points)))
        .select_from(of_source)
        .where(is_kept, PointAccount.held_by_id.is_not(null()))
        .group_by(PointAccount.held_by_id)
    )
    await _add(session, PointTotal, ("period_id", "account_id", "earned", "total"), held)


async def add_to_lines(session: AsyncSession, period_id: int, entries: Range, line: SQLColumnExpression[str]) -> None:
    """Adds what all viewers together earned by each point setting; `line` is SQL for an entry's setting, or empty."""
    earned = _sums(entries, line).subquery()
    added = select(literal(period_id), earned.c.key, earned.c.points).where(earned.c.key != "")
    await _add(session, PointLineSum, ("period_id", "line", "earned"), added)


def _sums(entries: Range, key: SQLColumnExpression[int] | SQLColumnExpression[str]) -> Select[Any, int]:
    here: ColumnElement[bool] = PointEntry.channel_id == entries.channel_id
    here &= (PointEntry.id > entries.after_id) & (PointEntry.id <= entries.up_to_id)
    here &= EARNED_BY.in_([reason.value for reason in EARNED]) & (entries.since <= EARNED_AT)
    if entries.until is not None:
        here &= entries.until > EARNED_AT
    key = key.label("key")
    points = _whole(func.sum(PointEntry.delta) * entries.sign).label("points")
    undone = PointEntry.undoes_id == UNDONE.id
    return select(key, points).join(UNDONE, undone, isouter=True).where(here).group_by(key)


def _whole(total: ColumnElement[int]) -> ColumnElement[int]:
    """Casts a sum, which is a decimal number in PostgreSQL."""
    return cast(total, BigInteger)


async def _add(
    session: AsyncSession, table: type[Table], names: tuple[str, ...], rows: Select[*tuple[Any, ...]]
) -> None:
    """Inserts the rows; if a row exists, adds to its columns that are not part of the key."""
    keys = [column.name for column in table.__table__.primary_key]
    insert = insert_into(table, session).from_select([*names], rows)
    changed = {name: table.__table__.c[name] + insert.excluded[name] for name in names if name not in keys}
    await session.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))


async def recompute_totals(
    session: AsyncSession, channel_id: UUID, account_ids: Collection[int], holder_ids: Collection[int]
) -> None:
    """Recomputes the totals of accounts whose links changed, and of the old and new holders of their points."""
    of_channel = PointTotal.period_id.in_(select(PointPeriod.id).where(PointPeriod.channel_id == channel_id))
    is_held = select(PointAccount.held_by_id).where(PointAccount.id == PointTotal.account_id).scalar_subquery()
    ranked = case((is_held.is_(null()), PointTotal.earned), else_=literal(0))
    of_accounts = of_channel & PointTotal.account_id.in_(account_ids)
    quiet = {"synchronize_session": False}
    await session.execute(update(PointTotal).where(of_accounts).values(total=ranked), execution_options=quiet)
    of_holders = of_channel & PointTotal.account_id.in_(holder_ids)
    await session.execute(delete(PointTotal).where(of_holders), execution_options=quiet)
    held: FromClause = PointTotal.__table__.join(PointAccount.__table__, PointAccount.id == PointTotal.account_id)
    sums = (
        select(PointTotal.period_id, PointAccount.held_by_id, literal(0), _whole(func.sum(PointTotal.earned)))
        .select_from(held)
        .where(of_channel, PointAccount.held_by_id.in_(holder_ids))
        .group_by(PointTotal.period_id, PointAccount.held_by_id)
    )
    await _add(session, PointTotal, ("period_id", "account_id", "earned", "total"), sums)


async def newest_entry(session: AsyncSession, channel_id: UUID) -> int:
    return await session.scalar(select(func.max(PointEntry.id)).where(PointEntry.channel_id == channel_id)) or 0


async def entry_id_before(session: AsyncSession, channel_id: UUID, moment: datetime) -> int:
    """The id of an entry shortly before the moment: entries since the moment have higher ids. 0 if there is none.

    No index has the times. Ids grow with time, so the id is found by bisection.
    """
    low, high = 0, await newest_entry(session, channel_id)
    while high - low > NEAR_ENOUGH:
        middle = (low + high) // 2
        row = await _first_after(session, channel_id, middle)
        if row is None or row[1] >= moment - SLACK:
            high = middle
        else:
            low = row[0]
    return low


async def _first_after(session: AsyncSession, channel_id: UUID, entry_id: int) -> tuple[int, datetime] | None:
    found = select(PointEntry.id, PointEntry.created_at).where(
        PointEntry.channel_id == channel_id, PointEntry.id > entry_id
    )
    row = (await session.execute(found.order_by(PointEntry.id).limit(1))).first()
    return None if row is None else (row[0], row[1])
