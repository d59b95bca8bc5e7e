"""Translates variables of other bots to ours."""

import re
from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct, field

from greenroom.features.imports.dialects.parser import Piece, Pieces, SourceVariable, source_text, words_of

_OPENING = re.compile(r"(\\*)\$(?=[({])")
_TRAILING_BACKSLASHES = re.compile(r"\\+\Z")
_MARKS = re.compile(r"[\\|]|\$(?=[({])|(?<![^\s])[\"']")
_IN_QUOTES = re.compile(r"[\\\"]|\$(?=[({])")
_PAIRED = re.compile(r"(?<!\S)([\"']).*?\1(?!\S)")
_BRACKETS = re.compile(r"[()]")


class ImportNotes(Struct):
    """Notes on a translated response: what changes, and what prevents saving it."""

    # Whether we have a variable of this name.
    is_variable: Callable[[str], bool]
    changes: list[str] = field(default_factory=list[str])
    missing: list[str] = field(default_factory=list[str])

    def add(self, text: str) -> None:
        if text not in self.changes:
            self.changes.append(text)

    def add_missing(self, text: str) -> None:
        if text not in self.missing:
            self.missing.append(text)


Dialect = Callable[[SourceVariable, ImportNotes], str]


def translate(pieces: Iterable[Piece], dialect: Dialect, notes: ImportNotes) -> str:
    listed = tuple(pieces)
    last = len(listed) - 1
    return "".join(
        dialect(piece, notes) if isinstance(piece, SourceVariable) else _plain(piece, is_last=at == last)
        for at, piece in enumerate(listed)
    )


def _plain(text: str, *, is_last: bool) -> str:
    """Escapes text, so that none of it is read as a variable, and no backslash at its end escapes the next variable."""
    shown = _OPENING.sub(r"\1\1\\$", text)
    return shown if is_last else _TRAILING_BACKSLASHES.sub(lambda found: found.group() * 2, shown)


def argument_text(pieces: Iterable[Piece], dialect: Dialect, notes: ImportNotes) -> str:
    """Renders the pieces as arguments of one of our variables."""
    listed = tuple(pieces)
    is_balanced = _is_balanced(source_text(listed))
    return "".join(
        dialect(piece, notes) if isinstance(piece, SourceVariable) else _escape(piece, is_balanced=is_balanced)
        for piece in listed
    )


def quoted(pieces: Iterable[Piece], dialect: Dialect, notes: ImportNotes) -> str:
    """Renders the pieces as one argument, in quotes unless they are a single variable."""
    listed = tuple(pieces)
    if len(listed) == 1 and isinstance(listed[0], SourceVariable):
        return dialect(listed[0], notes)
    inner = "".join(
        dialect(piece, notes) if isinstance(piece, SourceVariable) else _IN_QUOTES.sub(r"\\\g<0>", piece)
        for piece in listed
    )
    return f'"{inner}"'


def argument_list(pieces: Pieces, dialect: Dialect, notes: ImportNotes) -> str:
    """Like `argument_text`, but without quotes around a single argument or around arguments without spaces."""
    text = source_text(pieces).strip()
    if _PAIRED.search(text) is None:
        return argument_text(pieces, dialect, notes).strip()
    words = words_of(pieces)
    if len(words) == 1 and text[0] == text[-1]:
        return argument_text(words[0], dialect, notes).strip()
    return " ".join(
        quoted(word, dialect, notes) if " " in source_text(word) else argument_text(word, dialect, notes)
        for word in words
    )


def _escape(text: str, *, is_balanced: bool) -> str:
    escaped = _MARKS.sub(r"\\\g<0>", text)
    return escaped if is_balanced else _BRACKETS.sub(r"\\\g<0>", escaped)


def _is_balanced(text: str) -> bool:
    level = 0
    for mark in text:
        level += (mark == "(") - (mark == ")")
        if level < 0:
            return False
    return level == 0


def render_variable(name: str, arguments: str, source: SourceVariable, dialect: Dialect, notes: ImportNotes) -> str:
    """Renders one of our variables with the fallback of the source; a placeholder if we have no such variable."""
    if not notes.is_variable(name):
        return unsupported(source, notes)
    fallback = "" if source.fallback is None else f"|{argument_text(source.fallback, dialect, notes)}"
    return f"$({name}{f' {arguments}' if arguments else ''}{fallback})"


def unsupported(source: SourceVariable, notes: ImportNotes, reason: str = "") -> str:
    raw = shorten(source.raw)
    notes.add_missing(f"{raw}: {reason}" if reason else f"{raw} isn't supported")
    return placeholder(source, notes)


def placeholder(source: SourceVariable, notes: ImportNotes) -> str:
    """Renders the variable under a name that does not exist here, so that the response cannot be saved unchanged."""
    name = re.sub(r"[^A-Za-z0-9_.]", "_", source.name) or "unknown"
    if notes.is_variable(name):
        name = f"unknown.{name}"
    arguments = _BRACKETS.sub(r"\\\g<0>", _MARKS.sub(r"\\\g<0>", source_text(source.arguments).strip()))
    return f"$({name}{f' {arguments}' if arguments else ''})"


def shorten(raw: str) -> str:
    return raw if len(raw) <= 60 else f"{raw[:57]}…"


class Equivalent(Struct, frozen=True):
    """Our variable for a variable of another bot."""

    name: str
    # Difference from the other bot's variable.
    note: str = ""
    # Whether our variable gets the arguments of the other bot's variable.
    passes_arguments: bool = False


def look_up(
    table: Mapping[str, Equivalent], source: SourceVariable, dialect: Dialect, notes: ImportNotes
) -> str | None:
    """Renders the equivalent variable; None if the table does not contain one."""
    found = table.get(source.name)
    if found is None:
        return None
    arguments = argument_list(source.arguments, dialect, notes) if found.passes_arguments else ""
    text = render_variable(found.name, arguments, source, dialect, notes)
    if found.note and notes.is_variable(found.name):
        notes.add(f"{shorten(source.raw)}: {found.note}")
    return text


def render_urlfetch(address: Pieces, source: SourceVariable, dialect: Dialect, notes: ImportNotes) -> str:
    """Renders `$(urlfetch)` with the address; `http://` or a missing scheme becomes `https://`."""
    listed = list(address)
    while listed and isinstance(listed[0], str) and not listed[0].strip():
        listed.pop(0)
    if listed and isinstance(listed[0], str):
        first = listed[0].lstrip()
        if first.lower().startswith("http://"):
            first = f"https://{first[7:]}"
            notes.add(f"{shorten(source.raw)}: uses https instead of http")
        elif not first.lower().startswith("https://"):
            first = f"https://{first}"
        listed[0] = first
    if any(
        isinstance(piece, SourceVariable) and piece.name in {"channel", "channel.name", "mychannel"} for piece in listed
    ):
        notes.add(f"{shorten(source.raw)}: uses the channel name in Greenroom; replace it if the platform's differs")
    return render_variable("urlfetch", argument_text(listed, dialect, notes).strip(), source, dialect, notes)
