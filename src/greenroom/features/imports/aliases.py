"""Turns commands that only run another command into aliases of that command."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from greenroom.channel_file.command_names import bare
from greenroom.channel_file.entry_limits import MAX_NAMES
from greenroom.features.imports.exports.items import ExportedCommand, ExportedItem

MAX_ALIAS_STEPS = 5
# Texts that pass the arguments on unchanged.
PASS_THROUGH = {"", "$(query)", "$(querystring)"}


def merge_aliases(listed: Iterable[ExportedItem]) -> list[ExportedItem]:
    """Merges aliases into the commands that they run; returns the remaining items."""
    items = list(listed)
    # Backwards, so that the first of several commands with the same name wins.
    backwards = [one for one in reversed(items) if isinstance(one, ExportedCommand)]
    by_name = {_fold(one.name): one for one in backwards if not one.alias_of}
    aliases = {_fold(one.name): one for one in backwards if one.alias_of}
    return [one for one in items if not (isinstance(one, ExportedCommand) and _add_as_alias(one, by_name, aliases))]


def _add_as_alias(
    alias: ExportedCommand, by_name: Mapping[str, ExportedCommand], aliases: Mapping[str, ExportedCommand]
) -> bool:
    """Adds the alias's name to the command that the alias runs; returns False if it must stay a command of its own."""
    target = _find_target(alias, by_name, aliases)
    if target is None or alias.text.strip() not in PASS_THROUGH or _fold(alias.name) in by_name:
        return False
    if len(target.aliases) + 1 >= MAX_NAMES or not _behaves_like(alias, target):
        return False
    target.aliases.append(alias.name)
    return True


def _behaves_like(alias: ExportedCommand, target: ExportedCommand) -> bool:
    """Whether level, `enabled`, mode, `public` and cooldowns are the same; an alias may also have no cooldowns."""
    cooldowns = (alias.global_cooldown, alias.chatter_cooldown)
    return (
        (alias.level, alias.enabled, alias.mode, alias.public)
        == (target.level, target.enabled, target.mode, target.public)
    ) and cooldowns in {(None, None), (target.global_cooldown, target.chatter_cooldown)}


def _find_target(
    alias: ExportedCommand, by_name: Mapping[str, ExportedCommand], aliases: Mapping[str, ExportedCommand]
) -> ExportedCommand | None:
    name = _fold(alias.alias_of)
    for _ in range(MAX_ALIAS_STEPS):
        if name in by_name:
            return by_name[name]
        next_alias = aliases.get(name)
        if not alias.alias_of or next_alias is None or next_alias.text.strip() not in PASS_THROUGH:
            return None
        name = _fold(next_alias.alias_of)
    return None


def names_in(listed: Iterable[ExportedItem]) -> Iterator[str]:
    """Folded names and aliases of all listed commands."""
    for one in listed:
        if isinstance(one, ExportedCommand):
            yield from map(_fold, (one.name, *one.aliases))


def runs_one_of(alias: ExportedCommand, command_names: Collection[str]) -> bool:
    return _fold(alias.alias_of) in command_names


def runs_itself(alias: ExportedCommand) -> bool:
    return _fold(alias.alias_of) == _fold(alias.name)


def _fold(name: str) -> str:
    return bare(name).casefold()
