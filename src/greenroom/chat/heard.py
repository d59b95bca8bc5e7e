"""What was heard in a chat, on its way from the connections to whoever makes something of it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from greenroom.chat.events import ChatEvent


@dataclass(frozen=True, slots=True)
class Heard:
    """An event with the connection it came through."""

    channel_id: UUID
    connection_id: UUID
    provider: str
    event: ChatEvent


Hear = Callable[[Heard], Awaitable[None]]


class Tally:
    """Takes everything, and only counts."""

    def __init__(self) -> None:
        self.count = 0

    async def __call__(self, _: Heard) -> None:
        self.count += 1
