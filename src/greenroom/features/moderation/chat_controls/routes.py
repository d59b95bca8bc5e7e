from typing import Annotated
from uuid import UUID

from fastapi import Depends

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.moderation.entries import ModerationEntryOut
from greenroom.chat.protocol.actions import WarnViewer
from greenroom.chat.sending.sender import Sender
from greenroom.features.moderation.actions import ModeratedChat, ModerationService
from greenroom.features.moderation.chat_controls import service
from greenroom.features.moderation.chat_controls.schemas import (
    ChannelNameIn,
    ChatModesIn,
    ChatModesOut,
    ShoutOutIn,
    WarningIn,
)
from greenroom.features.moderation.schemas import Provider
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided

router = ApiRouter(prefix="/channels/{channel_id}/{provider}/{channel_provider_id}", tags=["moderation"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]
# A raid sends the viewers to another channel, so it needs the permission to change the stream.
Editor = Annotated[Access, require(Permission.TITLE_UPDATE)]


async def _by_moderator(
    access: Moderator, kernel: KernelDep, sender: Provided[Sender], platforms: Provided[Platforms]
) -> ModerationService:
    return ModerationService(kernel, sender, platforms, access)


async def _by_editor(
    access: Editor, kernel: KernelDep, sender: Provided[Sender], platforms: Provided[Platforms]
) -> ModerationService:
    return ModerationService(kernel, sender, platforms, access)


async def _chat(provider: Provider, channel_provider_id: UUID) -> ModeratedChat:
    return ModeratedChat(provider, channel_provider_id)


ByModerator = Annotated[ModerationService, Depends(_by_moderator)]
ByEditor = Annotated[ModerationService, Depends(_by_editor)]
ChatDep = Annotated[ModeratedChat, Depends(_chat)]


@router.post("/clear-chat")
async def clear_chat(chat: ChatDep, moderation: ByModerator) -> ModerationEntryOut:
    return await service.clear_chat(moderation, chat)


@router.get("/chat-modes")
async def read_chat_modes(chat: ChatDep, moderation: ByModerator) -> ChatModesOut:
    """Current modes of the chat, read from the platform."""
    return await service.read_modes(moderation, chat)


@router.patch("/chat-modes")
async def change_chat_modes(chat: ChatDep, body: ChatModesIn, moderation: ByModerator) -> ChatModesOut:
    """Changes the given modes, and returns all modes as the platform reports them afterwards."""
    return await service.change_modes(moderation, chat, body.action())


@router.post("/warning")
async def warn(chat: ChatDep, body: WarningIn, moderation: ByModerator) -> ModerationEntryOut:
    return await service.warn(moderation, chat, WarnViewer(body.provider_viewer_id, body.reason))


@router.post("/shoutout")
async def shout_out(chat: ChatDep, body: ShoutOutIn, moderation: ByModerator) -> ModerationEntryOut:
    return await service.shout_out(moderation, chat, body)


@router.post("/raid")
async def start_raid(chat: ChatDep, body: ChannelNameIn, moderation: ByEditor) -> ModerationEntryOut:
    return await service.start_raid(moderation, chat, body.channel_name)


@router.delete("/raid")
async def cancel_raid(chat: ChatDep, moderation: ByEditor) -> ModerationEntryOut:
    return await service.cancel_raid(moderation, chat)
