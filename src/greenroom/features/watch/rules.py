from typing import NamedTuple
from uuid import UUID

from greenroom.accounts.topics import public_chat_topic, public_streams_topic
from greenroom.kernel.ids import uuid_of


class PublicTopic(NamedTuple):
    channel_id: UUID
    is_chat: bool


def public_topic(name: str) -> PublicTopic | None:
    """The public topic of this name; None if it is not public, or its UUID is not in the usual spelling."""
    channel_id = uuid_of(name.partition(":")[0])
    if channel_id is None or name not in {public_chat_topic(channel_id), public_streams_topic(channel_id)}:
        return None
    return PublicTopic(channel_id, is_chat=name == public_chat_topic(channel_id))
