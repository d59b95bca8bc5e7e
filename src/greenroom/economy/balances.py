"""Reads balances, the leaderboard and a viewer's entries."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.economy.ledger import AccountKey
from greenroom.economy.models import PointAccount, PointEntry


class Standing(Struct, frozen=True):
    """An account on the leaderboard."""

    id: int
    account: AccountKey
    balance: int


async def balance_of(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> int:
    """Points that the viewer can spend: with those of the linked accounts."""
    account = await holding_account(session, channel_id, viewer)
    return 0 if account is None else account.balance


async def holding_account(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> PointAccount | None:
    """The account that holds the viewer's points; None if there were never any."""
    own = aliased(PointAccount)
    is_holder = PointAccount.id == func.coalesce(own.held_by_id, own.id)
    return await session.scalar(
        select(PointAccount)
        .join(own, is_holder)
        .where(own.channel_id == channel_id, own.provider == viewer[0], own.viewer_id == viewer[1])
    )


async def leaderboard(
    session: AsyncSession, channel_id: UUID, limit: int, after: tuple[int, int] | None = None
) -> Sequence[Standing]:
    """The highest balances; `after` is the balance and the id of the last one that was read."""
    here: ColumnElement[bool] = and_(PointAccount.channel_id == channel_id, PointAccount.balance > 0)
    if after is not None:
        balance, account_id = after
        # Without the first condition SQLite reads the index from its beginning.
        here &= PointAccount.balance <= balance
        here &= or_(PointAccount.balance < balance, PointAccount.id < account_id)
    rows = await session.execute(
        select(PointAccount.id, PointAccount.provider, PointAccount.viewer_id, PointAccount.balance)
        .where(here)
        .order_by(PointAccount.balance.desc(), PointAccount.id.desc())
        .limit(limit)
    )
    return [Standing(account_id, (provider, viewer_id), balance) for account_id, provider, viewer_id, balance in rows]


async def rank_of(session: AsyncSession, channel_id: UUID, balance: int) -> int:
    """1 for the highest balance."""
    higher = select(func.count()).where(PointAccount.channel_id == channel_id, PointAccount.balance > balance)
    return 1 + (await session.scalar(higher) or 0)


async def entries_of(
    session: AsyncSession, account_id: int, limit: int, before: int | None = None
) -> Sequence[PointEntry]:
    """Newest first."""
    here = PointEntry.account_id == account_id
    if before is not None:
        here &= PointEntry.id < before
    return list(await session.scalars(select(PointEntry).where(here).order_by(PointEntry.id.desc()).limit(limit)))
