"""Points for many viewers at once, such as for a minute of watching."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.points.ledger.ledger import AccountKey, Movement, Reason, lock_points, post
from greenroom.features.points.ledger.models import PointAccount, PointEntry
from greenroom.features.points.ledger.rules import MAX_BALANCE
from greenroom.kernel.db.bulk_rows import BulkInsert, BulkUpdate
from greenroom.kernel.tasks.cooperative import slices

ROWS_PER_STATEMENT = 1_000
NO_NAMES: Mapping[AccountKey, str] = {}

# Skips linked viewers, whose points another account holds, and balances that would be above the highest.
CREDIT = BulkInsert(
    PointAccount,
    ("channel_id", "provider", "viewer_id", "name", "balance"),
    "ON CONFLICT (channel_id, provider, viewer_id) DO UPDATE SET balance = point_accounts.balance + excluded.balance "
    f"WHERE point_accounts.held_by_id IS NULL AND point_accounts.balance + excluded.balance <= {MAX_BALANCE}",
    returning=("id", "provider", "viewer_id", "balance"),
)
SET_NAMES = BulkUpdate(
    PointAccount,
    ("channel_id", "provider", "viewer_id", "name"),
    ("channel_id", "provider", "viewer_id"),
    "name = given.name",
)
ADD_ENTRIES = BulkInsert(
    PointEntry,
    ("channel_id", "account_id", "source_id", "delta", "balance", "reason", "note", "actor_name", "created_at"),
)


async def credit_all(
    session: AsyncSession,
    channel_id: UUID,
    earned: Mapping[AccountKey, int],
    reason: Reason,
    now: datetime,
    names: Mapping[AccountKey, str] = NO_NAMES,
) -> None:
    """Adds points without reading the accounts first: three times as fast as `post`.

    A balance stops at the highest that is allowed. `names` has the names of viewers who may never have written; a name
    is stored only when the account is created.
    """
    await lock_points(session, channel_id)
    not_credited: list[AccountKey] = []
    async for viewers in slices(sorted(earned), ROWS_PER_STATEMENT):
        credited = await CREDIT.run(
            session, [(channel_id, *viewer, names.get(viewer, ""), earned[viewer]) for viewer in viewers]
        )
        entries = [
            (channel_id, account_id, account_id, earned[provider, viewer_id], balance, reason.value, "", "", now)
            for account_id, provider, viewer_id, balance in credited
        ]
        await ADD_ENTRIES.run(session, entries)
        if len(credited) < len(viewers):
            keys = {(provider, viewer_id) for _, provider, viewer_id, _ in credited}
            not_credited += [viewer for viewer in viewers if viewer not in keys]
    if not_credited:
        movements = [Movement(viewer, earned[viewer], reason) for viewer in not_credited]
        await post(session, channel_id, movements, now, is_capped=True)


async def name_accounts(session: AsyncSession, channel_id: UUID, names: Mapping[AccountKey, str]) -> None:
    """Stores these names in the accounts of viewers, who may never have written; creates no account."""
    rows = [(channel_id, *viewer, names[viewer]) for viewer in sorted(names) if names[viewer]]
    await SET_NAMES.run(session, rows)
