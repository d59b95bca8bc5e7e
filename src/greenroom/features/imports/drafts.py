"""Converts exported items of other bots to Greenroom entries, with notes about what changes."""

import re
from collections.abc import Callable

from msgspec import Struct, field

from greenroom.accounts.stream_platforms import stream_providers
from greenroom.channel_file.command_names import bare
from greenroom.channel_file.entry_limits import (
    MAX_CHAT_MESSAGES,
    MAX_COMMAND_COST,
    MAX_COOLDOWN_SECONDS,
    MAX_DESCRIPTION_LENGTH,
    MAX_GROUP_LENGTH,
    MAX_INTERVAL_MINUTES,
    MAX_MESSAGES,
    MAX_NAMES,
    MAX_PATTERNS,
    MAX_QUOTE_LINE_LENGTH,
    MAX_TIMER_NAME_LENGTH,
)
from greenroom.features.imports.aliases import PASS_THROUGH, runs_itself, runs_one_of
from greenroom.features.imports.dialects import nightbot, streamelements, streamlabs, tbot
from greenroom.features.imports.dialects.parser import BRACE_VARIABLE, DOLLAR_VARIABLE, WORD_VARIABLE, Pieces, unparsed
from greenroom.features.imports.dialects.translation import Dialect, ImportNotes, argument_text, shorten, translate
from greenroom.features.imports.exports.items import ExportedCommand, ExportedItem, ExportedQuote, ExportedTimer
from greenroom.features.imports.levels import level_of
from greenroom.features.imports.schemas import MAX_USE_COUNT, Before, Kind
from greenroom.kernel.db.database import JsonObject

# Longer texts are cut and not parsed.
MAX_TEXT_LENGTH = 5_000

# By variable syntax: the parser, the pattern of a variable's beginning, and the translation of one variable.
READERS: dict[str, tuple[Callable[[str], Pieces], re.Pattern[str], Dialect]] = {
    "nightbot": (nightbot.read, DOLLAR_VARIABLE, nightbot.dialect),
    "streamelements": (streamelements.read, DOLLAR_VARIABLE, streamelements.dialect),
    "streamlabs": (streamlabs.read_cloud, BRACE_VARIABLE, streamlabs.cloud),
    "desktop": (streamlabs.read_desktop, WORD_VARIABLE, streamlabs.desktop),
    "tbot": (tbot.read, BRACE_VARIABLE, tbot.dialect),
}
_ME = re.compile(r"\s*[/.]me(?:\s+|$)", re.IGNORECASE)
_ANNOUNCE = re.compile(r"\s*/announce(?:blue|green|orange|purple)?(?:\s+|$)", re.IGNORECASE)


class EntryDraft(Struct):
    kind: Kind
    before: Before
    entry: JsonObject
    notes: list[str] = field(default_factory=list[str])
    # What prevents the import until a person edits the entry.
    missing: list[str] = field(default_factory=list[str])
    use_count: int | None = None


