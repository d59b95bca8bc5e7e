"""What variables need besides the database, and how far each platform goes."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from greenroom.chat.actions import Action, Receipt
from greenroom.chat.emote_cache import EmoteCache
from greenroom.chat.extensions import NoValue
from greenroom.chat.sender import Sender
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError
from greenroom.tenancy.platforms import Platforms

# The channel, a platform and a viewer's id there: one message with links, within so many seconds.
Permit = Callable[[UUID, str, str], Awaitable[int]]


@dataclass(frozen=True, slots=True)
class Reach:
    kernel: Kernel
    sender: Sender
    platforms: Platforms
    emotes: EmoteCache
    permit: Permit

    def can(self, *actions: type[Action]) -> frozenset[str]:
        """The platforms that do all of it."""
        infos = [platform.info for platform in self.platforms]
        return frozenset(info.provider for info in infos if info.actions.issuperset(actions))

    async def perform(self, connection_id: UUID, action: Action) -> Receipt:
        """In the name of the channel itself: not every bot was made a moderator."""
        try:
            receipt = await self.sender.perform(connection_id, action)
        except AppError as error:
            raise NoValue(error.message) from error
        if receipt.outcome != "done":
            raise NoValue(receipt.detail or "The platform did not do it")
        return receipt
