"""Points of linked viewers: one account of the person holds them; an unlinked viewer gets a part back."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.ledger import (
    AccountKey,
    Accounts,
    EntryRow,
    LockedAccount,
    Movement,
    Reason,
    entry_row,
    lock_accounts,
    person_key,
    write_entries,
)
from greenroom.features.points.ledger.live import announce_points
from greenroom.features.points.ledger.models import PointAccount, PointEntry
from greenroom.features.points.ledger.period_totals import recompute_totals
from greenroom.features.points.ledger.rules import divide_balance


class Move(Struct, frozen=True):
    """A move of a viewer's part of the points from the account that holds it to another account."""

    viewer: LockedAccount
    to: LockedAccount
    reason: Reason


async def link_accounts(
    session: AsyncSession, channel_id: UUID, viewers: Iterable[AccountKey], person_id: UUID, now: datetime
) -> None:
    """Moves the points of these viewers to this person's account, also from persons they were linked to before."""
    accounts = await lock_accounts(session, channel_id, viewers, person_id)
    person = accounts.by_key[person_key(person_id)]
    joining = [viewer for viewer in accounts.viewers if viewer.held_by_id != person.id]
    await _move(session, channel_id, accounts, [Move(viewer, person, Reason.LINKED) for viewer in joining], now)
    old_holder_ids = {viewer.held_by_id for viewer in joining if viewer.held_by_id is not None}
    await _set_holder(session, joining, person.id)
    await recompute_totals(session, channel_id, _ids(joining), {person.id, *old_holder_ids})


async def unlink_accounts(
    session: AsyncSession, channel_id: UUID, viewers: Iterable[AccountKey], now: datetime
) -> None:
    """Moves each viewer's part of the person's points back to the viewer's own account."""
    accounts = await lock_accounts(session, channel_id, viewers)
    leaving = [viewer for viewer in accounts.viewers if viewer.held_by_id is not None]
    await _move(session, channel_id, accounts, [Move(viewer, viewer, Reason.UNLINKED) for viewer in leaving], now)
    old_holder_ids = {viewer.held_by_id for viewer in leaving if viewer.held_by_id is not None}
    await _set_holder(session, leaving, None)
    await recompute_totals(session, channel_id, _ids(leaving), old_holder_ids)


def _ids(viewers: Iterable[LockedAccount]) -> set[int]:
    return {viewer.id for viewer in viewers}


async def _move(
    session: AsyncSession, channel_id: UUID, accounts: Accounts, moves: Sequence[Move], now: datetime
) -> None:
    parts: dict[int, int] = {}
    for holder in {accounts.holder(move.viewer).id: accounts.holder(move.viewer) for move in moves}.values():
        parts |= await _parts(session, holder)
    entries: list[EntryRow] = []
    for move in moves:
        part = parts[move.viewer.id]
        if not part:
            continue
        for account, delta in ((accounts.holder(move.viewer), -part), (move.to, part)):
            balance = accounts.change(account, delta)
            movement = Movement(move.viewer.key, delta, move.reason)
            entries.append(entry_row(channel_id, account, move.viewer, movement, balance, now))
    await write_entries(session, accounts, entries)
    announce_points(session, channel_id)


async def _parts(session: AsyncSession, holder: LockedAccount) -> Mapping[int, int]:
    """Id of each linked account → its part of the holder's balance."""
    held = list(await session.scalars(select(PointAccount.id).where(PointAccount.held_by_id == holder.id)))
    if not held:
        return {holder.id: holder.balance}
    shares = await session.execute(
        select(PointEntry.source_id, func.sum(PointEntry.delta))
        .where(PointEntry.account_id == holder.id, PointEntry.source_id.in_(held))
        .group_by(PointEntry.source_id)
    )
    # PostgreSQL returns a Decimal.
    brought = {source_id: int(share) for source_id, share in shares}
    return divide_balance(holder.balance, {account_id: brought.get(account_id, 0) for account_id in held})


async def _set_holder(session: AsyncSession, viewers: Sequence[LockedAccount], holder_id: int | None) -> None:
    changed = PointAccount.id.in_(_ids(viewers))
    await session.execute(
        update(PointAccount).where(changed).values(held_by_id=holder_id).execution_options(synchronize_session=False)
    )
