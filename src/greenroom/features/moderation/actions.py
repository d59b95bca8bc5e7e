"""Moderation by staff: writes the log entry, sends the action to the platform, then publishes the result."""

from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.messages.line import LineRef
from greenroom.chat.moderation.entries import ModerationEntryOut, entries_in_force
from greenroom.chat.protocol.actions import Action, BanViewer, DeleteMessage, UnbanViewer
from greenroom.chat.sending.sender import Sender
from greenroom.features.moderation import service
from greenroom.features.moderation.completion import withdraw_waiting
from greenroom.features.moderation.rules import (
    ActionResult,
    RefusedByPlatform,
    join_sentences,
    refuse_banned,
    refuse_protected,
    result_of,
    seconds_left,
)
from greenroom.features.moderation.service import EntryContent, Target
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError


class ModerationService(Struct, frozen=True):
    """A moderator, and the services needed to act."""

    kernel: Kernel
    sender: Sender
    platforms: Platforms
    access: Access

    @property
    def channel_id(self) -> UUID:
        return self.access.channel_id


class ModeratedChat(Struct, frozen=True):
    """One of the channel's chats, as named in the URL."""

    provider: str
    connection_id: UUID


class LoggedBan(Struct, frozen=True):
    """The log entry of a ban or time-out, which `log_ban` returns and `send_ban` needs."""

    entry_id: UUID
    target: Target
    # The entry is of an earlier request for the same ban, which may have finished.
    is_repeated: bool
    was_done: bool = False


async def ban(moderation: ModerationService, chat: ModeratedChat, action: BanViewer) -> ModerationEntryOut:
    """Bans or times out a viewer; a repeated request is sent again, but has the entry of the first one."""
    return await send_ban(moderation, await log_ban(moderation, chat, action), action)


async def log_ban(moderation: ModerationService, chat: ModeratedChat, action: BanViewer) -> LoggedBan:
    """Writes the log entry of a ban or time-out, or finds that of an earlier request; `send_ban` calls the platform."""
    async with moderation.kernel.database.write() as session:
        target = await _target(session, moderation, chat, action.viewer_id)
        viewer = await service.moderated_viewer(session, moderation.access, target, moderation.kernel.clock())
        refuse_protected(viewer, moderation.access.level)
        await service.lock_viewer(session, moderation.channel_id, target)
        now = moderation.kernel.clock()
        if action.seconds is not None:
            refuse_banned(await service.same_ban(session, moderation.channel_id, target, None, now))
        same = await service.same_ban(session, moderation.channel_id, target, action.seconds, now)
        if same is not None:
            return LoggedBan(same.id, target, is_repeated=True, was_done=same.outcome == "done")
        content = EntryContent("ban" if action.seconds is None else "timeout", action.seconds, action.reason)
        entry = service.open_entry(session, moderation.access, target, content, now)
        return LoggedBan(entry.id, target, is_repeated=False)


async def send_ban(moderation: ModerationService, logged: LoggedBan, action: BanViewer) -> ModerationEntryOut:
    """Sends the ban or time-out to the platform and records the result in the log entry."""
    result = await moderate(moderation, logged.target, action)
    if logged.was_done and result.failure is not None:
        raise result.failure
    # The answer "already banned" adds nothing to the entry of the ban.
    recorded = ActionResult("done", "") if logged.is_repeated and result.outcome == "done" else result
    return await finish(moderation, logged.entry_id, recorded)


async def unban(moderation: ModerationService, chat: ModeratedChat, viewer_id: str) -> ModerationEntryOut:
    async with moderation.kernel.database.write() as session:
        target = await _target(session, moderation, chat, viewer_id)
        now = moderation.kernel.clock()
        is_under_way = moderation.sender.is_banning(chat.connection_id, viewer_id)
        await withdraw_waiting(session, moderation.access, target, now, is_under_way=is_under_way)
        in_force = await entries_in_force(session, moderation.channel_id, chat.provider, viewer_id, now)
        lifted = next((entry for entry in in_force if entry.connection_id == chat.connection_id), None)
        content = (
            EntryContent("unban", seconds_left(lifted, now), undo_of=lifted.id) if lifted else EntryContent("unban")
        )
        entry = service.open_entry(session, moderation.access, target, content, now)
    return await finish(moderation, entry.id, await moderate(moderation, target, UnbanViewer(viewer_id)))


async def delete_message(moderation: ModerationService, chat: ModeratedChat, message_id: str) -> ModerationEntryOut:
    """Deletes a message; if the platform refuses, hides its stored line in Greenroom only, and the entry says so."""
    async with moderation.kernel.database.write() as session:
        line = await service.find_line(session, moderation.channel_id, LineRef(chat.connection_id, message_id))
        target = await _target(session, moderation, chat, line.viewer_id if line else "")
        entry = await service.same_deletion(session, moderation.channel_id, target, message_id)
        if entry is None:
            content = EntryContent("delete", message_id=message_id, message_text=line.text if line else "")
            entry = service.open_entry(session, moderation.access, target, content, moderation.kernel.clock())
    result = await moderate(moderation, target, DeleteMessage(message_id))
    if line is None and result.outcome == "done" and result.detail:
        # Unknown to us and to the platform: nothing was deleted.
        result = ActionResult("failed", result.detail, failure=service.MessageNotFound())
    is_here_only = line is not None and isinstance(result.failure, RefusedByPlatform)
    if is_here_only:
        result = ActionResult("done", join_sentences("Hidden here only.", result.detail))
    return await finish(moderation, entry.id, result, is_here_only=is_here_only)


async def _target(session: AsyncSession, moderation: ModerationService, chat: ModeratedChat, viewer_id: str) -> Target:
    await service.check_connection(session, moderation.channel_id, chat.provider, chat.connection_id)
    return await service.find_target(session, moderation.channel_id, chat.provider, chat.connection_id, viewer_id)


async def moderate(moderation: ModerationService, target: Target, action: Action) -> ActionResult:
    """Performs the action as the channel's own account; returns a failure as a result."""
    try:
        return result_of(await moderation.sender.dispatch(target.connection_id, action))
    except AppError as error:
        return result_of(error)


async def finish(
    moderation: ModerationService, entry_id: UUID, result: ActionResult, *, is_here_only: bool = False
) -> ModerationEntryOut:
    """Records the platform's answer; raises its failure, unless the platform has reported success meanwhile."""
    async with moderation.kernel.database.write() as session:
        now = moderation.kernel.clock()
        entry = await service.lock_entry(session, entry_id)
        if entry is None:
            # The channel was deleted meanwhile.
            raise service.EntryNotFound
        await service.finish_entry(session, entry, result, now)
        if entry.action == "delete" and entry.outcome == "done":
            await service.remove_line(session, entry, now, is_here_only=is_here_only)
        shown = ModerationEntryOut.of(entry)
    if shown.outcome == "failed" and result.failure is not None:
        raise result.failure
    return shown
