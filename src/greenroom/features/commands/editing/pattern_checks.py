"""Refuses regexes of commands that would take too long for each message."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.channel_file.sections import StoredEntries
from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.models import Command
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Invalid
from greenroom.kernel.regex.cost import TOO_LARGE, first_too_large
from greenroom.kernel.tasks.cooperative import row_slices
from greenroom.kernel.tasks.parsing import Turns
from greenroom.kernel.tasks.threads import COMPILING

TOO_SLOW = f"makes matching too slow: all regexes of a channel's commands together {TOO_LARGE}"


class StoredPatterns(Struct, frozen=True):
    """Stored regexes: `kept` of the channel's other commands, `replaced` of the command that is being saved."""

    kept: tuple[str, ...] = ()
    replaced: tuple[str, ...] = ()


class PatternChecks(Struct, frozen=True):
    """Checks the regexes that a person sends, in that person's turn."""

    kernel: Kernel
    turns: Turns
    person_id: UUID
    channel_id: UUID

    async def check(self, fields: CommandFields, command_id: UUID | None) -> StoredPatterns:
        """Raises Invalid if a regex is too slow; returns the stored regexes, for `check_again`."""
        if not _regexes_of(fields):
            return StoredPatterns()
        async with self.kernel.database.read() as session:
            stored = await self._read_stored(session, command_id)
        async with self.turns(self.person_id) as turn:
            await turn.run(_refuse_slow, fields, stored)
        return stored

    async def check_again(
        self, session: AsyncSession, fields: CommandFields, command_id: UUID | None, checked_with: StoredPatterns
    ) -> None:
        """Repeats the check before the command is written, if other regexes were saved since `check`."""
        if not _regexes_of(fields):
            return
        await advisory_lock(session, f"commands:{self.channel_id}")
        stored = await self._read_stored(session, command_id)
        if stored != checked_with:
            # Not in a turn: another request of the person may have the turn and wait for the lock.
            await COMPILING.run(_refuse_slow, fields, stored)

    async def _read_stored(self, session: AsyncSession, command_id: UUID | None) -> StoredPatterns:
        query = select(Command.id, Command.patterns).where(
            Command.channel_id == self.channel_id, Command.pattern_steps > 0
        )
        rows = [row async for some in row_slices(session, query.order_by(Command.id)) for row in some]
        return StoredPatterns(
            _regexes_in(row.patterns for row in rows if row.id != command_id),
            _regexes_in(row.patterns for row in rows if row.id == command_id),
        )


def _regexes_of(fields: CommandFields) -> list[tuple[int, str]]:
    """The regexes, each with its index in `patterns`."""
    return [(at, pattern.text) for at, pattern in enumerate(fields.patterns) if pattern.kind == "regex"]


def _regexes_in(stored: Iterable[list[dict[str, Any]]]) -> tuple[str, ...]:
    return tuple(one["text"] for patterns in stored for one in patterns if one["kind"] == "regex")


def _regexes_in_entries(entries: Iterable[dict[str, Any]]) -> tuple[str, ...]:
    return _regexes_in(entry["patterns"] for entry in entries)


def _refuse_slow(fields: CommandFields, stored: StoredPatterns) -> None:
    sent = _regexes_of(fields)
    found = first_too_large(stored.kept, [text for _, text in sent], stored.replaced)
    if found is not None:
        at, text = sent[found]
        raise Invalid(f"patterns.{at}.text", f"“{text[:60]}” {TOO_SLOW}")


def refuse_slow_patterns(commands: Iterable[CommandFields], stored: StoredEntries) -> None:
    """Raises Invalid if the regexes of these commands are too slow together with the stored ones."""
    regexes = [text for fields in commands for _, text in _regexes_of(fields)]
    if first_too_large(_regexes_in_entries(stored.kept), regexes, _regexes_in_entries(stored.gone)) is not None:
        raise Invalid("commands", f"the regexes of all commands together: this {TOO_SLOW}")
