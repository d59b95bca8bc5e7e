"""From the variables of another bot to variable."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from greenroom.features.imports.dialects.parser import Piece, Pieces, SourceVariable, source_text, words_of

_OPENING = re.compile(r"(\\*)\$(?=[({])")
_LAST_SLASHES = re.compile(r"\\+\Z")
PLANNED = ("points", "pointsname", "roulette", "slots", "queue", "giveaway", "song")
_MARKS = re.compile(r"[\\|]|\$(?=[({])|(?<![^\s])[\"']")
NO_EQUIVALENT = "there is nothing like it here"
_IN_QUOTES = re.compile(r"[\\\"]|\$(?=[({])")
_PAIRED = re.compile(r"(?<!\S)([\"']).*?\1(?!\S)")
_BRACKETS = re.compile(r"[()]")


@dataclass(slots=True)
class TranslationNotes:
    """One answer being translated, and what there is to say about it."""

    # Whether there is a variable of this name.
    knows: Callable[[str], bool]
    # What is different here.
    notes: list[str] = field(default_factory=list[str])
    # What cannot be had.
    missing: list[str] = field(default_factory=list[str])

    def note(self, words: str) -> None:
        if words not in self.notes:
            self.notes.append(words)

    def miss(self, words: str) -> None:
        if words not in self.missing:
            self.missing.append(words)


Dialect = Callable[[SourceVariable, TranslationNotes], str]


def translate(pieces: Iterable[Piece], dialect: Dialect, work: TranslationNotes) -> str:
    """As an answer of variable."""
    listed = tuple(pieces)
    last = len(listed) - 1
    return "".join(
        dialect(piece, work) if isinstance(piece, SourceVariable) else _shown(piece, is_last=at == last)
        for at, piece in enumerate(listed)
    )


def _shown(text: str, *, is_last: bool) -> str:
    """Words that stay words: a backslash before a variable would take its meaning away."""
    shown = _OPENING.sub(r"\1\1\\$", text)
    return shown if is_last else _LAST_SLASHES.sub(lambda found: found.group() * 2, shown)


def argument_text(pieces: Iterable[Piece], dialect: Dialect, work: TranslationNotes) -> str:
    """As what stands behind the name of a variable of variable."""
    listed = tuple(pieces)
    is_even = _is_even(source_text(listed))
    return "".join(
        dialect(piece, work) if isinstance(piece, SourceVariable) else _guarded(piece, is_even=is_even)
        for piece in listed
    )


def quoted(pieces: Iterable[Piece], dialect: Dialect, work: TranslationNotes) -> str:
    """As one word, whatever is in it."""
    listed = tuple(pieces)
    if len(listed) == 1 and isinstance(listed[0], SourceVariable):
        return dialect(listed[0], work)
    inner = "".join(
        dialect(piece, work) if isinstance(piece, SourceVariable) else _IN_QUOTES.sub(r"\\\g<0>", piece)
        for piece in listed
    )
    return f'"{inner}"'


def argument_list(pieces: Pieces, dialect: Dialect, work: TranslationNotes) -> str:
    """The same words behind our name; quotes that hold several together still do."""
    text = source_text(pieces).strip()
    if _PAIRED.search(text) is None:
        return argument_text(pieces, dialect, work).strip()
    words = words_of(pieces)
    if len(words) == 1 and text[0] == text[-1]:
        return argument_text(words[0], dialect, work).strip()
    return " ".join(
        quoted(word, dialect, work) if " " in source_text(word) else argument_text(word, dialect, work)
        for word in words
    )


def _guarded(text: str, *, is_even: bool) -> str:
    guarded = _MARKS.sub(r"\\\g<0>", text)
    return guarded if is_even else _BRACKETS.sub(r"\\\g<0>", guarded)


def _is_even(text: str) -> bool:
    level = 0
    for mark in text:
        level += (mark == "(") - (mark == ")")
        if level < 0:
            return False
    return level == 0


def variable(name: str, behind: str, call: SourceVariable, dialect: Dialect, work: TranslationNotes) -> str:
    """One of our variables in place of theirs, with its fallback; one that there is not is told."""
    if not work.knows(name):
        is_planned = name.partition(".")[0] in PLANNED
        return unsupported(call, work, "it comes with a later feature" if is_planned else NO_EQUIVALENT)
    fallback = "" if call.fallback is None else f"|{argument_text(call.fallback, dialect, work)}"
    return f"$({name}{f' {behind}' if behind else ''}{fallback})"


def unsupported(call: SourceVariable, work: TranslationNotes, why: str = NO_EQUIVALENT) -> str:
    """Left in its place in a form that cannot be saved, so that nobody shows it to a chat by mistake."""
    work.miss(f"{shortened(call.raw)}: {why}")
    name = re.sub(r"[^A-Za-z0-9_.]", "_", call.name) or "unknown"
    if work.knows(name):
        name = f"unknown.{name}"
    behind = _BRACKETS.sub(r"\\\g<0>", _MARKS.sub(r"\\\g<0>", source_text(call.arguments).strip()))
    return f"$({name}{f' {behind}' if behind else ''})"


def shortened(raw: str) -> str:
    return raw if len(raw) <= 60 else f"{raw[:57]}…"


@dataclass(frozen=True, slots=True)
class Equivalent:
    """A variable of variable that means the same as one of theirs, or nearly."""

    name: str
    # What is different about it.
    note: str = ""
    # What stands behind theirs stands behind variable too.
    takes: bool = False


def look_up(
    table: Mapping[str, Equivalent], call: SourceVariable, dialect: Dialect, work: TranslationNotes
) -> str | None:
    """None when the table does not have it."""
    found = table.get(call.name)
    if found is None:
        return None
    behind = argument_list(call.arguments, dialect, work) if found.takes else ""
    text = variable(found.name, behind, call, dialect, work)
    if found.note and work.knows(found.name):
        work.note(f"{shortened(call.raw)}: {found.note}")
    return text


def fetch_variable(address: Pieces, call: SourceVariable, dialect: Dialect, work: TranslationNotes) -> str:
    """Whatever another server answers; only https is asked."""
    listed = list(address)
    while listed and isinstance(listed[0], str) and not listed[0].strip():
        listed.pop(0)
    if listed and isinstance(listed[0], str):
        first = listed[0].lstrip()
        if first.lower().startswith("http://"):
            first = f"https://{first[7:]}"
            work.note(f"{shortened(call.raw)}: only https addresses are fetch_variable, so it is asked by https")
        elif not first.lower().startswith("https://"):
            first = f"https://{first}"
        listed[0] = first
    if any(
        isinstance(piece, SourceVariable) and piece.name in {"channel", "channel.name", "mychannel"} for piece in listed
    ):
        work.note(
            f"{shortened(call.raw)}: the channel's name is the one it has here; write the platform's if it differs"
        )
    return variable("urlfetch", argument_text(listed, dialect, work).strip(), call, dialect, work)
