"""Routers, tables and jobs of tenancy."""

from fastapi import APIRouter

from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.kernel.web.access import PUBLIC
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.models.channels import Channel, ChannelUser
from greenroom.tenancy.models.credentials import Credential
from greenroom.tenancy.models.invites import ChannelInvite
from greenroom.tenancy.models.oauth_states import OAuthState
from greenroom.tenancy.models.sessions import Session
from greenroom.tenancy.models.system_bots import SystemBot
from greenroom.tenancy.models.user_providers import UserProvider
from greenroom.tenancy.models.users import SignInIdentity, User, UserSettings
from greenroom.tenancy.oauth.service import forget_expired_states
from greenroom.tenancy.platforms import PlatformDescriptor, PlatformsDep
from greenroom.tenancy.routes import (
    access,
    admin,
    channel_providers,
    channels,
    invites,
    oauth,
    sessions,
    system_bots,
    user_providers,
    users,
    watch,
)
from greenroom.tenancy.sessions.service import forget_expired

platforms_router = APIRouter(tags=["platforms"])


@platforms_router.get("/platforms", dependencies=[PUBLIC])
async def list_platforms(platforms: PlatformsDep) -> list[PlatformDescriptor]:
    return platforms.descriptors


# OAuth comes last: its `/{provider}/…` matches any first path segment.
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


TABLES = (
    User,
    SignInIdentity,
    UserSettings,
    Session,
    Channel,
    ChannelUser,
    ChannelInvite,
    ChannelProvider,
    Credential,
    OAuthState,
    SystemBot,
    UserProvider,
)


def jobs(kernel: Kernel) -> list[Job]:
    async def forget_what_expired() -> None:
        async with kernel.database.write() as session:
            await forget_expired(session, kernel.clock())
            await forget_expired_states(session, kernel.clock())

    return [Job(name="forget_what_expired", every_seconds=3600, run=forget_what_expired)]
