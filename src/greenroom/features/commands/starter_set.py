"""What a new channel can be asked from its first day on; any of it can be changed or removed, also all at once."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.features.commands import service
from greenroom.features.commands.fields import CommandFields, Level, Response, ResponseType
from greenroom.features.commands.rules import fold
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import take_turns
from greenroom.tenancy.access.rules import Role

GREENROOM = "Greenroom"
MOD: Level = 7


def _starter(  # one line each
    name: str,
    text: str,
    description: str,
    *others: str,
    level: Level = 0,
    response_type: ResponseType = "reply",
    group: str = "Stream",
) -> CommandFields:
    return CommandFields(
        cmds=[name, *others],
        description=description,
        responses=[Response(text=text)],
        response_type=response_type,
        access_level=level,
        group=group,
        public=level < Role.MOD,
    )


STARTER_COMMANDS: tuple[CommandFields, ...] = (
    _starter("!commands", "Ask for $(commands)", "What can be asked here"),
    _starter("!uptime", "$(uptime|The stream is offline.)", "How long the stream has been running"),
    _starter("!title", "$(title|Nobody has set a title yet.)", "What the stream is called"),
    _starter("!game", "$(game|Nobody has set a category yet.)", "What is played", "!category"),
    _starter(
        "!followage",
        "$(touser): $(followage $(touser)|no follow that could be seen.)",
        "Since when somebody follows",
        group="Viewers",
    ),
    _starter(
        "!lurk",
        "$(user) is lurking. Thank you for being here!",
        "Watch without writing",
        group="Viewers",
        response_type="say",
    ),
    _starter(
        "!quote",
        "$(quote $(query)|There is no such quote.)",
        "A quote: by its number, by a word, or any",
        group="Quotes",
    ),
    _starter("!addquote", "$(quote.add $(query))", "Keep what was said", level=MOD, group="Quotes"),
    _starter(
        "!so",
        "Go and see $(1|somebody nice), they are worth it! $(shoutout $(1))",
        "Point at another channel",
        "!shoutout",
        level=MOD,
        response_type="say",
        group="Moderators",
    ),
    _starter("!settitle", "$(settitle $(query))", "Change the title", level=MOD, group="Moderators"),
    _starter("!setgame", "$(setgame $(query))", "Change the category", level=MOD, group="Moderators"),
)


async def add_starters(session: AsyncSession, channel_id: UUID, hand: ChangedBy) -> int:
    """Those whose names are free."""
    await take_turns(session, f"commands:{channel_id}")
    wanted = [name for given in STARTER_COMMANDS for name in given.cmds]
    taken = await service.names_taken(session, channel_id, wanted)
    free = [given for given in STARTER_COMMANDS if not any(fold(name) in taken for name in given.cmds)]
    await service.refuse_over_limit(session, channel_id, len(free))
    return len(await service.add_commands(session, channel_id, free, hand, is_starter=True))


async def on_channel_created(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    await add_starters(session, channel_id, ChangedBy(GREENROOM, now))
