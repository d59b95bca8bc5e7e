"""What a file, or an earlier version, would make different in a channel."""

import unicodedata
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from greenroom.features.channel_file.schemas import EntryChange, FieldChange, FileProblem, SectionDiff
from greenroom.features.channel_file.yaml_reader import Node, YamlFileError, read_yaml
from greenroom.features.channel_file.yaml_writer import FORMAT, as_text
from greenroom.kernel.db.database import JsonObject
from greenroom.portable.sections import Section, Sections
from greenroom.portable.snapshots import Contents

HEADER_FIELDS = ("greenroom", "channel")
MAX_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class DesiredEntry:
    """An entry as it is to be."""

    key: str
    entry: JsonObject
    # What was said of it: the rest comes by itself.
    said: JsonObject
    line: int | None = None


@dataclass(slots=True)
class DesiredState:
    """What a file asks for."""

    channel: str = ""
    sections: dict[str, list[DesiredEntry]] = field(default_factory=dict[str, list[DesiredEntry]])
    problems: list[FileProblem] = field(default_factory=list[FileProblem])

    def complain(self, line: int | None, place: str, message: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(FileProblem(line=line, field=place, message=message))


def parse_file(text: str, sections: Sections, only: Collection[str] | None) -> DesiredState:
    """Everything that is wrong with it is told at once, each with its line."""
    draft = DesiredState()
    try:
        root = read_yaml(text)
    except YamlFileError as error:
        draft.complain(error.line, "", error.message)
        return draft
    if not isinstance(root.value, dict):
        draft.complain(root.line, "", "is no channel's file: it begins with greenroom: 1 and has sections")
        return draft
    _read_head(draft, root.value)
    for key, node in root.value.items():
        if key in HEADER_FIELDS:
            continue
        if key not in sections:
            draft.complain(node.line, key[:60], f"is no section: there are {', '.join(sections)}")
        elif only is None or key in only:
            draft.sections[key] = _read_section(draft, sections[key], node)
    return draft


def _read_head(draft: DesiredState, root: Mapping[str, Node]) -> None:
    number, name = root.get("greenroom"), root.get("channel")
    if number is None:
        draft.complain(1, "greenroom", "is missing: the file begins with greenroom: 1")
    elif type(number.value) is not int or number.value < 1:
        draft.complain(number.line, "greenroom", "must be the number of the file's format, 1")
    elif number.value > FORMAT:
        draft.complain(number.line, "greenroom", "was written by a newer Greenroom: update this one first")
    if name is not None and isinstance(name.value, str):
        draft.channel = name.value[:100]


def _read_section(draft: DesiredState, section: Section, node: Node) -> list[DesiredEntry]:
    if section.is_single:
        return [_read_entry(draft, section, node, section.key)] if _is_object(draft, node, section.key) else []
    if node.value is None:
        return []
    if not isinstance(node.value, list):
        draft.complain(node.line, section.key, 'must be a list: each entry begins with "- "')
        return []
    if len(node.value) > section.most:
        draft.complain(node.line, section.key, f"has more than {section.most:,} entries")
        return []
    wanted: list[DesiredEntry] = []
    for at, inner in enumerate(node.value):
        if len(draft.problems) >= MAX_PROBLEMS:
            break
        if _is_object(draft, inner, f"{section.key}.{at}"):
            wanted.append(_read_entry(draft, section, inner, f"{section.key}.{at}"))
    return wanted


def _is_object(draft: DesiredState, node: Node, place: str) -> bool:
    if not isinstance(node.value, dict):
        draft.complain(node.line, place, "must have fields, each in a line: name: value")
        return False
    return True


def _read_entry(draft: DesiredState, section: Section, node: Node, place: str) -> DesiredEntry:
    entry = cast("JsonObject", node.plain())
    problems = section.check(entry)
    for problem in problems:
        name, _, message = problem.partition(": ")
        draft.complain(node.line_of(tuple(name.split("."))), f"{place}.{name}", message)
    key = section.key_of(entry)
    if not problems and not key:
        draft.complain(node.line, place, "needs a number: without one it would be added again each time")
    return DesiredEntry(key, entry if problems else section.complete(entry), entry, node.line)


def state_of_version(contents: Contents, sections: Sections, only: Collection[str] | None) -> DesiredState:
    """An earlier version; sections that it does not know stay as they are."""
    draft = DesiredState()
    for key, entries in contents.items():
        if key not in sections or (only is not None and key not in only):
            continue
        draft.sections[key] = [_of_version(draft, sections[key], entry) for entry in entries.values()]
    return draft


def _of_version(draft: DesiredState, section: Section, entry: JsonObject) -> DesiredEntry:
    key, problems = section.key_of(entry), section.check(entry)
    for problem in problems:
        draft.complain(None, f"{section.key} {key}", problem)
    return DesiredEntry(key, entry if problems else section.complete(entry), entry)


def report_duplicate_names(draft: DesiredState, sections: Sections, now: Contents, *, remove_missing: bool) -> None:
    """Of what would be there in the end, each name must belong to one."""
    for key, wanted in draft.sections.items():
        section = sections[key]
        owners: dict[str, DesiredEntry | str] = {}
        for one in wanted:
            for name in section.names_of(one.entry):
                other = owners.setdefault(name, one)
                if isinstance(other, DesiredEntry) and other is not one:
                    draft.complain(one.line, f"{key} {one.key}", f"{name} stands in line {other.line} already")
        if remove_missing:
            continue
        heads = {fold(one.key) for one in wanted}
        for kept, entry in now.get(key, {}).items():
            if fold(kept) in heads:
                continue
            for name in section.names_of(entry):
                clash = owners.get(name)
                if isinstance(clash, DesiredEntry):
                    words = f"{name} belongs to {kept}, which the channel has and this file has not"
                    draft.complain(clash.line, f"{key} {clash.key}", words)


@dataclass(slots=True)
class SectionChanges:
    """Of one section: what to say of it, and what to do about it."""

    shown: SectionDiff
    written: list[JsonObject]
    removed: list[str]

    @property
    def is_any(self) -> bool:
        return bool(self.written or self.removed)


def compare(
    section: Section, wanted: Sequence[DesiredEntry], now: Mapping[str, JsonObject], *, remove_missing: bool
) -> SectionChanges:
    there = {fold(key): (key, entry) for key, entry in now.items()}
    shown = SectionDiff(key=section.key, title=section.title, added=0, changed=0, removed=0, same=0, kept=0, entries=[])
    found = SectionChanges(shown, [], [])
    for one in wanted:
        before = there.pop(fold(one.key), None)
        _compare_entry(section, one, None if before is None else before[1], found)
    for key, _ in there.values():
        if remove_missing and not section.is_single:
            shown.removed += 1
            found.removed.append(key)
            shown.entries.append(EntryChange(key=key, change="removed", line=None, fields=[]))
        else:
            shown.kept += 1
    return found


def _compare_entry(section: Section, wanted: DesiredEntry, before: JsonObject | None, found: SectionChanges) -> None:
    shown = found.shown
    if before is None:
        fields = [
            FieldChange(field=name, before=None, after=text) for name, text in flat(section.brief(wanted.entry)).items()
        ]
        shown.added += 1
        shown.entries.append(EntryChange(key=wanted.key, change="added", line=wanted.line, fields=fields))
        found.written.append(wanted.entry)
        return
    after = {name: before.get(name) if _is_open(wanted, name) else value for name, value in wanted.entry.items()}
    if after == before:
        shown.same += 1
        return
    shown.changed += 1
    fields = _fields(before, after)
    shown.entries.append(EntryChange(key=wanted.key, change="changed", line=wanted.line, fields=fields))
    found.written.append(after)


def _is_open(wanted: DesiredEntry, name: str) -> bool:
    """Nothing was said of it, and nothing comes by itself: it stays as it is."""
    return wanted.entry[name] is None and name not in wanted.said


def _fields(before: JsonObject, after: JsonObject) -> list[FieldChange]:
    old, new = flat(before), flat(after)
    names = [*new, *(name for name in old if name not in new)]
    return [
        FieldChange(field=name, before=old.get(name), after=new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    ]


def flat(value: object, place: str = "") -> dict[str, str]:
    """Each value under its path, lists of plain values as one."""
    found: dict[str, str] = {}
    for name, inner in _parts(value):
        found |= flat(inner, f"{place}.{name}" if place else name)
    if found:
        return found
    if isinstance(value, list):
        return {place: ", ".join(as_text(one) for one in cast("list[object]", value))}
    return {place: as_text(value)}


def _parts(value: object) -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return list(cast("JsonObject", value).items())
    if isinstance(value, list):
        listed = cast("list[object]", value)
        return [(str(at), one) for at, one in enumerate(listed)] if listed and isinstance(listed[0], dict) else []
    return []


def fold(key: str) -> str:
    return unicodedata.normalize("NFC", key).casefold()
