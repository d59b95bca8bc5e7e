"""Tables of features that the stats of a stream count, such as uses of commands."""

from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, Select, SQLColumnExpression, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.stats.streams.models import Stream, StreamPart


class CountKind(StrEnum):
    COMMANDS = "commands"
    FILTER_HITS = "filter_hits"


class CountedRows(Struct, frozen=True, kw_only=True):
    """A table that the stats count: its columns, and a condition for the rows."""

    kind: CountKind
    channel_id: SQLColumnExpression[UUID]
    connection_id: SQLColumnExpression[UUID]
    created_at: SQLColumnExpression[datetime]
    # What the row is counted under, such as the name of the command.
    name: SQLColumnExpression[str]
    condition: ColumnElement[bool]


# Returns the `CountedRows` of all features; called after every feature is declared.
FindCountedRows = Callable[[], Sequence[CountedRows]]


class RowCount(Struct, frozen=True):
    kind: CountKind
    connection_id: UUID
    name: str
    count: int


async def connection_providers(session: AsyncSession, stream: Stream) -> dict[UUID, str]:
    """Connection id → platform, also of disconnected connections that were part of the stream."""
    connected = select(ChannelProvider.id, ChannelProvider.provider).where(
        ChannelProvider.channel_id == stream.channel_id
    )
    parts = select(StreamPart.connection_id, StreamPart.provider).where(StreamPart.stream_id == stream.id)
    return dict([*await session.execute(connected), *await session.execute(parts)])


async def count_rows(
    session: AsyncSession, sources: Sequence[CountedRows], stream: Stream, until: datetime
) -> list[RowCount]:
    """Counts the rows of the whole stream by kind, connection and name."""
    counts: list[RowCount] = []
    for source in sources:
        found: Select[UUID, str, int] = (
            select(source.connection_id, source.name, func.count())
            .where(
                source.channel_id == stream.channel_id,
                source.created_at.between(stream.started_at, until),
                source.condition,
            )
            .group_by(source.connection_id, source.name)
        )
        counts += [RowCount(source.kind, *row) for row in await session.execute(found)]
    return counts
