"""Functions of the commands feature that imports call, besides the methods of the commands section."""

from collections.abc import Awaitable, Callable, Mapping
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession


class CommandImports(Struct, frozen=True):
    # First names of the default commands that were never changed.
    unchanged_starters: Callable[[AsyncSession, UUID], Awaitable[frozenset[str]]]
    # Sets the use counts of commands by their first name.
    set_use_counts: Callable[[AsyncSession, UUID, Mapping[str, int]], Awaitable[None]]
