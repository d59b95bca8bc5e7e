"""Variables that list commands or insert the response of one into another."""

from collections.abc import Sequence
from uuid import UUID

from msgspec import Struct
from msgspec.structs import replace
from sqlalchemy import select

from greenroom.accounts.stream_platforms import platform_name
from greenroom.features.commands.cache import CommandCache, CompiledCommands
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.models import Command
from greenroom.features.commands.rules import pick_response
from greenroom.kernel.context import Kernel
from greenroom.responses.variables import Arguments, CommandUsed, NoValue, Refused, Variable, VariableContext

# Nesting limit of $(command).
MAX_DEPTH = 3
# In characters: the list fits into one message on most platforms, with a short text before it.
MAX_LIST_LENGTH = 400
GROUP = "Commands"


class CommandVariables(Struct, frozen=True):
    kernel: Kernel
    cache: CommandCache
    compiler: ResponseCompiler

    def variables(self) -> Sequence[Variable]:
        return (
            Variable(
                name="commands",
                group=GROUP,
                summary="The public commands that the user can use",
                example="Commands: $(commands)",
                shows="Commands: !game, !title, !uptime",
                evaluate=self._list,
                cost="database",
            ),
            Variable(
                name="commands.link",
                group=GROUP,
                summary="Link to the channel's public command page",
                example="All commands: $(commands.link)",
                shows="All commands: https://greenroom.example/c/…/commands",
                evaluate=self._link,
            ),
            Variable(
                name="command",
                group=GROUP,
                summary="The name this command was called by; with a name, runs that command",
                example="$(command !discord) See you there!",
                shows="Our Discord: https://discord.example See you there!",
                evaluate=self._inline,
                takes="words",
                runs_others=True,
                cost="database",
            ),
        )

    def _link(self, context: VariableContext, _: Arguments) -> str:
        return f"{self.kernel.settings.origin}/c/{context.channel_id}/commands"

    async def _list(self, context: VariableContext, _: Arguments) -> str:
        compiled = await self._load_commands(context.channel_id)
        key = (context.provider, _level_of(context))
        if key not in compiled.lists:
            compiled.lists[key] = comma_list(
                sorted(one.name for one in compiled.commands.values() if _is_listed(one, *key))
            )
        if not compiled.lists[key]:
            raise NoValue("No public commands")
        return compiled.lists[key]

    async def _inline(self, context: VariableContext, arguments: Arguments) -> str:
        """`$(command)` is the name of the called command; `$(command !other words)` is the response of `!other`.

        `!other` gets the words after its name; if there are none, it gets the arguments of the called command.
        """
        if not arguments.words:
            if context.command is None:
                raise NoValue("Not used in a command")
            return context.command.name
        name, *words = arguments.words
        command = (await self._load_commands(context.channel_id)).find_by_name(name)
        _check_inlining(command, name, context)
        assert command is not None  # `_check_inlining` has checked this
        choice = pick_response(command.choices, context.provider, "first", use_count=1, chance=lambda: 0.0)
        if choice is None:
            raise NoValue(f"{name} has no response for {platform_name(context.provider)}")
        within = replace(
            context,
            depth=context.depth + 1,
            query=" ".join(words) if words else context.query,
            command=CommandUsed(command.id, name, await self._use_count(command.id)),
            author_level=command.level_lent_to(_level_of(context)),
        )
        rendered = await command.response(choice, self.compiler).render(within)
        if rendered.is_refused:
            raise Refused(rendered.text)
        return rendered.text

    async def _use_count(self, command_id: UUID) -> int:
        # Not incremented: a response that is inserted into another one is not a use.
        async with self.kernel.database.read() as session:
            return await session.scalar(select(Command.use_count).where(Command.id == command_id)) or 0

    async def _load_commands(self, channel_id: UUID) -> CompiledCommands:
        async with self.kernel.database.read() as session:
            return await self.cache.get(session, channel_id)


def _level_of(context: VariableContext) -> int:
    return context.caller.level if context.caller else 0


def _check_inlining(command: CompiledCommand | None, name: str, context: VariableContext) -> None:
    if command is None:
        raise NoValue(f"Command {name} not found")
    if context.command is not None and context.command.id == command.id:
        raise NoValue(f"{name} can't run itself")
    if context.depth >= MAX_DEPTH:
        raise NoValue(f"Commands can be nested up to {MAX_DEPTH} levels")
    conditions = command.conditions
    if not conditions.is_enabled:
        raise NoValue(f"{name} is disabled")
    # The caller's own level, not the author's: the name may come from a viewer's argument.
    if context.caller is not None and context.caller.level < conditions.access_level:
        raise NoValue(f"{name} requires a higher role")
    if conditions.providers and context.provider not in conditions.providers:
        raise NoValue(f"{name} isn't active on {platform_name(context.provider)}")


def _is_listed(command: CompiledCommand, provider: str, level: int) -> bool:
    conditions = command.conditions
    return (
        command.is_public
        and conditions.is_enabled
        and level >= conditions.access_level
        and (not conditions.providers or provider in conditions.providers)
    )


def comma_list(names: Sequence[str]) -> str:
    """The names with commas between them, as many as fit, and the number of the others."""
    length = 0
    for count, name in enumerate(names):
        length += len(name) + 2
        if length > MAX_LIST_LENGTH and count:
            return f"{', '.join(names[:count])} and {len(names) - count} more"
    return ", ".join(names)
