"""Applies `!cmd` edits from chat and writes the reply."""

from collections.abc import Sequence

from msgspec import Struct
from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role, has_permission, role_of
from greenroom.accounts.access.staff_accounts import changed_in_chat
from greenroom.channel_file.sections import problems_in
from greenroom.features.commands import service
from greenroom.features.commands.editing.chat_admin import ChatEdit, InvalidChatEdit, parse_chat_edit
from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.matching.prefix import admin_name, prefix_of_edit
from greenroom.features.commands.matching.responses import ResponseCompiler
from greenroom.features.commands.models import Command
from greenroom.features.commands.responding.invocation import ChatEditInvocation, CommandRequest
from greenroom.features.commands.rows import stored_fields
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandIn
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import AppError, FieldError
from greenroom.responses.checking import level_needed

NOT_ALLOWED = "Only Editors can edit commands with {name}."
MAX_SHOWN_LENGTH = 300


class UnknownCommand(InvalidChatEdit):
    def __init__(self, name: str) -> None:
        super().__init__(f"Command {name} not found.")


class ChatEditor(Struct, frozen=True):
    kernel: Kernel
    compiler: ResponseCompiler

    async def handle(self, invocation: ChatEditInvocation) -> str:
        """Applies the edit and returns the reply, which is empty for viewers below Mod."""
        request = invocation.request
        async with self.kernel.database.read() as session:
            if not await may_edit(session, request):
                name = admin_name(prefix_of_edit(request.parsed))
                return NOT_ALLOWED.format(name=name) if request.level >= Role.MOD else ""
        try:
            async with self.kernel.database.write() as session:
                by = await _changed_by(session, invocation)
                return await self._apply(session, request, parse_chat_edit(request.parsed), by)
        except InvalidChatEdit as error:
            return str(error)
        except AppError as error:
            return f"Couldn't save: {error.message}"

    async def _apply(self, session: AsyncSession, request: CommandRequest, edit: ChatEdit, by: ChangedBy) -> str:
        channel_id = request.channel_id
        # One lock for the read and the write.
        await advisory_lock(session, f"commands:{channel_id}")
        if edit.verb == "add":
            fields = self._read(edit, {"cmds": [edit.name], "responses": [{"text": edit.text}]})
            await service.create_command(session, channel_id, fields, by)
            return f"Added {fields.cmds[0]}.{_prefix_offer(fields.cmds, prefix_of_edit(request.parsed))}"
        row = await service.find_by_name(session, channel_id, edit.name)
        if row is None:
            raise UnknownCommand(edit.name)
        match edit.verb:
            case "edit":
                fields = self._read(edit, _fields_after(row, edit))
                note = self._note_on_rights([one.text for one in fields.responses], row.author_level, by, "edited")
                await service.save_command(session, channel_id, row.id, fields, by)
                return f"Updated {row.cmds[0]}.{note}"
            case "delete":
                await service.delete_command(session, channel_id, row.id, by)
                return f"Deleted {row.cmds[0]}."
            case "show":
                return _describe(row)
            case "enable":
                texts = [] if row.is_enabled else [str(one["text"]) for one in row.responses]
                note = self._note_on_rights(texts, row.author_level, by, "enabled")
                await service.switch_commands(session, channel_id, [row.id], is_enabled=True, by=by)
                # The name is not the first word: there it would trigger other bots.
                return f"Enabled {row.cmds[0]}.{note}"
            case "disable":
                await service.switch_commands(session, channel_id, [row.id], is_enabled=False, by=by)
                return f"Disabled {row.cmds[0]}."

    def _note_on_rights(self, texts: Sequence[str], author_level: int, by: ChangedBy, changed: str) -> str:
        """A note for the reply if `by` has a lower level than the author and than the variables need; else empty."""
        needed = max((level_needed(text, self.compiler.registry) for text in texts), default=Role.PUBLIC)
        if by.level >= min(author_level, needed):
            return ""
        return f" It runs with {role_of(by.level).label} rights now, because {by.name} {changed} it."

    def _read(self, edit: ChatEdit, values: dict[str, object]) -> CommandFields:
        names = [*_names(values), *edit.aliases]
        unique = list({fold(name): name for name in reversed(names)}.values())[::-1]
        try:
            fields = CommandIn.model_validate({**values, **edit.changes, "cmds": unique})
        except ValidationError as error:
            raise InvalidChatEdit(_validation_message(error, unique)) from error
        problems = self.compiler.problems(fields)
        if problems:
            raise InvalidChatEdit(_problem_text(problems[0], edit))
        return fields


async def may_edit(session: AsyncSession, request: CommandRequest) -> bool:
    """Whether the author may edit: Editors and above, by badge or role, and moderators if the channel allows it."""
    if has_permission(request.level, Permission.COMMANDS_MANAGE):
        return True
    if request.level < Role.MOD:
        return False
    return (await service.get_settings(session, request.channel_id)).chat_management == "mods"


async def _changed_by(session: AsyncSession, invocation: ChatEditInvocation) -> ChangedBy:
    """The author of the change; staff appear with their name in Greenroom, as for changes on the screens."""
    request, author = invocation.request, invocation.request.author
    account = request.line.provider, author.id
    return await changed_in_chat(session, request.channel_id, account, author.name, invocation.now, request.level)


def _names(fields: dict[str, object]) -> list[str]:
    names = fields["cmds"]
    assert isinstance(names, list)
    return [str(name) for name in names]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]  # a list of anything


def _validation_message(error: ValidationError, names: Sequence[str]) -> str:
    """The first problem; it quotes an invalid command name instead of giving its index."""
    field, _, message = problems_in(error)[0].partition(": ")
    start, _, index = field.partition(".")
    is_name = start == "cmds" and index.isdigit()
    return f"{names[int(index)]} {message}" if is_name else f"{field}: {message}"


def _fields_after(row: Command, edit: ChatEdit) -> dict[str, object]:
    fields = stored_fields(row)
    if edit.text:
        first, *others = row.responses
        fields["responses"] = [{**first, "text": edit.text}, *others]
    return fields


def _prefix_offer(names: Sequence[str], prefix: str) -> str:
    """An offer to add a name with the prefix, if all names begin with a letter or digit; else empty."""
    if not all(name[0].isalnum() for name in names):
        return ""
    prefixed = prefix + names[0]
    return f" Did you mean {prefixed}? Then send: {admin_name(prefix)} edit {names[0]} -alias={prefixed}"


def _describe(row: Command) -> str:
    aliases = f" (aliases: {', '.join(row.cmds[1:])})" if len(row.cmds) > 1 else ""
    text = str(row.responses[0]["text"])
    shortened = text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}…"
    more = f" (+{len(row.responses) - 1} more)" if len(row.responses) > 1 else ""
    state = "" if row.is_enabled else ", disabled"
    return f"Command {row.cmds[0]}{aliases}{state}: {shortened}{more}"


def _problem_text(problem: FieldError, edit: ChatEdit) -> str:
    """The problem as text; a position in the response becomes a position in the typed message."""
    at, separator, message = problem.message.removeprefix("Character ").partition(": ")
    if not separator or not at.isdigit() or problem.field != "responses.0.text" or not edit.text:
        return f"{problem.field}: {problem.message}"
    return f"Character {int(at) + edit.text_at}: {message}"
