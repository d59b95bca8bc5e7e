from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.stream_platforms import StreamProvider
from greenroom.features.watch_time import service
from greenroom.features.watch_time.schemas import AttendanceOut, ViewerId
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Reading

router = ApiRouter(prefix="/channels/{channel_id}/viewers", tags=["viewers"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


@router.get("/{provider}/{provider_viewer_id}/attendance")
async def get_attendance(
    provider: StreamProvider, provider_viewer_id: ViewerId, access: Moderator, session: Reading
) -> AttendanceOut:
    return await service.get_watch_stats(session, access.channel_id, provider, provider_viewer_id)
