"""Content of the widget that shows a queue on stream."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import case, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.queues import service
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import ACTIVE
from greenroom.features.queues.schemas import queues_topic
from greenroom.features.widgets.types.data.widget_data import WidgetData, WidgetDataQuery


class ShownViewer(Struct, frozen=True):
    name: str
    provider: str
    # waiting, called or playing.
    state: str


class ShownQueue(Struct, frozen=True):
    """A queue with its viewers: first those who play, then those who are called, then those who wait."""

    name: str
    is_open: bool
    waiting: int
    rows: list[ShownViewer]


async def read_queue(
    session: AsyncSession, channel_id: UUID, query: WidgetDataQuery, now: datetime
) -> dict[str, object]:
    """The chosen queue with its viewers, else the oldest open queue, else the channel's oldest queue."""
    del now
    of_channel = select(Queue).where(Queue.channel_id == channel_id)
    is_chosen = Queue.id == query.subject_id
    queue = await session.scalar(of_channel.order_by(is_chosen.desc(), Queue.is_open.desc(), Queue.id).limit(1))
    if queue is None:
        return {"queue": ShownQueue(name="", is_open=False, waiting=0, rows=[])}
    counts = (await service.count_entries(session, [queue.id]))[queue.id]
    rows = await _rows(session, queue.id, query.limit)
    return {"queue": ShownQueue(name=queue.name, is_open=queue.is_open, waiting=counts.waiting, rows=rows)}


async def _rows(session: AsyncSession, queue_id: UUID, limit: int) -> list[ShownViewer]:
    turn = case((QueueEntry.state == "playing", 0), (QueueEntry.state == "called", 1), else_=2)
    found = await session.execute(
        select(QueueEntry.name, QueueEntry.provider, QueueEntry.state)
        .where(QueueEntry.queue_id == queue_id, QueueEntry.state.in_(ACTIVE))
        .order_by(turn, QueueEntry.place, QueueEntry.id)
        .limit(limit)
    )
    return [ShownViewer(name, provider, state) for name, provider, state in found]


QUEUE = WidgetData(type="queue", read=read_queue, topic=queues_topic, seconds=1.0)
