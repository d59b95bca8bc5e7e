"""Command invocations handed from the pipeline stage to the responder."""

from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct

from greenroom.chat.messages.line import Author, ChatLine
from greenroom.features.commands.matching.compiled import CompiledCommand
from greenroom.features.commands.rules import ParsedMessage, ResponseChoice
from greenroom.features.points.ledger.command_charges import Charge
from greenroom.responses.variables import Caller, CommandUsed, VariableContext

# Placeholder command id for `!cmd` edits and for explanations about no particular command.
NO_COMMAND = UUID(int=0)


class CommandRequest(msgspec.Struct, frozen=True, gc=False):
    channel_id: UUID
    line: ChatLine
    author: Author
    parsed: ParsedMessage
    # The author's level: the higher one of badge and role.
    level: int

    @property
    def caller(self) -> Caller:
        author = self.author
        return Caller(self.line.provider, author.id, author.login, author.name, self.level, author.is_subscriber)

    def variable_context(
        self, command: CompiledCommand, use_count: int, now: datetime, *, is_preview: bool = False
    ) -> VariableContext:
        return VariableContext(
            channel_id=self.channel_id,
            connection_id=self.line.connection_id,
            provider=self.line.provider,
            now=now,
            caller=self.caller,
            message_id=self.line.message_id,
            sent_at=self.line.sent_at,
            query=self.parsed.query if command.is_called(self.parsed.word) else self.parsed.text,
            command=CommandUsed(command.id, command.name_for(self.parsed.word), use_count),
            author_level=command.level_lent_to(self.level),
            is_preview=is_preview,
        )


class CommandInvocation(Struct, frozen=True):
    """A command to respond to."""

    use_id: UUID
    request: CommandRequest
    command: CompiledCommand
    choice: ResponseChoice
    use_count: int
    now: datetime
    # The caller's charge; None if the command was free.
    charge: Charge | None = None


class ChatEditInvocation(Struct, frozen=True):
    """A `!cmd` edit of the channel's commands."""

    use_id: UUID
    request: CommandRequest
    now: datetime


Invocation = CommandInvocation | ChatEditInvocation
