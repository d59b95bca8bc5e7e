from collections.abc import Awaitable, Callable
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

# Returns the text after the command if a message calls one of the commands, else None.
FindQuery = Callable[[str], str | None]


class CommandCalls(Struct, frozen=True):
    """`of(session, channel, variable)` returns a function that finds calls of enabled commands with this variable."""

    of: Callable[[AsyncSession, UUID, str], Awaitable[FindQuery]]
