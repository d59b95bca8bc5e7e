from collections.abc import Awaitable, Callable, Collection
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

# Platform and viewer id.
ViewerKey = tuple[str, str]


class WatchTimes(Struct, frozen=True):
    """`of(session, channel, viewers)` gives the seconds that these viewers have watched; who never did is left out."""

    of: Callable[[AsyncSession, UUID, Collection[ViewerKey]], Awaitable[dict[ViewerKey, int]]]
