"""Refuses regexes of commands that would take too long for each message."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select

from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.models import Command
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import Invalid
from greenroom.kernel.regex.cost import MAX_SECONDS, first_too_slow, seconds_per_message
from greenroom.kernel.regex.safe_regex import ExpressionSets
from greenroom.kernel.tasks.cooperative import row_slices
from greenroom.kernel.tasks.parsing import Turns, stop_if_asked

TOO_SLOW = (
    "makes matching too slow: all regexes of a channel's commands together may take"
    f" {MAX_SECONDS * 1000:.0f} ms for one message. Counts such as {{1,200}} after “.” cost the most"
)


class PatternChecks(Struct, frozen=True):
    """Measures the regexes that a person sends, in that person's turn."""

    kernel: Kernel
    turns: Turns
    person_id: UUID
    channel_id: UUID

    async def check(self, fields: CommandFields, command_id: UUID | None) -> None:
        """Raises Invalid with the pattern; the id is that of a saved command."""
        sent = [(at, pattern.text) for at, pattern in enumerate(fields.patterns) if pattern.kind == "regex"]
        if not sent:
            return
        others = await self._other_regexes(command_id)
        async with self.turns(self.person_id) as turn:
            found = await turn.run(first_too_slow, others, [text for _, text in sent], are_slow)
        if found is not None:
            at, text = sent[found]
            raise Invalid(f"patterns.{at}.text", f"“{text[:60]}” {TOO_SLOW}")

    async def _other_regexes(self, command_id: UUID | None) -> list[str]:
        query = select(Command.id, Command.patterns).where(
            Command.channel_id == self.channel_id, Command.pattern_steps > 0
        )
        async with self.kernel.database.read() as session:
            rows = [row async for some in row_slices(session, query) for row in some if row.id != command_id]
        return [one["text"] for row in rows for one in row.patterns if one["kind"] == "regex"]


def refuse_slow_patterns(commands: Iterable[CommandFields], kept: Iterable[dict[str, Any]]) -> None:
    """For commands that are written together; `kept` are the channel's other commands, as stored."""
    regexes = [one.text for fields in commands for one in fields.patterns if one.kind == "regex"]
    others = [one["text"] for entry in kept for one in entry["patterns"] if one["kind"] == "regex"]
    if regexes and are_slow((*others, *regexes)):
        raise Invalid("commands", f"the regexes of all commands together: this {TOO_SLOW}")


# A preview and its import measure the same regexes.
@lru_cache(maxsize=32)
def are_slow(regexes: tuple[str, ...]) -> bool:
    """Whether one message may take longer than all regexes of a channel are allowed to."""
    stop_if_asked()
    return seconds_per_message(regexes, ExpressionSets(regexes).found_in) > MAX_SECONDS
