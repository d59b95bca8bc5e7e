"""Reads a channel file or an earlier version, and compares it with the channel."""

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from msgspec import Struct, field, structs

from greenroom.channel_file.sections import Editor, Section, Sections
from greenroom.channel_file.snapshots import Contents, author_levels_in
from greenroom.features.channel_file.schemas import EntryChange, FieldChange, FileProblem, SectionDiff
from greenroom.features.channel_file.yaml_reader import Node, YamlFileError, read_yaml
from greenroom.features.channel_file.yaml_writer import FORMAT, as_text
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.tasks.parsing import stop_if_asked
from greenroom.kernel.text import name_key

HEADER_FIELDS = ("greenroom", "channel")
# By section: defaults that have changed since format 1. A file leaves out values that were defaults at the time.
DEFAULTS_OF_FORMAT_1: Mapping[str, JsonObject] = {"commands": {"pick": "first"}, "timers": {"active_mode": "always"}}
MAX_PROBLEMS = 100
UNKNOWN_SECTION = "unknown section, or one that your role may not read"


class DesiredEntry(Struct, frozen=True):
    key: str
    entry: JsonObject
    # Fields in the file or version, and the old defaults of format 1; `entry` also has today's defaults of all other
    # fields.
    file_fields: JsonObject
    line: int | None = None


class DesiredState(Struct):
    """Desired entries per section, parsed from a file or version."""

    channel: str = ""
    # By section: default values of the file's format that differ from today's.
    old_defaults: Mapping[str, JsonObject] = field(default_factory=dict[str, JsonObject])
    sections: dict[str, list[DesiredEntry]] = field(default_factory=dict[str, list[DesiredEntry]])
    problems: list[FileProblem] = field(default_factory=list[FileProblem])
    # By section, then by the entry's normalised key: the level of its author. None for a file: the user who imports it
    # is the author.
    author_levels: Mapping[str, Mapping[str, int]] | None = None

    def add_problem(self, line: int | None, path: str, message: str) -> None:
        if len(self.problems) < MAX_PROBLEMS:
            self.problems.append(FileProblem(line=line, field=path, message=message))

    def editor_of(self, section: str, editor: Editor) -> Editor:
        """The editor; if a version is restored, with the levels of the authors of the section's entries."""
        if self.author_levels is None:
            return editor
        return structs.replace(editor, author_levels=self.author_levels.get(section, {}))


def parse_file(text: str, sections: Sections, only: Collection[str] | None) -> DesiredState:
    """Reads a file; the state has its first MAX_PROBLEMS problems, each with its line."""
    state = DesiredState()
    try:
        root = read_yaml(text)
    except YamlFileError as error:
        state.add_problem(error.line, "", error.message)
        return state
    if not isinstance(root.value, dict):
        state.add_problem(root.line, "", f"is not a channel file: it must begin with greenroom: {FORMAT}")
        return state
    _read_header(state, root.value)
    for key, node in root.value.items():
        if key in HEADER_FIELDS:
            continue
        if key not in sections:
            state.add_problem(node.line, key[:60], f"{UNKNOWN_SECTION}; sections are {', '.join(sections)}")
        elif only is None or key in only:
            state.sections[key] = _read_section(state, sections[key], node)
    return state


def _read_header(state: DesiredState, root: Mapping[str, Node]) -> None:
    number, name = root.get("greenroom"), root.get("channel")
    if number is None:
        state.add_problem(1, "greenroom", f"is missing: the file must begin with greenroom: {FORMAT}")
    elif type(number.value) is not int or number.value < 1:
        state.add_problem(number.line, "greenroom", f"must be the file format version, {FORMAT}")
    elif number.value > FORMAT:
        state.add_problem(
            number.line, "greenroom", "was written by a newer version of Greenroom; update this server first"
        )
    elif number.value == 1:
        state.old_defaults = DEFAULTS_OF_FORMAT_1
    if name is not None and isinstance(name.value, str):
        state.channel = name.value[:100]


def _read_section(state: DesiredState, section: Section, node: Node) -> list[DesiredEntry]:
    if section.is_single:
        return [_read_entry(state, section, node, section.key)] if _require_fields(state, node, section.key) else []
    if node.value is None:
        return []
    if not isinstance(node.value, list):
        state.add_problem(node.line, section.key, 'must be a list; each entry begins with "- "')
        return []
    if len(node.value) > section.max_entries:
        state.add_problem(node.line, section.key, f"has more than {section.max_entries:,} entries")
        return []
    desired: list[DesiredEntry] = []
    for at, inner in enumerate(node.value):
        if len(state.problems) >= MAX_PROBLEMS:
            break
        if _require_fields(state, inner, f"{section.key}.{at}"):
            desired.append(_read_entry(state, section, inner, f"{section.key}.{at}"))
    return desired


def _require_fields(state: DesiredState, node: Node, path: str) -> bool:
    if not isinstance(node.value, dict):
        state.add_problem(node.line, path, "must have fields, one per line: name: value")
        return False
    return True


