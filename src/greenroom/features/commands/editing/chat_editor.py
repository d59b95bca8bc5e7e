"""Changes commands for somebody who asks for it in chat, and says in a sentence what came of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands import service
from greenroom.features.commands.editing.chat_admin import ChatEdit, InvalidChatEdit, parse_chat_edit
from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.models import Command
from greenroom.features.commands.responding.invocation import ChatEditInvocation, CommandRequest
from greenroom.features.commands.responding.responses import ResponseCompiler
from greenroom.features.commands.rows import stored_fields
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandIn
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import take_turns
from greenroom.kernel.errors import AppError, FieldError
from greenroom.portable.sections import problems_in
from greenroom.tenancy.access.rules import Permission, Role, holds
from greenroom.tenancy.access.service import level_in
from greenroom.tenancy.users.service import user_of_identity

NOT_ALLOWED = "Only Editors of this channel change its commands from chat."
MAX_SHOWN_LENGTH = 300


class UnknownCommand(InvalidChatEdit):
    def __init__(self, name: str) -> None:
        super().__init__(f"There is no command called {name}.")


@dataclass(frozen=True, slots=True)
class ChatEditor:
    kernel: Kernel
    phrasing: ResponseCompiler

    async def manage(self, managing: ChatEditInvocation) -> str:
        """Viewers who may not get no answer: they would have the bot repeat it as often as they like."""
        question = managing.question
        hand = ChangedBy(question.author.name, managing.now)
        async with self.kernel.database.read() as session:
            if not await may_edit(session, question, managing):
                return NOT_ALLOWED if question.author.is_moderator else ""
        try:
            async with self.kernel.database.write() as session:
                return await self._carry_out(session, question, parse_chat_edit(question.asked), hand)
        except InvalidChatEdit as error:
            return str(error)
        except AppError as error:
            return f"Not done: {error.message}"

    async def _carry_out(
        self, session: AsyncSession, question: CommandRequest, order: ChatEdit, hand: ChangedBy
    ) -> str:
        channel_id = question.channel_id
        # What is read is changed: nobody else may do so in between.
        await take_turns(session, f"commands:{channel_id}")
        if order.verb == "add":
            given = self._read(order, {"cmds": [order.name], "responses": [{"text": order.text}]})
            await service.create_command(session, channel_id, given, hand)
            return f"Added {given.cmds[0]}."
        row = await service.find_by_name(session, channel_id, order.name)
        if row is None:
            raise UnknownCommand(order.name)
        match order.verb:
            case "edit":
                given = self._read(order, _changed(row, order))
                await service.save_command(session, channel_id, row.id, given, hand)
                return f"Changed {row.cmds[0]}."
            case "delete":
                await service.delete_command(session, channel_id, row.id)
                return f"Deleted {row.cmds[0]}."
            case "show":
                return _shown(row)
            case _:
                is_on = order.verb == "enable"
                await service.switch_commands(session, channel_id, [row.id], is_enabled=is_on, hand=hand)
                # With a word before the name: other bots listen for theirs at the beginning.
                return f"Switched {'on' if is_on else 'off'}: {row.cmds[0]}."

    def _read(self, order: ChatEdit, fields: dict[str, object]) -> CommandFields:
        names = [*_names(fields), *order.aliases]
        unique = list({fold(name): name for name in reversed(names)}.values())[::-1]
        try:
            given = CommandIn.model_validate({**fields, **order.changes, "cmds": unique})
        except ValidationError as error:
            raise InvalidChatEdit(_refusal(error, unique)) from error
        problems = self.phrasing.problems(given)
        if problems:
            raise InvalidChatEdit(_in_place(problems[0], order))
        return given


async def may_edit(session: AsyncSession, question: CommandRequest, managing: ChatEditInvocation) -> bool:
    """The broadcaster, Editors of the channel by their connected accounts, and moderators where the channel says so."""
    author = question.author
    if author.is_broadcaster:
        return True
    if author.is_moderator and (await service.get_settings(session, question.channel_id)).chat_management == "mods":
        return True
    user_id = await user_of_identity(session, question.line.provider, author.id)
    if user_id is None:
        return False
    level = await level_in(session, question.channel_id, user_id, managing.now)
    return holds(level or Role.PUBLIC, Permission.COMMANDS_MANAGE)


def _names(fields: dict[str, object]) -> list[str]:
    names = fields["cmds"]
    assert isinstance(names, list)
    return [str(name) for name in names]  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]  # a list of anything


def _refusal(error: ValidationError, names: Sequence[str]) -> str:
    """A name by itself: nobody who types knows where it stands in a list."""
    field, _, words = problems_in(error)[0].partition(": ")
    start, _, place = field.partition(".")
    is_name = start == "cmds" and place.isdigit()
    return f"{names[int(place)]} {words}" if is_name else f"{field}: {words}"


def _changed(row: Command, order: ChatEdit) -> dict[str, object]:
    fields = stored_fields(row)
    if order.text:
        first, *others = row.responses
        fields["responses"] = [{**first, "text": order.text}, *others]
    return fields


def _shown(row: Command) -> str:
    others = f" (also {', '.join(row.cmds[1:])})" if len(row.cmds) > 1 else ""
    text = str(row.responses[0]["text"])
    cut = text if len(text) <= MAX_SHOWN_LENGTH else f"{text[:MAX_SHOWN_LENGTH]}…"
    more = f" and {len(row.responses) - 1} more" if len(row.responses) > 1 else ""
    state = "" if row.is_enabled else ", off"
    return f"Command {row.cmds[0]}{others}{state}: {cut}{more}"


def _in_place(problem: FieldError, order: ChatEdit) -> str:
    """By its place in what was typed, which is what the person sees."""
    at, mark, words = problem.message.removeprefix("at ").partition(": ")
    if not mark or not at.isdigit() or problem.field != "responses.0.text" or not order.text:
        return f"{problem.field}: {problem.message}"
    return f"At {int(at) + order.text_at}: {words}"
