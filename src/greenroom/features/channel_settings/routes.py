from typing import Annotated

from greenroom.accounts.access.guards import changed_by, require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.channel_settings import service
from greenroom.features.channel_settings.schemas import ChannelSettings, ChannelSettingsChange
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Reading, Writing

router = ApiRouter(prefix="/channels/{channel_id}/settings", tags=["channel settings"])


@router.get("")
async def get_channel_settings(
    access: Annotated[Access, require(Permission.CHANNEL_READ)], session: Reading
) -> ChannelSettings:
    return await service.get_settings(session, access.channel_id)


@router.patch("")
async def change_channel_settings(
    body: ChannelSettingsChange,
    access: Annotated[Access, require(Permission.PLATFORMS_MANAGE)],
    session: Writing,
    kernel: KernelDep,
) -> ChannelSettings:
    return await service.change_settings(session, access.channel_id, body, changed_by(access, kernel))
