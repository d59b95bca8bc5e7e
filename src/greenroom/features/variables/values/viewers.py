"""Variables about viewers: last message, follow age, account age, random chatter."""

import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.stream_platforms import stream_platforms
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.protocol.actions import LookUpViewer, ViewerFound
from greenroom.features.variables.platform_access import PlatformAccess
from greenroom.features.variables.values.caller import USERS
from greenroom.kernel.context import Kernel
from greenroom.kernel.http.response_cache import ResponseCache
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import PREVIEW_CALLER_ID, Arguments, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import ViewerRef, find_viewer, viewer_name_in

CACHE_SECONDS = 60.0
# A random chatter is one who wrote within this time.
ACTIVE_WITHIN = timedelta(minutes=10)
# A random chatter is chosen among the authors of this many latest chat lines.
MAX_LINES = 300
# Shown in previews for the made-up caller.
EXAMPLE = "1 year, 24 days, 6 hours"


class ViewerLookups:
    """Looks viewers up on their platform, with a cache."""

    def __init__(self, access: PlatformAccess) -> None:
        self._access = access
        self._cache = ResponseCache[tuple[UUID, str], ViewerFound](CACHE_SECONDS)

    async def of(self, connection_id: UUID, viewer_id: str) -> ViewerFound:
        return await self._cache.get((connection_id, viewer_id), lambda: self._fetch(connection_id, viewer_id))

    async def _fetch(self, connection_id: UUID, viewer_id: str) -> ViewerFound:
        receipt = await self._access.dispatch(connection_id, LookUpViewer(viewer_id))
        if not receipt.viewers:
            raise NoValue(receipt.detail or "Account not found")
        return receipt.viewers[0]


def age(moment: str, now: datetime, reason: str) -> str:
    """Time since an ISO date; NoValue if it cannot be parsed."""
    try:
        since = datetime.fromisoformat(moment)
    except ValueError:
        raise NoValue(reason) from None
    return in_words(now - (since.replace(tzinfo=UTC) if since.tzinfo is None else since))


async def last_seen(session: AsyncSession, context: VariableContext, viewer: ViewerRef) -> datetime:
    """Time of the last message on any linked account of the viewer."""
    this = select(Viewer.last_seen_at, Viewer.person_id).where(
        Viewer.channel_id == context.channel_id,
        Viewer.provider == viewer.provider,
        Viewer.viewer_id == viewer.viewer_id,
    )
    found = (await session.execute(this)).first()
    if found is None:
        raise NoValue("This user hasn't chatted yet")
    moment, person_id = found
    if person_id is not None:
        linked = select(func.max(Viewer.last_seen_at)).where(
            Viewer.channel_id == context.channel_id, Viewer.person_id == person_id
        )
        moment = await session.scalar(linked) or moment
    return moment


async def recent_chatters(session: AsyncSession, channel_id: UUID, provider: str, now: datetime) -> list[str]:
    """Ids of recent chatters, without the channel's own accounts."""
    recent = (
        select(ChatMessage.viewer_id)
        .where(
            ChatMessage.channel_id == channel_id,
            ChatMessage.provider == provider,
            ChatMessage.sent_at >= now - ACTIVE_WITHIN,
            ChatMessage.viewer_id != "",
        )
        .order_by(ChatMessage.sent_at.desc(), ChatMessage.id.desc())
        .limit(MAX_LINES)
    )
    found = dict.fromkeys(await session.scalars(recent))
    own = await own_accounts(session, channel_id)
    return [viewer_id for viewer_id in found if (provider, viewer_id) not in own]


async def names_of(session: AsyncSession, channel_id: UUID, provider: str, ids: list[str]) -> list[str]:
    """Names of these viewers, without bots."""
    of_them = (Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id.in_(ids))
    return list(await session.scalars(select(Viewer.name).where(*of_them, Viewer.is_bot.is_(False))))


def viewer_variables(kernel: Kernel) -> list[Variable]:
    async def seen(context: VariableContext, arguments: Arguments) -> str:
        async with kernel.database.read() as session:
            viewer = await find_viewer(session, context, viewer_name_in(arguments))
            moment = await last_seen(session, context, viewer)
        return in_words(context.now - moment)

    async def chatter(context: VariableContext, _: Arguments) -> str:
        async with kernel.database.read() as session:
            ids = await recent_chatters(session, context.channel_id, context.provider, context.now)
            names = await names_of(session, context.channel_id, context.provider, ids)
        if not names:
            raise NoValue("No one has chatted in the last 10 minutes")
        return secrets.choice(names)

    return [
        Variable(
            name="lastseen",
            group=USERS,
            summary="Time since a user's last message, on all linked accounts",
            example="$(1) wrote $(lastseen $(1)|never) ago",
            shows="Robin wrote 3 days, 2 hours, 10 minutes ago",
            evaluate=seen,
            takes="words",
            cost="database",
        ),
        Variable(
            name="random.chatter",
            aliases=("random.user", "randomuser"),
            group=USERS,
            summary="A random user who chatted here in the last 10 minutes",
            example="$(user) hugs $(random.chatter)",
            shows="Juno hugs Robin",
            evaluate=chatter,
            cost="database",
        ),
    ]


def reason_without_follow_date(found: ViewerFound) -> str:
    return "Not following" if found.follows is False else "Follow date unknown"


def lookup_variables(access: PlatformAccess) -> list[Variable]:
    lookups = ViewerLookups(access)

    def of(
        read: Callable[[ViewerFound], str], reason: Callable[[ViewerFound], str]
    ) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(context: VariableContext, arguments: Arguments) -> str:
            async with access.kernel.database.read() as session:
                viewer = await find_viewer(session, context, viewer_name_in(arguments))
            if context.is_preview and viewer.viewer_id == PREVIEW_CALLER_ID:
                return EXAMPLE
            found = await lookups.of(context.connection_id, viewer.viewer_id)
            return age(read(found), context.now, reason(found))

        return evaluate

    platforms = [one for one in stream_platforms() if one.provider in access.can(LookUpViewer)]
    return [
        Variable(
            name="followage",
            group=USERS,
            summary="How long a user has followed (the sender without a name)",
            example="$(user) has followed for $(followage|no time)",
            shows=f"Juno has followed for {EXAMPLE}",
            evaluate=of(lambda found: found.followed_at, reason_without_follow_date),
            takes="words",
            providers=frozenset(one.provider for one in platforms if one.reports_follow_date),
            cost="platform",
        ),
        Variable(
            name="accountage",
            group=USERS,
            summary="Age of a user's account (the sender's without a name)",
            example="$(accountage Robin)",
            shows=EXAMPLE,
            evaluate=of(lambda found: found.created_at, lambda _: "Account age unknown"),
            takes="words",
            providers=frozenset(one.provider for one in platforms if one.reports_account_age),
            cost="platform",
        ),
    ]
