from typing import Annotated

from greenroom.accounts.access.guards import require
from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.features.presence.presence import Presence
from greenroom.features.presence.schemas import PresentMemberOut
from greenroom.features.presence.service import list_present
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import KernelDep, Provided, Reading

router = ApiRouter(prefix="/channels/{channel_id}", tags=["members"])

Reader = Annotated[Access, require(Permission.CHANNEL_READ)]


@router.get("/presence")
async def get_present(
    access: Reader, session: Reading, kernel: KernelDep, presence: Provided[Presence]
) -> list[PresentMemberOut]:
    """The members who have the channel open right now."""
    return await list_present(session, access.channel_id, presence.online(access.channel_id), kernel.clock())
