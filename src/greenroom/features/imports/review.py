"""Reviews an export of another bot: what can be imported, what changes, and what is unsupported."""

from collections.abc import Callable, Mapping

from msgspec import Struct, field

from greenroom.channel_file.merge import Plan
from greenroom.channel_file.sections import Sections
from greenroom.channel_file.snapshots import Contents
from greenroom.features.imports.aliases import merge_aliases, names_in
from greenroom.features.imports.drafts import Drafter, EntryDraft
from greenroom.features.imports.exports import formats
from greenroom.features.imports.exports.items import ExportedItem
from greenroom.features.imports.exports.json_values import MAX_IGNORED, Record, as_record, read_json, records
from greenroom.features.imports.exports.pasted_text import read_lines
from greenroom.features.imports.schemas import MAX_ROWS, Maps, ReviewCounts, ReviewOut, ReviewRow, Source
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Invalid
from greenroom.kernel.tasks.parsing import stop_if_asked

FORMATS: Mapping[str, Callable[[Record, str], ExportedItem | None]] = {
    "nightbot": formats.nightbot,
    "streamelements": formats.streamelements,
    "streamlabs": formats.streamlabs,
    "tbot": formats.tbot,
}
BOT_NAMES = {"nightbot": "Nightbot", "streamelements": "StreamElements", "streamlabs": "Streamlabs", "tbot": "tbot"}


class ParsedExport(Struct):
    items: list[ExportedItem] = field(default_factory=list[ExportedItem])
    ignored: list[str] = field(default_factory=list[str])

    def ignore(self, text: str) -> None:
        if len(self.ignored) < MAX_IGNORED:
            self.ignored.append(text)

    def add(self, item: ExportedItem) -> None:
        if len(self.items) == MAX_ROWS:
            raise Invalid("content", f"contains more than {MAX_ROWS:,} commands, timers and quotes")
        self.items.append(item)


def parse_export(source: Source, content: str) -> ParsedExport:
    """Parses the export; raises Invalid if it has no item of this bot, or too many."""
    roots = read_json(content)
    found = ParsedExport()
    if roots is None:
        _parse_lines(content, found)
    else:
        _parse_records(source, roots, found)
    if not found.items:
        message = f"contains no {BOT_NAMES[source]} commands, timers or quotes"
        raise Invalid("content", f"{message}: {found.ignored[0]}" if found.ignored else message)
    return found


def _parse_lines(content: str, export: ParsedExport) -> None:
    for number, line, command in read_lines(content):
        if command is None:
            export.ignore(f"line {number}: {line[:80]}")
        else:
            export.add(command)


def _parse_records(source: Source, roots: list[object], export: ParsedExport) -> None:
    parse = FORMATS[source]
    for at, (name, value) in enumerate(records(roots), start=1):
        stop_if_asked()
        record = as_record(value)
        one = None if record is None else parse(record, name)
        if one is not None:
            export.add(one)
        elif record is None:
            export.ignore(f"{name or 'entry'} {at}: not an object")
        elif record and not any(isinstance(inner, list | dict) for inner in record.values()):
            export.ignore(f"{name or 'entry'} {at}: no name or text")


def review_export(
    source: Source,
    content: str,
    sections: Sections,
    current: Contents,
    is_variable: Callable[[str], bool],
    unchanged_starters: frozenset[str] = frozenset(),
) -> ReviewOut:
    parsed = parse_export(source, content)
    plans = {key: Plan.of(sections[key], current.get(key, {})) for key in current}
    reviewer = Reviewer(sections, plans, unchanged_starters)
    listed = merge_aliases(parsed.items)
    drafter = Drafter(source, is_variable, frozenset({*reviewer.names("commands"), *names_in(listed)}))
    rows = [reviewer.row(at, drafter.draft(one)) for at, one in enumerate(listed)]
    counts = {maps: sum(row.maps == maps for row in rows) for maps in ("full", "changed", "cannot")}
    return ReviewOut(source=source, rows=rows, counts=ReviewCounts(**counts), ignored=parsed.ignored)


class Reviewer(Struct):
    """Makes the rows of the review: compares each draft with the channel and with the rows before it."""

    sections: Sections
    plans: Mapping[str, Plan]
    unchanged_starters: frozenset[str] = frozenset()
    # Kind and name of the earlier rows that can be imported.
    seen: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def names(self, key: str) -> list[str]:
        return list(self.plans[key].owners) if key in self.plans else []

    def row(self, position: int, draft: EntryDraft) -> ReviewRow:
        stop_if_asked()
        section = self.sections[draft.kind]
        problems = section.check(draft.entry)
        entry: JsonObject = draft.entry if problems else section.complete(draft.entry)
        names = [(draft.kind, name) for name in section.names_of(entry)]
        repeats = any(name in self.seen for name in names)
        maps, clashes = _import_state(draft, problems), self.plans[draft.kind].conflicting(entry)
        if maps != "cannot":
            self.seen.update(names)
        return ReviewRow(
            position=position,
            kind=draft.kind,
            key=section.key_of(entry),
            before=draft.before,
            entry=entry,
            maps=maps,
            notes=[*draft.missing, *draft.notes],
            clashes=clashes,
            replaces_starter=draft.kind == "commands" and bool(clashes) and self.unchanged_starters.issuperset(clashes),
            use_count=draft.use_count,
            repeats=repeats,
            problems=problems,
        )


def _import_state(draft: EntryDraft, problems: list[str]) -> Maps:
    if draft.missing or problems:
        return "cannot"
    return "changed" if draft.notes else "full"
