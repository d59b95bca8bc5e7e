from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession


class QueueOpener(Struct, frozen=True):
    """`open(session, channel, name, now)` opens the queue of this name, if there is one; the rehearsal calls it.

    Whether a queue is open is not a setting, so the channel's file has no field for it.
    """

    open: Callable[[AsyncSession, UUID, str, datetime], Awaitable[None]]
