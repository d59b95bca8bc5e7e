"""Writes the file of a channel as readable YAML with a stable order."""

from collections.abc import Mapping

import yaml

from greenroom.channel_file.sections import Sections
from greenroom.features.channel_file.schemas import MAX_FILE_LENGTH
from greenroom.kernel.db.database import JsonObject

FORMAT = 2
FILE_HEADER = (
    "# Greenroom channel settings. Edit and import this file; you can preview the changes before anything is saved.",
    "# Fields that are left out get their default value. Sections that are left out are not changed.",
    '# Names that begin with "!" must be quoted.',
)
TOO_LONG = (
    f"# This file is too long to import at once: the limit is {MAX_FILE_LENGTH:,} characters. Import one section at a",
    "# time (each with the greenroom and channel lines), or restore the version it was exported from.",
)


class _Dumper(yaml.CSafeDumper):
    """Never writes aliases."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _text(dumper: yaml.CSafeDumper, text: str) -> yaml.ScalarNode:
    """Multi-line text as a block, but quoted if it ends with a line break."""
    style = None
    if "\n" in text:
        style = '"' if text.endswith("\n") else "|"
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style=style)  # pyright: ignore[reportUnknownMemberType]  # untyped in the stubs


_Dumper.add_representer(str, _text)


def dump(value: object) -> str:
    return yaml.dump(value, Dumper=_Dumper, allow_unicode=True, sort_keys=False, width=2**20)


def write_file(channel: str, sections: Sections, contents: Mapping[str, Mapping[str, JsonObject]]) -> str:
    """The text of the file; written entry by entry, so that other threads can run in between."""
    parts = [dump({"greenroom": FORMAT, "channel": channel})]
    for key, entries in contents.items():
        section = sections[key]
        parts.append("\n")
        if section.is_single:
            parts += [dump({key: section.without_defaults(entry)}) for entry in entries.values()]
        elif not entries:
            parts.append(f"{key}: []\n")
        else:
            parts.append(f"{key}:\n")
            parts += [dump([section.without_defaults(entry)]) for entry in entries.values()]
    return with_header("".join(parts))


def with_header(body: str) -> str:
    whole = "\n".join((*FILE_HEADER, body))
    return whole if len(whole) <= MAX_FILE_LENGTH else "\n".join((*FILE_HEADER, *TOO_LONG, body))


def as_text(value: object) -> str:
    """One value of an entry, for a diff."""
    if isinstance(value, str):
        return value
    return dump(value).removesuffix("\n").removesuffix("\n...")
