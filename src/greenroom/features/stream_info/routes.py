from typing import Annotated
from uuid import UUID

from fastapi import Depends, Query

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.chat.sending.sender import Sender
from greenroom.features.stream_info import service
from greenroom.features.stream_info.schemas import (
    AdIn,
    AdOut,
    AdScheduleOut,
    CategoriesOut,
    ClipOut,
    MarkerIn,
    MarkerOut,
    StreamInfoIn,
    StreamInfoOut,
    ViewerHistoriesOut,
)
from greenroom.features.stream_info.service import StreamControl
from greenroom.features.stream_info.viewer_history import read_histories
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading
from greenroom.kernel.text import StorableText

router = ApiRouter(prefix="/channels/{channel_id}/stream-info", tags=["stream info"])

Member = Annotated[Access, require(Permission.CHANNEL_READ)]
Moderator = Annotated[Access, require(Permission.MODERATION_USE)]
TitleEditor = Annotated[Access, require(Permission.TITLE_UPDATE)]
AdRunner = Annotated[Access, require(Permission.ADS_RUN)]


async def _control(kernel: KernelDep, sender: Provided[Sender], platforms: Provided[Platforms]) -> StreamControl:
    return StreamControl(kernel, sender, platforms)


StreamControlDep = Annotated[StreamControl, Depends(_control)]


@router.put("")
async def change_streams(body: StreamInfoIn, access: TitleEditor, control: StreamControlDep) -> StreamInfoOut:
    """Changes title and category on the given platforms, with a result for each."""
    by = access.changed_by(control.kernel.clock())
    return StreamInfoOut(results=await service.change_streams(control, access.channel_id, body.changes, by))


@router.get("/viewers")
async def read_viewers(access: Member, session: Reading, kernel: KernelDep) -> ViewerHistoriesOut:
    """Viewers, minute by minute, of each connection that was live in the last 30 minutes."""
    return ViewerHistoriesOut(records=await read_histories(session, access.channel_id, kernel.clock()))


@router.get("/{channel_provider_id}/categories")
async def search_categories(
    channel_provider_id: UUID,
    access: TitleEditor,
    control: StreamControlDep,
    query: Annotated[StorableText, Query(min_length=1, max_length=100)],
) -> CategoriesOut:
    return await service.search_categories(control, access.channel_id, channel_provider_id, query)


@router.get("/{channel_provider_id}/ads")
async def read_ads(channel_provider_id: UUID, access: Member, control: StreamControlDep) -> AdScheduleOut:
    """When the next ad is due."""
    return await service.read_ads(control, access.channel_id, channel_provider_id)


@router.post("/{channel_provider_id}/ads")
async def run_ad(channel_provider_id: UUID, body: AdIn, access: AdRunner, control: StreamControlDep) -> AdOut:
    return await service.run_ad(control, access.channel_id, channel_provider_id, body.seconds)


@router.post("/{channel_provider_id}/ads/snooze")
async def snooze_ad(channel_provider_id: UUID, access: AdRunner, control: StreamControlDep) -> AdScheduleOut:
    """Postpones the next ad."""
    return await service.snooze_ad(control, access.channel_id, channel_provider_id)


@router.post("/{channel_provider_id}/markers")
async def create_marker(
    channel_provider_id: UUID, body: MarkerIn, access: Moderator, control: StreamControlDep
) -> MarkerOut:
    return await service.create_marker(control, access.channel_id, channel_provider_id, body.description)


@router.post("/{channel_provider_id}/clips")
async def create_clip(channel_provider_id: UUID, access: Moderator, control: StreamControlDep) -> ClipOut:
    return await service.create_clip(control, access.channel_id, channel_provider_id)
