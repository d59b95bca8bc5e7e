from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.messages.line import LineRef
from greenroom.chat.moderation.entries import ModerationEntryOut
from greenroom.chat.sending.sender import Sender
from greenroom.features.moderation import actions, removed_line, service
from greenroom.features.moderation import ban_everywhere as everywhere
from greenroom.features.moderation import undo as undo_module
from greenroom.features.moderation.actions import ModeratedChat, ModerationService
from greenroom.features.moderation.schemas import (
    MAX_ENTRIES,
    MAX_ID_LENGTH,
    BanIn,
    EverywhereIn,
    EverywhereOut,
    MessageId,
    ModerationLogOut,
    PlainBanIn,
    Provider,
    ViewerId,
)
from greenroom.features.moderation.service import EntryQuery
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading
from greenroom.kernel.db.pages import MAX_CURSOR_LENGTH
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/channels/{channel_id}", tags=["moderation"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]
Cursor = Annotated[str, Query(max_length=MAX_CURSOR_LENGTH)]
Limit = Annotated[int, Query(ge=1, le=MAX_ENTRIES)]


async def _moderation(
    access: Moderator, kernel: KernelDep, sender: Provided[Sender], platforms: Provided[Platforms]
) -> ModerationService:
    return ModerationService(kernel, sender, platforms, access)


ModerationDep = Annotated[ModerationService, Depends(_moderation)]


@router.post("/twitch/{channel_provider_id}/ban")
async def ban_on_twitch(channel_provider_id: UUID, body: BanIn, moderation: ModerationDep) -> ModerationEntryOut:
    return await actions.ban(moderation, ModeratedChat("twitch", channel_provider_id), body.action())


@router.post("/kick/{channel_provider_id}/ban")
async def ban_on_kick(channel_provider_id: UUID, body: BanIn, moderation: ModerationDep) -> ModerationEntryOut:
    return await actions.ban(moderation, ModeratedChat("kick", channel_provider_id), body.action())


@router.post("/{provider}/{channel_provider_id}/ban")
async def ban(
    provider: Provider, channel_provider_id: UUID, body: PlainBanIn, moderation: ModerationDep
) -> ModerationEntryOut:
    return await actions.ban(moderation, ModeratedChat(provider, channel_provider_id), body.action())


@router.delete("/{provider}/{channel_provider_id}/ban")
async def unban(
    provider: Provider,
    channel_provider_id: UUID,
    provider_viewer_id: Annotated[ViewerId, Query()],
    moderation: ModerationDep,
) -> ModerationEntryOut:
    return await actions.unban(moderation, ModeratedChat(provider, channel_provider_id), provider_viewer_id)


@router.delete("/{provider}/{channel_provider_id}/chat-messages/{provider_message_id:path}")
async def delete_message(
    provider: Provider, channel_provider_id: UUID, provider_message_id: MessageId, moderation: ModerationDep
) -> ModerationEntryOut:
    return await actions.delete_message(moderation, ModeratedChat(provider, channel_provider_id), provider_message_id)


@router.get("/moderation-log")
async def list_entries(
    access: Moderator,
    session: Reading,
    provider: Annotated[StorableText, Query(max_length=20)] = "",
    provider_viewer_id: Annotated[StorableText, Query(max_length=MAX_ID_LENGTH)] = "",
    cursor: Cursor = "",
    limit: Limit = 50,
    with_linked: Annotated[bool, Query(description="Also entries about the accounts linked to the viewer's.")] = False,
) -> ModerationLogOut:
    query = EntryQuery(provider, provider_viewer_id, with_linked, cursor)
    return await service.list_entries(session, access.channel_id, query, limit)


@router.post("/chat-messages/{connection_id}/{message_id:path}/undo")
async def undo_on_line(connection_id: UUID, message_id: MessageId, moderation: ModerationDep) -> ModerationEntryOut:
    """Undoes the action that removed this message."""
    return await removed_line.undo_on_line(moderation, LineRef(connection_id, message_id))


@router.post("/moderation-log/{entry_id}/undo")
async def undo(entry_id: UUID, moderation: ModerationDep) -> ModerationEntryOut:
    return await undo_module.undo(moderation, entry_id)


@router.post("/viewers/{provider}/{provider_viewer_id}/ban-everywhere")
async def ban_everywhere(
    provider: Provider, provider_viewer_id: ViewerId, body: EverywhereIn, moderation: ModerationDep
) -> EverywhereOut:
    return await everywhere.ban_everywhere(moderation, provider, provider_viewer_id, body)
