"""Deletes old rows that refer to chat: after a fixed time, or earlier in channels that keep chat for less time."""

from datetime import datetime, timedelta
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, SQLColumnExpression, delete, select, true

from greenroom.accounts.models.channels import Channel
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import Table

MAX_ROWS_PER_STEP = 1_000


class RetainedRows(Struct, frozen=True):
    """A table whose rows are deleted after `max_age`, or earlier where the channel keeps its chat for less time."""

    table: type[Table]
    id: SQLColumnExpression[UUID]
    channel_id: SQLColumnExpression[UUID]
    created_at: SQLColumnExpression[datetime]
    max_age: timedelta


async def delete_expired_rows(kernel: Kernel, rows: RetainedRows) -> None:
    now = kernel.clock()
    is_shorter = Channel.chat_retention_days.between(1, rows.max_age.days - 1)
    async with kernel.database.read() as session:
        retentions = list(await session.scalars(select(Channel.chat_retention_days).where(is_shorter).distinct()))
    for days in retentions:
        channels = select(Channel.id).where(Channel.chat_retention_days == days)
        await _delete_older(kernel, rows, rows.channel_id.in_(channels), now - timedelta(days=days))
    await _delete_older(kernel, rows, true(), now - rows.max_age)


async def _delete_older(kernel: Kernel, rows: RetainedRows, condition: ColumnElement[bool], before: datetime) -> None:
    """Deletes in small write transactions, so that other writers wait only briefly."""
    old = select(rows.id).where(condition, rows.created_at < before).limit(MAX_ROWS_PER_STEP)
    count = MAX_ROWS_PER_STEP
    while count == MAX_ROWS_PER_STEP:
        async with kernel.database.read() as session:
            ids = list(await session.scalars(old))
        count = len(ids)
        if ids:
            async with kernel.database.write() as session:
                await session.execute(delete(rows.table).where(rows.id.in_(ids)))
