"""What another bot has, as an entry of ours, with everything that is different about it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from greenroom.chat.command_names import bare
from greenroom.chat.sizes import (
    LONGEST_COOLDOWN,
    LONGEST_DESCRIPTION,
    LONGEST_GROUP,
    LONGEST_INTERVAL,
    LONGEST_QUOTE_LINE,
    LONGEST_TIMER_NAME,
    MOST_CHAT_MESSAGES,
    MOST_MESSAGES,
    MOST_NAMES,
    MOST_PATTERNS,
)
from greenroom.features.imports.aliases import PASS_THROUGH, runs_itself, runs_known
from greenroom.features.imports.dialects import nightbot, streamelements, streamlabs, tbot
from greenroom.features.imports.dialects.parser import BRACE_VARIABLE, DOLLAR_VARIABLE, WORD_VARIABLE, Pieces, unparsed
from greenroom.features.imports.dialects.translation import (
    Dialect,
    TranslationNotes,
    argument_text,
    shortened,
    translate,
)
from greenroom.features.imports.exports.items import ExportedCommand, ExportedItem, ExportedQuote, ExportedTimer
from greenroom.features.imports.levels import level_of
from greenroom.features.imports.schemas import Before, Kind
from greenroom.kernel.db.database import JsonObject

# Longer ones are shown and not read: no bot has them.
MAX_TEXT_LENGTH = 5_000
PROVIDERS = ("twitch", "youtube", "kick", "tiktok")

# How answers are taken apart, how a variable begins in them, and what it means here.
READERS: dict[str, tuple[Callable[[str], Pieces], re.Pattern[str], Dialect]] = {
    "nightbot": (nightbot.read, DOLLAR_VARIABLE, nightbot.dialect),
    "streamelements": (streamelements.read, DOLLAR_VARIABLE, streamelements.dialect),
    "streamlabs": (streamlabs.read_cloud, BRACE_VARIABLE, streamlabs.cloud),
    "desktop": (streamlabs.read_desktop, WORD_VARIABLE, streamlabs.desktop),
    "tbot": (tbot.read, BRACE_VARIABLE, tbot.dialect),
}
_ME = re.compile(r"\s*[/.]me(?:\s+|$)", re.IGNORECASE)
_COUNT = re.compile(r"[$({]count\b", re.IGNORECASE)
_ANNOUNCE = re.compile(r"\s*/announce(?:blue|green|orange|purple)?(?:\s+|$)", re.IGNORECASE)


@dataclass(slots=True)
class EntryDraft:
    kind: Kind
    before: Before
    entry: JsonObject
    notes: list[str] = field(default_factory=list[str])
    missing: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True)
class Drafter:
    source: str
    # Whether there is a variable of this name.
    knows: Callable[[str], bool]
    # Commands of the list and of the channel, as names are compared.
    known: frozenset[str] = frozenset()

    def draft(self, theirs: ExportedItem) -> EntryDraft:
        match theirs:
            case ExportedCommand():
                return self._command(theirs)
            case ExportedTimer():
                return self._timer(theirs)
            case ExportedQuote():
                return self._quote(theirs)

    def _command(self, theirs: ExportedCommand) -> EntryDraft:
        work = TranslationNotes(self.knows)
        names = self._names([theirs.name, *theirs.aliases], work)
        text = self._run(theirs, work) if theirs.alias_of else self._text(theirs.text, theirs.dialect, work)
        says = theirs.says
        if _ANNOUNCE.match(theirs.text):
            says = "announce"
        if says == "whisper":
            says = "reply"
            work.note("it was whispered; answers go to the chat here")
        level, words = level_of(self.source, theirs.level)
        if words:
            work.note(words)
        _note_what_is_lost(theirs, work)
        entry: JsonObject = {
            "cmds": names,
            "responses": [{"text": text}],
            "response_type": says,
            "access_level": int(level),
            **_cooldowns(theirs, work),
            "active_mode": theirs.mode,
            "description": _cut(theirs.description, LONGEST_DESCRIPTION, "its description", work),
            "group": _cut(theirs.group, LONGEST_GROUP, "its group", work),
            "enabled": theirs.enabled,
            "public": theirs.public,
        }
        if patterns := _patterns(theirs, work):
            entry["patterns"] = patterns
        if theirs.provider in PROVIDERS:
            entry["providers"] = [theirs.provider]
        before = Before(name=theirs.name[:200], text=theirs.text[:MAX_TEXT_LENGTH], details=_details(theirs))
        return EntryDraft("commands", before, entry, work.notes, work.missing)

    def _run(self, theirs: ExportedCommand, work: TranslationNotes) -> str:
        """The answer of another command, put in; what is not there is left in a form that cannot be saved."""
        words = theirs.alias_of.split()
        if not words or runs_itself(theirs) or not runs_known(theirs, self.known):
            lost = "itself" if runs_itself(theirs) else "neither in this list nor in the channel"
            work.miss(f"it runs {theirs.alias_of[:60]}, which is {lost}")
            return f"$(alias {re.sub(r'[^!A-Za-z0-9_]', '_', theirs.alias_of)[:60]})"
        text = theirs.text.strip()
        passed, translator = _read("" if text in PASS_THROUGH else f" {text}", self.source, work)
        work.note(f"the answer of {theirs.alias_of} is put in")
        return f"$(command {argument_text((words[0],), translator, work)}{argument_text(passed, translator, work)})"

    def _names(self, given: list[str], work: TranslationNotes) -> list[str]:
        names: list[str] = []
        for name in given[:MOST_NAMES]:
            word = "_".join(bare(name).split())
            if word != bare(name):
                work.note(f"only the first word of a message is looked up, so it is called {word}")
            if word and self.source != "nightbot" and word[0].isalnum():
                word = f"!{word}"
            if word.lower() not in {one.lower() for one in names}:
                names.append(word)
        if len(given) > MOST_NAMES:
            work.note(f"a command has at most {MOST_NAMES} names; {len(given) - MOST_NAMES} are left out")
        return names

    def _text(self, text: str, dialect: str, work: TranslationNotes) -> str:
        if len(text) > MAX_TEXT_LENGTH:
            work.miss("it is longer than any answer may be")
            return text[:MAX_TEXT_LENGTH]
        said = text
        if found := _ME.match(text):
            said = text[found.end() :]
            work.note("/me is left out: answers are ordinary lines on every platform")
        elif found := _ANNOUNCE.match(text):
            said = text[found.end() :]
            work.note("it is said as an announcement; the colour is the platform's own")
        elif text.lstrip().startswith("/"):
            work.miss(f"{text.split(maxsplit=1)[0][:30]} is a command of the platform, and those are not passed on")
        pieces, translator = _read(said, "desktop" if dialect == "desktop" else self.source, work)
        return translate(pieces, translator, work).strip()

    def _timer(self, theirs: ExportedTimer) -> EntryDraft:
        work = TranslationNotes(self.knows)
        interval = theirs.interval_minutes
        if interval is None or interval < 1:
            work.note(f"{theirs.interval_note or 'its interval is not known'}; it comes every 30 minutes")
            interval = 30
        elif theirs.interval_note:
            work.note(f"{theirs.interval_note}; it comes every {interval} minutes")
        if interval > LONGEST_INTERVAL:
            work.note("a week is the longest interval")
        if len(theirs.texts) > MOST_MESSAGES:
            work.note(f"a timer has at most {MOST_MESSAGES} messages; {len(theirs.texts) - MOST_MESSAGES} are left out")
        lines = min(max(theirs.lines or 0, 0), MOST_CHAT_MESSAGES)
        if theirs.lines not in {None, lines}:
            work.note(f"{theirs.lines:,} chat lines are read as {lines:,}")
        if lines:
            work.note("chat lines are counted on each platform since the timer last spoke there")
        entry: JsonObject = {
            "name": _cut(" ".join(theirs.name.split()), LONGEST_TIMER_NAME, "its name", work) or "Timer",
            "messages": [{"text": self._text(text, theirs.dialect, work)} for text in theirs.texts[:MOST_MESSAGES]],
            "interval_minutes": min(interval, LONGEST_INTERVAL),
            "min_chat_messages": lines,
            "active_mode": theirs.mode,
            "pick": "random" if theirs.is_random else "order",
            "enabled": theirs.enabled,
        }
        details = [f"every {interval} minutes", f"{theirs.lines or 0} chat lines", *([] if theirs.enabled else ["off"])]
        text = " / ".join(theirs.texts)[:MAX_TEXT_LENGTH]
        return EntryDraft(
            "timers", Before(name=theirs.name[:200], text=text, details=details), entry, work.notes, work.missing
        )

    def _quote(self, theirs: ExportedQuote) -> EntryDraft:
        work = TranslationNotes(self.knows)
        entry: JsonObject = {
            "text": theirs.text,
            "quoted_name": _cut(theirs.name, LONGEST_QUOTE_LINE, "whose words they are", work),
            "category": _cut(theirs.category, LONGEST_QUOTE_LINE, "its category", work),
            "provider": theirs.provider if theirs.provider in PROVIDERS else None,
        }
        if theirs.number is not None:
            entry["number"] = theirs.number
        if theirs.said_at:
            entry["said_at"] = theirs.said_at
        number = "" if theirs.number is None else f"#{theirs.number}"
        before = Before(name=number, text=theirs.text[:MAX_TEXT_LENGTH], details=[])
        return EntryDraft("quotes", before, entry, work.notes)


def _read(text: str, source: str, work: TranslationNotes) -> tuple[Pieces, Dialect]:
    read, beginning, translator = READERS[source]
    pieces = read(text)
    for begun in unparsed(pieces, beginning):
        work.note(f"{shortened(begun)}: it cannot be read as a variable, so it is shown as it is written")
    return pieces, translator


def _cut(text: str, longest: int, what: str, work: TranslationNotes) -> str:
    if len(text) > longest:
        work.note(f"{what} is cut: at most {longest} characters are kept")
    return text[:longest]


def _note_what_is_lost(theirs: ExportedCommand, work: TranslationNotes) -> None:
    if theirs.cost > 0:
        work.note(f"it cost {theirs.cost:,} points; commands cost nothing here yet")
    if theirs.dialect == "desktop" and (theirs.global_cooldown or theirs.chatter_cooldown):
        work.note("its cooldowns are read as minutes")
    if theirs.count > 0 and _COUNT.search(theirs.text):
        work.note(f"its count of {theirs.count:,} begins anew")


def _cooldowns(theirs: ExportedCommand, work: TranslationNotes) -> JsonObject:
    """One of them alone means that there is no other; where neither is known, a new command's are better than none."""
    if theirs.global_cooldown is None and theirs.chatter_cooldown is None:
        work.note("its cooldowns are not known, so it has those of a new command")
        return {}
    return {
        "global_cooldown": _seconds(theirs.global_cooldown, work),
        "chatter_cooldown": _seconds(theirs.chatter_cooldown, work),
    }


