"""Access of variables to platforms: which platforms support an action, and performing it, a few at a time."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from uuid import UUID

from msgspec import Struct, field

from greenroom.accounts.platforms import Platforms
from greenroom.chat.emotes.cache import EmoteCache
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.sending.sender import Sender
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.responses.variables import NoValue

# Concurrent actions of variables per connection; few, so that moderation is not delayed.
MAX_CONCURRENT = 5
# Time limit of platform calls with side effects: the time limit of a response does not cancel such calls.
TIMEOUT_SECONDS = 4.0

# Gives a link permit: channel, platform and viewer id → seconds until it expires.
Permit = Callable[[UUID, str, str], Awaitable[int]]


class ConnectionSlots(Struct, eq=False):
    """Limits the actions that variables perform at once on one connection; deleted once no action runs or waits."""

    semaphore: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MAX_CONCURRENT))
    count: int = 0


class PlatformAccess(Struct, frozen=True):
    kernel: Kernel
    sender: Sender
    platforms: Platforms
    emotes: EmoteCache
    permit: Permit
    _slots: dict[UUID, ConnectionSlots] = field(default_factory=dict[UUID, ConnectionSlots])

    def can(self, *actions: type[Action]) -> frozenset[str]:
        """The platforms that support all of these actions."""
        infos = [platform.info for platform in self.platforms]
        return frozenset(info.provider for info in infos if info.actions.issuperset(actions))

    async def dispatch(self, connection_id: UUID, action: Action) -> Receipt:
        """Performs the action as the channel's account, as a bot may lack the rights; raises NoValue if it fails."""
        try:
            async with self._slot(connection_id):
                receipt = await self.sender.dispatch(connection_id, action)
        except AppError as error:
            raise NoValue(error.message) from error
        if receipt.outcome != "done":
            raise NoValue(receipt.detail or "The platform refused")
        return receipt

    @asynccontextmanager
    async def _slot(self, connection_id: UUID) -> AsyncGenerator[None]:
        slots = self._slots.setdefault(connection_id, ConnectionSlots())
        slots.count += 1
        try:
            async with slots.semaphore:
                yield
        finally:
            slots.count -= 1
            if not slots.count:
                del self._slots[connection_id]


@asynccontextmanager
async def time_limit(reason: str) -> AsyncGenerator[None]:
    try:
        async with asyncio.timeout(TIMEOUT_SECONDS):
            yield
    except TimeoutError:
        raise NoValue(reason) from None
