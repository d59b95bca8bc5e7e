from collections.abc import Awaitable, Callable
from uuid import UUID

from msgspec import Struct


class LinkPermits(Struct, frozen=True):
    """Allows a viewer one message with links (channel, platform, viewer id); returns for how many seconds."""

    give: Callable[[UUID, str, str], Awaitable[int]]
