"""Converts between command fields and database rows."""

from collections.abc import Sequence
from typing import Any

from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.matching.compiled import COLUMNS as COMPILED_COLUMNS
from greenroom.features.commands.matching.responses import without_variables
from greenroom.features.commands.models import Command
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandOut

# Leading marks of names, ignored when sorting.
NAME_MARKS = "!?.-+#$%&*~^"


def apply_fields(row: Command, fields: CommandFields) -> None:
    for name, value in columns_of(fields).items():
        setattr(row, name, value)


def columns_of(fields: CommandFields) -> dict[str, object]:
    """Column values for the fields."""
    return {
        "cmds": list(fields.cmds),
        "sort_name": sort_name(fields.cmds[0]),
        "patterns": [pattern.model_dump() for pattern in fields.patterns],
        "pattern_steps": sum(pattern.steps() for pattern in fields.patterns),
        "description": fields.description,
        "responses": [response.model_dump() for response in fields.responses],
        "pick": fields.pick,
        "response_type": fields.response_type,
        "access_level": fields.access_level,
        "providers": list(fields.providers),
        "global_cooldown": fields.global_cooldown,
        "chatter_cooldown": fields.chatter_cooldown,
        "mods_skip_cooldown": fields.mods_skip_cooldown,
        "cost": fields.cost,
        "active_mode": fields.active_mode,
        "group_name": fields.group,
        "is_enabled": fields.enabled,
        "is_public": fields.public,
        "search_text": _search_text(fields),
        "public_text": _public_text(fields),
    }


def sort_name(name: str) -> str:
    return fold(name.lstrip(NAME_MARKS) or name)


def with_names(searched: str, names: Sequence[str]) -> str:
    """The search text with these names in place of as many old names, which are its first lines."""
    return "\n".join([fold("\n".join(names)), *searched.split("\n")[len(names) :]])


def _public_text(fields: CommandFields) -> str:
    return fold(
        "\n".join([*fields.cmds, fields.group, fields.description or without_variables(fields.responses[0].text)])
    )


def _search_text(fields: CommandFields) -> str:
    texts = [response.text for response in fields.responses]
    patterns = [pattern.text for pattern in fields.patterns]
    return fold("\n".join([*fields.cmds, fields.group, fields.description, *patterns, *texts]))


# Columns that `stored_fields` reads.
COLUMNS: tuple[Any, ...] = (*COMPILED_COLUMNS, Command.description, Command.group_name)
# Further columns that `kept_of` reads.
KEPT_COLUMNS: tuple[Any, ...] = (Command.use_count, Command.last_used_at, Command.is_starter)


def stored_fields(row: Command | Any) -> dict[str, object]:  # noqa: ANN401  # or a row of COLUMNS
    """The editable fields of a row."""
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
        "cost": row.cost,
        "active_mode": row.active_mode,
        "group": row.group_name,
        "enabled": row.is_enabled,
        "public": row.is_public,
    }


def kept_of(row: Command | Any) -> dict[str, object]:  # noqa: ANN401  # or a row of COLUMNS and KEPT_COLUMNS
    """The values, besides the fields, that restoring a deleted command needs."""
    used = row.last_used_at
    return {
        "use_count": row.use_count,
        "last_used_at": used.isoformat() if used else None,
        "author_level": row.author_level,
        "is_starter": row.is_starter,
    }


def command_out(row: Command) -> CommandOut:
    return CommandOut.model_validate(
        {
            **stored_fields(row),
            "id": row.id,
            "is_starter": row.is_starter,
            "author_level": row.author_level,
            "use_count": row.use_count,
            "last_used_at": row.last_used_at,
            "revision": row.revision,
            "created_at": row.created_at,
            "created_by": row.created_by,
            "updated_at": row.updated_at,
            "updated_by": row.updated_by,
        }
    )