def _read_entry(state: DesiredState, section: Section, node: Node, path: str) -> DesiredEntry:
    stop_if_asked()
    entry = {**state.old_defaults.get(section.key, {}), **cast("JsonObject", node.plain())}
    problems = section.check(entry)
    for problem in problems:
        name, _, message = problem.partition(": ")
        state.add_problem(node.line_of(tuple(name.split("."))), f"{path}.{name}", message)
    key = section.key_of(entry)
    # Only a quote can be valid without its key, the number.
    if not problems and not key:
        state.add_problem(node.line, path, "needs a number, or it would be added again on each import")
    return DesiredEntry(key, entry if problems else section.complete(entry), entry, node.line)


def state_of_version(contents: Contents, sections: Sections, only: Collection[str] | None) -> DesiredState:
    """The state that the version describes; sections that are not in the version stay unchanged."""
    state = DesiredState(author_levels=author_levels_in(contents))
    for key, entries in contents.items():
        if key not in sections or (only is not None and key not in only):
            continue
        state.sections[key] = [_from_version(state, sections[key], entry) for entry in entries.values()]
    return state


def _from_version(state: DesiredState, section: Section, entry: JsonObject) -> DesiredEntry:
    stop_if_asked()
    key, problems = section.key_of(entry), section.check(entry)
    for problem in problems:
        state.add_problem(None, f"{section.key} {key}", problem)
    return DesiredEntry(key, entry if problems else section.complete(entry), entry)


def report_duplicate_names(state: DesiredState, sections: Sections, current: Contents, *, remove_missing: bool) -> None:
    """Adds a problem for each name that two entries would have after the change."""
    for key, desired in state.sections.items():
        section = sections[key]
        owners: dict[str, DesiredEntry | str] = {}
        for one in desired:
            for name in section.names_of(one.entry):
                other = owners.setdefault(name, one)
                if isinstance(other, DesiredEntry) and other is not one:
                    state.add_problem(one.line, f"{key} {one.key}", f"{name} is already used in line {other.line}")
        if remove_missing:
            continue
        keys = {name_key(one.key) for one in desired}
        for existing, entry in current.get(key, {}).items():
            if name_key(existing) in keys:
                continue
            for name in section.names_of(entry):
                clash = owners.get(name)
                if isinstance(clash, DesiredEntry):
                    message = f"{name} is already used by {existing}, which is not in this file"
                    state.add_problem(clash.line, f"{key} {clash.key}", message)


class SectionChanges(Struct):
    """Changes of one section: the diff to show, the entries to write, and the keys of the entries to remove."""

    diff: SectionDiff
    written: list[JsonObject]
    removed: list[str]

    @property
    def has_changes(self) -> bool:
        return bool(self.written or self.removed)


def compare(
    section: Section, desired: Sequence[DesiredEntry], current: Mapping[str, JsonObject], *, remove_missing: bool
) -> SectionChanges:
    existing = {name_key(key): (key, entry) for key, entry in current.items()}
    diff = SectionDiff(key=section.key, title=section.title, added=0, changed=0, removed=0, same=0, kept=0, entries=[])
    changes = SectionChanges(diff, [], [])
    for one in desired:
        stop_if_asked()
        before = existing.pop(name_key(one.key), None)
        _compare_entry(section, one, None if before is None else before[1], changes)
    for key, _ in existing.values():
        if remove_missing and not section.is_single:
            diff.removed += 1
            changes.removed.append(key)
            diff.entries.append(EntryChange(key=key, change="removed", line=None, fields=[]))
        else:
            diff.kept += 1
    return changes


def _compare_entry(section: Section, desired: DesiredEntry, before: JsonObject | None, changes: SectionChanges) -> None:
    diff = changes.diff
    if before is None:
        fields = [
            FieldChange(field=name, before=None, after=text)
            for name, text in flatten(section.without_defaults(desired.entry)).items()
        ]
        diff.added += 1
        diff.entries.append(EntryChange(key=desired.key, change="added", line=desired.line, fields=fields))
        changes.written.append(desired.entry)
        return
    after = {
        name: before.get(name) if _is_unspecified(desired, name) else value for name, value in desired.entry.items()
    }
    if after == before:
        diff.same += 1
        return
    diff.changed += 1
    fields = _fields(before, after)
    diff.entries.append(EntryChange(key=desired.key, change="changed", line=desired.line, fields=fields))
    changes.written.append(after)


def _is_unspecified(desired: DesiredEntry, name: str) -> bool:
    """Whether the file leaves the field out and its default is None: such a field keeps its stored value."""
    return desired.entry[name] is None and name not in desired.file_fields


def _fields(before: JsonObject, after: JsonObject) -> list[FieldChange]:
    old, new = flatten(before), flatten(after)
    names = [*new, *(name for name in old if name not in new)]
    return [
        FieldChange(field=name, before=old.get(name), after=new.get(name))
        for name in names
        if old.get(name) != new.get(name)
    ]


def flatten(value: object, path: str = "") -> dict[str, str]:
    """Path such as `responses.0.text` → the value there, as text; a list of plain values is one text."""
    found: dict[str, str] = {}
    for name, inner in _parts(value):
        found |= flatten(inner, f"{path}.{name}" if path else name)
    if found:
        return found
    if isinstance(value, list):
        return {path: ", ".join(as_text(one) for one in cast("list[object]", value))}
    return {path: as_text(value)}


def _parts(value: object) -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return list(cast("JsonObject", value).items())
    if isinstance(value, list):
        listed = cast("list[object]", value)
        return [(str(at), one) for at, one in enumerate(listed)] if listed and isinstance(listed[0], dict) else []
    return []
