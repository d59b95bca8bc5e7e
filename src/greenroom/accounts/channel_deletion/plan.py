"""Which rows belong to a channel, and in which order they are deleted: read from the declared tables."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, Delete, ForeignKey, Select, Table, delete, func, literal, select, tuple_

from greenroom.kernel.db.database import Table as DeclaredTable

CHANNELS = "channels"
# Deleted by the database together with the channel, in the last step.
LAST = frozenset({CHANNELS, "channel_deletions"})


class ChannelRows(Struct, frozen=True, eq=False):
    """The rows that a channel has in one table, found by `column` or through the table that `parent` describes."""

    table: Table
    column: ColumnElement[UUID]
    parent: "ChannelRows | None" = None
    parent_key: ColumnElement[UUID] | None = None

    def condition(self, channel_id: UUID) -> ColumnElement[bool]:
        if self.parent is None or self.parent_key is None:
            return self.column == channel_id
        return self.column.in_(select(self.parent_key).where(self.parent.condition(channel_id)))

    def count(self, channel_id: UUID) -> Select[int]:
        return select(func.count()).select_from(self.table).where(self.condition(channel_id))

    def first(self, channel_id: UUID) -> Select[int]:
        """Selects one row, if there is any."""
        return select(literal(1)).select_from(self.table).where(self.condition(channel_id)).limit(1)

    def delete_some(self, channel_id: UUID, limit: int) -> Delete:
        key = tuple(self.table.primary_key)
        some = select(*key).where(self.condition(channel_id)).limit(limit)
        return delete(self.table).where((key[0] if len(key) == 1 else tuple_(*key)).in_(some))


def deletion_plan() -> list[ChannelRows]:
    """Every table with rows of a channel, referring tables before those that they refer to."""
    found: dict[str, ChannelRows] = {}
    for table in DeclaredTable.metadata.sorted_tables:
        rows = None if table.name in LAST else _rows_of_channel(table, found)
        if rows is not None:
            found[table.name] = rows
    return list(reversed(found.values()))


def rows_in(plan: Sequence[ChannelRows], table: type[DeclaredTable]) -> ChannelRows:
    return next(rows for rows in plan if rows.table is table.__table__)


def _rows_of_channel(table: Table, found: dict[str, ChannelRows]) -> ChannelRows | None:
    """Finds the rows by the foreign key `channel_id`, else through a parent table.

    None if no row of the table belongs to a channel.
    """
    keys = sorted(table.foreign_keys, key=lambda key: key.parent.name != "channel_id")
    for key in keys:
        if key.parent.name == "channel_id":
            return ChannelRows(table, key.parent)
        if _is_deleted_with_parent(key) and key.column.table.name in found:
            return ChannelRows(table, key.parent, found[key.column.table.name], key.column)
    return None


def _is_deleted_with_parent(key: ForeignKey) -> bool:
    return key.ondelete == "CASCADE"
