"""Parses command lists copied from a web page or chat, line by line."""

import re
from collections.abc import Iterator

from greenroom.features.imports.exports.items import ExportedCommand
from greenroom.features.imports.exports.json_values import clean

_ADDED = re.compile(
    r"!(?:(?:commands?|cmd)\s+(?:add|edit)|addcom|editcom)\s+(?P<name>\S+)(?:\s+(?P<rest>.*))?", re.IGNORECASE
)
_OPTION = re.compile(r"-(?P<name>ul|cd|a|level|usercd)=(?P<value>\S+)\s*", re.IGNORECASE)
_LEVELS = {
    "everyone",
    "owner",
    "broadcaster",
    "moderator",
    "moderators",
    "mod",
    "twitch_vip",
    "vip",
    "vips",
    "regular",
    "regulars",
    "subscriber",
    "subscribers",
    "sub",
    "admin",
}
_COOLDOWN = re.compile(r"(\d{1,6})\s*(?:s|sec|secs|seconds)?", re.IGNORECASE)
_HEADINGS = {"command", "commands", "name", "message", "response", "trigger"}
MAX_LINE_LENGTH = 5_000


def read_lines(content: str) -> Iterator[tuple[int, str, ExportedCommand | None]]:
    """Number, beginning and command of each line, without headings; the command is None if the line contains none."""
    for number, line in enumerate(clean(content).splitlines(), start=1):
        text = line.strip()
        if not text or text.split("\t")[0].strip().lower() in _HEADINGS:
            continue
        yield number, text[:100], _command(text) if len(text) <= MAX_LINE_LENGTH else None


def _command(line: str) -> ExportedCommand | None:
    added = _ADDED.match(line)
    if added is not None:
        return _with_options(added.group("name"), added.group("rest") or "")
    if "\t" in line:
        return _from_columns([column.strip() for column in line.split("\t")])
    name, _, text = line.partition(" ")
    if not name.startswith("!") or not text.strip():
        return None
    return ExportedCommand(name, text.strip())


def _with_options(name: str, rest: str) -> ExportedCommand:
    command = ExportedCommand(name, "")
    while (option := _OPTION.match(rest)) is not None:
        rest = rest[option.end() :]
        value = option.group("value")
        match option.group("name").lower():
            case "ul" | "level":
                command.level = value
            case "a":
                command.alias_of = value
            case "usercd":
                command.chatter_cooldown = _seconds(value)
            case _:
                command.global_cooldown = _seconds(value)
    command.text = rest.strip()
    return command


def _from_columns(columns: list[str]) -> ExportedCommand | None:
    """The command in these columns: name, text, then level and cooldown in any order."""
    name, text, *others = columns
    if not name or not text:
        return None
    command = ExportedCommand(name, text)
    for other in others:
        if other.lower().replace(" ", "_") in _LEVELS:
            command.level = other.lower().replace(" ", "_")
        elif command.global_cooldown is None:
            command.global_cooldown = _seconds(other)
    return command


def _seconds(text: str) -> int | None:
    found = _COOLDOWN.fullmatch(text)
    return None if found is None else int(found.group(1))
