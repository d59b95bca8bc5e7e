"""Who may subscribe to which live topic; checked on subscribing, and when access changes or expires."""

from collections.abc import Iterable
from datetime import UTC, datetime
from time import monotonic
from uuid import UUID

from msgspec import Struct

from greenroom.accounts.access.rules import Permission, has_permission
from greenroom.accounts.access.service import ChannelSuspended, membership
from greenroom.accounts.sessions.service import Person, Unauthenticated, session_end
from greenroom.accounts.topics import (
    ACCESS_CHANGED,
    CHANNEL_DELETED,
    CHANNEL_SUSPENDED,
    CHAT_PRIVACY_CHANGED,
    NOTICES,
    SESSIONS_ENDED,
    public_chat_topic,
    user_topic,
)
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.live.connections import REFUSED, MayListen, TopicAccess
from greenroom.kernel.live.hub import Hub

SUSPENDED = TopicAccess(is_allowed=False, reason=ChannelSuspended.type)
NEVER = datetime.max.replace(tzinfo=UTC)
# How long a role that was read is used for other topics of the same socket.
RECENT_SECONDS = 1.0
_USER = "user:"


class TopicPermissions(dict[str, Permission]):
    """The permission to subscribe to `{channel_id}:{subject}`, by subject; declared by the features."""


class _Member(Struct, frozen=True):
    level: int
    # End of the role or the session, whichever is earlier.
    ends_at: datetime
    is_suspended: bool


class _RecentMembers:
    """One person's roles by channel, cached for RECENT_SECONDS: a socket subscribes to several topics of a channel.

    They become invalid when a change of access is announced, and when all sockets are rechecked.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        # By channel: the access version, the monotonic time until which the entry is valid, and the member.
        self._members: dict[UUID, tuple[int, float, _Member]] = {}

    def find(self, channel_id: UUID, now: datetime) -> _Member | None:
        version, valid_until, member = self._members.get(channel_id, (None, 0.0, None))
        is_valid = version == self._hub.access_version and monotonic() < valid_until
        return member if is_valid and member is not None and member.ends_at > now else None

    def store(self, channel_id: UUID, member: _Member, version: int) -> None:
        """Stores a member; `version` is the hub's `access_version` from before the member was read."""
        self._members[channel_id] = (version, monotonic() + RECENT_SECONDS, member)


def topic_access_check(kernel: Kernel, person: Person, topics: TopicPermissions) -> MayListen:
    recent = _RecentMembers(kernel.hub)

    async def may_listen(topic: str) -> TopicAccess:
        now = kernel.clock()
        if topic in {user_topic(person.user_id), NOTICES}:
            async with kernel.database.read() as session:
                return _until(await session_end(session, person, now), now)
        channel_id, permission = _channel_and_permission(topics, topic)
        if channel_id is None or permission is None:
            return REFUSED
        member = recent.find(channel_id, now) or await read_member(channel_id, now)
        if member is None or not has_permission(member.level, permission):
            return REFUSED
        return SUSPENDED if member.is_suspended else _until(member.ends_at, now)

    async def read_member(channel_id: UUID, now: datetime) -> _Member | None:
        version = kernel.hub.access_version
        async with kernel.database.read() as session:
            # The session may have ended while the socket was being opened.
            session_ends_at = await session_end(session, person, now)
            found = await membership(session, channel_id, person.user_id)
        if found is None or (found[1] or NEVER) <= now:
            return None
        is_suspended = found[2] is not None
        member = _Member(found[0], min(session_ends_at, found[1] or NEVER), is_suspended)
        recent.store(channel_id, member, version)
        return member

    return may_listen


def _until(ends_at: datetime, now: datetime) -> TopicAccess:
    return TopicAccess(is_allowed=True, seconds=(ends_at - now).total_seconds())


def _channel_and_permission(topics: TopicPermissions, topic: str) -> tuple[UUID | None, Permission | None]:
    """The channel of a topic and the permission to subscribe to it; each None if unknown."""
    channel, _, subject = topic.partition(":")
    channel_id = uuid_of(channel)
    # Another spelling of the id would be a topic of its own, which gets no events.
    return channel_id if channel == str(channel_id) else None, topics.get(subject)


def socket_tags(person: Person) -> list[str]:
    return [_session_tag(person.session_id), _user_tag(person.user_id)]


def _session_tag(session_id: UUID | str) -> str:
    return f"session:{session_id}"


def _user_tag(user_id: UUID | str) -> str:
    return f"{_USER}{user_id}"


def user_of(tags: Iterable[str]) -> UUID | None:
    """The user whose socket has these tags; None for a socket without sign-in."""
    return next((UUID(tag.removeprefix(_USER)) for tag in tags if tag.startswith(_USER)), None)


def close_stale_sockets(bus: Bus, hub: Hub) -> None:
    """On messages of the bus: closes sockets of ended sessions, checks again who may listen to topics."""

    def on_message(topic: str, payload: bytes) -> None:
        subject = payload.decode()
        if topic == SESSIONS_ENDED:
            hub.close_tag(_session_tag(subject), Unauthenticated.close_code, Unauthenticated.type)
        elif topic == ACCESS_CHANGED:
            hub.recheck_tag(_user_tag(subject))
        elif topic in {CHANNEL_DELETED, CHANNEL_SUSPENDED}:
            hub.recheck(lambda name: name.startswith(f"{subject}:"))
        else:
            hub.restart(public_chat_topic(UUID(subject)))

    bus.subscribe(on_message, SESSIONS_ENDED, ACCESS_CHANGED, CHANNEL_DELETED, CHANNEL_SUSPENDED, CHAT_PRIVACY_CHANGED)
