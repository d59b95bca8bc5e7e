"""What a viewer has earned, and won or lost with bets, since midnight in the channel's time zone."""

from collections import Counter
from collections.abc import Collection
from datetime import datetime
from uuid import UUID
from zoneinfo import ZoneInfo

from msgspec import Struct
from sqlalchemy import func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.access.service import open_channel
from greenroom.features.points.ledger.balances import holding_account
from greenroom.features.points.ledger.ledger import EARNED, AccountKey, Reason
from greenroom.features.points.ledger.models import PointAccount, PointEntry

BETS = frozenset({Reason.BET, Reason.WON})


class DayTotals(Struct, frozen=True):
    earned: int = 0
    # Negative if more was lost than won.
    bets: int = 0


async def read_day_totals(session: AsyncSession, channel_id: UUID, viewer: AccountKey, now: datetime) -> DayTotals:
    """The totals of the viewer and all linked accounts together."""
    holder = await holding_account(session, channel_id, viewer)
    if holder is None:
        return DayTotals()
    zone = ZoneInfo((await open_channel(session, channel_id)).time_zone)
    midnight = now.astimezone(zone).replace(hour=0, minute=0, second=0, microsecond=0)
    of_person = or_(PointAccount.id == holder.id, PointAccount.held_by_id == holder.id)
    totals = Counter[str]()
    for account_id in await session.scalars(select(PointAccount.id).where(of_person)):
        totals.update(await _by_reason(session, account_id, midnight))
    return DayTotals(_sum(totals, EARNED), _sum(totals, BETS))


async def _by_reason(session: AsyncSession, account_id: int, since: datetime) -> dict[str, int]:
    """Sums of the account's entries by reason; an undoing entry counts under the reason of the entry that it undoes."""
    # Reads backwards to the last entry before `since`: a filter by time would read all entries of the account.
    of_account = PointEntry.account_id == account_id
    earlier = select(PointEntry.id).where(of_account, PointEntry.created_at < since)
    last = await session.scalar(earlier.order_by(PointEntry.id.desc()).limit(1)) or 0
    undone = aliased(PointEntry)
    reason = func.coalesce(undone.reason, PointEntry.reason)
    rows = await session.execute(
        select(reason, func.sum(PointEntry.delta))
        .join(undone, undone.id == PointEntry.undoes_id, isouter=True)
        .where(of_account, PointEntry.id > last)
        .group_by(reason)
    )
    # PostgreSQL returns a Decimal.
    return {name: int(total) for name, total in rows}


def _sum(totals: Counter[str], reasons: Collection[Reason]) -> int:
    return sum(totals[reason] for reason in reasons)
