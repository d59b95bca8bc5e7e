"""Recognises messages that call a command whose response uses a certain variable, for example that of giveaways."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands.models import Command
from greenroom.features.commands.rules import fold, parse_message
from greenroom.responses.checking import uses_variable
from greenroom.responses.command_calls import CommandCalls, FindQuery


async def _calls_of(session: AsyncSession, channel_id: UUID, variable: str) -> FindQuery:
    rows = await session.execute(
        select(Command.cmds, Command.responses).where(
            Command.channel_id == channel_id,
            Command.is_enabled,
            Command.search_text.contains(variable, autoescape=True),
        )
    )
    names = {
        fold(name)
        for listed, responses in rows
        if any(uses_variable(str(response["text"]), variable) for response in responses)
        for name in listed
    }

    def find_query(text: str) -> str | None:
        parsed = parse_message(text, is_reply=False)
        return parsed.query if parsed.name in names else None

    return find_query


COMMAND_CALLS = CommandCalls(_calls_of)
