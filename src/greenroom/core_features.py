"""Tenancy and the cores of chat, activity, streams and points, declared in the same way as features."""

from uuid import UUID

from sqlalchemy import ColumnElement
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import InstrumentedAttribute

from greenroom.activity.models import Activity, ActivityValue
from greenroom.activity.presentation import ActivityChanged
from greenroom.activity.recorder import ActivityRecorder
from greenroom.activity.value_cache import ValueCache
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.viewer_rows import (
    ERASED_NAME,
    PSEUDONYM,
    FindViewerRows,
    ViewerAccount,
    ViewerRows,
    lines_of,
)
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.explain import ConsideredRule
from greenroom.chat.pipeline.own_bots import OwnBots
from greenroom.chat.protocol import adapter_state
from greenroom.chat.sending import recently_sent
from greenroom.chat.sending.models import SentPart
from greenroom.economy.leaderboard_widget import LEADERBOARD
from greenroom.economy.models import (
    PointAccount,
    PointEntry,
    PointLineSum,
    PointPeriod,
    PointSettingsRow,
    PointTotal,
)
from greenroom.economy.settings import PointSettingsCache
from greenroom.economy.viewer_accounts import entries_of, totals_of
from greenroom.feature import Feature, Features, Services, lifespan
from greenroom.kernel.db.leases import Lease
from greenroom.portable.channel_state import state_section
from greenroom.portable.snapshots import ChannelSnapshot
from greenroom.streams.counted_rows import CountedRows
from greenroom.streams.jobs import StreamStatsJob
from greenroom.streams.last_stream import last_stream
from greenroom.streams.models import (
    CountedLines,
    Stream,
    StreamChatter,
    StreamEmote,
    StreamMinute,
    StreamPart,
    StreamTotal,
)
from greenroom.streams.topics import StreamStatsChanged
from greenroom.tenancy import tenancy
from greenroom.tenancy.access.rules import REQUIRED_ROLE, Permission
from greenroom.tenancy.admin.channel_details import LastStreams
from greenroom.tenancy.channel_deletion.job import ChannelCleanup, ChannelDeletionJob
from greenroom.tenancy.channel_providers.public_presentation import StreamUpdate
from greenroom.tenancy.channel_providers.schemas import ProviderUpdate
from greenroom.tenancy.channels.state import ChannelStateCache, ChannelStateChanged
from greenroom.tenancy.members.expiry import AccessExpiry
from greenroom.tenancy.members.schemas import MembersChanged
from greenroom.tenancy.models.audit_entries import AuditEntry
from greenroom.tenancy.presence.presence import Presence
from greenroom.tenancy.presence.schemas import PresenceChanged

MAX_OAUTH_BODY_BYTES = 16 * 2**10


def tenancy_feature(services: Services) -> Feature:
    state = ChannelStateCache(services.kernel)
    presence = Presence(services.kernel)
    expiry = AccessExpiry(services.kernel)

    def cleanups() -> list[ChannelCleanup]:
        return [one for part in services.provided.get(Features).parts() for one in part.on_channel_deleted]

    def start() -> None:
        services.staff.start()
        state.start()
        presence.start()

    return Feature(
        name="tenancy",
        routes=tenancy.ROUTES,
        tables=(Lease, *tenancy.TABLES),
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
            "presence": Permission.CHANNEL_READ,
            "members": Permission.ACCESS_MANAGE,
        },
        # Anyone can call the OAuth callback without an account; it needs only a code, a state and an error text.
        body_limits={r"/oauth/[^/]+": MAX_OAUTH_BODY_BYTES},
        live_messages=(ProviderUpdate, StreamUpdate, ChannelStateChanged, MembersChanged, PresenceChanged),
        jobs=[*tenancy.jobs(services.kernel), *ChannelDeletionJob(services.kernel, cleanups).jobs()],
        undoable_settings=(state_section(),),
        services={ChannelStateCache: state, Presence: presence},
        lifespan=lifespan(services.staff.stop, state.stop, presence.stop, start=start),
        worker_lifespan=lifespan(expiry.stop, start=expiry.start),
    )


def _audit_rows_of(column: InstrumentedAttribute[str]) -> FindViewerRows:
    def find(_: AsyncSession, channel_id: UUID, account: ViewerAccount) -> list[ColumnElement[bool]]:
        return [AuditEntry.channel_id == channel_id, column == account.key]

    return find


def chat_feature(services: Services) -> Feature:
    own_bots = OwnBots(services.kernel)

    return Feature(
        name="chat",
        tables=(ChatMessage, Viewer, ModerationEntry, adapter_state.AdapterStateRow, ChannelSnapshot, SentPart),
        viewer_rows=(
            ViewerRows(ChatMessage, find=lines_of, not_exported=frozenset({"payload"})),
            ViewerRows(Viewer),
            ViewerRows(
                ModerationEntry,
                {"viewer_id": PSEUDONYM, "viewer_name": ERASED_NAME, "message_text": "", "message_id": ""},
            ),
        ),
        counted_for_deletion={"Chat messages": ChatMessage, "Viewers": Viewer, "Moderation log": ModerationEntry},
        live_messages=(ConsideredRule,),
        stages={"mark_own_bots": own_bots.mark},
        jobs=[*adapter_state.jobs(services.kernel), *recently_sent.jobs(services.kernel)],
        lifespan=lifespan(own_bots.stop, start=own_bots.start),
    )


def activity_feature(services: Services) -> Feature:
    values = ValueCache(services.kernel)

    return Feature(
        name="activity",
        tables=(Activity, ActivityValue),
        viewer_rows=(ViewerRows(Activity, {"viewer_id": PSEUDONYM, "viewer_name": ERASED_NAME, "message": ""}),),
        counted_for_deletion={"Activities": Activity},
        live_messages=(ActivityChanged,),
        stages={"record_activity": ActivityRecorder(values).record},
        services={ValueCache: values},
        lifespan=lifespan(values.stop, start=values.start),
    )


def streams_feature(services: Services) -> Feature:
    def find_rows() -> list[CountedRows]:
        return [rows for part in services.provided.get(Features).parts() for rows in part.counted_rows]

    return Feature(
        name="streams",
        tables=(Stream, StreamPart, StreamMinute, StreamChatter, StreamEmote, StreamTotal, CountedLines),
        viewer_rows=(ViewerRows(StreamChatter, {"viewer_id": PSEUDONYM, "name": ERASED_NAME}),),
        counted_for_deletion={"Streams": Stream},
        services={LastStreams: LastStreams(last_stream)},
        live_messages=(StreamStatsChanged,),
        jobs=StreamStatsJob(services.kernel, find_rows).jobs(),
    )


def economy_feature(services: Services) -> Feature:
    settings = PointSettingsCache(services.kernel)

    return Feature(
        name="economy",
        tables=(PointAccount, PointEntry, PointSettingsRow, PointPeriod, PointTotal, PointLineSum),
        viewer_rows=(
            ViewerRows(PointEntry, find=entries_of, survives_erasure=True),
            ViewerRows(PointTotal, find=totals_of),
            ViewerRows(PointAccount, {"viewer_id": PSEUDONYM, "name": ERASED_NAME}),
        ),
        counted_for_deletion={"Points accounts": PointAccount},
        widget_data=(LEADERBOARD,),
        services={PointSettingsCache: settings},
        lifespan=lifespan(settings.stop, start=settings.start),
    )
