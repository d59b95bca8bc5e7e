"""Names of live topics and of messages between processes."""

from collections.abc import Callable
from typing import Literal
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import publish

UserEvent = Literal[
    "user_changed",
    "user_providers_changed",
    "channels_changed",
    "channel_deletions_changed",
    "settings_changed",
    "sessions_changed",
    "api_tokens_changed",
]

# For every signed-in user: the notices of the operators changed.
NOTICES = "notices"


def user_topic(user_id: UUID) -> str:
    return f"user:{user_id}"


def channel_topic(subject: str) -> Callable[[UUID], str]:
    """Returns a function that gives the name of this subject's topic for a channel id."""
    return lambda channel_id: f"{channel_id}:{subject}"


providers_topic = channel_topic("providers")
chat_topic = channel_topic("chat")
activity_topic = channel_topic("activity")
# Switches of the channel, such as its muted bot.
state_topic = channel_topic("state")
moderation_topic = channel_topic("moderation")
audit_log_topic = channel_topic("audit-log")
# Members and invitations of the channel.
members_topic = channel_topic("members")
# Members who have the channel open on a screen.
presence_topic = channel_topic("presence")
# For viewers without sign-in; the chat only while it is public.
public_chat_topic = channel_topic("public-chat")
public_streams_topic = channel_topic("public-streams")

# Internal topics between processes; not available to browsers.
# Payload: the id of a session or an API token.
SESSIONS_ENDED = "internal:sessions_ended"
# Payload: the id of the user whose role or rights changed.
ACCESS_CHANGED = "internal:access_changed"
# Payload: the channel's id. The end of a member's access changed.
ACCESS_END_CHANGED = "internal:access_end_changed"
# Payload: the channel's id. A role in the channel, or an account of its staff, changed.
STAFF_CHANGED = "internal:staff_changed"
# The payload is not read: connections were added or removed, or should be checked by the supervisors.
CONNECTIONS_CHANGED = "internal:connections_changed"
# Payloads: the ids of channels that staff have open on a screen; repeated while they are open.
SCREENS_OPEN = "internal:screens_open"
# Payloads: which members have which channels open in one process.
PRESENCE = "internal:presence"
# Payload: the channel's id. Its chat became public or private.
CHAT_PRIVACY_CHANGED = "internal:chat_privacy_changed"
# Payload: the channel's id. Its bot was muted or unmuted, or its alerts paused or resumed.
CHANNEL_STATE_CHANGED = "internal:channel_state_changed"
# Payload: the channel's id.
CHANNEL_DELETED = "internal:channel_deleted"
# Payload: the channel's id. It was suspended, or its suspension was lifted.
CHANNEL_SUSPENDED = "internal:channel_suspended"
# Payload: the channel's id. An account or bot was connected, replaced or disconnected.
ACCOUNTS_CHANGED = "internal:accounts_changed"


def notify_user(session: AsyncSession, user_id: UUID, event: UserEvent) -> None:
    publish(session, user_topic(user_id), msgspec.json.encode({"event": event}))


def notify_processes(session: AsyncSession, topic: str, subject: UUID | str) -> None:
    publish(session, topic, str(subject).encode())
