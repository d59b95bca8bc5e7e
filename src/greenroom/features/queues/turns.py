"""Actions of staff on the entries of a queue: call, move, finish, remove."""

from collections.abc import Sequence
from datetime import datetime
from random import SystemRandom
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer
from greenroom.features.queues.charges import refund
from greenroom.features.queues.entries import (
    Account,
    accounts_of,
    active_entries,
    are_waiting,
    count_played,
    find_entry,
    publish_entries,
    waiting_entries,
)
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import (
    FINISHED,
    MAX_PLACE_LENGTH,
    TRANSITIONS,
    UNSERVED,
    State,
    pick_entries,
    place_after,
    place_between,
    starting_place,
)
from greenroom.features.queues.schemas import QueueEntryTextsIn, QueueNextIn, QueueReset, queues_topic
from greenroom.features.queues.service import QUEUES, publish_queue
from greenroom.kernel.db.database import publish
from greenroom.kernel.errors import Conflict

RANDOM = SystemRandom()
STATE_LABELS: dict[State, str] = {
    "waiting": "waiting",
    "called": "called",
    "playing": "playing",
    "done": "done",
    "skipped": "skipped",
    "no_show": "a no-show",
}


class RoundChanged(Conflict):
    type = "queue_round_changed"
    message = "Somebody else has just called the next viewers. Nobody was called twice."


class QueueIsEmpty(Conflict):
    type = "queue_empty"
    message = "Nobody is waiting in this queue."


class StateRefused(Conflict):
    type = "queue_entry_changed"

    def __init__(self, entry: QueueEntry, state: State) -> None:
        current = STATE_LABELS[_state(entry)]
        super().__init__(f"{entry.name} is {current} now and can't become {STATE_LABELS[state]}.")


class NotWaiting(Conflict):
    type = "queue_entry_changed"
    message = "One of the two viewers is no longer waiting. Nothing was moved."


async def call_next(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, request: QueueNextIn, now: datetime
) -> list[QueueEntry]:
    """Calls the next viewers as one round."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    if request.round is not None and request.round != queue.round:
        raise RoundChanged
    waiting = await waiting_entries(session, queue.id)
    if not waiting:
        raise QueueIsEmpty
    persons = await _persons(session, queue)
    shuffle = RANDOM.shuffle if (request.pick or queue.pick) == "random" else _keep_order
    picked = pick_entries(
        waiting, request.count or queue.group_size, lambda entry: persons.get(_account(entry), _account(entry)), shuffle
    )
    queue.round += 1
    for entry in picked:
        _set_state(entry, "called", now)
        entry.round = queue.round
    await publish_entries(session, queue, picked)
    return picked


def _keep_order(_: list[QueueEntry]) -> None:
    pass


async def _persons(session: AsyncSession, queue: Queue) -> dict[Account, UUID]:
    """The person of each waiting account that is linked with other accounts."""
    rows = await session.execute(
        select(Viewer.provider, Viewer.viewer_id, Viewer.person_id)
        .join(QueueEntry, (QueueEntry.provider == Viewer.provider) & (QueueEntry.viewer_id == Viewer.viewer_id))
        .where(Viewer.channel_id == queue.channel_id, Viewer.person_id.is_not(None), are_waiting(queue.id))
    )
    return {(provider, viewer_id): person_id for provider, viewer_id, person_id in rows if person_id is not None}


async def change_state(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, entry_id: UUID, state: State, now: datetime
) -> QueueEntry:
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    entry = await find_entry(session, queue, entry_id)
    if state == entry.state:
        return entry
    if state not in TRANSITIONS[_state(entry)]:
        raise StateRefused(entry, state)
    if state == "waiting":
        entry.place = await _front_place(session, queue.id)
    if state == "called":
        queue.round += 1
        entry.round = queue.round
    was_done = entry.state == "done"
    _set_state(entry, state, now)
    if state == "skipped":
        await refund(session, queue, [entry], "skipped", now)
    changed = [entry]
    if was_done or state in ("done", "waiting"):
        await session.flush()
        changed += await _recount(session, queue, entry)
    await publish_entries(session, queue, changed)
    return entry


async def finish_round(session: AsyncSession, channel_id: UUID, queue_id: UUID, now: datetime) -> Queue:
    """Changes every entry that is playing to done."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    playing = select(QueueEntry).where(QueueEntry.queue_id == queue.id, QueueEntry.state == "playing")
    entries = list(await session.scalars(playing))
    for entry in entries:
        _set_state(entry, "done", now)
    await session.flush()
    changed = {entry.id: entry for entry in entries}
    for entry in entries:
        changed |= {other.id: other for other in await _recount(session, queue, entry)}
    await publish_entries(session, queue, list(changed.values()))
    return queue


