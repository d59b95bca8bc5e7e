"""Pages of the point entries of a viewer and of all linked accounts, also from before they were linked."""

from collections.abc import Collection, Mapping, Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.balances import entries_of, holding_account
from greenroom.features.points.ledger.ledger import NOT_UNDOABLE, AccountKey, Reason, undo_reference
from greenroom.features.points.ledger.models import PointAccount, PointEntry
from greenroom.features.points.schemas import PointEntriesPage, PointEntryOut
from greenroom.features.points.service import require_viewer
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid


async def list_entries(
    session: AsyncSession, channel_id: UUID, viewer: AccountKey, cursor: str | None, limit: int
) -> PointEntriesPage:
    await require_viewer(session, channel_id, viewer)
    accounts = await _account_ids(session, channel_id, viewer)
    before = None if cursor is None else _decode(cursor)
    # One query for each account: a single query would sort all entries of all accounts.
    found = [entry for account_id in accounts for entry in await entries_of(session, account_id, limit + 1, before)]
    newest = sorted(found, key=lambda entry: entry.id, reverse=True)
    page = newest[:limit]
    undone = await _undone_by(session, channel_id, [entry.id for entry in page])
    sources = await _account_keys(session, {entry.source_id for entry in page})
    return PointEntriesPage(
        records=[_entry_out(entry, sources[entry.source_id], undone.get(entry.id)) for entry in page],
        cursor=encode_cursor(str(page[-1].id)) if len(newest) > limit else None,
    )


def _decode(cursor: str) -> int:
    (entry_id,) = decode_cursor(cursor, 1)
    if not (entry_id.isascii() and entry_id.isdigit() and len(entry_id) <= 18):
        raise Invalid("cursor", "is not a valid cursor")
    return int(entry_id)


async def _account_ids(session: AsyncSession, channel_id: UUID, viewer: AccountKey) -> Sequence[int]:
    """The account that holds the viewer's points, and all accounts whose points it holds."""
    holder = await holding_account(session, channel_id, viewer)
    if holder is None:
        return []
    held = await session.scalars(select(PointAccount.id).where(PointAccount.held_by_id == holder.id))
    return [holder.id, *held]


async def _account_keys(session: AsyncSession, account_ids: Collection[int]) -> Mapping[int, AccountKey]:
    rows = await session.execute(
        select(PointAccount.id, PointAccount.provider, PointAccount.viewer_id).where(PointAccount.id.in_(account_ids))
    )
    return {account_id: (provider, viewer_id) for account_id, provider, viewer_id in rows}


async def _undone_by(session: AsyncSession, channel_id: UUID, entry_ids: Collection[int]) -> Mapping[int, int]:
    """Ids of undoing entries, by the id of the entry that they undo."""
    references = [undo_reference(entry_id) for entry_id in entry_ids]
    rows = await session.execute(
        select(PointEntry.undoes_id, PointEntry.id).where(
            PointEntry.channel_id == channel_id, PointEntry.reference.in_(references)
        )
    )
    return {undone_id: entry_id for undone_id, entry_id in rows if undone_id is not None}


def _entry_out(entry: PointEntry, source: AccountKey, undone_by: int | None) -> PointEntryOut:
    provider, viewer_id = source
    return PointEntryOut(
        id=entry.id,
        delta=entry.delta,
        balance=entry.balance,
        reason=Reason(entry.reason),
        reference=entry.reference,
        note=entry.note,
        actor_name=entry.actor_name,
        provider=provider,
        provider_viewer_id=viewer_id,
        created_at=entry.created_at,
        undoes_id=entry.undoes_id,
        undone_by_id=undone_by,
        can_undo=undone_by is None and entry.reason not in NOT_UNDOABLE,
    )
