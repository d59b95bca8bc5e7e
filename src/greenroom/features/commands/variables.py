"""The variables that speak of commands: which there are, and one within another."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from uuid import UUID

from sqlalchemy import select

from greenroom.features.commands.cache import CommandCache, CompiledCommands
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.models import Command
from greenroom.features.commands.responding.responses import ResponseCompiler
from greenroom.features.commands.rules import pick_response, platform_name
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, CommandUsed, NoValue, Variable, VariableContext

# How many commands may stand within each other.
MAX_DEPTH = 3
# Fits into a message of every platform but the shortest, with some words before it.
MAX_LIST_LENGTH = 400
GROUP = "Commands"


@dataclass(frozen=True, slots=True)
class CommandVariables:
    kernel: Kernel
    cache: CommandCache
    phrasing: ResponseCompiler

    def offered(self) -> Sequence[Variable]:
        return (
            Variable(
                name="commands",
                group=GROUP,
                summary="The commands that whoever asks can use here: public, on, and for their role.",
                example="You can ask: $(commands)",
                shows="You can ask: !game, !title, !uptime",
                evaluate=self._list,
                cost="database",
            ),
            Variable(
                name="commands.link",
                group=GROUP,
                summary="The address of the channel's page with all public commands.",
                example="All commands: $(commands.link)",
                shows="All commands: https://greenroom.example/c/…/commands",
                evaluate=self._link,
            ),
            Variable(
                name="command",
                group=GROUP,
                summary="The name by which this command was called; with a name, what that command answers.",
                example="$(command !discord) And be nice.",
                shows="Our Discord: https://discord.example And be nice.",
                evaluate=self._inline,
                takes="words",
                cost="database",
            ),
        )

    def _link(self, occasion: VariableContext, _: Arguments) -> str:
        return f"{self.kernel.settings.origin}/c/{occasion.channel_id}/commands"

    async def _list(self, occasion: VariableContext, _: Arguments) -> str:
        known = await self._known(occasion.channel_id)
        level = occasion.caller.level if occasion.caller else 0
        names = [one.name for one in known.commands.values() if _is_listed(one, occasion.provider, level)]
        if not names:
            raise NoValue("There is no public command")
        return comma_list(sorted(names))

    async def _inline(self, occasion: VariableContext, given: Arguments) -> str:
        """The rest of the words is what that command is asked; without them it is asked the same."""
        if not given.words:
            if occasion.command is None:
                raise NoValue("No command was used")
            return occasion.command.name
        name, *words = given.words
        command = (await self._known(occasion.channel_id)).matcher.called(name)
        _check_inlining(command, name, occasion)
        assert command is not None  # refused else
        choice = pick_response(command.choices, occasion.provider, "first", use_count=1, chance=lambda: 0.0)
        if choice is None:
            raise NoValue(f"{name} has no answer for {platform_name(occasion.provider)}")
        within = replace(
            occasion,
            depth=occasion.depth + 1,
            query=" ".join(words) if words else occasion.query,
            command=CommandUsed(command.id, name, await self._uses(command.id)),
        )
        return (await command.answer(choice, self.phrasing).render(within)).text

    async def _uses(self, command_id: UUID) -> int:
        """By itself: to stand in another is no use of it."""
        async with self.kernel.database.read() as session:
            return await session.scalar(select(Command.use_count).where(Command.id == command_id)) or 0

    async def _known(self, channel_id: UUID) -> CompiledCommands:
        async with self.kernel.database.read() as session:
            return await self.cache.get(session, channel_id)


def _check_inlining(command: CompiledCommand | None, name: str, occasion: VariableContext) -> None:
    if command is None:
        raise NoValue(f"There is no command called {name}")
    if occasion.command is not None and occasion.command.id == command.id:
        raise NoValue(f"{name} cannot stand within itself")
    if occasion.depth >= MAX_DEPTH:
        raise NoValue(f"At most {MAX_DEPTH} commands can stand within each other")
    conditions = command.conditions
    if not conditions.is_enabled:
        raise NoValue(f"{name} is off")
    # A viewer may have chosen the name.
    if occasion.caller is not None and occasion.caller.level < conditions.access_level:
        raise NoValue(f"{name} is not for everybody")
    if conditions.providers and occasion.provider not in conditions.providers:
        raise NoValue(f"{name} does not answer on {platform_name(occasion.provider)}")


def _is_listed(command: CompiledCommand, provider: str, level: int) -> bool:
    conditions = command.conditions
    return (
        command.is_public
        and conditions.is_enabled
        and level >= conditions.access_level
        and (not conditions.providers or provider in conditions.providers)
    )


def comma_list(names: Sequence[str]) -> str:
    """As many as fit, and how many more there are."""
    length = 0
    for count, name in enumerate(names):
        length += len(name) + 2
        if length > MAX_LIST_LENGTH and count:
            return f"{', '.join(names[:count])} and {len(names) - count} more"
    return ", ".join(names)
