"""Job that deletes old entries of the audit log in small steps, so that writers need not wait."""

import asyncio
from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import delete, select

from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job

EVERY_SECONDS = 3600
ENTRIES_AT_ONCE = 200


def jobs(kernel: Kernel) -> list[Job]:
    return [
        Job(
            name="delete_old_audit_entries",
            every_seconds=EVERY_SECONDS,
            run=partial(delete_old_entries, kernel),
            title="Delete old audit log lines",
            note="older than the settings allow",
        )
    ]


async def delete_old_entries(kernel: Kernel) -> None:
    if not kernel.settings.audit_days:
        return
    before = kernel.clock() - timedelta(days=kernel.settings.audit_days)
    deleted = ENTRIES_AT_ONCE
    while deleted == ENTRIES_AT_ONCE:
        deleted = await _delete_some(kernel, before)
        # Waiting writers run first.
        await asyncio.sleep(0)


async def _delete_some(kernel: Kernel, before: datetime) -> int:
    """Deletes up to ENTRIES_AT_ONCE of the oldest entries if they are older than `before`; returns how many."""
    oldest = select(AuditEntry.id).order_by(AuditEntry.id).limit(ENTRIES_AT_ONCE)
    is_old = AuditEntry.id.in_(oldest), AuditEntry.created_at < before
    async with kernel.database.write() as session:
        return len(list(await session.scalars(delete(AuditEntry).where(*is_old).returning(AuditEntry.id))))
