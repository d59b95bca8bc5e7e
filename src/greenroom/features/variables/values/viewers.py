"""ViewerRef in the chat: since when they are there, and who is there now."""

import secrets
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.protocol.actions import LookUpViewer, ViewerFound
from greenroom.features.variables.capabilities import PlatformAccess
from greenroom.features.variables.response_cache import ResponseCache
from greenroom.features.variables.values.caller import PEOPLE
from greenroom.kernel.context import Kernel
from greenroom.kernel.timestamps import in_words
from greenroom.responses.variables import MADE_UP, Arguments, NoValue, Variable, VariableContext
from greenroom.responses.viewer_lookup import ViewerRef, find_viewer, named

CACHE_SECONDS = 60.0
# Whoever wrote within so long is there.
ACTIVE_WITHIN = timedelta(minutes=10)
MAX_LINES = 300
# Whose answer says when somebody followed, and when an account was made.
TELL_FOLLOWS = frozenset({"twitch"})
TELL_AGE = frozenset({"twitch", "youtube"})
# Of nobody in particular.
EXAMPLE = "1 year, 24 days, 6 hours"


class ViewerLookups:
    """What platforms said about viewer_variables, for a minute."""

    def __init__(self, reach: PlatformAccess) -> None:
        self._reach = reach
        self._lately = ResponseCache[tuple[UUID, str], ViewerFound](CACHE_SECONDS)

    async def of(self, connection_id: UUID, viewer_id: str) -> ViewerFound:
        return await self._lately.get((connection_id, viewer_id), lambda: self._ask(connection_id, viewer_id))

    async def _ask(self, connection_id: UUID, viewer_id: str) -> ViewerFound:
        receipt = await self._reach.perform(connection_id, LookUpViewer(viewer_id))
        if not receipt.viewers:
            raise NoValue(receipt.detail or "The platform does not know this account any more")
        return receipt.viewers[0]


def age(moment: str, now: datetime, reason: str) -> str:
    """Platforms write their times in several ways; one that cannot be read is none."""
    try:
        since = datetime.fromisoformat(moment)
    except ValueError:
        raise NoValue(reason) from None
    return in_words(now - (since.replace(tzinfo=UTC) if since.tzinfo is None else since))


async def last_seen(session: AsyncSession, occasion: VariableContext, somebody: ViewerRef) -> datetime:
    """On any platform where the same person is known."""
    this = select(Viewer.last_seen_at, Viewer.person_id).where(
        Viewer.channel_id == occasion.channel_id,
        Viewer.provider == somebody.provider,
        Viewer.viewer_id == somebody.viewer_id,
    )
    found = (await session.execute(this)).first()
    if found is None:
        raise NoValue("They have not written here yet")
    moment, person_id = found
    if person_id is not None:
        linked = select(func.max(Viewer.last_seen_at)).where(
            Viewer.channel_id == occasion.channel_id, Viewer.person_id == person_id
        )
        moment = await session.scalar(linked) or moment
    return moment


async def chatters(session: AsyncSession, channel_id: UUID, provider: str, now: datetime) -> list[str]:
    """Ids of those who wrote lately, without ourselves."""
    lately = (
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
    found = dict.fromkeys(await session.scalars(lately))
    own = await own_accounts(session, channel_id)
    return [viewer_id for viewer_id in found if (provider, viewer_id) not in own]


async def names_of(session: AsyncSession, channel_id: UUID, provider: str, ids: list[str]) -> list[str]:
    """Of those who are no bots."""
    of_them = (Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id.in_(ids))
    return list(await session.scalars(select(Viewer.name).where(*of_them, Viewer.is_bot.is_(False))))


def viewer_variables(kernel: Kernel) -> list[Variable]:
    async def seen(occasion: VariableContext, given: Arguments) -> str:
        async with kernel.database.read() as session:
            somebody = await find_viewer(session, occasion, named(given))
            moment = await last_seen(session, occasion, somebody)
        return in_words(occasion.now - moment)

    async def chatter(occasion: VariableContext, _: Arguments) -> str:
        async with kernel.database.read() as session:
            ids = await chatters(session, occasion.channel_id, occasion.provider, occasion.now)
            names = await names_of(session, occasion.channel_id, occasion.provider, ids)
        if not names:
            raise NoValue("Nobody has written within the last 10 minutes")
        return secrets.choice(names)

    return [
        Variable(
            name="lastseen",
            group=PEOPLE,
            summary="How long ago somebody wrote last; on any platform, when it is known to be the same person.",
            example="$(1) wrote $(lastseen $(1)|never) ago",
            shows="Robin wrote 3 days, 2 hours, 10 minutes ago",
            evaluate=seen,
            takes="words",
            cost="database",
        ),
        Variable(
            name="random.chatter",
            aliases=("random.user", "randomuser"),
            group=PEOPLE,
            summary="ViewerRef who wrote within the last 10 minutes on the platform that asks.",
            example="$(user) hugs $(random.chatter)",
            shows="Juno hugs Robin",
            evaluate=chatter,
            cost="database",
        ),
    ]


def lookup_variables(reach: PlatformAccess) -> list[Variable]:
    kept = ViewerLookups(reach)

    def of(read: Callable[[ViewerFound], str], reason: str) -> Callable[[VariableContext, Arguments], Awaitable[str]]:
        async def evaluate(occasion: VariableContext, given: Arguments) -> str:
            async with reach.kernel.database.read() as session:
                somebody = await find_viewer(session, occasion, named(given))
            if occasion.is_trial and somebody.viewer_id == MADE_UP:
                return EXAMPLE
            found = await kept.of(occasion.connection_id, somebody.viewer_id)
            return age(read(found), occasion.now, reason)

        return evaluate

    can = reach.can(LookUpViewer)
    return [
        Variable(
            name="followage",
            group=PEOPLE,
            summary="How long somebody has followed the channel; without a name, whoever asks. Only Twitch tells.",
            example="$(user) follows since $(followage|never)",
            shows=f"Juno follows since {EXAMPLE}",
            evaluate=of(lambda found: found.followed_at, "They do not follow, or the platform does not say so"),
            takes="words",
            providers=can & TELL_FOLLOWS,
            cost="platform",
        ),
        Variable(
            name="accountage",
            group=PEOPLE,
            summary="How old somebody's account is; without a name, that of whoever asks.",
            example="$(accountage Robin)",
            shows=EXAMPLE,
            evaluate=of(lambda found: found.created_at, "The platform does not say when the account was made"),
            takes="words",
            providers=can & TELL_AGE,
            cost="platform",
        ),
    ]
