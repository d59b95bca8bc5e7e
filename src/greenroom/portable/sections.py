"""A section of a channel's file: read, check, compare and write its entries."""

from collections.abc import Awaitable, Callable, Container, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, Protocol, cast
from uuid import UUID

from pydantic import AfterValidator, ValidationError
from pydantic_core import ErrorDetails
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.services import provided
from greenroom.kernel.text import without_nul
from greenroom.kernel.validation_messages import message_for

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

    @property
    def hand(self) -> ChangedBy:
        return ChangedBy(self.name, self.now)


# What was prepared, into the database.
Write = Callable[[AsyncSession], Awaitable[None]]


class Section(Protocol):
    """Entries have a key that people recognise: a command's first name, a timer's name."""

    # As it stands in the file, and on the screen.
    key: str
    title: str
    # There is one of it, not a list of them.
    is_single: bool
    # More entries no channel may have.
    most: int

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

    async def hold(self, session: AsyncSession, channel_id: UUID) -> None:
        """From now on nobody else changes them, until this transaction ends."""
        ...

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> "Write":
        """Each is added, or replaces the one with its key (which keeps its id and its counts); none of them stands in
        another's way. All that can be worked out before the database is asked, beside the loop."""
        ...

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        """A key that nobody has is passed over."""
        ...

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The same entry under a name that is free; names are given as they are compared."""
        ...


class Sections(dict[str, Section]):
    """All sections of a channel's file by key, in the order of the file."""


def problems_in(error: ValidationError, but: Container[int | str] = ()) -> list[str]:
    """Each as "field: words"; `but` are parts of a place that mean nothing to people."""
    return [_problem([str(part) for part in item["loc"] if part not in but], item) for item in error.errors()]


def _problem(place: Sequence[str], item: ErrorDetails) -> str:
    return f"{'.'.join(place) or 'entry'}: {message_for(item)}"


def free_name(name: str, taken: Container[str], longest: int, fold: Callable[[str], str]) -> str:
    """With the first number behind it that nobody has; `taken` is as `fold` makes names."""
    number, free = 1, name
    while fold(free) in taken:
        number += 1
        mark = f" ({number})"
        free = f"{name[: longest - len(mark)]}{mark}"
    return free


SectionsDep = Annotated[Sections, provided(Sections)]
