"""Lets viewers join and leave queues from chat; functions return the response, or raise Refused with it."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import Viewer
from greenroom.features.queues.charges import charge
from greenroom.features.queues.entries import (
    Account,
    accounts_of,
    active_entries,
    are_of_accounts,
    are_waiting,
    count_played,
    position_of,
    publish_entries,
    waiting_entries,
)
from greenroom.features.queues.models import Queue, QueueEntry
from greenroom.features.queues.rules import (
    FIRST_TIER,
    LAST_TIER,
    TURNS,
    JoinTexts,
    RejoinRule,
    join_texts,
    list_text,
    place_after,
    starting_place,
    wait_text,
)
from greenroom.features.queues.schemas import MAX_WAITING
from greenroom.features.queues.service import QUEUES
from greenroom.features.queues.turns import withdraw
from greenroom.kernel.ids import new_id
from greenroom.responses.variables import Refused

MAX_LISTED = 5


class JoinRequest(Struct, frozen=True):
    """A viewer who wants to join, and the text after the command."""

    account: Account
    login: str
    name: str
    is_subscriber: bool
    text: str
    # Identifies the chat message, which may be delivered twice; None without a message.
    message_ref: str | None


async def join(session: AsyncSession, channel_id: UUID, queue_id: UUID, request: JoinRequest, now: datetime) -> str:
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    accounts = await accounts_of(session, channel_id, request.account)
    texts = join_texts(request.text, asks_name=bool(queue.name_label))
    entries = await active_entries(session, queue.id, accounts)
    earlier = await _joined_before(session, queue, request)
    if earlier is not None:
        return await place_text(session, queue.name, earlier)
    if len(entries) >= queue.max_per_viewer:
        return await _join_again(session, queue, entries, texts, now)
    problem = await _refusal(session, queue, accounts, texts, now)
    if problem:
        raise Refused(problem)
    return await _add(session, queue, accounts, request, texts, now)


async def _joined_before(session: AsyncSession, queue: Queue, request: JoinRequest) -> QueueEntry | None:
    """The entry that the same chat message added before."""
    if request.message_ref is None:
        return None
    same = select(QueueEntry).where(QueueEntry.queue_id == queue.id, QueueEntry.message_ref == request.message_ref)
    return await session.scalar(same)


async def _join_again(
    session: AsyncSession, queue: Queue, entries: Sequence[QueueEntry], texts: JoinTexts, now: datetime
) -> str:
    """At the limit of entries: stores the answer to a call, updates the viewer's only entry if it waits, or refuses."""
    called = next((entry for entry in entries if entry.state == "called"), None)
    if called is not None:
        called.answered_at = called.answered_at or now
        await publish_entries(session, queue, [called])
        return f"See you in {queue.name}."
    first = entries[0]
    has_texts = bool(texts.game_name or texts.note)
    if has_texts and len(entries) == 1 and first.state == "waiting":
        first.game_name, first.note = texts.game_name or first.game_name, texts.note or first.note
        await publish_entries(session, queue, [first])
        return f"{await place_text(session, queue.name, first)} Your entry was updated."
    raise Refused(await place_text(session, queue.name, first, already=True))


async def place_text(session: AsyncSession, queue_name: str, entry: QueueEntry, *, already: bool = False) -> str:
    if entry.state == "waiting":
        position = await position_of(session, entry)
        return f"You are {'already ' if already else ''}number {position} in {queue_name}."
    if entry.state == "called":
        return f"It is your turn in {queue_name}."
    if entry.state == "playing":
        return f"You are playing in {queue_name}."
    return f"You had your turn in {queue_name}."


