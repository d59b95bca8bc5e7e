from typing import Annotated
from uuid import UUID

from fastapi import BackgroundTasks, Depends, Query

from greenroom.accounts.access.guards import SignedIn, changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.channel_deletion.schemas import DeletionIn, DeletionPreview
from greenroom.accounts.channel_deletion.service import (
    CountedTables,
    check_channel_name,
    preview_deletion,
    start_deletion,
)
from greenroom.accounts.channels import service
from greenroom.accounts.channels.rules import ListQuery
from greenroom.accounts.channels.schemas import ChannelIn, ChannelOut
from greenroom.accounts.channels.service import ChannelCreatedHooks
from greenroom.accounts.channels.state import ChannelStateIn, ChannelStateOut, read_state, set_state
from greenroom.accounts.credentials.service import revoke_all
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.users.limits import check_channels
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Cursor, KernelDep, PageSize, Provided, Reading, Writing
from greenroom.kernel.db.pages import Page
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/channels", tags=["channels"])


def channel_query(
    name: Annotated[StorableText, Query(max_length=100)] = "",
    channel_id: Annotated[UUID | None, Query()] = None,
    provider: Annotated[StorableText, Query(max_length=20)] = "",
    provider_channel_name: Annotated[StorableText, Query(max_length=100)] = "",
    cursor: Cursor = None,
    per_page: PageSize = 50,
) -> ListQuery:
    return ListQuery(name, channel_id, provider, provider_channel_name, cursor, per_page)


@router.get("")
async def list_channels(
    query: Annotated[ListQuery, Depends(channel_query)], person: SignedIn, session: Reading, kernel: KernelDep
) -> Page[ChannelOut]:
    records, cursor, total = await service.list_channels(session, person.user_id, query, kernel.clock())
    return Page(records=records, cursor=cursor, total=total)


@router.post("", status_code=201)
async def create_channel(
    body: ChannelIn,
    person: SignedIn,
    session: Writing,
    kernel: KernelDep,
    hooks: Provided[ChannelCreatedHooks],
) -> ChannelOut:
    await check_channels(session, person.user_id, kernel.settings.max_channels_per_user)
    return await service.create_channel(session, person.user_id, body.display_name, kernel.clock(), hooks)


@router.get("/{channel_id}")
async def get_channel(
    access: Annotated[Access, require(Permission.CHANNEL_READ, while_suspended=True)], session: Reading
) -> ChannelOut:
    """The channel; while it is suspended, the response has the reason."""
    channel = await service.get_channel(session, access.channel_id, access.level)
    channel.permissions = [permission for permission in channel.permissions if access.may(permission)]
    return channel


@router.get("/{channel_id}/deletion")
async def preview_channel_deletion(
    access: Annotated[Access, require(Permission.CHANNEL_DELETE)],
    session: Reading,
    tables: Provided[CountedTables],
) -> DeletionPreview:
    """What would be deleted with the channel."""
    return await preview_deletion(session, access.channel_id, tables)


@router.post("/{channel_id}/deletion", status_code=202)
async def delete_channel(
    body: DeletionIn,
    access: Annotated[Access, require(Permission.CHANNEL_DELETE)],
    session: Writing,
    kernel: KernelDep,
    platforms: Provided[Platforms],
    after: BackgroundTasks,
) -> None:
    """The channel is gone at once; its rows are deleted by a job, see `/user/channel-deletions`."""
    await check_channel_name(session, access.channel_id, body.display_name)
    retired = await start_deletion(session, access.channel_id, access.person.user_id, kernel.clock())
    after.add_task(revoke_all, kernel, platforms, retired)


@router.get("/{channel_id}/state")
async def get_state(access: Annotated[Access, require(Permission.CHANNEL_READ)], session: Reading) -> ChannelStateOut:
    """Whether the bot is muted and alerts are paused."""
    state = await read_state(session, access.channel_id)
    return ChannelStateOut(bot_muted=state.bot_muted, alerts_paused=state.alerts_paused)


@router.patch("/{channel_id}/state")
async def change_state(
    body: ChannelStateIn,
    access: Annotated[Access, require(Permission.MODERATION_USE)],
    session: Writing,
    kernel: KernelDep,
) -> ChannelStateOut:
    by = changed_by(access, kernel)
    state = await set_state(session, access.channel_id, by, bot_muted=body.bot_muted, alerts_paused=body.alerts_paused)
    return ChannelStateOut(bot_muted=state.bot_muted, alerts_paused=state.alerts_paused)
