"""Names of live topics and of messages between processes."""

from typing import Literal
from uuid import UUID

import msgspec
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.database import publish

UserEvent = Literal["user_providers_changed", "channels_changed", "settings_changed", "sessions_changed"]


def user_topic(user_id: UUID) -> str:
    return f"user:{user_id}"


def providers_topic(channel_id: UUID) -> str:
    return f"{channel_id}:providers"


def chat_topic(channel_id: UUID) -> str:
    return f"{channel_id}:chat"


def public_chat_topic(channel_id: UUID) -> str:
    """Public while the channel's chat is public."""
    return f"{channel_id}:public-chat"


def public_streams_topic(channel_id: UUID) -> str:
    """Public: the channel's streams on all platforms."""
    return f"{channel_id}:public-streams"


def moderation_topic(channel_id: UUID) -> str:
    return f"{channel_id}:moderation"


def filters_topic(channel_id: UUID) -> str:
    return f"{channel_id}:filters"


def commands_topic(channel_id: UUID) -> str:
    return f"{channel_id}:commands"


def timers_topic(channel_id: UUID) -> str:
    return f"{channel_id}:timers"


def quotes_topic(channel_id: UUID) -> str:
    return f"{channel_id}:quotes"


# Internal topics between processes; not available to browsers.
SESSIONS_ENDED = "internal:sessions_ended"
ACCESS_CHANGED = "internal:access_changed"
CONNECTIONS_CHANGED = "internal:connections_changed"
# Payload: the channel's id.
CHANNEL_CHANGED = "internal:channel_changed"
# An account or bot was replaced; changes of its state are published elsewhere.
ACCOUNTS_CHANGED = "internal:accounts_changed"
FILTERS_CHANGED = "internal:filters_changed"
COMMANDS_CHANGED = "internal:commands_changed"
TIMERS_CHANGED = "internal:timers_changed"
# Payload: the connection's id, and the message that the bot is about to send.
SENT_TEXT = "internal:own_words"


def notify_user(session: AsyncSession, user_id: UUID, event: UserEvent) -> None:
    publish(session, user_topic(user_id), msgspec.json.encode({"event": event}))


def notify_processes(session: AsyncSession, topic: str, subject: UUID | str) -> None:
    publish(session, topic, str(subject).encode())
