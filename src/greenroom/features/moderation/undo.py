"""Undoes entries of the moderation log, on the platform and in Greenroom."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.moderation.entries import MAX_TEXT_LENGTH, ModerationEntryOut, can_undo, of_viewer, publish_entry
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.protocol.actions import BanViewer, UnbanViewer
from greenroom.features.moderation import actions, service
from greenroom.features.moderation.actions import ModerationService
from greenroom.features.moderation.completion import withdraw_waiting
from greenroom.features.moderation.reversal import in_force_here
from greenroom.features.moderation.rules import (
    MAX_STAFF_ACTION_TIME,
    ActionResult,
    join_sentences,
    refuse_protected,
    seconds_left,
)
from greenroom.features.moderation.service import EntryContent, Target
from greenroom.kernel.errors import Conflict

ALREADY_OVER = "It had already ended."
OLDER_BAN = {"ban": "An older ban still applies.", "timeout": "An older timeout still applies."}


class NotUndoable(Conflict):
    type = "not_undoable"


class Plan(Struct, frozen=True):
    """How an entry is undone; `action` is None if no platform is called."""

    target: Target
    undo_entry_id: UUID
    action: BanViewer | UnbanViewer | None
    detail: str = ""


async def undo(moderation: ModerationService, entry_id: UUID) -> ModerationEntryOut:
    """Undoes the action of an entry and returns this entry; the undo is logged as another entry."""
    async with moderation.kernel.database.write() as session:
        entry = await service.lock_entry(session, entry_id)
        if entry is None or entry.channel_id != moderation.channel_id:
            raise service.EntryNotFound
        plan = await _plan(session, moderation, entry, moderation.kernel.clock())
    if plan.action is None:
        result = ActionResult("done", plan.detail)
    else:
        result = await actions.moderate(moderation, plan.target, plan.action)
    undo_entry = await actions.finish(moderation, plan.undo_entry_id, result)
    return await _add_detail(moderation, entry_id, undo_entry.detail)


async def _plan(session: AsyncSession, moderation: ModerationService, entry: ModerationEntry, now: datetime) -> Plan:
    refuse_impossible(entry)
    if await _is_being_undone(session, entry, now):
        raise NotUndoable("Undo is already in progress.")
    target = await service.find_target(
        session, moderation.channel_id, entry.provider, entry.connection_id, entry.viewer_id
    )
    match entry.action:
        case "delete":
            content, action, detail = _restore(moderation, entry)
        case "unban":
            content, action, detail = await _ban_again(session, moderation, entry, target, now)
        case _:
            content, action, detail = await _unban(session, entry, now)
            is_under_way = moderation.sender.is_banning(entry.connection_id, entry.viewer_id)
            await withdraw_waiting(session, moderation.access, target, now, is_under_way=is_under_way)
    if action is not None:
        # Without a connection the platform cannot be called.
        await service.check_connection(session, moderation.channel_id, entry.provider, entry.connection_id)
    undo_entry = service.open_entry(session, moderation.access, target, content, now)
    return Plan(target, undo_entry.id, action, detail)


def refuse_impossible(entry: ModerationEntry) -> None:
    if can_undo(entry):
        return
    if entry.undone_at is not None:
        raise NotUndoable(f"Already undone by {entry.undone_by}." if entry.undone_by else "Already undone.")
    if entry.outcome == "asked":
        raise NotUndoable("The platform hasn't responded yet.")
    if entry.outcome == "failed":
        raise NotUndoable("This action failed, so there is nothing to undo.")
    raise NotUndoable("This cannot be undone.")


async def _is_being_undone(session: AsyncSession, entry: ModerationEntry, now: datetime) -> bool:
    found = await session.scalar(
        select(ModerationEntry.id)
        .where(
            *of_viewer(entry.channel_id, entry.provider, entry.viewer_id),
            ModerationEntry.created_at > now - MAX_STAFF_ACTION_TIME,
            ModerationEntry.undo_of == entry.id,
            ModerationEntry.outcome == "asked",
        )
        .limit(1)
    )
    return found is not None


# The log entry of the undo, the action for the platform, and the detail of that log entry.
UndoStep = tuple[EntryContent, BanViewer | UnbanViewer | None, str]


def _restore(moderation: ModerationService, entry: ModerationEntry) -> UndoStep:
    content = EntryContent("restore", message_id=entry.message_id, message_text=entry.message_text, undo_of=entry.id)
    platform = moderation.platforms.info(entry.provider).name
    return content, None, f"Shown again in Greenroom only; {platform} does not restore deleted messages."


async def _ban_again(
    session: AsyncSession, moderation: ModerationService, entry: ModerationEntry, target: Target, now: datetime
) -> UndoStep:
    """How an unban is undone: by a ban for the remaining time, or without end if the old ban had none or is unknown."""
    refuse_protected(await service.moderated_viewer(session, moderation.access, target, now), moderation.access.level)
    if await in_force_here(session, entry, now):
        raise NotUndoable("The viewer is already banned or timed out.")
    lifted = await session.get(ModerationEntry, entry.undo_of) if entry.undo_of else None
    left = seconds_left(lifted, now) if lifted else None
    if left == 0:
        raise NotUndoable("The timeout would have ended by now.")
    reason = lifted.reason if lifted else ""
    content = EntryContent("ban" if left is None else "timeout", left, reason, undo_of=entry.id)
    return content, BanViewer(entry.viewer_id, left, reason), ""


async def _unban(session: AsyncSession, entry: ModerationEntry, now: datetime) -> UndoStep:
    content = EntryContent("unban", seconds_left(entry, now), undo_of=entry.id)
    here = await in_force_here(session, entry, now)
    if not here:
        return content, None, ALREADY_OVER
    if here[0].id == entry.id:
        return content, UnbanViewer(entry.viewer_id), ""
    if _position(here[0]) > _position(entry):
        raise NotUndoable("A newer ban or timeout is active. Undo that one instead.")
    # Not an unban: only the lines are restored.
    return EntryContent("restore", undo_of=entry.id), None, join_sentences(ALREADY_OVER, OLDER_BAN[here[0].action])


def _position(entry: ModerationEntry) -> tuple[datetime, UUID]:
    return entry.created_at, entry.id


async def _add_detail(moderation: ModerationService, entry_id: UUID, detail: str) -> ModerationEntryOut:
    async with moderation.kernel.database.write() as session:
        entry = await service.lock_entry(session, entry_id)
        if entry is None:
            raise service.EntryNotFound
        if detail:
            entry.detail = join_sentences(entry.detail, detail)[:MAX_TEXT_LENGTH]
            publish_entry(session, entry)
        return ModerationEntryOut.of(entry)
