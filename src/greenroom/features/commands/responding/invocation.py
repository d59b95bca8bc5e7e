"""Something that was asked in a chat, on its way from the pipeline to whoever answers it."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec

from greenroom.chat.messages.levels import level_of
from greenroom.chat.messages.line import Author, ChatLine
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.rules import ParsedMessage, ResponseChoice
from greenroom.responses.variables import Caller, CommandUsed, VariableContext

# Stands where a command's id would: for managing them from chat, and for what none of them fits.
NO_COMMAND = UUID(int=0)


class CommandRequest(msgspec.Struct, frozen=True, gc=False):
    channel_id: UUID
    line: ChatLine
    author: Author
    asked: ParsedMessage

    @property
    def level(self) -> int:
        return level_of(self.author)

    @property
    def caller(self) -> Caller:
        author = self.author
        return Caller(self.line.provider, author.id, author.login, author.name, self.level)

    def occasion(
        self, command: CompiledCommand, use_count: int, now: datetime, *, is_trial: bool = False
    ) -> VariableContext:
        return VariableContext(
            channel_id=self.channel_id,
            connection_id=self.line.connection_id,
            provider=self.line.provider,
            now=now,
            caller=self.caller,
            message_id=self.line.message_id,
            query=self.asked.query if command.answers_to(self.asked.word) else self.asked.text,
            command=CommandUsed(command.id, command.name_for(self.asked.word), use_count),
            is_trial=is_trial,
        )


@dataclass(frozen=True, slots=True)
class CommandInvocation:
    """A command that is to be answered."""

    use_id: UUID
    question: CommandRequest
    command: CompiledCommand
    choice: ResponseChoice
    use_count: int
    now: datetime


@dataclass(frozen=True, slots=True)
class ChatEditInvocation:
    """Somebody wants to change the commands."""

    use_id: UUID
    question: CommandRequest
    now: datetime


Invocation = CommandInvocation | ChatEditInvocation
