"""Queues of a channel and their settings."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.channel_file.lists.channel_list import ChannelList
from greenroom.channel_file.lists.row_list import BY_AGE
from greenroom.channel_file.lists.rows import shown_as
from greenroom.chat.moderation.expected_texts import announce_expected_texts
from greenroom.features.queues.call_messages import CallMessages
from greenroom.features.queues.charges import refund
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import ACTIVE, UNSERVED
from greenroom.features.queues.schemas import (
    MAX_QUEUES,
    QueueChanged,
    QueueCounts,
    QueueDeleted,
    QueueIn,
    QueueOut,
    queues_topic,
)
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import publish
from greenroom.kernel.services import ServiceMap
from greenroom.responses.variables import VariableRegistry


async def load_queue_out(session: AsyncSession, row: Queue) -> QueueOut:
    return shown_as(QueueOut, row, counts=(await count_entries(session, [row.id]))[row.id])


async def count_entries(session: AsyncSession, queue_ids: Collection[UUID]) -> dict[UUID, QueueCounts]:
    """Counts the entries of each queue that are not finished, or finished in its current session."""
    is_current = or_(QueueEntry.state.in_(ACTIVE), QueueEntry.finished_at >= Queue.session_started_at)
    rows = await session.execute(
        select(QueueEntry.queue_id, QueueEntry.state, func.count())
        .join(Queue, Queue.id == QueueEntry.queue_id)
        .where(QueueEntry.queue_id.in_(queue_ids), is_current)
        .group_by(QueueEntry.queue_id, QueueEntry.state)
    )
    counted = {queue_id: dict.fromkeys((*ACTIVE, "finished"), 0) for queue_id in queue_ids}
    for queue_id, state, count in rows:
        counted[queue_id][state if state in ACTIVE else "finished"] += count
    return {queue_id: QueueCounts.model_validate(counts) for queue_id, counts in counted.items()}


async def switch_queue(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, now: datetime, *, is_open: bool
) -> Queue:
    """Opens or closes a queue; opening begins a new session if no viewer waits, is called or plays."""
    row = await QUEUES.lock_row(session, channel_id, queue_id)
    if is_open and not row.is_open and not await _has_active_entries(session, row.id):
        row.session_started_at, row.round = now, 0
    row.is_open = is_open
    await publish_queue(session, row)
    return row


async def open_by_name(session: AsyncSession, channel_id: UUID, name: str, now: datetime) -> None:
    row = await QUEUES.find_by_name(session, channel_id, name)
    if row is not None:
        await switch_queue(session, channel_id, row.id, now, is_open=True)


async def _has_active_entries(session: AsyncSession, queue_id: UUID) -> bool:
    active = exists().where(QueueEntry.queue_id == queue_id, QueueEntry.state.in_(ACTIVE))
    return bool(await session.scalar(select(active)))


async def publish_queue(session: AsyncSession, row: Queue) -> None:
    await session.flush()
    publish(session, queues_topic(row.channel_id), QueueChanged(queue=await load_queue_out(session, row)))
    announce_expected_texts(session, row.channel_id)


async def _publish_deleted(session: AsyncSession, row: Queue) -> None:
    publish(session, queues_topic(row.channel_id), QueueDeleted(queue_id=row.id))
    announce_expected_texts(session, row.channel_id)


def _check(fields: QueueIn, services: ServiceMap) -> None:
    CallMessages(services.get(VariableRegistry)).check(fields.call_message)


async def _begin(_: AsyncSession, row: Queue, by: ChangedBy) -> None:
    row.is_open, row.round, row.session_started_at = False, 0, by.at


async def _show(session: AsyncSession, rows: Sequence[Queue], _: datetime) -> list[QueueOut]:
    counts = await count_entries(session, [row.id for row in rows])
    return [shown_as(QueueOut, row, counts=counts[row.id]) for row in rows]


async def _refund_all(session: AsyncSession, row: Queue, by: ChangedBy) -> None:
    """Viewers who had no turn yet get their points back."""
    unserved = select(QueueEntry).where(QueueEntry.queue_id == row.id, QueueEntry.state.in_(UNSERVED))
    await refund(session, row, list(await session.scalars(unserved)), "queue deleted", by.at)


QUEUES = ChannelList(
    Queue,
    QueueIn,
    QueueOut,
    one="queue",
    many="queues",
    title="Viewer queues",
    limit=MAX_QUEUES,
    read=Permission.QUEUES_READ,
    manage=Permission.QUEUES_MANAGE,
    order=BY_AGE,
    lost="Viewers who waited in it do not come back.",
    advice="It may have been deleted.",
    check=_check,
    begin=_begin,
    show=_show,
    deleting=_refund_all,
    changed=publish_queue,
    deleted=_publish_deleted,
)
