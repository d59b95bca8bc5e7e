from collections.abc import Awaitable, Callable, Collection
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

# Platform and viewer id.
ViewerKey = tuple[str, str]


class WatchTimes(Struct, frozen=True):
    """`seconds_of(session, channel, viewers)`: seconds watched, by viewer; viewers who watched nothing are left out."""

    seconds_of: Callable[[AsyncSession, UUID, Collection[ViewerKey]], Awaitable[dict[ViewerKey, int]]]
