"""A channel's settings as a file that people like to read, and that always comes out the same."""

from collections.abc import Mapping

import yaml

from greenroom.chat.sections import Sections
from greenroom.features.channel_file.schemas import LONGEST_FILE
from greenroom.kernel.db import JsonObject

FORMAT = 1
HEAD = (
    "# The settings of a channel in Greenroom. Change what you like and bring it back: before anything is written you",
    "# see what would be different. What is left out of an entry is as it is in a new one; a section that is left out",
    '# stays as it is. Names that begin with "!" stand in quotes.',
)
TOO_LONG = (
    f"# It is too long to be brought back as one: a file may have {LONGEST_FILE:,} characters. Take its sections one",
    "# by one, each with the two lines greenroom and channel, or restore the version from which it was taken.",
)


class _Dumper(yaml.CSafeDumper):
    """Lists are indented, lines are never folded, and no entry refers to another."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    """In lines of their own where there are some."""
    style = None
    if "\n" in text:
        style = '"' if text.endswith("\n") else "|"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType]  # its stubs leave it open


_Dumper.add_representer(str, _text)


def dump(value: object) -> str:
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=2**20)


def write_file(channel: str, sections: Sections, contents: Mapping[str, Mapping[str, JsonObject]]) -> str:
    """Entry by entry, so that a large channel does not keep others waiting."""
    parts = [dump({"greenroom": FORMAT, "channel": channel})]
    for key, entries in contents.items():
        section = sections[key]
        parts.append("\n")
        if section.is_single:
            parts += [dump({key: section.brief(entry)}) for entry in entries.values()]
        elif not entries:
            parts.append(f"{key}: []\n")
        else:
            parts.append(f"{key}:\n")
            parts += [dump([section.brief(entry)]) for entry in entries.values()]
    return with_head("".join(parts))


def with_head(body: str) -> str:
    whole = "\n".join((*HEAD, body))
    return whole if len(whole) <= LONGEST_FILE else "\n".join((*HEAD, *TOO_LONG, body))


def as_text(value: object) -> str:
    """One value of an entry, for people who compare."""
    if isinstance(value, str):
        return value
    return dump(value).removesuffix("\n").removesuffix("\n...")
