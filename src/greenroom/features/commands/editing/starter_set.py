"""Default commands of a new channel."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.channel_file.command_names import with_prefix
from greenroom.features.commands import service
from greenroom.features.commands.fields import CommandFields, Level, Response, ResponseType
from greenroom.features.commands.models import Command
from greenroom.features.commands.rows import stored_fields
from greenroom.features.commands.rules import fold
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import advisory_lock

GREENROOM = "Greenroom"
MOD: Level = 7
EDITOR: Level = 100


def _starter(
    name: str,
    text: str,
    description: str,
    *aliases: str,
    level: Level = 0,
    response_type: ResponseType = "reply",
    group: str = "Stream",
) -> CommandFields:
    return CommandFields(
        cmds=[name, *aliases],
        description=description,
        responses=[Response(text=text)],
        response_type=response_type,
        access_level=level,
        group=group,
        public=level < Role.MOD,
    )


STARTER_COMMANDS: tuple[CommandFields, ...] = (
    _starter("!commands", "Commands: $(commands)", "List commands"),
    _starter(
        "!uptime", '$(if $(uptime) "Live for $(uptime)" "The stream is offline.")', "How long the stream has been live"
    ),
    _starter("!title", "$(title|No title set.)", "Current title"),
    _starter("!game", "$(game|No category set.)", "Current game", "!category"),
    _starter(
        "!followage", "$(touser): $(followage $(touser)|isn't following.)", "How long you've followed", group="Viewers"
    ),
    _starter("!lurk", "$(user) is lurking. Thanks for being here!", "Lurk", group="Viewers", response_type="say"),
    _starter(
        "!quote",
        "$(quote $(query)|Quote not found.)",
        "Show a quote by number or word, or a random one",
        group="Quotes",
    ),
    _starter("!addquote", "$(quote.add $(query))", "Add a quote", level=EDITOR, group="Quotes"),
    _starter(
        "!so",
        "Go check out $(1|a great streamer)! $(shoutout $(1))",
        "Shout out another channel",
        "!shoutout",
        level=MOD,
        response_type="say",
        group="Moderators",
    ),
    _starter("!settitle", "$(settitle $(query))", "Change the title", level=EDITOR, group="Editors"),
    _starter("!setgame", "$(setgame $(query))", "Change the category", level=EDITOR, group="Editors"),
)


async def add_starters(session: AsyncSession, channel_id: UUID, by: ChangedBy) -> int:
    rows = await _add(session, channel_id, by)
    for row in rows:
        service.record_command(session, channel_id, by, None, stored_fields(row))
    return len(rows)


async def _add(session: AsyncSession, channel_id: UUID, by: ChangedBy) -> list[Command]:
    await advisory_lock(session, f"commands:{channel_id}")
    prefix = (await service.get_settings(session, channel_id)).prefix
    starters = [_with_prefix(fields, prefix) for fields in STARTER_COMMANDS]
    wanted = [name for fields in starters for name in fields.cmds]
    taken = await service.commands_by_name(session, channel_id, wanted)
    free = [fields for fields in starters if not any(fold(name) in taken for name in fields.cmds)]
    await service.refuse_too_many(session, channel_id, len(free))
    return await service.add_commands(session, channel_id, free, by, is_starter=True)


def _with_prefix(fields: CommandFields, prefix: str) -> CommandFields:
    return fields.model_copy(update={"cmds": [with_prefix(name, prefix) for name in fields.cmds]})


async def on_channel_created(session: AsyncSession, channel_id: UUID, now: datetime) -> None:
    """Adds the default commands without entries in the audit log."""
    await _add(session, channel_id, ChangedBy(GREENROOM, now, Role.EDITOR))
