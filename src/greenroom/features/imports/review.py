"""An export of another bot, row by row: what maps, what changes, and what cannot be had."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from greenroom.features.imports.aliases import fold_aliases, names_in
from greenroom.features.imports.drafts import Drafter, EntryDraft
from greenroom.features.imports.exports import formats
from greenroom.features.imports.exports.items import ExportedItem
from greenroom.features.imports.exports.json_values import MAX_IGNORED, Record, as_record, read_json, records
from greenroom.features.imports.exports.pasted_text import read_lines
from greenroom.features.imports.schemas import MAX_ROWS, Maps, ReviewCounts, ReviewOut, ReviewRow, Source
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import Invalid
from greenroom.portable.merge import Plan
from greenroom.portable.sections import Sections
from greenroom.portable.snapshots import Contents

FORMATS: Mapping[str, Callable[[Record, str], ExportedItem | None]] = {
    "nightbot": formats.nightbot,
    "streamelements": formats.streamelements,
    "streamlabs": formats.streamlabs,
    "tbot": formats.tbot,
}
BOT_NAMES = {"nightbot": "Nightbot", "streamelements": "StreamElements", "streamlabs": "Streamlabs", "tbot": "tbot"}


@dataclass(slots=True)
class ParsedExport:
    theirs: list[ExportedItem] = field(default_factory=list[ExportedItem])
    ignored: list[str] = field(default_factory=list[str])

    def ignore(self, words: str) -> None:
        if len(self.ignored) < MAX_IGNORED:
            self.ignored.append(words)

    def keep(self, one: ExportedItem) -> None:
        if len(self.theirs) == MAX_ROWS:
            raise Invalid("content", f"has more than {MAX_ROWS:,} commands, timers and quotes")
        self.theirs.append(one)


def parse_export(source: Source, content: str) -> ParsedExport:
    """Raises Invalid when it is nothing that the other bot's people have."""
    roots = read_json(content)
    found = ParsedExport()
    if roots is None:
        _gather_lines(content, found)
    else:
        _gather_records(source, roots, found)
    if not found.theirs:
        words = f"has no command, timer or quote as {BOT_NAMES[source]} exports them"
        raise Invalid("content", f"{words}: {found.ignored[0]}" if found.ignored else words)
    return found


def _gather_lines(content: str, found: ParsedExport) -> None:
    for number, line, command in read_lines(content):
        if command is None:
            found.ignore(f"line {number}: {line[:80]}")
        else:
            found.keep(command)


def _gather_records(source: Source, roots: list[object], found: ParsedExport) -> None:
    shape = FORMATS[source]
    for at, (name, value) in enumerate(records(roots), start=1):
        record = as_record(value)
        one = None if record is None else shape(record, name)
        if one is not None:
            found.keep(one)
        elif record is None:
            found.ignore(f"{name or 'entry'} {at}: is no object")
        elif record and not any(isinstance(inner, list | dict) for inner in record.values()):
            found.ignore(f"{name or 'entry'} {at}: has no name and text")


def review_export(
    source: Source, content: str, sections: Sections, now: Contents, knows: Callable[[str], bool]
) -> ReviewOut:
    gathered = parse_export(source, content)
    reviewer = Reviewer(sections, {key: Plan.of(sections[key], now.get(key, {})) for key in now})
    listed = fold_aliases(gathered.theirs)
    drafter = Drafter(source, knows, frozenset({*reviewer.names("commands"), *names_in(listed)}))
    rows = [reviewer.row(at, drafter.draft(one)) for at, one in enumerate(listed)]
    counts = {maps: sum(row.maps == maps for row in rows) for maps in ("full", "changed", "cannot")}
    return ReviewOut(source=source, rows=rows, counts=ReviewCounts(**counts), ignored=gathered.ignored)


@dataclass(slots=True)
class Reviewer:
    """Knows what the channel has, and what came before in the list."""

    sections: Sections
    plans: Mapping[str, Plan]
    seen: set[tuple[str, str]] = field(default_factory=set[tuple[str, str]])

    def names(self, key: str) -> list[str]:
        return list(self.plans[key].owners) if key in self.plans else []

    def row(self, position: int, drafted: EntryDraft) -> ReviewRow:
        section = self.sections[drafted.kind]
        problems = section.check(drafted.entry)
        entry: JsonObject = drafted.entry if problems else section.complete(drafted.entry)
        names = [(drafted.kind, name) for name in section.names_of(entry)]
        repeats = any(name in self.seen for name in names)
        maps = _maps(drafted, problems)
        if maps != "cannot":
            self.seen.update(names)
        return ReviewRow(
            position=position,
            kind=drafted.kind,
            key=section.key_of(entry),
            before=drafted.before,
            entry=entry,
            maps=maps,
            notes=[*drafted.missing, *drafted.notes],
            clashes=self.plans[drafted.kind].in_the_way(entry),
            repeats=repeats,
            problems=problems,
        )


def _maps(drafted: EntryDraft, problems: list[str]) -> Maps:
    if drafted.missing or problems:
        return "cannot"
    return "changed" if drafted.notes else "full"
