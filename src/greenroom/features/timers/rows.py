"""Converts timer rows to schemas and to the input of the rules."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.stream_platforms import stream_providers
from greenroom.channel_file.lists.rows import shown_as
from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.features.timers.models import Timer, TimerLines
from greenroom.features.timers.rules import TimerSpec, TimerTarget, TimerText
from greenroom.features.timers.schemas import TimerLinesOut, TimerMessage, TimerOut, TimerSkip


class ConnectionCount(Struct, frozen=True):
    """A connection with the total number of counted chat messages."""

    connection_id: UUID
    provider: str
    is_live: bool
    total: int


async def connection_counts(session: AsyncSession, channel_id: UUID) -> list[ConnectionCount]:
    """The channel's connections to stream platforms, in the display order of platforms."""
    rows = await session.execute(
        select(ChannelProvider.id, ChannelProvider.provider, ChannelProvider.is_live, TimerLines.lines)
        .outerjoin(TimerLines, TimerLines.connection_id == ChannelProvider.id)
        .where(ChannelProvider.channel_id == channel_id, ChannelProvider.provider.in_(stream_providers()))
        .order_by(ChannelProvider.id)
    )
    found = [
        ConnectionCount(connection_id, provider, is_live, total or 0)
        for connection_id, provider, is_live, total in rows
    ]
    return sorted(found, key=lambda one: stream_providers().index(one.provider))


def lines_since(row: Timer, connection: ConnectionCount) -> int:
    start = row.counted_from.get(str(connection.connection_id), 0)
    return max(connection.total - start, 0) if isinstance(start, int) else connection.total


def targets_of(row: Timer, connections: Sequence[ConnectionCount], platforms: Platforms) -> list[TimerTarget]:
    return [_target(row, one, platforms) for one in connections]


def _target(row: Timer, connection: ConnectionCount, platforms: Platforms) -> TimerTarget:
    info = platforms.info(connection.provider)
    return TimerTarget(
        connection_id=connection.connection_id,
        provider=connection.provider,
        name=info.name,
        can_write=SendMessage in info.actions,
        can_announce=Announce in info.actions,
        is_live=connection.is_live,
        lines=lines_since(row, connection),
        total=connection.total,
    )


def spec_of(row: Timer) -> TimerSpec:
    messages = [TimerMessage.model_validate(one) for one in row.messages]
    return TimerSpec(
        messages=tuple(TimerText(one.text, frozenset(one.providers), one.enabled) for one in messages),
        is_random=row.pick == "random",
        active_mode=row.active_mode,
        min_chat_messages=row.min_chat_messages,
        last_position=row.last_position,
    )


def timer_out(row: Timer, connections: Sequence[ConnectionCount]) -> TimerOut:
    skip = None if row.last_skip_at is None else TimerSkip(at=row.last_skip_at, reason=row.last_skip_reason)
    counts = [
        TimerLinesOut(
            connection_id=one.connection_id, provider=one.provider, count=lines_since(row, one), total=one.total
        )
        for one in connections
    ]
    running = row.run_state != ""
    return shown_as(TimerOut, row, last_skip=skip, last_results=row.results, is_running=running, chat_messages=counts)
