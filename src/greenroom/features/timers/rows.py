"""Converts timer rows to schemas and to the input of the rules."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.protocol.actions import Announce, SendMessage
from greenroom.features.timers.models import Timer, TimerLines
from greenroom.features.timers.rules import TimerSpec, TimerTarget, TimerText
from greenroom.features.timers.schemas import TimerIn, TimerLinesOut, TimerMessage, TimerOut, TimerResult, TimerSkip
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.platforms import Platforms
from greenroom.tenancy.stream_platforms import stream_providers


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


def apply_fields(row: Timer, fields: TimerIn) -> None:
    row.name = fields.name
    row.messages = [one.model_dump(mode="json") for one in fields.messages]
    row.interval_minutes, row.spread_minutes = fields.interval_minutes, fields.spread_minutes
    row.pick, row.active_mode, row.response_type = fields.pick, fields.active_mode, fields.response_type
    row.min_chat_messages, row.is_enabled = fields.min_chat_messages, fields.enabled


def timer_in(row: Timer) -> TimerIn:
    return TimerIn.model_validate(fields_of(row))


def fields_of(row: Timer) -> dict[str, object]:
    """The timer's fields as in the channel's file."""
    return {
        "name": row.name,
        "messages": row.messages,
        "interval_minutes": row.interval_minutes,
        "spread_minutes": row.spread_minutes,
        "pick": row.pick,
        "active_mode": row.active_mode,
        "min_chat_messages": row.min_chat_messages,
        "response_type": row.response_type,
        "enabled": row.is_enabled,
    }


def timer_out(row: Timer, connections: Sequence[ConnectionCount]) -> TimerOut:
    skip = None if row.last_skip_at is None else TimerSkip(at=row.last_skip_at, reason=row.last_skip_reason)
    return TimerOut.model_validate(
        {
            **fields_of(row),
            "id": row.id,
            "next_run_at": row.next_run_at,
            "last_run_at": row.last_run_at,
            "last_skip": skip,
            "last_position": row.last_position,
            "last_results": [TimerResult.model_validate(one) for one in row.results],
            "is_running": row.run_state != "",
            "chat_messages": [
                TimerLinesOut(
                    connection_id=one.connection_id, provider=one.provider, count=lines_since(row, one), total=one.total
                )
                for one in connections
            ],
            "revision": row.revision,
            "created_at": row.created_at,
            "created_by": row.created_by,
            "updated_at": row.updated_at,
            "updated_by": row.updated_by,
        }
    )