async def _recount(session: AsyncSession, queue: Queue, entry: QueueEntry) -> list[QueueEntry]:
    """Updates `played` in the active entries of the viewer's accounts; returns those besides this entry."""
    accounts = await accounts_of(session, queue.channel_id, _account(entry))
    active = await active_entries(session, queue.id, accounts)
    if active:
        played = await count_played(session, queue.id, accounts)
        for each in active:
            each.played = played
    return [each for each in active if each.id != entry.id]


async def move_entry(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, entry_id: UUID, after_id: UUID | None
) -> QueueEntry:
    """Gives the entry a place between its new neighbours; if that place is too long, renumbers all waiting entries."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    entry = await find_entry(session, queue, entry_id)
    if entry.state != "waiting":
        raise NotWaiting
    if after_id == entry.id:
        return entry
    others = [row for row in await _waiting_places(session, queue.id) if row[0] != entry.id]
    index = _index_after(others, after_id)
    before, after = others[index - 1][1] if index else None, others[index][1] if index < len(others) else None
    entry.place = place_between(before, after)
    if len(entry.place) > MAX_PLACE_LENGTH:
        await _renumber(session, queue)
    else:
        await publish_entries(session, queue, [entry])
    return entry


def _index_after(places: Sequence[tuple[UUID, str]], entry_id: UUID | None) -> int:
    if entry_id is None:
        return 0
    index = next((number for number, (row_id, _) in enumerate(places, 1) if row_id == entry_id), None)
    if index is None:
        raise NotWaiting
    return index


async def _waiting_places(session: AsyncSession, queue_id: UUID) -> list[tuple[UUID, str]]:
    rows = await session.execute(
        select(QueueEntry.id, QueueEntry.place).where(are_waiting(queue_id)).order_by(QueueEntry.place, QueueEntry.id)
    )
    return [(entry_id, place) for entry_id, place in rows]


async def _front_place(session: AsyncSession, queue_id: UUID) -> str:
    first = select(QueueEntry.place).where(are_waiting(queue_id)).order_by(QueueEntry.place).limit(1)
    return place_between(None, await session.scalar(first))


async def _renumber(session: AsyncSession, queue: Queue) -> None:
    """Gives all waiting entries new, short places in the same order; needed after about 1,500 moves to one spot."""
    await session.flush()
    last: dict[str, str] = {}
    for entry in await waiting_entries(session, queue.id):
        tier = entry.place[0]
        entry.place = last[tier] = place_after(last[tier]) if tier in last else starting_place(tier)
    publish(session, queues_topic(queue.channel_id), QueueReset(queue_id=queue.id))


async def write_texts(
    session: AsyncSession, channel_id: UUID, queue_id: UUID, entry_id: UUID, texts: QueueEntryTextsIn
) -> QueueEntry:
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    entry = await find_entry(session, queue, entry_id)
    entry.game_name, entry.note = texts.game_name, texts.note
    await publish_entries(session, queue, [entry])
    return entry


async def remove_entry(session: AsyncSession, channel_id: UUID, queue_id: UUID, entry_id: UUID, now: datetime) -> None:
    """Deletes the entry, also from the viewer's history; returns the points unless the entry is finished."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    await withdraw(session, queue, await find_entry(session, queue, entry_id), now)


async def withdraw(session: AsyncSession, queue: Queue, entry: QueueEntry, now: datetime) -> None:
    if entry.state not in FINISHED:
        await refund(session, queue, [entry], "no longer in the queue", now)
    was_done = entry.state == "done"
    await session.execute(delete(QueueEntry).where(QueueEntry.id == entry.id))
    changed = await _recount(session, queue, entry) if was_done else []
    await publish_entries(session, queue, changed, [entry.id])


async def clear_queue(session: AsyncSession, channel_id: UUID, queue_id: UUID, now: datetime) -> Queue:
    """Removes everyone who waits or is called, returns their points, and begins a new session."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    leaving = (QueueEntry.queue_id == queue.id, QueueEntry.state.in_(UNSERVED))
    await refund(session, queue, list(await session.scalars(select(QueueEntry).where(*leaving))), "queue cleared", now)
    await session.execute(delete(QueueEntry).where(*leaving))
    queue.session_started_at, queue.round = now, 0
    await publish_queue(session, queue)
    publish(session, queues_topic(channel_id), QueueReset(queue_id=queue.id))
    return queue


def _account(entry: QueueEntry) -> Account:
    return entry.provider, entry.viewer_id


def _state(entry: QueueEntry) -> State:
    return next(state for state in TRANSITIONS if state == entry.state)


def _set_state(entry: QueueEntry, state: State, now: datetime) -> None:
    """Sets the state and its time, and clears times of later states; `waiting` has no time and clears the round."""
    entry.state = state
    if state == "waiting":
        entry.called_at = entry.answered_at = entry.started_at = entry.finished_at = entry.round = None
    elif state == "called":
        entry.called_at, entry.answered_at = now, None
    elif state == "playing":
        entry.started_at, entry.finished_at = now, None
    else:
        entry.finished_at = now
