"""Reads balances, the leaderboard and a viewer's entries."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute, aliased

from greenroom.features.points.ledger.ledger import AccountKey
from greenroom.features.points.ledger.models import PointAccount, PointEntry, PointTotal


class Standing(Struct, frozen=True):
    """An account on the leaderboard."""

    id: int
    account: AccountKey
    # The points by which the account is ranked.
    balance: int


async def balance_of(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> int:
    """Points that the viewer can spend, including points of linked accounts."""
    account = await holding_account(session, channel_id, viewer)
    return 0 if account is None else account.balance


async def holding_account(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> PointAccount | None:
    """The account that holds the viewer's points; None if the viewer never had points."""
    own = aliased(PointAccount)
    is_holder = PointAccount.id == func.coalesce(own.held_by_id, own.id)
    return await session.scalar(
        select(PointAccount)
        .join(own, is_holder)
        .where(own.channel_id == channel_id, own.provider == viewer[0], own.viewer_id == viewer[1])
    )


class Ranking(Struct, frozen=True):
    """What accounts are ranked by: their balance, or with `period_id` what they earned in that period."""

    channel_id: UUID
    period_id: int | None = None

    @property
    def points(self) -> InstrumentedAttribute[int]:
        return PointAccount.balance if self.period_id is None else PointTotal.total

    @property
    def account_id(self) -> InstrumentedAttribute[int]:
        return PointAccount.id if self.period_id is None else PointTotal.account_id

    def rows(self) -> ColumnElement[bool]:
        """Condition for the ranked rows: accounts of the channel, or totals of the period."""
        if self.period_id is None:
            return PointAccount.channel_id == self.channel_id
        return PointTotal.period_id == self.period_id


async def leaderboard(
    session: AsyncSession, ranking: Ranking, limit: int, after: tuple[int, int] | None = None
) -> Sequence[Standing]:
    """The accounts with the most points; `after` has the points and the id of the last account that was read."""
    points, account_id = ranking.points, ranking.account_id
    here = and_(ranking.rows(), points > 0)
    if after is not None:
        last_points, last_id = after
        # Without the first condition SQLite reads the index from its beginning.
        here &= points <= last_points
        here &= or_(points < last_points, account_id < last_id)
    found = select(PointAccount.id, PointAccount.provider, PointAccount.viewer_id, points)
    if ranking.period_id is not None:
        found = found.join(PointTotal, PointTotal.account_id == PointAccount.id)
    rows = await session.execute(found.where(here).order_by(points.desc(), account_id.desc()).limit(limit))
    return [Standing(row_id, (provider, viewer_id), balance) for row_id, provider, viewer_id, balance in rows]


async def rank_of(session: AsyncSession, channel_id: UUID, balance: int) -> int:
    """The rank of a balance; 1 is the highest."""
    higher = select(func.count()).where(PointAccount.channel_id == channel_id, PointAccount.balance > balance)
    return 1 + (await session.scalar(higher) or 0)


async def entries_of(
    session: AsyncSession, account_id: int, limit: int, before: int | None = None
) -> Sequence[PointEntry]:
    """The account's entries, newest first."""
    here = PointEntry.account_id == account_id
    if before is not None:
        here &= PointEntry.id < before
    return list(await session.scalars(select(PointEntry).where(here).order_by(PointEntry.id.desc()).limit(limit)))
