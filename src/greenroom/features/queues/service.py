"""Queues of a channel and their settings."""

from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.moderation.expected_texts import announce_expected_texts
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
    QueuesOut,
    queues_topic,
)
from greenroom.kernel.db.change_tracking import ChangedBy, ChangedMeanwhile
from greenroom.kernel.db.database import advisory_lock, publish
from greenroom.kernel.errors import Conflict, NameTaken, NotFound
from greenroom.kernel.ids import new_id
from greenroom.kernel.text import name_key
from greenroom.tenancy.audit.record import LOST, record_change

DELETED = "Viewers who waited in it do not come back."


class QueueNotFound(NotFound):
    type = "queue_not_found"
    message = "Queue not found. It may have been deleted."


class TooManyQueues(Conflict):
    type = "too_many_queues"
    message = f"A channel can have up to {MAX_QUEUES} queues. Delete one first."


class QueueEdited(ChangedMeanwhile):
    type = "queue_changed"
    what = "queue"


async def list_queues(session: AsyncSession, channel_id: UUID) -> QueuesOut:
    rows = await all_queues(session, channel_id)
    counts = await count_entries(session, [row.id for row in rows])
    return QueuesOut(records=[queue_out(row, counts[row.id]) for row in rows])


async def all_queues(session: AsyncSession, channel_id: UUID) -> list[Queue]:
    """The channel's queues, the oldest first."""
    return list(await session.scalars(select(Queue).where(Queue.channel_id == channel_id).order_by(Queue.id)))


async def get_queue(session: AsyncSession, channel_id: UUID, queue_id: UUID) -> QueueOut:
    return await load_queue_out(session, await find_queue(session, channel_id, queue_id))


async def load_queue_out(session: AsyncSession, row: Queue) -> QueueOut:
    return queue_out(row, (await count_entries(session, [row.id]))[row.id])


async def find_queue(session: AsyncSession, channel_id: UUID, queue_id: UUID) -> Queue:
    row = await session.scalar(_of_channel(channel_id, queue_id))
    if row is None:
        raise QueueNotFound
    return row


async def lock_queue(session: AsyncSession, channel_id: UUID, queue_id: UUID) -> Queue:
    """Blocks other writers of the queue and its entries until the transaction ends."""
    row = await session.scalar(_of_channel(channel_id, queue_id).with_for_update())
    if row is None:
        raise QueueNotFound
    return row


def _of_channel(channel_id: UUID, queue_id: UUID) -> Select[Queue]:
    found = select(Queue).where(Queue.id == queue_id, Queue.channel_id == channel_id)
    return found.execution_options(populate_existing=True)


async def find_by_name(session: AsyncSession, channel_id: UUID, name: str) -> Queue | None:
    return await session.scalar(select(Queue).where(Queue.channel_id == channel_id, Queue.name_key == name_key(name)))


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


async def create_queue(session: AsyncSession, channel_id: UUID, fields: QueueIn, by: ChangedBy) -> Queue:
    """Creates a queue, which is closed at first."""
    await lock_queues(session, channel_id)
    await _check_name(session, channel_id, fields.name, None)
    count = await session.scalar(select(func.count()).select_from(Queue).where(Queue.channel_id == channel_id)) or 0
    if count >= MAX_QUEUES:
        raise TooManyQueues
    row = Queue(
        id=new_id(),
        channel_id=channel_id,
        is_open=False,
        round=0,
        session_started_at=by.at,
        revision=0,
        created_at=by.at,
        created_by=by.signature,
    )
    _apply(row, fields, by)
    session.add(row)
    _record(session, row, by, None, fields)
    await announce_change(session, row)
    return row


async def save_queue(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, fields: QueueIn, by: ChangedBy, revision: int | None = None
) -> Queue:
    """With a revision, saves only if the settings have not changed since."""
    await lock_queues(session, channel_id)
    row = await lock_queue(session, channel_id, queue_id)
    if revision is not None and revision != row.revision:
        raise QueueEdited(row)
    await _check_name(session, channel_id, fields.name, row.id)
    before = queue_in(row)
    _apply(row, fields, by)
    _record(session, row, by, before, fields)
    await announce_change(session, row)
    return row


async def switch_queue(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, now: datetime, *, is_open: bool
) -> Queue:
    """Opens or closes a queue; opening begins a new session if no viewer waits, is called or plays."""
    row = await lock_queue(session, channel_id, queue_id)
    if is_open and not row.is_open and not await _has_active_entries(session, row.id):
        row.session_started_at, row.round = now, 0
    row.is_open = is_open
    await announce_change(session, row)
    return row


async def open_by_name(session: AsyncSession, channel_id: UUID, name: str, now: datetime) -> None:
    row = await find_by_name(session, channel_id, name)
    if row is not None:
        await switch_queue(session, channel_id, row.id, now, is_open=True)


async def _has_active_entries(session: AsyncSession, queue_id: UUID) -> bool:
    active = exists().where(QueueEntry.queue_id == queue_id, QueueEntry.state.in_(ACTIVE))
    return bool(await session.scalar(select(active)))


async def delete_queue(session: AsyncSession, channel_id: UUID, queue_id: UUID, by: ChangedBy) -> None:
    """Deletes the queue; viewers who had no turn yet get their points back."""
    await lock_queues(session, channel_id)
    row = await lock_queue(session, channel_id, queue_id)
    unserved = select(QueueEntry).where(QueueEntry.queue_id == row.id, QueueEntry.state.in_(UNSERVED))
    await refund(session, row, list(await session.scalars(unserved)), "queue deleted", by.at)
    _record(session, row, by, queue_in(row), None)
    await session.execute(delete(Queue).where(Queue.id == row.id))
    publish(session, queues_topic(channel_id), QueueDeleted(queue_id=queue_id))
    announce_expected_texts(session, channel_id)


def _record(session: AsyncSession, row: Queue, by: ChangedBy, old: QueueIn | None, new: QueueIn | None) -> None:
    before, after = (None if fields is None else fields.model_dump(mode="json") for fields in (old, new))
    record_change(
        session,
        row.channel_id,
        by,
        section="queues",
        item=row.name,
        title=row.name,
        old=before,
        new=after,
        kept={LOST: DELETED} if new is None else None,
    )


async def lock_queues(session: AsyncSession, channel_id: UUID) -> None:
    """Serialises creating, renaming and deleting queues of a channel."""
    await advisory_lock(session, f"queues:{channel_id}")


async def announce_change(session: AsyncSession, row: Queue) -> None:
    await session.flush()
    publish(session, queues_topic(row.channel_id), QueueChanged(queue=await load_queue_out(session, row)))
    announce_expected_texts(session, row.channel_id)


async def _check_name(session: AsyncSession, channel_id: UUID, name: str, own_id: UUID | None) -> None:
    taken = await find_by_name(session, channel_id, name)
    if taken is not None and taken.id != own_id:
        raise NameTaken(name)


def _apply(row: Queue, fields: QueueIn, by: ChangedBy) -> None:
    for name, value in fields.model_dump().items():
        setattr(row, name, value)
    row.name_key = name_key(fields.name)
    row.sign(by)


def queue_in(row: Queue) -> QueueIn:
    return QueueIn.model_validate({name: getattr(row, name) for name in QueueIn.model_fields})


def queue_out(row: Queue, counts: QueueCounts) -> QueueOut:
    columns = {name: getattr(row, name) for name in QueueOut.model_fields if name != "counts"}
    return QueueOut.model_validate({**columns, "counts": counts})
