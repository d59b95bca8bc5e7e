"""Between the form of a command and its row."""

from typing import Any

from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.matching.compiled import COLUMNS as READY_COLUMNS
from greenroom.features.commands.models import Command
from greenroom.features.commands.responding.responses import without_variables
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandOut

# Marks that people put before names, which say nothing about where they belong in a list.
NAME_MARKS = "!?.-+#$%&*~^"


def apply_fields(row: Command, given: CommandFields) -> None:
    for name, value in columns_of(given).items():
        setattr(row, name, value)


def columns_of(given: CommandFields) -> dict[str, object]:
    """What people set, as it is stored."""
    return {
        "cmds": list(given.cmds),
        "sort_name": fold(given.cmds[0].lstrip(NAME_MARKS) or given.cmds[0]),
        "patterns": [pattern.model_dump() for pattern in given.patterns],
        "pattern_steps": sum(pattern.steps() for pattern in given.patterns),
        "description": given.description,
        "responses": [response.model_dump() for response in given.responses],
        "pick": given.pick,
        "response_type": given.response_type,
        "access_level": given.access_level,
        "providers": list(given.providers),
        "global_cooldown": given.global_cooldown,
        "chatter_cooldown": given.chatter_cooldown,
        "mods_skip_cooldown": given.mods_skip_cooldown,
        "active_mode": given.active_mode,
        "group_name": given.group,
        "is_enabled": given.enabled,
        "is_public": given.public,
        "search_text": _search_text(given),
        "public_text": _public_text(given),
    }


def _public_text(given: CommandFields) -> str:
    return fold("\n".join([*given.cmds, given.group, given.description or without_variables(given.responses[0].text)]))


def _search_text(given: CommandFields) -> str:
    texts = [response.text for response in given.responses]
    patterns = [pattern.text for pattern in given.patterns]
    return fold("\n".join([*given.cmds, given.group, given.description, *patterns, *texts]))


# What `stored_fields` looks at: what is kept ready, and what people alone read.
COLUMNS: tuple[Any, ...] = (*READY_COLUMNS, Command.description, Command.group_name)


def stored_fields(row: Command | Any) -> dict[str, object]:  # noqa: ANN401  # or a row of COLUMNS
    """The fields that people set, as they are stored."""
    return {
        "cmds": row.cmds,
        "patterns": row.patterns,
        "description": row.description,
        "responses": row.responses,
        "pick": row.pick,
        "response_type": row.response_type,
        "access_level": row.access_level,
        "providers": row.providers,
        "global_cooldown": row.global_cooldown,
        "chatter_cooldown": row.chatter_cooldown,
        "mods_skip_cooldown": row.mods_skip_cooldown,
        "active_mode": row.active_mode,
        "group": row.group_name,
        "enabled": row.is_enabled,
        "public": row.is_public,
    }


def command_out(row: Command) -> CommandOut:
    return CommandOut.model_validate(
        {
            **stored_fields(row),
            "id": row.id,
            "is_starter": row.is_starter,
            "use_count": row.use_count,
            "last_used_at": row.last_used_at,
            "revision": row.revision,
            "created_at": row.created_at,
            "created_by": row.created_by,
            "updated_at": row.updated_at,
            "updated_by": row.updated_by,
        }
    )
