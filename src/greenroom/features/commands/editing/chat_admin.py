"""Parses command edits from chat: `!cmd add !name -cd=30 the response`."""

import re
from collections.abc import Container, Iterable
from typing import Literal

from msgspec import Struct, field

from greenroom.accounts.stream_platforms import stream_providers
from greenroom.channel_file.entry_limits import MAX_COMMAND_COST
from greenroom.features.commands.matching.prefix import prefix_of_edit
from greenroom.features.commands.rules import ParsedMessage, fold

Verb = Literal["add", "edit", "delete", "enable", "disable", "show"]
VERBS: dict[str, Verb] = {
    "add": "add",
    "new": "add",
    "create": "add",
    "edit": "edit",
    "set": "edit",
    "change": "edit",
    "del": "delete",
    "delete": "delete",
    "remove": "delete",
    "enable": "enable",
    "on": "enable",
    "disable": "disable",
    "off": "disable",
    "show": "show",
}
LEVELS = {
    **dict.fromkeys(("everyone", "public", "all", "viewer", "0"), 0),
    **dict.fromkeys(("sub", "subscriber", "subs", "1"), 1),
    **dict.fromkeys(("vip", "vips", "2"), 2),
    **dict.fromkeys(("mod", "moderator", "mods", "7"), 7),
    **dict.fromkeys(("editor", "editors", "100"), 100),
    **dict.fromkeys(("admin", "admins", "200"), 200),
    **dict.fromkeys(("owner", "broadcaster", "streamer", "500"), 500),
}
# Options that are named differently from the field that they set; some are those of other bots.
OPTIONS = {
    **dict.fromkeys(("cd", "cooldown"), "global_cooldown"),
    **dict.fromkeys(("ucd", "usercd"), "chatter_cooldown"),
    **dict.fromkeys(("level", "ul"), "access_level"),
    **dict.fromkeys(("on", "platform"), "providers"),
    "type": "response_type",
    "mode": "active_mode",
    "desc": "description",
}
CHOICES: dict[str, tuple[str, ...]] = {
    "access_level": tuple(LEVELS),
    "response_type": ("say", "mention", "reply", "announce"),
    "active_mode": ("always", "online", "offline"),
    "pick": ("first", "random", "round_robin"),
    "public": ("yes", "no"),
}
OPTION_VALUES: dict[str, dict[str, object]] = {"access_level": {**LEVELS}, "public": {"yes": True, "no": False}}

_OPTION = re.compile(r"""-([a-z]+)=("[^"]*"|\S*)(?:\s+|$)""", re.IGNORECASE)
_WORD = re.compile(r"(\S+)\s*")


class InvalidChatEdit(ValueError):
    """A `!cmd` edit cannot be made; the text of the error is the reply in chat."""


class ChatEdit(Struct, frozen=True):
    verb: Verb
    name: str
    # New values, by field of CommandIn.
    changes: dict[str, object] = field(default_factory=dict[str, object])
    aliases: tuple[str, ...] = ()
    text: str = ""
    # Where the text starts in the typed message, for error positions.
    text_at: int = 0


def is_chat_edit(parsed: ParsedMessage, names: Container[str]) -> bool:
    """Whether the message edits commands: `!cmd` and a verb, or another of `names`, a verb and a name such as `!hi`."""
    if parsed.name not in names:
        return False
    verb, name, *_ = [*parsed.query.split(maxsplit=2), "", ""]
    return fold(verb) in VERBS and (parsed.name.endswith("cmd") or (name != "" and not name[0].isalnum()))


def usage(prefix: str) -> str:
    return (
        f"Usage: {prefix}cmd add|edit|del|enable|disable|show {prefix}name "
        f"[-cd=30 -ucd=60 -cost=50 -level=mod -type=reply -alias={prefix}x -group=Info] text"
    )


def parse_chat_edit(parsed: ParsedMessage) -> ChatEdit:
    line, prefix = parsed.text, prefix_of_edit(parsed)
    at = _skip_word(line, _skip_word(line, 0))
    verb = VERBS[fold(parsed.query.split(maxsplit=1)[0])]
    found = _WORD.match(line, at)
    if found is None:
        raise InvalidChatEdit(usage(prefix))
    name, at = found.group(1), found.end()
    changes, aliases = dict[str, object](), list[str]()
    while (option := _OPTION.match(line, at)) is not None:
        if not _set_option(option.group(1).lower(), option.group(2).strip('"'), changes, aliases, option.start()):
            unknown = OPTIONS.get(option.group(1).lower(), option.group(1).lower())
            raise InvalidChatEdit(f"Character {option.start() + 1}: unknown option -{unknown}. {usage(prefix)}")
        at = option.end()
    text = line[at:].strip()
    if verb == "add" and not text:
        raise InvalidChatEdit(f"Usage: {prefix}cmd add {name} <response>")
    if verb == "edit" and not (text or changes or aliases):
        raise InvalidChatEdit(f"Usage: {prefix}cmd edit {name} [options] [response]")
    return ChatEdit(verb, name, changes, tuple(aliases), text, at)


def _skip_word(line: str, at: int) -> int:
    found = _WORD.match(line, at)
    return len(line) if found is None else found.end()


def _set_option(option: str, value: str, changes: dict[str, object], aliases: list[str], at: int) -> bool:
    """Adds the value to `changes` or `aliases`; False for an unknown option."""
    option = OPTIONS.get(option, option)
    if option == "alias":
        aliases += [each for each in value.split(",") if each]
    elif option in {"global_cooldown", "chatter_cooldown"}:
        changes[option] = _cooldown_seconds(value, at)
    elif option == "cost":
        changes[option] = _points(value, at)
    elif option in CHOICES:
        picked = _one_of(value, CHOICES[option], at)
        changes[option] = OPTION_VALUES.get(option, {}).get(picked, picked)
    elif option in {"group", "description"}:
        changes[option] = value
    elif option == "providers":
        named = [each for each in value.split(",") if each and fold(each) != "all"]
        changes[option] = [_one_of(each, stream_providers(), at) for each in named]
    else:
        return False
    return True


def _cooldown_seconds(value: str, at: int) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 5:
        raise InvalidChatEdit(f"Character {at + 1}: cooldown must be 0–86400 seconds")
    return int(value)


def _points(value: str, at: int) -> int:
    if not value.isascii() or not value.isdigit() or len(value) > 10 or int(value) > MAX_COMMAND_COST:
        raise InvalidChatEdit(f"Character {at + 1}: cost must be 0–{MAX_COMMAND_COST} points")
    return int(value)


def _one_of(value: str, allowed: Iterable[str], at: int) -> str:
    if fold(value) not in allowed:
        shown = [each for each in allowed if not each.isdigit()]
        raise InvalidChatEdit(f"Character {at + 1}: must be one of {', '.join(shown)}")
    return fold(value)
