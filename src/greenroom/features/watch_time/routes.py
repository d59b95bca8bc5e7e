from typing import Annotated

from greenroom.features.watch_time import service
from greenroom.features.watch_time.schemas import AttendanceOut, ViewerId
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Reading
from greenroom.tenancy.access.guards import require
from greenroom.tenancy.access.rules import Permission
from greenroom.tenancy.access.service import Access
from greenroom.tenancy.stream_platforms import StreamProvider

router = ApiRouter(prefix="/channels/{channel_id}/viewers", tags=["viewers"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


@router.get("/{provider}/{provider_viewer_id}/attendance")
async def get_attendance(
    provider: StreamProvider, provider_viewer_id: ViewerId, access: Moderator, session: Reading
) -> AttendanceOut:
    return await service.get_watch_stats(session, access.channel_id, provider, provider_viewer_id)
