"""Parses responses of other bots into text and variables; invalid variables stay text."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from msgspec import Struct

MAX_DEPTH = 12


class SourceVariable(Struct, frozen=True):
    """A variable in a response of another bot; the name is in lowercase, unless the name contains a URL."""

    name: str
    arguments: tuple["str | SourceVariable", ...]
    fallback: tuple["str | SourceVariable", ...] | None
    raw: str


Piece = str | SourceVariable
Pieces = tuple[Piece, ...]
_MakePiece = Callable[[str, int, int, Mapping[int, int], int], Piece]

_CLOSING = {"(": ")", "{": "}", "[": "]"}
_DOLLAR_NAME = re.compile(r"\s*([^\s|'\"$(){}]+)")
_BRACE_NAME = re.compile(r"([^\s{}]+)")
_WORD_NAME = re.compile(r"\$([A-Za-z][A-Za-z0-9]*)")
# The beginning of a variable in each of the three syntaxes.
DOLLAR_VARIABLE = re.compile(r"\$[({][^\s$(){}]*")
BRACE_VARIABLE = re.compile(r"\{[A-Za-z0-9][^\s{}]*")
WORD_VARIABLE = re.compile(r"\$[A-Za-z][A-Za-z0-9]*\(")


def parse_dollars(text: str) -> Pieces:
    """Parses `$(name arguments|fallback)` and `${…}`, which may be nested."""
    openings = {at: at + 2 for at in range(len(text) - 1) if text[at] == "$" and text[at + 1] in "({"}
    ends = _find_ends(text, openings)
    return _pieces(text, 0, len(text), ends, _dollar_call, 0)


def parse_braces(text: str) -> Pieces:
    """Parses `{name arguments}`, which may be nested."""
    openings = {at: at + 1 for at in range(len(text)) if text[at] == "{"}
    ends = _find_ends(text, openings)
    return _pieces(text, 0, len(text), ends, _brace_call, 0)


def parse_words(text: str) -> Pieces:
    """Parses `$name` and `$name(arguments)`, which may be nested."""
    openings: dict[int, int] = {}
    plain: dict[int, int] = {}
    for found in _WORD_NAME.finditer(text):
        has_arguments = text[found.end() : found.end() + 1] == "("
        (openings if has_arguments else plain)[found.start()] = found.end() + has_arguments
    ends = _find_ends(text, openings)
    ends.update(plain)
    return _pieces(text, 0, len(text), ends, _word_call, 0)


def _find_ends(text: str, openings: Mapping[int, int]) -> dict[int, int]:
    """Start of each closed variable → its end; `openings` has start of the variable → start of its content."""
    ends: dict[int, int] = {}
    stack: list[tuple[int | None, str]] = []
    at = 0
    while at < len(text):
        if at in openings:
            stack.append((at, _CLOSING[text[openings[at] - 1]]))
            at = openings[at]
            continue
        if stack and text[at] == stack[-1][1]:
            start, _ = stack.pop()
            if start is not None:
                ends[start] = at + 1
        elif stack and _CLOSING.get(text[at]) == stack[-1][1]:
            stack.append((None, stack[-1][1]))
        at += 1
    return ends


def _pieces(text: str, start: int, end: int, ends: Mapping[int, int], make: _MakePiece, depth: int) -> Pieces:
    found: list[Piece] = []
    text_start = at = start
    while at < end:
        stop = ends.get(at)
        if stop is None or stop > end or depth >= MAX_DEPTH:
            at += 1
            continue
        if text_start < at:
            found.append(text[text_start:at])
        found.append(make(text, at, stop, ends, depth))
        text_start = at = stop
    if text_start < end:
        found.append(text[text_start:end])
    return tuple(found)


def _dollar_call(text: str, start: int, stop: int, ends: Mapping[int, int], depth: int) -> Piece:
    raw = text[start:stop]
    named = _DOLLAR_NAME.match(text, start + 2, stop - 1)
    if named is None:
        return raw
    bar = _find_bar(text, named.end(), stop - 1, ends)
    arguments = _pieces(text, named.end(), bar, ends, _dollar_call, depth + 1)
    fallback = _pieces(text, bar + 1, stop - 1, ends, _dollar_call, depth + 1) if bar < stop - 1 else None
    return SourceVariable(
        named.group(1).lower() if "/" not in named.group(1) else named.group(1), arguments, fallback, raw
    )


def _find_bar(text: str, start: int, end: int, ends: Mapping[int, int]) -> int:
    """The first "|" outside of variables and double quotes, else the end."""
    at, quote = start, ""
    while at < end:
        if not quote and at in ends and ends[at] <= end:
            at = ends[at]
            continue
        mark = text[at]
        if quote:
            quote = "" if mark == quote else quote
        elif mark == '"':
            quote = mark if text.find(mark, at + 1, end) != -1 else ""
        elif mark == "|":
            return at
        at += 1
    return end


def _brace_call(text: str, start: int, stop: int, ends: Mapping[int, int], depth: int) -> Piece:
    raw = text[start:stop]
    named = _BRACE_NAME.match(text, start + 1, stop - 1)
    if named is None or not named.group(1)[0].isalnum():
        return raw
    arguments = _pieces(text, named.end(), stop - 1, ends, _brace_call, depth + 1)
    return SourceVariable(named.group(1) if "/" in named.group(1) else named.group(1).lower(), arguments, None, raw)


def _word_call(text: str, start: int, stop: int, ends: Mapping[int, int], depth: int) -> Piece:
    raw = text[start:stop]
    named = _WORD_NAME.match(text, start)
    assert named is not None  # openings are made from matches
    if named.end() == stop:
        return SourceVariable(named.group(1).lower(), (), None, raw)
    arguments = _pieces(text, named.end() + 1, stop - 1, ends, _word_call, depth + 1)
    return SourceVariable(named.group(1).lower(), arguments, None, raw)


def unparsed(pieces: Iterable[Piece], beginning: re.Pattern[str]) -> Iterator[str]:
    """Beginnings of variables that stayed text: unclosed, without a name, or nested too deep."""
    for piece in pieces:
        if isinstance(piece, SourceVariable):
            yield from unparsed((*piece.arguments, *(piece.fallback or ())), beginning)
        else:
            yield from beginning.findall(piece)


def words_of(pieces: Iterable[Piece]) -> list[Pieces]:
    """The words, which are separated by spaces outside of quotes; the quotes are removed."""
    words: list[list[Piece]] = []
    current: list[Piece] | None = None
    quote = ""
    for mark in _characters(pieces):
        if isinstance(mark, SourceVariable):
            current = [*(current or ()), mark]
        elif quote and mark == quote:
            words.append(current or [])
            quote, current = "", None
        elif not quote and mark in {'"', "'"} and current is None:
            quote, current = mark, []
        elif not quote and mark.isspace():
            if current is not None:
                words.append(current)
            current = None
        else:
            current = [*(current or ()), mark]
    if current is not None:
        words.append(current)
    return [_merge_text(word) for word in words]


def _characters(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        if isinstance(piece, SourceVariable):
            yield piece
        else:
            yield from piece


def _merge_text(word: list[Piece]) -> Pieces:
    merged: list[Piece] = []
    for piece in word:
        last = merged[-1] if merged else None
        if isinstance(piece, str) and isinstance(last, str):
            merged[-1] = last + piece
        else:
            merged.append(piece)
    return tuple(merged)


def source_text(pieces: Iterable[Piece]) -> str:
    return "".join(piece if isinstance(piece, str) else piece.raw for piece in pieces)
