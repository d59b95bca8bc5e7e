from collections.abc import Awaitable, Callable
from uuid import UUID

from msgspec import Struct


class LinkPermits(Struct, frozen=True):
    """`give(channel, platform, viewer id)` permits one message with links; returns the permit's duration in seconds."""

    give: Callable[[UUID, str, str], Awaitable[int]]