class Drafter(Struct, frozen=True):
    source: str
    # Whether we have a variable of this name.
    is_variable: Callable[[str], bool]
    # Folded names of commands in the export and in the channel.
    command_names: frozenset[str] = frozenset()

    def draft(self, item: ExportedItem) -> EntryDraft:
        match item:
            case ExportedCommand():
                return self._command(item)
            case ExportedTimer():
                return self._timer(item)
            case ExportedQuote():
                return self._quote(item)

    def _command(self, item: ExportedCommand) -> EntryDraft:
        notes = ImportNotes(self.is_variable)
        names = self._names([item.name, *item.aliases], notes)
        text = self._alias_text(item, notes) if item.alias_of else self._text(item.text, item.syntax, notes)
        response_type = item.response_type
        if _ANNOUNCE.match(item.text):
            response_type = "announce"
        if response_type == "whisper":
            response_type = "reply"
            notes.add("Sent as a reply in chat (was a whisper)")
        level, change = level_of(self.source, item.level)
        if change:
            notes.add(change)
        _note_conversions(item, notes)
        entry: JsonObject = {
            "cmds": names,
            "responses": [{"text": text}],
            "response_type": response_type,
            "access_level": int(level),
            **_cooldowns(item, notes),
            "active_mode": item.mode,
            "description": _shorten_field(item.description, MAX_DESCRIPTION_LENGTH, "Description", notes),
            "group": _shorten_field(item.group, MAX_GROUP_LENGTH, "Group", notes),
            "enabled": item.enabled,
            "public": item.public,
        }
        if patterns := _patterns(item, notes):
            entry["patterns"] = patterns
        if item.cost > 0:
            entry["cost"] = min(item.cost, MAX_COMMAND_COST)
        if item.provider in stream_providers():
            entry["providers"] = [item.provider]
        before = Before(name=item.name[:200], text=item.text[:MAX_TEXT_LENGTH], details=_details(item))
        count = min(item.count, MAX_USE_COUNT) if item.count > 0 else None
        return EntryDraft("commands", before, entry, notes.changes, notes.missing, count)

    def _alias_text(self, item: ExportedCommand, notes: ImportNotes) -> str:
        """A response that runs another command; it cannot be saved if that command is missing or is this one."""
        words = item.alias_of.split()
        if not words or runs_itself(item) or not runs_one_of(item, self.command_names):
            target = "itself" if runs_itself(item) else f"{item.alias_of[:60]}, which doesn't exist"
            notes.add_missing(f"Runs {target}")
            return f"$(alias {re.sub(r'[^!A-Za-z0-9_]', '_', item.alias_of)[:60]})"
        text = item.text.strip()
        passed, translator = _read("" if text in PASS_THROUGH else f" {text}", self.source, notes)
        notes.add(f"Runs {item.alias_of}")
        return f"$(command {argument_text((words[0],), translator, notes)}{argument_text(passed, translator, notes)})"

    def _names(self, source_names: list[str], notes: ImportNotes) -> list[str]:
        names: list[str] = []
        for name in source_names[:MAX_NAMES]:
            word = "_".join(bare(name).split())
            if word != bare(name):
                notes.add(f"Renamed to {word} (names can't contain spaces)")
            if word and self.source != "nightbot" and word[0].isalnum():
                word = f"!{word}"
            if word.lower() not in {one.lower() for one in names}:
                names.append(word)
        if len(source_names) > MAX_NAMES:
            notes.add(f"{len(source_names) - MAX_NAMES} names left out (max {MAX_NAMES})")
        return names

    def _text(self, text: str, syntax: str, notes: ImportNotes) -> str:
        if len(text) > MAX_TEXT_LENGTH:
            notes.add_missing("Response is too long")
            return text[:MAX_TEXT_LENGTH]
        sent = text
        if found := _ME.match(text):
            sent = text[found.end() :]
            notes.add("/me removed (not supported on every platform)")
        elif found := _ANNOUNCE.match(text):
            sent = text[found.end() :]
            notes.add("Sent as an announcement in the default color")
        elif text.lstrip().startswith("/"):
            notes.add_missing(f"{text.split(maxsplit=1)[0][:30]}: platform commands aren't supported")
        pieces, translator = _read(sent, "desktop" if syntax == "desktop" else self.source, notes)
        return translate(pieces, translator, notes).strip()

    def _timer(self, item: ExportedTimer) -> EntryDraft:
        notes = ImportNotes(self.is_variable)
        interval = item.interval_minutes
        if interval is None or interval < 1:
            notes.add(f"{item.interval_note or 'Unknown interval'}; now every 30 minutes")
            interval = 30
        elif item.interval_note:
            notes.add(f"{item.interval_note}; now every {interval} minutes")
        if interval > MAX_INTERVAL_MINUTES:
            notes.add("Interval limited to one week")
        if len(item.texts) > MAX_MESSAGES:
            notes.add(f"{len(item.texts) - MAX_MESSAGES} messages left out (max {MAX_MESSAGES})")
        lines = min(max(item.min_chat_messages or 0, 0), MAX_CHAT_MESSAGES)
        if item.min_chat_messages not in {None, lines}:
            notes.add(f"Minimum chat messages set to {lines:,} (was {item.min_chat_messages:,})")
        if lines:
            notes.add("Chat messages are counted per platform since the last run")
        entry: JsonObject = {
            "name": _shorten_field(" ".join(item.name.split()), MAX_TIMER_NAME_LENGTH, "Name", notes) or "Timer",
            "messages": [{"text": self._text(text, item.syntax, notes)} for text in item.texts[:MAX_MESSAGES]],
            "interval_minutes": min(interval, MAX_INTERVAL_MINUTES),
            "min_chat_messages": lines,
            "active_mode": item.mode,
            "pick": "random" if item.is_random else "order",
            "enabled": item.enabled,
        }
        details = [
            f"every {interval} minutes",
            f"{item.min_chat_messages or 0} chat messages",
            *([] if item.enabled else ["disabled"]),
        ]
        text = " / ".join(item.texts)[:MAX_TEXT_LENGTH]
        return EntryDraft(
            "timers", Before(name=item.name[:200], text=text, details=details), entry, notes.changes, notes.missing
        )

    def _quote(self, item: ExportedQuote) -> EntryDraft:
        notes = ImportNotes(self.is_variable)
        entry: JsonObject = {
            "text": item.text,
            "quoted_name": _shorten_field(item.name, MAX_QUOTE_LINE_LENGTH, "Quoted user", notes),
            "category": _shorten_field(item.category, MAX_QUOTE_LINE_LENGTH, "Category", notes),
            "provider": item.provider if item.provider in stream_providers() else None,
        }
        if item.number is not None:
            entry["number"] = item.number
        if item.said_at:
            entry["said_at"] = item.said_at
        number = "" if item.number is None else f"#{item.number}"
        before = Before(name=number, text=item.text[:MAX_TEXT_LENGTH], details=[])
        return EntryDraft("quotes", before, entry, notes.changes)


