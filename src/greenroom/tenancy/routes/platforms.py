from greenroom.kernel.web.access import PUBLIC
from greenroom.kernel.web.api_router import ApiRouter
from greenroom.tenancy.platforms import PlatformDescriptor, PlatformsDep

router = ApiRouter(tags=["platforms"])


@router.get("/platforms", dependencies=[PUBLIC])
async def list_platforms(platforms: PlatformsDep) -> list[PlatformDescriptor]:
    return platforms.descriptors
