"""An event with its channel and connection."""

from collections.abc import Awaitable, Callable, Sequence
from uuid import UUID

import msgspec

from greenroom.chat.protocol.events import ChatEvent


class ChannelEvent(msgspec.Struct, frozen=True, gc=False):
    channel_id: UUID
    connection_id: UUID
    provider: str
    event: ChatEvent


# Called with the events that arrived together, all of one channel.
EventHandler = Callable[[Sequence[ChannelEvent]], Awaitable[None]]
