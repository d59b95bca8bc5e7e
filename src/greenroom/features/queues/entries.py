"""Reads the entries of a queue, and publishes changes of them."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer
from greenroom.features.queues import service
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import ACTIVE, FINISHED
from greenroom.features.queues.schemas import (
    MAX_RECENT,
    QueueEntriesChanged,
    QueueEntriesOut,
    QueueEntryOut,
    QueueReset,
    QueueTurn,
    QueueViewerTurns,
    queues_topic,
)
from greenroom.kernel.db.database import publish
from greenroom.kernel.db.pairs import in_pairs
from greenroom.kernel.errors import NotFound

# Platform and viewer id.
Account = tuple[str, str]

MAX_TURNS = 20
# Number of changed entries that are sent to readers; if more change at once, readers fetch all entries again.
MAX_LISTED_CHANGES = 200


class EntryNotFound(NotFound):
    type = "queue_entry_not_found"
    message = "This viewer is no longer in the queue."


async def list_entries(session: AsyncSession, queue: Queue) -> QueueEntriesOut:
    active = select(QueueEntry).where(QueueEntry.queue_id == queue.id, QueueEntry.state.in_(ACTIVE))
    finished = (
        select(QueueEntry)
        .where(QueueEntry.queue_id == queue.id, QueueEntry.finished_at >= queue.session_started_at)
        .order_by(QueueEntry.finished_at.desc(), QueueEntry.id.desc())
        .limit(MAX_RECENT)
    )
    rows = [
        *await session.scalars(active.order_by(QueueEntry.place, QueueEntry.id)),
        *await session.scalars(finished),
    ]
    return QueueEntriesOut(queue=await service.load_queue_out(session, queue), records=[entry_out(row) for row in rows])


async def waiting_entries(session: AsyncSession, queue_id: UUID) -> list[QueueEntry]:
    """Waiting entries in order of their places."""
    rows = await session.scalars(
        select(QueueEntry).where(are_waiting(queue_id)).order_by(QueueEntry.place, QueueEntry.id)
    )
    return list(rows)


def are_waiting(queue_id: UUID) -> ColumnElement[bool]:
    return and_(QueueEntry.queue_id == queue_id, QueueEntry.state == "waiting")


async def find_entry(session: AsyncSession, queue: Queue, entry_id: UUID) -> QueueEntry:
    row = await session.scalar(select(QueueEntry).where(QueueEntry.id == entry_id, QueueEntry.queue_id == queue.id))
    if row is None:
        raise EntryNotFound
    return row


async def position_of(session: AsyncSession, entry: QueueEntry) -> int:
    """Position of the entry among the waiting ones; 1 is next."""
    is_ahead = or_(QueueEntry.place < entry.place, and_(QueueEntry.place == entry.place, QueueEntry.id < entry.id))
    ahead = select(func.count()).select_from(QueueEntry).where(are_waiting(entry.queue_id), is_ahead)
    return 1 + (await session.scalar(ahead) or 0)


async def accounts_of(session: AsyncSession, channel_id: UUID, account: Account) -> list[Account]:
    """The viewer's account and the accounts linked with it."""
    provider, viewer_id = account
    person_id = (
        select(Viewer.person_id)
        .where(Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id)
        .scalar_subquery()
    )
    linked = await session.execute(
        select(Viewer.provider, Viewer.viewer_id).where(Viewer.channel_id == channel_id, Viewer.person_id == person_id)
    )
    return list({account, *((row.provider, row.viewer_id) for row in linked)})


def are_of_accounts(queue_id: UUID, accounts: Sequence[Account]) -> ColumnElement[bool]:
    return in_pairs(QueueEntry.queue_id == queue_id, QueueEntry.provider, QueueEntry.viewer_id, accounts)


async def active_entries(session: AsyncSession, queue_id: UUID, accounts: Sequence[Account]) -> list[QueueEntry]:
    """Entries of these accounts that are not finished, in order of their places."""
    rows = await session.scalars(
        select(QueueEntry)
        .where(are_of_accounts(queue_id, accounts), QueueEntry.state.in_(ACTIVE))
        .order_by(QueueEntry.place, QueueEntry.id)
    )
    return list(rows)


async def count_played(session: AsyncSession, queue_id: UUID, accounts: Sequence[Account]) -> int:
    played = select(func.count()).select_from(QueueEntry).where(are_of_accounts(queue_id, accounts))
    return await session.scalar(played.where(QueueEntry.state == "done")) or 0


async def viewer_turns(session: AsyncSession, queue: Queue, account: Account) -> QueueViewerTurns:
    accounts = await accounts_of(session, queue.channel_id, account)
    of_viewer = are_of_accounts(queue.id, accounts)
    counted = await session.execute(
        select(QueueEntry.state, func.count(), func.max(QueueEntry.finished_at))
        .where(of_viewer, QueueEntry.state.in_(FINISHED))
        .group_by(QueueEntry.state)
    )
    numbers: dict[str, tuple[int, datetime | None]] = {state: (count, last) for state, count, last in counted}
    newest = select(QueueEntry).where(of_viewer).order_by(QueueEntry.joined_at.desc(), QueueEntry.id.desc())
    rows = await session.scalars(newest.limit(MAX_TURNS))
    played, last_played_at = numbers.get("done", (0, None))
    return QueueViewerTurns(
        played=played,
        no_shows=numbers.get("no_show", (0, None))[0],
        last_played_at=last_played_at,
        turns=[QueueTurn.model_validate({name: getattr(row, name) for name in QueueTurn.model_fields}) for row in rows],
    )


async def publish_entries(
    session: AsyncSession, queue: Queue, changed: Sequence[QueueEntry], removed: Sequence[UUID] = ()
) -> None:
    await session.flush()
    topic = queues_topic(queue.channel_id)
    if len(changed) + len(removed) > MAX_LISTED_CHANGES:
        publish(session, topic, QueueReset(queue_id=queue.id))
        return
    counts = (await service.count_entries(session, [queue.id]))[queue.id]
    publish(
        session,
        topic,
        QueueEntriesChanged(
            queue_id=queue.id,
            round=queue.round,
            counts=counts,
            changed=[entry_out(row) for row in changed],
            removed=list(removed),
        ),
    )


def entry_out(row: QueueEntry) -> QueueEntryOut:
    return QueueEntryOut.model_validate({name: getattr(row, name) for name in QueueEntryOut.model_fields})
