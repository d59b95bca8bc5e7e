"""A command as stored in the cache, ready for matching."""

from typing import Any
from uuid import UUID

from msgspec import Struct, field
from sqlalchemy import ColumnElement

from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.models import Command
from greenroom.features.commands.rules import ResponseChoice, UseConditions, fold
from greenroom.responses.delivery import ResponseType
from greenroom.responses.rendering import Compiled
from greenroom.responses.variables import level_from_author

# Columns that `CompiledCommand.of` reads.
COLUMNS: tuple[ColumnElement[Any] | Any, ...] = (
    Command.id,
    Command.cmds,
    Command.patterns,
    Command.responses,
    Command.pick,
    Command.response_type,
    Command.access_level,
    Command.author_level,
    Command.providers,
    Command.global_cooldown,
    Command.chatter_cooldown,
    Command.mods_skip_cooldown,
    Command.cost,
    Command.active_mode,
    Command.is_enabled,
    Command.is_public,
)


class TriggerPattern(Struct, frozen=True):
    kind: str
    text: str


class CompiledCommand(Struct, eq=False):
    id: UUID
    names: tuple[str, ...]
    patterns: tuple[TriggerPattern, ...]
    choices: tuple[ResponseChoice, ...]
    pick: str
    response_type: ResponseType
    conditions: UseConditions
    global_cooldown: int
    chatter_cooldown: int
    mods_skip_cooldown: bool
    is_public: bool
    author_level: int = 0
    # In points.
    cost: int = 0
    # By text: the compiled responses. Compiled on first use, because most of ten thousand commands are never called.
    _responses: dict[str, Compiled] = field(default_factory=dict[str, Compiled])

    @classmethod
    def of(cls, row: Any) -> "CompiledCommand":  # noqa: ANN401  # a row of COLUMNS
        conditions = UseConditions(row.is_enabled, frozenset(row.providers), row.access_level, row.active_mode)
        return cls(
            id=row.id,
            names=tuple(row.cmds),
            patterns=tuple(TriggerPattern(one["kind"], one["text"]) for one in row.patterns),
            choices=tuple(
                ResponseChoice(one["text"], frozenset(one["providers"]), int(one["weight"])) for one in row.responses
            ),
            pick=row.pick,
            response_type=row.response_type,
            conditions=conditions,
            global_cooldown=row.global_cooldown,
            chatter_cooldown=row.chatter_cooldown,
            mods_skip_cooldown=row.mods_skip_cooldown,
            is_public=row.is_public,
            author_level=row.author_level,
            cost=row.cost,
        )

    @property
    def name(self) -> str:
        return self.names[0]

    @property
    def keys(self) -> list[str]:
        """The folded names."""
        return [fold(name) for name in self.names]

    def level_lent_to(self, caller_level: int) -> int:
        return level_from_author(self.author_level, self.conditions.access_level, caller_level)

    def is_called(self, word: str) -> bool:
        """Whether the word is one of the command's names, in upper or lower case."""
        return fold(word) in self.keys

    def name_for(self, word: str) -> str:
        """The word as typed if it is one of the command's names, else the first name."""
        return word if self.is_called(word) else self.name

    def response(self, choice: ResponseChoice, compiler: ResponseCompiler) -> Compiled:
        found = self._responses.get(choice.text)
        if found is None:
            found = self._responses[choice.text] = compiler.compile(choice.text)
        return found
