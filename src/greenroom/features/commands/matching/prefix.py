"""Pure rules of a channel's command prefix: which prefixes are allowed, and the names that begin with the prefix."""

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from greenroom.channel_file.command_names import has_invisible, with_prefix
from greenroom.features.commands.rules import ParsedMessage, fold

MAX_PREFIX_LENGTH = 3
# Words after the prefix that edit commands from chat, as in `!cmd add`: first ours, then those of other bots.
ADMIN_WORDS = ("cmd", "command", "commands")

Key = TypeVar("Key")


def valid_prefix(text: str, max_length: int = MAX_PREFIX_LENGTH) -> str:
    if not 1 <= len(text) <= max_length:
        raise ValueError(f"must have 1 to {max_length} characters")
    if any(character.isspace() or character.isalnum() for character in text):
        raise ValueError("must not contain letters, digits or spaces")
    if not text.isprintable() or has_invisible(text):
        raise ValueError("must not contain invisible characters")
    # "/" starts a platform's own command, "@" a mention.
    if text[0] in "/@":
        raise ValueError('must not start with "/" or "@"')
    return text


def admin_names(prefix: str) -> frozenset[str]:
    """Names that edit commands from chat, such as `!cmd`."""
    return frozenset(fold(prefix + word) for word in ADMIN_WORDS)


def admin_name(prefix: str) -> str:
    return prefix + ADMIN_WORDS[0]


def prefix_of_edit(parsed: ParsedMessage) -> str:
    """The prefix of a message that edits commands."""
    word = next(one for one in ADMIN_WORDS if parsed.name.endswith(one))
    return parsed.word[: -len(word)]


def rename_prefix(
    commands: Mapping[Key, Sequence[str]], old: str, new: str
) -> tuple[dict[Key, list[str]], list[tuple[str, str]]]:
    """Command → its names with the new prefix; and the pairs of old and new name whose new name is taken."""
    changed: dict[Key, list[str]] = {}
    clashes: list[tuple[str, str]] = []
    taken = {fold(name) for names in commands.values() for name in names if with_prefix(name, new, old) == name}
    for key, names in commands.items():
        after = [with_prefix(name, new, old) for name in names]
        if after != list(names):
            clashes += [pair for pair in _changed_names(names, after) if fold(pair[1]) in taken]
            changed[key] = after
    return changed, clashes


def _changed_names(before: Iterable[str], after: Iterable[str]) -> list[tuple[str, str]]:
    return [(old, new) for old, new in zip(before, after, strict=True) if old != new]
