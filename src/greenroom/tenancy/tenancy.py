"""Routes, tables and jobs of tenancy."""

from greenroom.kernel.context import Kernel
from greenroom.kernel.jobs import Job
from greenroom.tenancy.admin.notices import delete_ended
from greenroom.tenancy.api_tokens.service import delete_expired_tokens
from greenroom.tenancy.invites.service import delete_old_invites
from greenroom.tenancy.models.api_tokens import ApiToken
from greenroom.tenancy.models.audit_entries import AuditEntry
from greenroom.tenancy.models.channel_deletions import ChannelDeletion
from greenroom.tenancy.models.channel_providers import ChannelProvider
from greenroom.tenancy.models.channels import Channel, ChannelUser
from greenroom.tenancy.models.credentials import Credential
from greenroom.tenancy.models.invites import ChannelInvite
from greenroom.tenancy.models.notices import Notice
from greenroom.tenancy.models.oauth_states import OAuthState
from greenroom.tenancy.models.sessions import Session
from greenroom.tenancy.models.system_bots import SystemBot
from greenroom.tenancy.models.user_providers import UserProvider
from greenroom.tenancy.models.users import Installation, SignInIdentity, User, UserSettings
from greenroom.tenancy.oauth.service import delete_expired_states
from greenroom.tenancy.sessions.service import delete_expired_sessions

# OAuth comes last: its `/{provider}/…` matches any first path segment.
ROUTES = tuple(
    f"greenroom.tenancy.routes.{name}"
    for name in (
        "platforms",
        "access",
        "users",
        "user_providers",
        "sessions",
        "api_tokens",
        "channels",
        "channel_providers",
        "invites",
        "members",
        "system_bots",
        "admin",
        "watch",
        "oauth",
    )
)

TABLES = (
    Installation,
    User,
    SignInIdentity,
    UserSettings,
    Session,
    ApiToken,
    Channel,
    ChannelDeletion,
    ChannelUser,
    ChannelInvite,
    ChannelProvider,
    AuditEntry,
    Notice,
    Credential,
    OAuthState,
    SystemBot,
    UserProvider,
)


def jobs(kernel: Kernel) -> list[Job]:
    async def delete_expired() -> None:
        async with kernel.database.write() as session:
            await delete_expired_sessions(session, kernel.clock())
            await delete_expired_tokens(session, kernel.clock())
            await delete_expired_states(session, kernel.clock())
            await delete_ended(session, kernel.clock())
            await delete_old_invites(session, kernel.clock())

    return [
        Job(
            name="delete_expired",
            every_seconds=3600,
            run=delete_expired,
            title="Delete expired sign-ins",
            note="and old invitations",
        )
    ]
