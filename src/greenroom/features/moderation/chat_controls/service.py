"""Clearing the chat, chat modes, warnings, shoutouts and raids, with their log entries."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import Removal
from greenroom.chat.messages.removal import Sweep, sweep_lines
from greenroom.chat.moderation.entries import ModerationEntryOut
from greenroom.chat.protocol.actions import (
    Action,
    CancelRaid,
    ChangeChatModes,
    ChatModes,
    ClearChat,
    FindAccount,
    ReadChatModes,
    ShoutOut,
    StartRaid,
    ViewerFound,
    WarnViewer,
)
from greenroom.chat.protocol.capabilities import ActionType, missing_reason
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.models import Activity
from greenroom.features.moderation import actions, service
from greenroom.features.moderation.actions import ModeratedChat, ModerationService
from greenroom.features.moderation.chat_controls.schemas import ChatModesOut, ShoutOutIn
from greenroom.features.moderation.rules import RefusedByPlatform, changed_modes, refuse_protected, result_of
from greenroom.features.moderation.service import EntryContent, Target
from greenroom.kernel.errors import AppError, Conflict, Invalid


class NotSupported(Conflict):
    """The platform has no such action; nothing was tried."""

    type = "not_supported"


async def clear_chat(moderation: ModerationService, chat: ModeratedChat) -> ModerationEntryOut:
    refuse_unsupported(moderation, chat, ClearChat)
    entry = await _log_and_perform(moderation, await _whole_chat(moderation, chat), EntryContent("clear"), ClearChat())
    # Only lines from before the request: later ones may have been sent after the platform cleared its chat.
    sweep = Sweep.before(entry.created_at, chat.connection_id, chat.provider, "")
    async with moderation.kernel.database.write() as session:
        removal = Removal("cleared", entry.created_at, by=entry.actor.name)
        await sweep_lines(session, moderation.channel_id, sweep, removal)
    return entry


async def warn(moderation: ModerationService, chat: ModeratedChat, action: WarnViewer) -> ModerationEntryOut:
    refuse_unsupported(moderation, chat, WarnViewer)
    async with moderation.kernel.database.read() as session:
        await _check_connection(session, moderation, chat)
        target = await service.find_target(
            session, moderation.channel_id, chat.provider, chat.connection_id, action.viewer_id
        )
        viewer = await service.moderated_viewer(session, moderation.access, target, moderation.kernel.clock())
        refuse_protected(viewer, moderation.access.level)
    return await _log_and_perform(moderation, target, EntryContent("warn", reason=action.reason), action)


async def shout_out(moderation: ModerationService, chat: ModeratedChat, body: ShoutOutIn) -> ModerationEntryOut:
    refuse_unsupported(moderation, chat, ShoutOut)
    if body.provider_viewer_id is not None:
        target = await _raider(moderation, chat, body.provider_viewer_id)
    elif body.channel_name is not None:
        target = await _other_channel(moderation, chat, body.channel_name)
    else:
        raise Invalid("channel_name", "is missing")
    return await _log_and_perform(moderation, target, EntryContent("shoutout"), ShoutOut(target.viewer_id))


async def start_raid(moderation: ModerationService, chat: ModeratedChat, login: str) -> ModerationEntryOut:
    refuse_unsupported(moderation, chat, StartRaid)
    target = await _other_channel(moderation, chat, login)
    return await _log_and_perform(moderation, target, EntryContent("raid"), StartRaid(target.viewer_id))


async def cancel_raid(moderation: ModerationService, chat: ModeratedChat) -> ModerationEntryOut:
    refuse_unsupported(moderation, chat, CancelRaid)
    return await _log_and_perform(moderation, await _whole_chat(moderation, chat), EntryContent("unraid"), CancelRaid())


async def read_modes(moderation: ModerationService, chat: ModeratedChat) -> ChatModesOut:
    refuse_unsupported(moderation, chat, ReadChatModes)
    target = await _whole_chat(moderation, chat)
    receipt = await moderation.sender.dispatch(target.connection_id, ReadChatModes())
    if receipt.outcome != "done" or receipt.chat_modes is None:
        raise RefusedByPlatform(receipt.detail)
    return ChatModesOut.of(receipt.chat_modes)


async def change_modes(moderation: ModerationService, chat: ModeratedChat, change: ChangeChatModes) -> ChatModesOut:
    """Changes the modes; each has its own log entry, because platforms report each mode separately."""
    refuse_unsupported(moderation, chat, ChangeChatModes)
    target = await _whole_chat(moderation, chat)
    contents = [EntryContent("mode", reason=text) for text in changed_modes(change)]
    entry_ids = await _open(moderation, target, contents)
    modes = ChatModes()
    try:
        receipt = await moderation.sender.dispatch(target.connection_id, change)
        modes, result = receipt.chat_modes or modes, result_of(receipt)
    except AppError as error:
        result = result_of(error)
    async with moderation.kernel.database.write() as session:
        for entry_id in entry_ids:
            entry = await service.lock_entry(session, entry_id)
            if entry is not None:
                await service.finish_entry(session, entry, result, moderation.kernel.clock())
    if result.failure is not None:
        raise result.failure
    return ChatModesOut.of(modes, result.detail)


def refuse_unsupported(moderation: ModerationService, chat: ModeratedChat, action: ActionType) -> None:
    info = moderation.platforms.info(chat.provider)
    if action not in info.actions:
        raise NotSupported(missing_reason(info.descriptor, CAPABILITIES.get(action, action)))


# Actions without a capability, each with the action whose capability includes it.
CAPABILITIES: dict[ActionType, ActionType] = {CancelRaid: StartRaid, ReadChatModes: ChangeChatModes}


async def _check_connection(session: AsyncSession, moderation: ModerationService, chat: ModeratedChat) -> None:
    await service.check_connection(session, moderation.channel_id, chat.provider, chat.connection_id)


async def _whole_chat(moderation: ModerationService, chat: ModeratedChat) -> Target:
    async with moderation.kernel.database.read() as session:
        await _check_connection(session, moderation, chat)
    return Target(chat.connection_id, chat.provider, "", "", level=0)


async def _other_channel(moderation: ModerationService, chat: ModeratedChat, login: str) -> Target:
    here = await _whole_chat(moderation, chat)
    found = await _find_account(moderation, here, login)
    return Target(here.connection_id, here.provider, found.id, found.name, level=0)


async def _raider(moderation: ModerationService, chat: ModeratedChat, viewer_id: str) -> Target:
    """The channel that raided, named as in its last raid, because it may never have written here."""
    await _whole_chat(moderation, chat)
    raids = select(Activity.viewer_name).where(
        Activity.channel_id == moderation.channel_id,
        Activity.provider == chat.provider,
        Activity.kind == ActivityKind.RAID,
        Activity.viewer_id == viewer_id,
    )
    async with moderation.kernel.database.read() as session:
        name = await session.scalar(raids.order_by(Activity.id.desc()).limit(1))
    return Target(chat.connection_id, chat.provider, viewer_id, name or viewer_id, level=0)


async def _find_account(moderation: ModerationService, chat: Target, login: str) -> ViewerFound:
    receipt = await moderation.sender.dispatch(chat.connection_id, FindAccount(login))
    if receipt.outcome != "done":
        raise RefusedByPlatform(receipt.detail)
    if not receipt.viewers:
        platform = moderation.platforms.info(chat.provider).name
        raise Invalid("channel_name", f"No {platform} channel {login}")
    return receipt.viewers[0]


async def _log_and_perform(
    moderation: ModerationService, target: Target, content: EntryContent, action: Action
) -> ModerationEntryOut:
    (entry_id,) = await _open(moderation, target, [content])
    return await actions.finish(moderation, entry_id, await actions.moderate(moderation, target, action))


async def _open(moderation: ModerationService, target: Target, contents: list[EntryContent]) -> list[UUID]:
    """Writes the entries before the platform is called, so that the platform's report finds them."""
    async with moderation.kernel.database.write() as session:
        now = moderation.kernel.clock()
        return [service.open_entry(session, moderation.access, target, content, now).id for content in contents]
