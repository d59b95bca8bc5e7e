"""The public pages of queues: names and order, without in-game names and notes."""

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import find_channel
from greenroom.features.queues import service
from greenroom.features.queues.entries import list_entries
from greenroom.features.queues.models import Queue
from greenroom.features.queues.rules import ACTIVE
from greenroom.features.queues.schemas import (
    PublicQueue,
    PublicQueueEntry,
    PublicQueues,
    PublicQueuesChannel,
    PublicQueueSummary,
    QueueEntryOut,
)
from greenroom.features.queues.service import QUEUES
from greenroom.kernel.text import name_key

MAX_LISTED = 100
MAX_NAMED = 10


async def list_public(session: AsyncSession, channel_id: UUID) -> PublicQueues:
    """The public queues; a channel without any gives the same error as an unknown channel."""
    channel = await find_channel(session, channel_id)
    queues = [queue for queue in await QUEUES.all(session, channel_id) if queue.is_public]
    if channel is None or not queues:
        raise QUEUES.not_found()
    counts = await service.count_entries(session, [queue.id for queue in queues])
    records = [_summary(queue, counts[queue.id].waiting) for queue in queues]
    return PublicQueues(channel=PublicQueuesChannel(id=channel.id, display_name=channel.display_name), records=records)


async def show_public(session: AsyncSession, channel_id: UUID, queue_id: UUID, name: str) -> PublicQueue:
    """A public queue, with the places of viewers of this name; a private queue gives the error of an unknown one."""
    channel = await find_channel(session, channel_id)
    queue = await QUEUES.find(session, channel_id, queue_id)
    if channel is None or not queue.is_public:
        raise QUEUES.not_found()
    entries = await list_entries(session, queue)
    shown = _public_entries(entries.records)
    return PublicQueue(
        channel=PublicQueuesChannel(id=channel.id, display_name=channel.display_name),
        queue=_summary(queue, entries.queue.counts.waiting),
        records=[entry for entry in shown if entry.position is None or entry.position <= MAX_LISTED],
        own=_named(entries.records, shown, name),
    )


def _summary(queue: Queue, waiting: int) -> PublicQueueSummary:
    return PublicQueueSummary(
        id=queue.id, name=queue.name, description=queue.description, is_open=queue.is_open, waiting=waiting
    )


def _public_entries(records: Sequence[QueueEntryOut]) -> list[PublicQueueEntry]:
    """Viewers who wait, are called or play; `records` has them in the order of their places."""
    shown: list[PublicQueueEntry] = []
    position = 0
    for entry in records:
        if entry.state not in ACTIVE:
            continue
        position += entry.state == "waiting"
        shown.append(
            PublicQueueEntry(
                position=position if entry.state == "waiting" else None,
                provider=entry.provider,
                name=entry.name,
                state=entry.state,
            )
        )
    return shown


def _named(records: Sequence[QueueEntryOut], shown: Sequence[PublicQueueEntry], name: str) -> list[PublicQueueEntry]:
    key = name_key(name.strip().removeprefix("@"))
    if not key:
        return []
    active = (entry for entry in records if entry.state in ACTIVE)
    named = [
        out for entry, out in zip(active, shown, strict=True) if key in {name_key(entry.name), name_key(entry.login)}
    ]
    return named[:MAX_NAMED]
