from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.accounts.platforms import Platforms
from greenroom.features.moderation.panic import service
from greenroom.features.moderation.panic.schemas import PanicOut
from greenroom.features.moderation.panic.worker import PanicWorker
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Provided, Reading

router = ApiRouter(prefix="/channels/{channel_id}/panic", tags=["panic"])

Moderator = Annotated[Access, require(Permission.MODERATION_USE)]


@router.get("")
async def get_panic(access: Moderator, session: Reading, platforms: Provided[Platforms]) -> PanicOut:
    return await service.present(session, platforms, access.channel_id)


@router.post("")
async def press(access: Moderator, worker: Provided[PanicWorker]) -> PanicOut:
    """Sets strict modes where a platform has modes, mutes the bot, pauses alerts. A second press changes nothing."""
    return await worker.press(access)


@router.delete("")
async def release(access: Moderator, worker: Provided[PanicWorker]) -> PanicOut:
    """Restores what the button changed, except what others have changed since then."""
    return await worker.release(access)
