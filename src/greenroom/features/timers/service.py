from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.lists.channel_list import ChannelList
from greenroom.channel_file.lists.row_list import copy_fields
from greenroom.features.timers.message_checker import check_messages
from greenroom.features.timers.models import Timer
from greenroom.features.timers.rows import connection_counts, timer_out
from greenroom.features.timers.rules import next_run
from greenroom.features.timers.schemas import MAX_TIMERS, TimerIn, TimerOut
from greenroom.kernel.db.change_tracking import ChangedBy

RANDOM = SystemRandom()


async def _begin(session: AsyncSession, row: Timer, by: ChangedBy) -> None:
    # Chat messages from before the timer's creation do not count.
    counts = await connection_counts(session, row.channel_id)
    row.counted_from = {str(one.connection_id): one.total for one in counts}


async def _apply(_: AsyncSession, row: Timer, fields: TimerIn, by: ChangedBy) -> None:
    before = (row.enabled, row.interval_minutes, row.spread_minutes)
    copy_fields(row, fields)
    if (row.enabled, row.interval_minutes, row.spread_minutes) != before:
        # A new interval starts now; other edits keep the planned time.
        row.planned_at = by.at
        row.next_run_at = next_run(by.at, row.interval_minutes, row.spread_minutes, RANDOM) if row.enabled else None


async def _show(session: AsyncSession, rows: Sequence[Timer], _: datetime) -> list[TimerOut]:
    connections = await connection_counts(session, rows[0].channel_id) if rows else []
    return [timer_out(row, connections) for row in rows]


TIMERS = ChannelList(
    Timer,
    TimerIn,
    TimerOut,
    one="timer",
    many="timers",
    limit=MAX_TIMERS,
    read=Permission.TIMERS_READ,
    manage=Permission.TIMERS_MANAGE,
    check=check_messages,
    begin=_begin,
    apply=_apply,
    show=_show,
)


async def get_timer(session: AsyncSession, channel_id: UUID, timer_id: UUID, now: datetime) -> TimerOut:
    return await TIMERS.show_one(session, await TIMERS.find(session, channel_id, timer_id), now)
