"""What a platform connection uses, without a database: tokens, adapter state, account and emitted events."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from uuid import UUID

from greenroom.chat.protocol.events import Event
from greenroom.chat.protocol.platform import Account, Actor
from support.waiting import MAX_WAIT_SECONDS


class MemoryTokens:
    """Returns the same token until it is rejected, then a new one."""

    def __init__(self, name: str = "t") -> None:
        self.name = name
        self.number = 1

    async def __call__(self, rejected: str | None = None) -> str:
        if rejected == f"{self.name}{self.number}":
            self.number += 1
        return f"{self.name}{self.number}"


class MemoryAdapterState:
    def __init__(self) -> None:
        self.values: dict[str, str] = {}

    async def get(self, key: str) -> str | None:
        return self.values.get(key)

    async def put(self, key: str, value: str) -> None:
        self.values[key] = value

    async def delete(self, key: str) -> None:
        self.values.pop(key, None)

    async def add(self, key: str, amount: int) -> int:
        self.values[key] = str(int(self.values.get(key, "0")) + amount)
        return int(self.values[key])


def account_of(
    channel_id: str, name: str, adapter_state: MemoryAdapterState | None = None, actor: Actor | None = None
) -> Account:
    return Account(
        connection_id=UUID(int=1),
        channel_id=UUID(int=2),
        provider_channel_id=channel_id,
        provider_channel_name=name,
        token=MemoryTokens(),
        adapter_state=adapter_state or MemoryAdapterState(),
        actor=actor,
    )


@dataclass
class ReceivedEvents:
    """Collects the events that a connection emits, in order."""

    events: list[Event] = field(default_factory=list[Event])
    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def __call__(self, *events: Event) -> None:
        self.events += events
        self._changed.set()

    def of(self, *kinds: type[object]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kinds)]

    async def until(self, fits: Callable[["ReceivedEvents"], object]) -> None:
        async with asyncio.timeout(MAX_WAIT_SECONDS):
            while not fits(self):
                self._changed.clear()
                await self._changed.wait()
