"""Who may subscribe to which live topic; checked on subscribing, when access changes and when it expires."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.live.connections import REFUSED, MayListen, TopicAccess
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.services import provided
from greenroom.tenancy.access.rules import Permission, has_permission
from greenroom.tenancy.access.service import membership
from greenroom.tenancy.sessions.service import Person, Unauthenticated, session_end
from greenroom.tenancy.topics import (
    ACCESS_CHANGED,
    CHANNEL_DELETED,
    CHAT_PRIVACY_CHANGED,
    SESSIONS_ENDED,
    public_chat_topic,
    user_topic,
)

NEVER = datetime.max.replace(tzinfo=UTC)


class TopicPermissions(dict[str, Permission]):
    """The permission to subscribe to `{channel_id}:{subject}`, by subject; declared by the features."""


TopicPermissionsDep = Annotated[TopicPermissions, provided(TopicPermissions)]


def topic_access_check(kernel: Kernel, person: Person, topics: TopicPermissions) -> MayListen:
    async def may_listen(topic: str) -> TopicAccess:
        now = kernel.clock()
        async with kernel.database.read() as session:
            # The session may have ended while the socket was being opened.
            ends_at = await session_end(session, person, now)
            if topic != user_topic(person.user_id):
                role_ends_at = await _role_end(session, person, topics, topic, now)
                if role_ends_at is None:
                    return REFUSED
                ends_at = min(ends_at, role_ends_at)
        return TopicAccess(is_allowed=True, seconds=(ends_at - now).total_seconds())

    return may_listen


async def _role_end(
    session: AsyncSession, person: Person, topics: TopicPermissions, topic: str, now: datetime
) -> datetime | None:
    """When the role that allows this topic expires; None if the person has no such role."""
    channel, _, subject = topic.partition(":")
    permission, channel_id = topics.get(subject), uuid_of(channel)
    # Another spelling of the id would be a topic of its own, which gets no events.
    if permission is None or channel_id is None or channel != str(channel_id):
        return None
    found = await membership(session, channel_id, person.user_id)
    if found is None or not has_permission(found[0], permission):
        return None
    expires_at = found[1] or NEVER
    return expires_at if expires_at > now else None


def socket_tags(person: Person) -> list[str]:
    return [_session_tag(person.session_id), _user_tag(person.user_id)]


def _session_tag(session_id: UUID | str) -> str:
    return f"session:{session_id}"


def _user_tag(user_id: UUID | str) -> str:
    return f"user:{user_id}"


def close_stale_sockets(bus: Bus, hub: Hub) -> None:
    """From now on, closes sockets whose session ends and rechecks those whose access may have changed."""

    def on_message(topic: str, payload: bytes) -> None:
        subject = payload.decode()
        if topic == SESSIONS_ENDED:
            hub.close_tag(_session_tag(subject), Unauthenticated.close_code, Unauthenticated.type)
        elif topic == ACCESS_CHANGED:
            hub.recheck_tag(_user_tag(subject))
        elif topic == CHANNEL_DELETED:
            hub.recheck(lambda name: name.startswith(f"{subject}:"))
        else:
            hub.restart(public_chat_topic(UUID(subject)))

    bus.subscribe(on_message, SESSIONS_ENDED, ACCESS_CHANGED, CHANNEL_DELETED, CHAT_PRIVACY_CHANGED)