async def _refusal(
    session: AsyncSession, queue: Queue, accounts: Sequence[Account], texts: JoinTexts, now: datetime
) -> str:
    """Why the viewer can't join; empty if they can."""
    if not queue.is_open:
        return f"{queue.name} is closed."
    waiting = await session.scalar(select(func.count()).select_from(QueueEntry).where(are_waiting(queue.id))) or 0
    if waiting >= (queue.max_size or MAX_WAITING):
        return f"{queue.name} is full ({waiting} are waiting)."
    if queue.name_label and queue.is_name_required and not texts.game_name:
        return f"Add your {queue.name_label} after the command to join {queue.name}."
    return await _rejoin_refusal(session, queue, accounts, now)


async def _rejoin_refusal(session: AsyncSession, queue: Queue, accounts: Sequence[Account], now: datetime) -> str:
    turns = select(func.max(QueueEntry.finished_at)).where(are_of_accounts(queue.id, accounts))
    last_turn_at = await session.scalar(turns.where(QueueEntry.state.in_(TURNS)))
    rule = RejoinRule(queue.rejoin, queue.rejoin_minutes, queue.session_started_at)
    if rule.had_turn_in_session(last_turn_at):
        return f"You had your turn in {queue.name} today."
    until = rule.wait_until(last_turn_at)
    if until is not None and until > now:
        return f"You can join {queue.name} again in {wait_text((until - now).total_seconds())}."
    return ""


async def _add(
    session: AsyncSession,
    queue: Queue,
    accounts: Sequence[Account],
    request: JoinRequest,
    texts: JoinTexts,
    now: datetime,
) -> str:
    provider, viewer_id = request.account
    entry = QueueEntry(
        id=new_id(),
        queue_id=queue.id,
        provider=provider,
        viewer_id=viewer_id,
        login=request.login,
        name=request.name or request.login,
        avatar_url=await _avatar_url(session, queue, request.account),
        is_subscriber=request.is_subscriber,
        state="waiting",
        place=await _last_place(session, queue, is_subscriber=request.is_subscriber),
        game_name=texts.game_name,
        note=texts.note,
        played=await count_played(session, queue.id, accounts),
        paid=0,
        message_ref=request.message_ref,
        joined_at=now,
    )
    too_few_points = await charge(session, queue, entry, now)
    if too_few_points:
        raise Refused(too_few_points)
    session.add(entry)
    await publish_entries(session, queue, [entry])
    return await place_text(session, queue.name, entry)


async def _avatar_url(session: AsyncSession, queue: Queue, account: Account) -> str:
    provider, viewer_id = account
    known = select(Viewer.avatar_url).where(
        Viewer.channel_id == queue.channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id
    )
    return await session.scalar(known) or ""


async def _last_place(session: AsyncSession, queue: Queue, *, is_subscriber: bool) -> str:
    """The place at the end of the viewer's tier; subscribers have the first tier if the queue puts them first."""
    tier = FIRST_TIER if queue.subs_first and is_subscriber else LAST_TIER
    last = await session.scalar(
        select(func.max(QueueEntry.place)).where(are_waiting(queue.id), QueueEntry.place.startswith(tier))
    )
    return starting_place(tier) if last is None else place_after(last)


async def leave(session: AsyncSession, channel_id: UUID, queue_id: UUID, account: Account, now: datetime) -> str:
    """Removes the last of the viewer's entries that wait or are called."""
    queue = await QUEUES.lock_row(session, channel_id, queue_id)
    accounts = await accounts_of(session, channel_id, account)
    entries = await active_entries(session, queue.id, accounts)
    leaving = [entry for entry in entries if entry.state != "playing"]
    if leaving:
        await withdraw(session, queue, leaving[-1], now)
        return f"You left {queue.name}."
    raise Refused(f"You are playing in {queue.name}." if entries else f"You are not in {queue.name}.")


async def waiting_text(session: AsyncSession, queue: Queue) -> str:
    waiting = await waiting_entries(session, queue.id)
    if not waiting:
        return f"Nobody is waiting in {queue.name}."
    return f"{queue.name}: {list_text([entry.name for entry in waiting[:MAX_LISTED]], len(waiting))}"
