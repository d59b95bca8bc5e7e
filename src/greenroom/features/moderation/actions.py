"""Moderation by staff: writes the log entry, asks the platform, then publishes the result."""

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import LineRef
from greenroom.chat.moderation.entries import ModerationEntryOut, entries_in_force
from greenroom.chat.protocol.actions import Action, BanViewer, DeleteMessage, UnbanViewer
from greenroom.chat.sending.sender import Sender
from greenroom.features.moderation import service
from greenroom.features.moderation.completion import withdraw_waiting
from greenroom.features.moderation.rules import (
    Ending,
    RefusedByPlatform,
    ending_of,
    joined,
    refuse_banned,
    refuse_protected,
    seconds_left,
)
from greenroom.features.moderation.service import Deed, Target
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.tenancy.access.service import Access
from greenroom.tenancy.platforms import Platforms


@dataclass(frozen=True, slots=True)
class ModerationService:
    """A moderator, and the services needed to act."""

    kernel: Kernel
    sender: Sender
    platforms: Platforms
    access: Access

    @property
    def channel_id(self) -> UUID:
        return self.access.channel_id


@dataclass(frozen=True, slots=True)
class ModeratedChat:
    """One of the channel's chats, as named in the URL."""

    provider: str
    connection_id: UUID


@dataclass(frozen=True, slots=True)
class OpenedBan:
    """A ban with a log entry, not yet sent to the platform."""

    entry_id: UUID
    target: Target
    # Another request for the same ban exists, and may be finished.
    is_known: bool
    was_done: bool = False


async def ban(desk: ModerationService, place: ModeratedChat, wish: BanViewer) -> ModerationEntryOut:
    """A repeated ban returns the entry of the first one."""
    return await close_ban(desk, await open_ban(desk, place, wish), wish)


async def open_ban(desk: ModerationService, place: ModeratedChat, wish: BanViewer) -> OpenedBan:
    async with desk.kernel.database.write() as session:
        target = await _target(session, desk, place, wish.viewer_id)
        refuse_protected(await service.standing_of(session, desk.access, target), desk.access.level)
        await service.wait_for_viewer(session, desk.channel_id, target)
        now = desk.kernel.clock()
        if wish.seconds is not None:
            refuse_banned(await service.same_ban(session, desk.channel_id, target, None, now))
        same = await service.same_ban(session, desk.channel_id, target, wish.seconds, now)
        if same is not None:
            return OpenedBan(same.id, target, is_known=True, was_done=same.outcome == "done")
        deed = Deed("ban" if wish.seconds is None else "timeout", wish.seconds, wish.reason)
        entry = service.open_entry(session, desk.access, target, deed, now)
        return OpenedBan(entry.id, target, is_known=False)


async def close_ban(desk: ModerationService, opened: OpenedBan, wish: BanViewer) -> ModerationEntryOut:
    ending = await ask(desk, opened.target, wish)
    if opened.was_done and ending.failure is not None:
        raise ending.failure
    # "Already banned" is not worth recording on an entry that says the same.
    own = Ending("done", "") if opened.is_known and ending.outcome == "done" else ending
    return await finish(desk, opened.entry_id, own)


async def unban(desk: ModerationService, place: ModeratedChat, viewer_id: str) -> ModerationEntryOut:
    async with desk.kernel.database.write() as session:
        target = await _target(session, desk, place, viewer_id)
        now = desk.kernel.clock()
        is_under_way = desk.sender.is_banning(place.connection_id, viewer_id)
        await withdraw_waiting(session, desk.access, target, now, is_under_way=is_under_way)
        in_force = await entries_in_force(session, desk.channel_id, place.provider, viewer_id, now)
        lifted = next((entry for entry in in_force if entry.connection_id == place.connection_id), None)
        deed = Deed("unban", seconds_left(lifted, now), undo_of=lifted.id) if lifted else Deed("unban")
        entry = service.open_entry(session, desk.access, target, deed, now)
    return await finish(desk, entry.id, await ask(desk, target, UnbanViewer(viewer_id)))


async def delete_message(desk: ModerationService, place: ModeratedChat, message_id: str) -> ModerationEntryOut:
    """If the platform does not support deletion, the line is removed in Greenroom only, and the entry says so."""
    async with desk.kernel.database.write() as session:
        line = await service.find_line(session, desk.channel_id, LineRef(place.connection_id, message_id))
        target = await _target(session, desk, place, line.viewer_id if line else "")
        entry = await service.same_deletion(session, desk.channel_id, target, message_id)
        if entry is None:
            deed = Deed("delete", message_id=message_id, message_text=line.text if line else "")
            entry = service.open_entry(session, desk.access, target, deed, desk.kernel.clock())
    ending = await ask(desk, target, DeleteMessage(message_id))
    if line is None and ending.outcome == "done" and ending.detail:
        # Unknown to us and to the platform: nothing was deleted.
        ending = Ending("failed", ending.detail, failure=service.MessageNotFound())
    is_here_only = line is not None and isinstance(ending.failure, RefusedByPlatform)
    if is_here_only:
        ending = Ending("done", joined("Removed here only.", ending.detail))
    return await finish(desk, entry.id, ending, is_here_only=is_here_only)


async def _target(session: AsyncSession, desk: ModerationService, place: ModeratedChat, viewer_id: str) -> Target:
    await service.check_connection(session, desk.channel_id, place.provider, place.connection_id)
    return await service.find_target(session, desk.channel_id, place.provider, place.connection_id, viewer_id)


async def ask(desk: ModerationService, target: Target, action: Action) -> Ending:
    """Uses the channel's own account; our log names the moderator."""
    try:
        return ending_of(await desk.sender.perform(target.connection_id, action))
    except AppError as error:
        return ending_of(error)


async def finish(
    desk: ModerationService, entry_id: UUID, ending: Ending, *, is_here_only: bool = False
) -> ModerationEntryOut:
    """Records the platform's answer; a report that arrived meanwhile takes precedence."""
    async with desk.kernel.database.write() as session:
        now = desk.kernel.clock()
        entry = await service.locked_entry(session, entry_id)
        if entry is None:
            # The channel was deleted meanwhile.
            raise service.EntryNotFound
        await service.finish_entry(session, entry, ending, now)
        if entry.action == "delete" and entry.outcome == "done":
            await service.remove_line(session, entry, now, is_here_only=is_here_only)
        shown = ModerationEntryOut.of(entry)
    if shown.outcome == "failed" and ending.failure is not None:
        raise ending.failure
    return shown
