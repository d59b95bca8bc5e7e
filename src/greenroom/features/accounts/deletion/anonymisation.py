"""Replaces the name of a deleted user in what they made or changed, such as commands, quotes and log entries."""

from uuid import UUID

from sqlalchemy import Column, ColumnElement, Table, exists, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.users import User
from greenroom.kernel.db.change_tracking import ERASED_TO, STAFF_NAME
from greenroom.kernel.db.database import Table as DeclaredTable

DELETED_USER = "Deleted user"


async def anonymise(session: AsyncSession, user_id: UUID) -> None:
    """Replaces the user's name; runs before the user row is deleted, because some tables refer to that row."""
    name = await session.scalar(select(User.display_name).where(User.id == user_id))
    if name is None:
        return
    for table in DeclaredTable.metadata.sorted_tables:
        for column in table.columns:
            if STAFF_NAME in column.info:
                is_theirs = _is_theirs(table, column, user_id, name)
                name_after = column.info.get(ERASED_TO, DELETED_USER)
                await session.execute(update(table).where(is_theirs).values({column.name: name_after}))


def _is_theirs(table: Table, column: Column[str], user_id: UUID, name: str) -> ColumnElement[bool]:
    id_column: str | None = column.info[STAFF_NAME]
    if id_column is not None:
        return table.columns[id_column] == user_id
    # Without an id the name decides, except where another user of the same name may have signed.
    namesake = exists().where(User.display_name == name, User.id != user_id)
    if "channel_id" in table.columns:
        is_member = exists().where(
            ChannelUser.user_id == User.id, ChannelUser.channel_id == table.columns["channel_id"]
        )
        namesake = namesake.where(is_member)
    return (column == name) & ~namesake
