"""Declares users, sessions, channels, access and connections of `greenroom.accounts`, which all features share."""

from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.accounts.access.rules import REQUIRED_ROLE, Permission
from greenroom.accounts.channel_deletion.job import ChannelCleanup, ChannelDeletionJob
from greenroom.accounts.channel_providers.public_presentation import StreamUpdate
from greenroom.accounts.channel_providers.schemas import ProviderUpdate
from greenroom.accounts.channels.state import ChannelStateCache, ChannelStateChanged
from greenroom.accounts.models.api_tokens import ApiToken
from greenroom.accounts.models.audit_entries import AuditEntry
from greenroom.accounts.models.channel_deletions import ChannelDeletion
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.accounts.models.notices import Notice
from greenroom.accounts.models.oauth_states import OAuthState
from greenroom.accounts.models.sessions import Session
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.models.users import Installation, SignInIdentity, User, UserSettings
from greenroom.accounts.sessions.service import delete_expired_sessions
from greenroom.accounts.users.notices import delete_ended
from greenroom.channel_file.channel_state import state_section
from greenroom.chat.messages.viewer_rows import (
    ERASED_NAME,
    PSEUDONYM,
    FindViewerRows,
    ViewerAccount,
    ViewerRows,
)
from greenroom.feature import Feature, Features, Services, lifespan
from greenroom.features.api_tokens.service import delete_expired_tokens
from greenroom.features.invites.service import delete_old_invites
from greenroom.features.sign_in.service import delete_expired_states
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.leases import Lease
from greenroom.kernel.jobs import Job

ROUTES = tuple(
    f"greenroom.features.accounts.routes.{name}"
    for name in ("platforms", "access", "users", "user_providers", "sessions", "channels", "channel_providers")
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


def expiry_jobs(kernel: Kernel) -> list[Job]:
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


def feature(services: Services) -> Feature:
    state = ChannelStateCache(services.kernel)

    def cleanups() -> list[ChannelCleanup]:
        return [one for feature in services.provided.get(Features) for one in feature.on_channel_deleted]

    def start() -> None:
        services.staff.start()
        state.start()

    return Feature(
        name="accounts",
        needs=("api_tokens", "invites", "members", "sign_in"),
        routes=ROUTES,
        tables=(Lease, *TABLES),
        viewer_rows=(
            ViewerRows(
                AuditEntry,
                {"subject_account": PSEUDONYM, "subject_name": ERASED_NAME},
                _audit_rows_of(AuditEntry.subject_account),
            ),
            ViewerRows(
                AuditEntry, {"author_key": PSEUDONYM, "author_name": ERASED_NAME}, _audit_rows_of(AuditEntry.author_key)
            ),
        ),
        permissions=REQUIRED_ROLE,
        topics={
            "providers": Permission.PLATFORMS_READ,
            "state": Permission.CHANNEL_READ,
        },
        live_messages=(ProviderUpdate, StreamUpdate, ChannelStateChanged),
        jobs=[*expiry_jobs(services.kernel), *ChannelDeletionJob(services.kernel, cleanups).jobs()],
        undoable_settings=(state_section(),),
        services={ChannelStateCache: state},
        lifespan=lifespan(services.staff.stop, state.stop, start=start),
    )


def _audit_rows_of(column: InstrumentedAttribute[str]) -> FindViewerRows:
    def find(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
        return [AuditEntry.channel_id == channel_id, column == account.key]

    return find
