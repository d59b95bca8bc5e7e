"""Who may subscribe to which live topic; checked on subscribing and when access changes."""

from collections.abc import Awaitable, Callable
from typing import Annotated
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.context import Kernel
from greenroom.kernel.ids import uuid_of
from greenroom.kernel.live.hub import Hub
from greenroom.kernel.services import provided
from greenroom.tenancy.access.rules import Permission, has_permission
from greenroom.tenancy.access.service import level_in
from greenroom.tenancy.sessions.service import Person, Unauthenticated, is_signed_in
from greenroom.tenancy.topics import ACCESS_CHANGED, CHANNEL_CHANGED, SESSIONS_ENDED, public_chat_topic, user_topic


class TopicPermissions(dict[str, Permission]):
    """The permission to subscribe to `{channel_id}:{subject}`, by subject; declared by the features."""


TopicPermissionsDep = Annotated[TopicPermissions, provided(TopicPermissions)]


def topic_access_check(kernel: Kernel, person: Person, topics: TopicPermissions) -> Callable[[str], Awaitable[bool]]:
    async def may_listen(topic: str) -> bool:
        async with kernel.database.read() as session:
            # The session may have ended while the socket was being opened.
            if not await is_signed_in(session, person, kernel.clock()):
                return False
            return topic == user_topic(person.user_id) or await _may_subscribe(session, kernel, person, topics, topic)

    return may_listen


async def _may_subscribe(
    session: AsyncSession, kernel: Kernel, person: Person, topics: TopicPermissions, topic: str
) -> bool:
    channel, _, subject = topic.partition(":")
    permission, channel_id = topics.get(subject), uuid_of(channel)
    if permission is None or channel_id is None:
        return False
    level = await level_in(session, channel_id, person.user_id, kernel.clock())
    return level is not None and has_permission(level, permission)


def session_tag(session_id: UUID | str) -> str:
    return f"session:{session_id}"


def close_stale_sockets(bus: Bus, hub: Hub) -> None:
    """From now on, closes sockets whose session ends and rechecks those whose access may have changed."""

    def on_message(topic: str, payload: bytes) -> None:
        if topic == SESSIONS_ENDED:
            hub.close_tag(session_tag(payload.decode()), Unauthenticated.close_code, Unauthenticated.type)
        elif topic == ACCESS_CHANGED:
            hub.recheck(lambda name: not name.startswith("user:"))
        else:
            # The chat may have become private.
            public_chat = public_chat_topic(UUID(payload.decode()))
            hub.recheck(lambda name: name == public_chat)

    bus.subscribe(on_message, SESSIONS_ENDED, ACCESS_CHANGED, CHANNEL_CHANGED)
