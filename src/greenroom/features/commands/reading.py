"""Between the form of a command and its row."""

from greenroom.features.commands.fields import CommandFields
from greenroom.features.commands.models import Command
from greenroom.features.commands.phrasing import open_text
from greenroom.features.commands.rules import fold
from greenroom.features.commands.schemas import CommandOut

# Marks that people put before names, which say nothing about where they belong in a list.
MARKS = "!?.-+#$%&*~^"


def put_into(row: Command, given: CommandFields) -> None:
    row.cmds = list(given.cmds)
    row.sort_name = fold(given.cmds[0].lstrip(MARKS) or given.cmds[0])
    row.patterns = [pattern.model_dump() for pattern in given.patterns]
    row.pattern_steps = sum(pattern.steps() for pattern in given.patterns)
    row.description = given.description
    row.responses = [response.model_dump() for response in given.responses]
    row.pick = given.pick
    row.response_type = given.response_type
    row.access_level = given.access_level
    row.providers = list(given.providers)
    row.global_cooldown = given.global_cooldown
    row.chatter_cooldown = given.chatter_cooldown
    row.mods_skip_cooldown = given.mods_skip_cooldown
    row.active_mode = given.active_mode
    row.group_name = given.group
    row.is_enabled = given.enabled
    row.is_public = given.public
    row.search_text, row.public_text = _search_text(given), _public_text(given)


def _public_text(given: CommandFields) -> str:
    return fold("\n".join([*given.cmds, given.group, given.description or open_text(given.responses[0].text)]))


def _search_text(given: CommandFields) -> str:
    texts = [response.text for response in given.responses]
    patterns = [pattern.text for pattern in given.patterns]
    return fold("\n".join([*given.cmds, given.group, given.description, *patterns, *texts]))


def given_in(row: Command) -> dict[str, object]:
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


def out_of(row: Command) -> CommandOut:
    return CommandOut.model_validate(
        {
            **given_in(row),
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
