"""What app.py reads of this layer."""

from fastapi import APIRouter

from greenroom.kernel.access import PUBLIC
from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.access import routes as access
from greenroom.tenancy.admin import routes as admin
from greenroom.tenancy.channel_providers import routes as channel_providers
from greenroom.tenancy.channels import routes as channels
from greenroom.tenancy.invites import routes as invites
from greenroom.tenancy.oauth import routes as oauth
from greenroom.tenancy.oauth.service import forget_expired_states
from greenroom.tenancy.platforms import PlatformDescriptor, PlatformsDep
from greenroom.tenancy.sessions import routes as sessions
from greenroom.tenancy.sessions.service import forget_expired
from greenroom.tenancy.system_bots import routes as system_bots
from greenroom.tenancy.user_providers import routes as user_providers
from greenroom.tenancy.users import routes as users
from greenroom.tenancy.watch import routes as watch

platforms_router = APIRouter(tags=["platforms"])


@platforms_router.get("/platforms", dependencies=[PUBLIC])
async def list_platforms(platforms: PlatformsDep) -> list[PlatformDescriptor]:
    return platforms.descriptors


# `/{provider}/…` of oauth would swallow other first words, so it comes last.
ROUTERS = (
    platforms_router,
    access.router,
    users.router,
    user_providers.router,
    sessions.router,
    channels.router,
    channel_providers.router,
    invites.router,
    system_bots.router,
    admin.router,
    watch.router,
    oauth.router,
)


def jobs(kernel: Kernel) -> list[Job]:
    async def forget_what_expired() -> None:
        async with kernel.database.write() as session:
            await forget_expired(session, kernel.clock())
            await forget_expired_states(session, kernel.clock())

    return [Job(name="forget_what_expired", every_seconds=3600, run=forget_what_expired)]
