from collections.abc import Awaitable, Callable
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

# The text after the command, for a message that calls one of these commands; None for any other message.
FindQuery = Callable[[str], str | None]


class CommandCalls(Struct, frozen=True):
    """`of(session, channel, variable)` recognises calls of the enabled commands that use this variable."""

    of: Callable[[AsyncSession, UUID, str], Awaitable[FindQuery]]
