"""Taking back what was done: by staff, by a filter, or on the platform itself."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.actions import BanViewer, UnbanViewer
from greenroom.chat.line import LineRef, Removal
from greenroom.chat.line_ids import said_by
from greenroom.chat.models import ChatMessage, ModerationEntry
from greenroom.chat.moderation import LONGEST_WORDS, ModerationEntryOut, can_undo, publish_entry
from greenroom.chat.removing import SWEPT_BACK, restore_lines
from greenroom.features.moderation import acting, service
from greenroom.features.moderation.acting import Desk
from greenroom.features.moderation.rules import PEOPLE_WITHIN, Ending, joined, refuse_protected, seconds_left
from greenroom.features.moderation.service import Deed, Target
from greenroom.features.moderation.taking_back import take_back_deletion, withdraw_waiting
from greenroom.kernel.errors import Conflict

# The platform's own news of a ban may be heard a little before it is written down.
BEFORE = timedelta(seconds=5)
# More than anybody said since somebody pressed a button.
MOST_RESTORED = 2_000

OVER = "It had ended by itself."


class NotUndoable(Conflict):
    type = "not_undoable"


@dataclass(frozen=True, slots=True)
class Plan:
    """What has to be asked of the platform to take something back; nothing when it is only ours to take back."""

    target: Target
    counter_id: UUID
    action: BanViewer | UnbanViewer | None
    detail: str = ""


async def undo(desk: Desk, entry_id: UUID) -> ModerationEntryOut:
    """The entry as it is afterwards; what was done for it is an entry of its own."""
    async with desk.kernel.database.write() as session:
        entry = await service.locked_entry(session, entry_id)
        if entry is None or entry.channel_id != desk.channel_id:
            raise service.EntryNotFound
        plan = await _plan(session, desk, entry, desk.kernel.clock())
    if plan.action is None:
        ending = Ending("done", plan.detail)
    else:
        ending = await acting.ask(desk, plan.target, plan.action)
    counter = await acting.finish(desk, plan.counter_id, ending)
    return await _shown(desk, entry_id, counter.detail)


async def _plan(session: AsyncSession, desk: Desk, entry: ModerationEntry, now: datetime) -> Plan:
    _refuse_impossible(entry)
    if await _is_under_way(session, entry, now):
        raise NotUndoable("Somebody is undoing this right now.")
    target = await service.find_target(session, desk.channel_id, entry.provider, entry.connection_id, entry.viewer_id)
    match entry.action:
        case "delete":
            deed, action, detail = _show_again(desk, entry)
        case "unban":
            deed, action, detail = await _send_out_again(session, desk, entry, target, now)
        case _:
            deed, action, detail = await _let_in(session, entry, now)
            is_under_way = desk.sender.is_banning(entry.connection_id, entry.viewer_id)
            await withdraw_waiting(session, desk.access, target, now, is_under_way=is_under_way)
    if action is not None:
        # Without the connection nobody can be asked.
        await service.check_connection(session, desk.channel_id, entry.provider, entry.connection_id)
    counter = service.open_entry(session, desk.access, target, deed, now)
    return Plan(target, counter.id, action, detail)


def _refuse_impossible(entry: ModerationEntry) -> None:
    if can_undo(entry):
        return
    if entry.undone_at is not None:
        raise NotUndoable(f"{entry.undone_by or 'Somebody'} has undone this already.")
    if entry.outcome == "asked":
        raise NotUndoable("The platform has not answered yet.")
    if entry.outcome == "failed":
        raise NotUndoable("This was never done, so there is nothing to undo.")
    raise NotUndoable("This cannot be undone.")


async def _is_under_way(session: AsyncSession, entry: ModerationEntry, now: datetime) -> bool:
    found = await session.scalar(
        select(ModerationEntry.id)
        .where(
            ModerationEntry.channel_id == entry.channel_id,
            ModerationEntry.provider == entry.provider,
            ModerationEntry.viewer_id == entry.viewer_id,
            ModerationEntry.created_at > now - PEOPLE_WITHIN,
            ModerationEntry.undo_of == entry.id,
            ModerationEntry.outcome == "asked",
        )
        .limit(1)
    )
    return found is not None


Step = tuple[Deed, BanViewer | UnbanViewer | None, str]


def _show_again(desk: Desk, entry: ModerationEntry) -> Step:
    deed = Deed("restore", message_id=entry.message_id, message_text=entry.message_text, undo_of=entry.id)
    platform = desk.platforms.info(entry.provider).name
    return deed, None, f"Shown again here; {platform} shows it no more once it was deleted there."


async def _send_out_again(
    session: AsyncSession, desk: Desk, entry: ModerationEntry, target: Target, now: datetime
) -> Step:
    """For what was left; for good when nobody knows of an end."""
    refuse_protected(await service.ties_of(session, desk.access, target), desk.access.level)
    lifted = await session.get(ModerationEntry, entry.undo_of) if entry.undo_of else None
    left = seconds_left(lifted, now) if lifted else None
    if left == 0:
        raise NotUndoable("The time-out would be over by now.")
    reason = lifted.reason if lifted else ""
    deed = Deed("ban" if left is None else "timeout", left, reason, undo_of=entry.id)
    return deed, BanViewer(entry.viewer_id, left, reason), ""


async def _let_in(session: AsyncSession, entry: ModerationEntry, now: datetime) -> Step:
    deed = Deed("unban", undo_of=entry.id)
    here = await service.in_force_here(session, entry, now)
    if here and here[0].id != entry.id:
        raise NotUndoable("They were sent out again after this. Undo that instead.")
    return (deed, UnbanViewer(entry.viewer_id), "") if here else (deed, None, OVER)


async def _shown(desk: Desk, entry_id: UUID, words: str) -> ModerationEntryOut:
    async with desk.kernel.database.write() as session:
        entry = await service.locked_entry(session, entry_id)
        if entry is None:
            raise service.EntryNotFound
        await _restore(session, entry, desk.access.person.display_name, desk.kernel.clock())
        if words:
            entry.detail = joined(entry.detail, words)[:LONGEST_WORDS]
            publish_entry(session, entry)
        return ModerationEntryOut.of(entry)


async def _restore(session: AsyncSession, entry: ModerationEntry, by: str, now: datetime) -> None:
    """The line that it was about, and whatever was swept away with a ban."""
    refs = [LineRef(entry.connection_id, entry.message_id)] if entry.message_id else []
    if entry.action in {"ban", "timeout"}:
        refs += await _swept(session, entry, now)
        await take_back_deletion(session, entry, by, now)
    if refs and entry.action != "unban":
        await restore_lines(session, entry.channel_id, refs)


async def _swept(session: AsyncSession, entry: ModerationEntry, now: datetime) -> list[LineRef]:
    began = entry.created_at - BEFORE
    theirs = said_by(session, entry.channel_id, entry.provider, entry.viewer_id, began - SWEPT_BACK, now)
    rows = await session.execute(
        select(ChatMessage.message_id, ChatMessage.removal)
        .where(
            *theirs,
            ChatMessage.connection_id == entry.connection_id,
            ChatMessage.removed_at >= began,
        )
        .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
        .limit(MOST_RESTORED)
    )
    return [LineRef(entry.connection_id, message_id) for message_id, removal in rows if _is_swept(removal)]


def _is_swept(removal: bytes | None) -> bool:
    return removal is not None and msgspec.json.decode(removal, type=Removal).how in {"banned", "timed_out"}
