"""A section of a channel's file: read, check, compare and write its entries."""

from collections.abc import Awaitable, Callable, Container, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Annotated, Protocol, cast
from uuid import UUID

from msgspec import Struct
from pydantic import AfterValidator, ValidationError
from pydantic_core import ErrorDetails
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission
from greenroom.accounts.access.service import Access
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.text import check_storable
from greenroom.kernel.validation_messages import message_for

MAX_DEPTH = 12


def check_readable(entry: JsonObject) -> JsonObject:
    """Rejects values that cannot be stored or shown: nested too deeply, or with NUL or incomplete characters."""
    waiting: list[tuple[object, int]] = [(entry, 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > MAX_DEPTH:
            raise ValueError("is nested too deeply")
        if isinstance(value, str):
            check_storable(value)
        elif isinstance(value, dict):
            inner = cast("JsonObject", value)
            waiting += [(one, depth + 1) for pair in inner.items() for one in pair]
        elif isinstance(value, list):
            waiting += [(one, depth + 1) for one in cast("list[object]", value)]
    return entry


# An entry as uploaded; its section validates the fields.
Entry = Annotated[JsonObject, AfterValidator(check_readable)]


class Editor(Struct, frozen=True):
    """Who changes which channel, and when."""

    channel_id: UUID
    name: str
    now: datetime
    # Level of the author of the written entries.
    level: int = 0
    # Normalised key of an entry → level of its author, while a snapshot is restored; None if the editor is the author
    # of all entries.
    author_levels: Mapping[str, int] | None = None
    user_id: UUID | None = None
    # The entry of the audit log that the change undoes.
    undoes: UUID | None = None

    @classmethod
    def of(cls, access: Access, now: datetime) -> "Editor":
        person = access.person
        return cls(access.channel_id, person.display_name, now, access.level, user_id=person.user_id)

    @property
    def changed_by(self) -> ChangedBy:
        return ChangedBy(self.name, self.now, self.level, user_id=self.user_id, undoes=self.undoes)


# Writes the prepared entries to the database.
Write = Callable[[AsyncSession], Awaitable[None]]


class Section(Protocol):
    """A section of a channel's file; its entries have a readable key, such as a command's first name."""

    # The key in the file.
    key: str
    # The label on the screen.
    title: str
    # Whether the section is one object in the file, not a list.
    is_single: bool
    max_entries: int
    # Permission that is needed to change its entries.
    permission: Permission
    # Permission that is needed to read its entries.
    read_permission: Permission

    def key_of(self, entry: JsonObject) -> str:
        """The key of a valid or invalid entry; empty if the entry has none."""
        ...

    def names_of(self, entry: JsonObject) -> list[str]:
        """All names that must be unique, in normalised form; the key's name comes first."""
        ...

    def complete(self, entry: JsonObject) -> JsonObject:
        """A valid entry with all defaults filled in."""
        ...

    def without_defaults(self, entry: JsonObject) -> JsonObject:
        """An entry without values that equal their defaults."""
        ...

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        """All entries by key, in display order; without ids, counts and times."""
        ...

    async def find(self, session: AsyncSession, channel_id: UUID, key: str) -> JsonObject | None:
        """One entry as the audit log stores it; None if there is no such key."""
        ...

    async def author_levels(self, session: AsyncSession, channel_id: UUID) -> dict[str, int]:
        """Normalised key → level of the author; empty if entries do not act with the rights of their author."""
        ...

    def check(self, entry: JsonObject) -> list[str]:
        """Problems of an entry, each as "field: message"; empty if it is valid."""
        ...

    async def lock(self, session: AsyncSession, channel_id: UUID) -> None:
        """Locks the section until the transaction ends."""
        ...

    def prepare(self, editor: Editor, entries: Sequence[JsonObject], stored: "StoredEntries") -> "Write":
        """Returns a write that adds each entry, or overwrites the one with its key, which keeps its id and counts.

        Names must not collide. `stored` is for limits that hold for all entries together. Does all work that needs
        no database; runs in a thread.
        """
        ...

    async def replace(self, session: AsyncSession, editor: Editor, key: str, entry: JsonObject) -> None:
        """Overwrites the entry with this key, which may get another name; adds the entry if there is none."""
        ...

    async def restore_kept(self, session: AsyncSession, channel_id: UUID, key: str, kept: JsonObject) -> None:
        """Restores data besides the settings, such as the use count, of an entry that was deleted and written again."""
        ...

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        """Removes the entries with these keys; ignores unknown keys."""
        ...

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """The same entry under a free name; `taken` has normalised names."""
        ...


class Sections(dict[str, Section]):
    """All sections of a channel's file by key, in the order of the file."""

    def readable_by(self, access: Access) -> "Sections":
        return Sections({key: section for key, section in self.items() if access.may(section.read_permission)})

    def check_writable(self, access: Access, keys: Iterable[str]) -> None:
        """Raises unless the caller has the permission of each section, which an API token may lack."""
        for key in keys:
            if key in self:
                access.require(self[key].permission)


class StoredEntries(Struct, frozen=True):
    """The entries of a section before a change."""

    # Entries that stay as they are.
    kept: list[JsonObject]
    # Entries that are replaced or removed.
    gone: list[JsonObject]

    @classmethod
    def of(
        cls, section: Section, stored: Mapping[str, JsonObject], written: Sequence[JsonObject], removed: Sequence[str]
    ) -> "StoredEntries":
        replaced = {name for entry in written for name in section.names_of(entry)[:1]}
        entries, removed_keys = cls([], []), set(removed)
        for key, entry in stored.items():
            stays = key not in removed_keys and replaced.isdisjoint(section.names_of(entry)[:1])
            (entries.kept if stays else entries.gone).append(entry)
        return entries


def problems_in(error: ValidationError, hidden: Container[int | str] = ()) -> list[str]:
    """The problems, each as "field: message"; `hidden` are parts of a location that users need not see."""
    return [_problem([str(part) for part in item["loc"] if part not in hidden], item) for item in error.errors()]


def _problem(location: Sequence[str], item: ErrorDetails) -> str:
    return f"{'.'.join(location) or 'entry'}: {message_for(item)}"


def free_name(name: str, taken: Container[str], max_length: int, fold: Callable[[str], str]) -> str:
    """The name, with the first free number if it is taken; `taken` has names normalised by `fold`."""
    number, free = 1, name
    while fold(free) in taken:
        number += 1
        suffix = f" ({number})"
        free = f"{name[: max_length - len(suffix)]}{suffix}"
    return free
