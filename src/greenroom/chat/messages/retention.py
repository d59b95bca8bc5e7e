"""Deletes rows about messages after a time, and earlier where the channel's chat retention is shorter."""

from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, SQLColumnExpression, delete, select, true

from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Table
from greenroom.tenancy.models.channels import Channel

ROWS_AT_ONCE = 1_000


class RetainedRows(Struct, frozen=True):
    """A table, and how long its rows are kept if the chat is kept longer."""

    table: type[Table]
    id: SQLColumnExpression[UUID]
    channel_id: SQLColumnExpression[UUID]
    created_at: SQLColumnExpression[datetime]
    kept: timedelta


async def delete_expired_rows(kernel: Kernel, rows: RetainedRows) -> None:
    now = kernel.clock()
    shorter = Channel.chat_retention_days.between(1, rows.kept.days - 1)
    async with kernel.database.read() as session:
        lengths = list(await session.scalars(select(Channel.chat_retention_days).where(shorter).distinct()))
    for days in lengths:
        channels = select(Channel.id).where(Channel.chat_retention_days == days)
        await _forget(kernel, rows, rows.channel_id.in_(channels), now - timedelta(days=days))
    await _forget(kernel, rows, true(), now - rows.kept)


async def _forget(kernel: Kernel, rows: RetainedRows, which: ColumnElement[bool], before: datetime) -> None:
    """Deletes in small steps, so that writers need not wait, and opens no write transaction if nothing is due."""
    old = select(rows.id).where(which, rows.created_at < before).limit(ROWS_AT_ONCE)
    count = ROWS_AT_ONCE
    while count == ROWS_AT_ONCE:
        async with kernel.database.read() as session:
            ids = list(await session.scalars(old))
        count = len(ids)
        if ids:
            async with kernel.database.write() as session:
                await session.execute(delete(rows.table).where(rows.id.in_(ids)))
