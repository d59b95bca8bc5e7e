"""Undoes a moderation entry."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.moderation.entries import MAX_TEXT_LENGTH, ModerationEntryOut, can_undo, publish_entry
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import BanViewer, UnbanViewer
from greenroom.features.moderation import actions, service
from greenroom.features.moderation.actions import ModerationService
from greenroom.features.moderation.completion import withdraw_waiting
from greenroom.features.moderation.reversal import in_force_here
from greenroom.features.moderation.rules import PEOPLE_WITHIN, Ending, joined, refuse_protected, seconds_left
from greenroom.features.moderation.service import Deed, Target
from greenroom.kernel.errors import Conflict

OVER = "It had ended by itself."
STILL_OUT = {"ban": "An older ban keeps them out.", "timeout": "An older time-out keeps them out."}


class NotUndoable(Conflict):
    type = "not_undoable"


@dataclass(frozen=True, slots=True)
class Plan:
    """The platform action that undoes an entry; None if nothing has to be asked."""

    target: Target
    counter_id: UUID
    action: BanViewer | UnbanViewer | None
    detail: str = ""


async def undo(desk: ModerationService, entry_id: UUID) -> ModerationEntryOut:
    """Returns the entry afterwards; the undo itself has an entry of its own."""
    async with desk.kernel.database.write() as session:
        entry = await service.locked_entry(session, entry_id)
        if entry is None or entry.channel_id != desk.channel_id:
            raise service.EntryNotFound
        plan = await _plan(session, desk, entry, desk.kernel.clock())
    if plan.action is None:
        ending = Ending("done", plan.detail)
    else:
        ending = await actions.ask(desk, plan.target, plan.action)
    counter = await actions.finish(desk, plan.counter_id, ending)
    return await _shown(desk, entry_id, counter.detail)


async def _plan(session: AsyncSession, desk: ModerationService, entry: ModerationEntry, now: datetime) -> Plan:
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
        # Without a connection the platform cannot be asked.
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


def _show_again(desk: ModerationService, entry: ModerationEntry) -> Step:
    deed = Deed("restore", message_id=entry.message_id, message_text=entry.message_text, undo_of=entry.id)
    platform = desk.platforms.info(entry.provider).name
    return deed, None, f"Shown again here; {platform} shows it no more once it was deleted there."


async def _send_out_again(
    session: AsyncSession, desk: ModerationService, entry: ModerationEntry, target: Target, now: datetime
) -> Step:
    """For the time that is left; without an end if none is known."""
    refuse_protected(await service.standing_of(session, desk.access, target), desk.access.level)
    if await in_force_here(session, entry, now):
        raise NotUndoable("They are out already, so there is nothing to undo.")
    lifted = await session.get(ModerationEntry, entry.undo_of) if entry.undo_of else None
    left = seconds_left(lifted, now) if lifted else None
    if left == 0:
        raise NotUndoable("The time-out would be over by now.")
    reason = lifted.reason if lifted else ""
    deed = Deed("ban" if left is None else "timeout", left, reason, undo_of=entry.id)
    return deed, BanViewer(entry.viewer_id, left, reason), ""


async def _let_in(session: AsyncSession, entry: ModerationEntry, now: datetime) -> Step:
    deed = Deed("unban", seconds_left(entry, now), undo_of=entry.id)
    here = await in_force_here(session, entry, now)
    if not here:
        return deed, None, OVER
    if here[0].id == entry.id:
        return deed, UnbanViewer(entry.viewer_id), ""
    if _place(here[0]) > _place(entry):
        raise NotUndoable("They were sent out again after this. Undo that instead.")
    # Not an unban: only the lines are restored.
    return Deed("restore", undo_of=entry.id), None, joined(OVER, STILL_OUT[here[0].action])


def _place(entry: ModerationEntry) -> tuple[datetime, UUID]:
    """Position in the log."""
    return entry.created_at, entry.id


async def _shown(desk: ModerationService, entry_id: UUID, words: str) -> ModerationEntryOut:
    async with desk.kernel.database.write() as session:
        entry = await service.locked_entry(session, entry_id)
        if entry is None:
            raise service.EntryNotFound
        if words:
            entry.detail = joined(entry.detail, words)[:MAX_TEXT_LENGTH]
            publish_entry(session, entry)
        return ModerationEntryOut.of(entry)
