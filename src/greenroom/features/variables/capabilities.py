"""What variables need besides the database, and how far each platform goes."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from uuid import UUID

from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.sending.sender import Sender
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.responses.variables import NoValue
from greenroom.tenancy.platforms import Platforms

# On one connection at the same time; whoever moderates there needs places too.
MAX_CONCURRENT = 5
# What changes something is not broken off by the limit of a variable: it has to see to it itself.
TIMEOUT_SECONDS = 4.0

# The channel, a platform and a viewer's id there: one message with links, within so many seconds.
Permit = Callable[[UUID, str, str], Awaitable[int]]


@dataclass(slots=True, eq=False)
class ConnectionSlots:
    """Of one connection; there only as long as somebody asks."""

    places: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT))
    count: int = 0


@dataclass(frozen=True, slots=True)
class PlatformAccess:
    kernel: Kernel
    sender: Sender
    platforms: Platforms
    emotes: EmoteCache
    permit: Permit
    _queues: dict[UUID, ConnectionSlots] = field(default_factory=dict[UUID, ConnectionSlots])

    def can(self, *actions: type[Action]) -> frozenset[str]:
        """The platforms that do all of it."""
        infos = [platform.info for platform in self.platforms]
        return frozenset(info.provider for info in infos if info.actions.issuperset(actions))

    async def perform(self, connection_id: UUID, action: Action) -> Receipt:
        """In the name of the channel itself: not every bot was made a moderator."""
        try:
            async with self._place(connection_id):
                receipt = await self.sender.perform(connection_id, action)
        except AppError as error:
            raise NoValue(error.message) from error
        if receipt.outcome != "done":
            raise NoValue(receipt.detail or "The platform did not do it")
        return receipt

    @asynccontextmanager
    async def _place(self, connection_id: UUID) -> AsyncGenerator[None]:
        queue = self._queues.setdefault(connection_id, ConnectionSlots())
        queue.count += 1
        try:
            async with queue.places:
                yield
        finally:
            queue.count -= 1
            if not queue.count:
                del self._queues[connection_id]


@asynccontextmanager
async def time_limit(reason: str) -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield
    except TimeoutError:
        raise NoValue(reason) from None
