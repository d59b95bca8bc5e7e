from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class LinkPermits:
    """Allows a viewer one message with links (channel, platform, viewer id); returns for how many seconds."""

    give: Callable[[UUID, str, str], Awaitable[int]]
