"""Commands as a section of the channel's file: what importers and templates write too."""

from collections.abc import Container, Sequence
from uuid import UUID

from pydantic import ValidationError
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.sections import Editor, Write
from greenroom.chat.settings_section import SettingsSection
from greenroom.features.commands import service
from greenroom.features.commands.fields import LONGEST_NAME
from greenroom.features.commands.models import Command
from greenroom.features.commands.phrasing import Phrasing
from greenroom.features.commands.reading import COLUMNS, given_in
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandIn, CommandSettingsIn
from greenroom.features.commands.service import Hand
from greenroom.features.commands.writing import Prepared, remove_commands, write_commands
from greenroom.kernel.db import JsonObject
from greenroom.kernel.slices import row_slices


async def _read_settings(session: AsyncSession, channel_id: UUID) -> CommandSettingsIn:
    return CommandSettingsIn(chat_management=await service.chat_management(session, channel_id))


async def _write_settings(session: AsyncSession, channel_id: UUID, given: CommandSettingsIn) -> None:
    await service.save_settings(session, channel_id, given.chat_management)


def settings_section() -> SettingsSection[CommandSettingsIn]:
    return SettingsSection("command_settings", "Command settings", CommandSettingsIn, _read_settings, _write_settings)


class CommandSection:
    key = "commands"
    title = "Commands"
    is_single = False

    def __init__(self, phrasing: Phrasing) -> None:
        self._phrasing = phrasing

    def key_of(self, entry: JsonObject) -> str:
        names = _names(entry)
        return names[0].strip() if names else ""

    def names_of(self, entry: JsonObject) -> list[str]:
        return [fold(name.strip()) for name in _names(entry)]

    def complete(self, entry: JsonObject) -> JsonObject:
        return CommandIn.model_validate(entry).model_dump(mode="json")

    def brief(self, entry: JsonObject) -> JsonObject:
        return CommandIn.model_validate(entry).model_dump(mode="json", exclude_defaults=True)

    async def read(self, session: AsyncSession, channel_id: UUID) -> dict[str, JsonObject]:
        of_channel = select(*COLUMNS).where(Command.channel_id == channel_id)
        rows = row_slices(session, of_channel.order_by(Command.sort_name, Command.id))
        return {row.cmds[0]: given_in(row) async for some in rows for row in some}

    def check(self, entry: JsonObject) -> list[str]:
        try:
            given = CommandIn.model_validate(entry)
        except ValidationError as error:
            return [_words(problem["loc"], problem["msg"]) for problem in error.errors()]
        return [f"{problem.field}: {problem.message}" for problem in self._phrasing.problems(given)]

    async def clashes(self, session: AsyncSession, channel_id: UUID, entry: JsonObject) -> list[str]:
        taken = await service.names_taken(session, channel_id, _names(entry))
        return list(dict.fromkeys(row.cmds[0] for row in taken.values()))

    async def write(self, session: AsyncSession, editor: Editor, entry: JsonObject) -> None:
        given = CommandIn.model_validate(entry)
        hand = Hand(editor.name, editor.now)
        row = await self._known_by(session, editor.channel_id, given.cmds[0])
        if row is None:
            await service.create_command(session, editor.channel_id, given, hand)
        else:
            await service.save_command(session, editor.channel_id, row.id, given, hand)

    def prepare(self, editor: Editor, entries: Sequence[JsonObject]) -> Write:
        several = [Prepared.of(CommandIn.model_validate(entry)) for entry in entries]
        hand = Hand(editor.name, editor.now)
        return lambda session: write_commands(session, editor.channel_id, several, hand)

    async def remove(self, session: AsyncSession, editor: Editor, key: str) -> None:
        row = await self._known_by(session, editor.channel_id, key)
        if row is not None:
            await service.delete_command(session, editor.channel_id, row.id)

    async def remove_all(self, session: AsyncSession, editor: Editor, keys: Sequence[str]) -> None:
        await remove_commands(session, editor.channel_id, keys)

    def renamed(self, entry: JsonObject, taken: Container[str]) -> JsonObject:
        """Each name that is taken gets a number."""
        names: list[str] = []
        for name in _names(entry):
            own = {fold(one) for one in names}
            free, number = name, 1
            while fold(free) in taken or fold(free) in own:
                number += 1
                free = f"{name[: LONGEST_NAME - len(str(number))]}{number}"
            names.append(free)
        return {**entry, "cmds": names}

    @staticmethod
    async def _known_by(session: AsyncSession, channel_id: UUID, key: str) -> Command | None:
        """By its first name: another command that only also answers to it is another entry."""
        row = await service.command_called(session, channel_id, key)
        return row if row is not None and fold(row.cmds[0]) == fold(key) else None


def _names(entry: JsonObject) -> list[str]:
    """Of an entry that may be anything."""
    names = entry.get("cmds")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []  # pyright: ignore[reportUnknownVariableType]  # a list of anything


def _words(location: tuple[int | str, ...], message: str) -> str:
    return f"{'.'.join(map(str, location))}: {message.removeprefix('Value error, ')}"
