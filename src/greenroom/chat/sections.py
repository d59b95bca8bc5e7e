"""Settings of a channel that can be written into a file, compared, and put back: each feature offers its section."""

from collections.abc import Awaitable, Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Protocol, cast
from uuid import UUID

from fastapi import Depends
from pydantic import AfterValidator
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from greenroom.kernel.db import JsonObject
from greenroom.kernel.text import without_nul

MOST_DEEP = 12


def readable(entry: JsonObject) -> JsonObject:
    """Whatever it is, it can be told to people and databases."""
    waiting: list[tuple[object, int]] = [(entry, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MOST_DEEP:
            raise ValueError("goes too deep")
        if isinstance(value, str):
            without_nul(value)
        elif isinstance(value, dict):
            inner = cast("JsonObject", value)
            waiting += [(one, depth + 1) for pair in inner.items() for one in pair]
        elif isinstance(value, list):
            waiting += [(one, depth + 1) for one in cast("list[object]", value)]
    return entry


# As it comes from outside: each section says what it needs.
Entry = Annotated[JsonObject, AfterValidator(readable)]


@dataclass(frozen=True, slots=True)
class Editor:
    """In whose name something is written."""

    channel_id: UUID
    name: str
    now: datetime


# What was prepared, into the database.
Write = Callable[[AsyncSession], Awaitable[None]]


class Section(Protocol):
    """Entries have a key that people recognise: a command's first name, a timer's name."""

    # As it stands in the file, and on the screen.
    key: str
    title: str
    # There is one of it, not a list of them.
    is_single: bool

    def key_of(self, entry: JsonObject) -> str:
        """What an entry is recognised by, as far as it can be told; the entry need not be right."""
        ...

    def names_of(self, entry: JsonObject) -> list[str]:
        """All that only one entry may be called, as names are compared; that of its key comes first."""
        ...

    def complete(self, entry: JsonObject) -> JsonObject:
        """An entry that was checked, as it would be read again: what was left out is there."""
        ...

    def brief(self, entry: JsonObject) -> JsonObject:
        """An entry that was read, without what need not be said: it means the same."""
        ...

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        """All entries by their key, in the order in which they are shown; without ids, counts and times."""
        ...

    def check(self, entry: JsonObject) -> list[str]:
        """What is wrong with an entry, each as "field: words"; empty when it can be written."""
        ...

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        """Keys of the entries that stand in its way, itself included: writing it needs them gone or replaced."""
        ...

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        """Adds it, or replaces the one with its key (which keeps its id and its counts)."""
        ...

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> "Write":
        """The same of many, none of which stands in another's way: all that can be worked out before the database is
        asked, in a thread where there are thousands."""
        ...

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None: ...

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None: ...

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The same entry under a name that is free; names are given as they are compared."""
        ...


Sections = Mapping[str, Section]


async def _sections(connection: HTTPConnection) -> Sections:
    return cast("Sections", connection.app.state.sections)


SectionsDep = Annotated[Sections, Depends(_sections)]