def _seconds(given: int | None, work: TranslationNotes) -> int:
    seconds = max(given or 0, 0)
    if given is not None and given < 0:
        work.note(f"a cooldown of {given:,} s is read as none")
    if seconds > LONGEST_COOLDOWN:
        work.note("a day is the longest cooldown")
    return min(seconds, LONGEST_COOLDOWN)


def _patterns(theirs: ExportedCommand, work: TranslationNotes) -> list[JsonObject]:
    """One that is too long stays too long: half of it would find something else."""
    given = [("phrase", text) for text in theirs.phrases] + [("regex", text) for text in theirs.expressions]
    found: list[JsonObject] = [
        {"kind": kind, "text": text.strip()[:MAX_TEXT_LENGTH]} for kind, text in given if text.strip()
    ]
    if len(found) > MOST_PATTERNS:
        work.note(f"a command has at most {MOST_PATTERNS} patterns; {len(found) - MOST_PATTERNS} are left out")
    return found[:MOST_PATTERNS]


def _details(theirs: ExportedCommand) -> list[str]:
    told = [] if theirs.level is None else [f"level {str(theirs.level)[:50]}"]
    if theirs.global_cooldown:
        told.append(f"cooldown {theirs.global_cooldown} s")
    if theirs.chatter_cooldown:
        told.append(f"cooldown per viewer {theirs.chatter_cooldown} s")
    if theirs.alias_of:
        told.append(f"alias of {theirs.alias_of[:100]}")
    if theirs.cost:
        told.append(f"{theirs.cost:,} points")
    return told if theirs.enabled else [*told, "off"]
