from greenroom.accounts.platforms import PlatformDescriptor, Platforms
from greenroom.kernel.api.access import PUBLIC
from greenroom.kernel.api.api_router import ApiRouter
from greenroom.kernel.api.dependencies import Provided

router = ApiRouter(tags=["platforms"])


@router.get("/platforms", dependencies=[PUBLIC])
async def list_platforms(platforms: Provided[Platforms]) -> list[PlatformDescriptor]:
    return platforms.descriptors