def _read(text: str, source: str, notes: ImportNotes) -> tuple[Pieces, Dialect]:
    read, beginning, translator = READERS[source]
    pieces = read(text)
    for start in unparsed(pieces, beginning):
        notes.add(f"{shorten(start)}: not a valid variable, kept as plain text")
    return pieces, translator


def _shorten_field(text: str, max_length: int, label: str, notes: ImportNotes) -> str:
    if len(text) > max_length:
        notes.add(f"{label} shortened to {max_length} characters")
    return text[:max_length]


def _note_conversions(item: ExportedCommand, notes: ImportNotes) -> None:
    if item.cost > MAX_COMMAND_COST:
        notes.add(f"Cost limited to {MAX_COMMAND_COST:,} points")
    if item.syntax == "desktop" and (item.global_cooldown or item.chatter_cooldown):
        notes.add("Cooldowns converted from minutes")


def _cooldowns(item: ExportedCommand, notes: ImportNotes) -> JsonObject:
    """The command's cooldowns: if the export has only one, the other is 0; if it has none, both get the default."""
    if item.global_cooldown is None and item.chatter_cooldown is None:
        notes.add("Default cooldowns (none in the export)")
        return {}
    return {
        "global_cooldown": _seconds(item.global_cooldown, notes),
        "chatter_cooldown": _seconds(item.chatter_cooldown, notes),
    }


def _seconds(exported: int | None, notes: ImportNotes) -> int:
    seconds = max(exported or 0, 0)
    if exported is not None and exported < 0:
        notes.add(f"No cooldown (was {exported:,} s)")
    if seconds > MAX_COOLDOWN_SECONDS:
        notes.add("Cooldown limited to one day")
    return min(seconds, MAX_COOLDOWN_SECONDS)


def _patterns(item: ExportedCommand, notes: ImportNotes) -> list[JsonObject]:
    """Up to MAX_PATTERNS patterns of the command; one that is too long cannot be saved until a person edits it."""
    exported = [("phrase", text) for text in item.phrases] + [("regex", text) for text in item.expressions]
    found: list[JsonObject] = [
        {"kind": kind, "text": text.strip()[:MAX_TEXT_LENGTH]} for kind, text in exported if text.strip()
    ]
    if len(found) > MAX_PATTERNS:
        notes.add(f"{len(found) - MAX_PATTERNS} patterns left out (max {MAX_PATTERNS})")
    return found[:MAX_PATTERNS]


def _details(item: ExportedCommand) -> list[str]:
    details = [] if item.level is None else [f"level {str(item.level)[:50]}"]
    if item.global_cooldown:
        details.append(f"global cooldown {item.global_cooldown} s")
    if item.chatter_cooldown:
        details.append(f"user cooldown {item.chatter_cooldown} s")
    if item.alias_of:
        details.append(f"alias of {item.alias_of[:100]}")
    if item.cost:
        details.append(f"{item.cost:,} points")
    return details if item.enabled else [*details, "disabled"]
