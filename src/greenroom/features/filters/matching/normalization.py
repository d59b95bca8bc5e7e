"""One reading of a message for all filters: who writes `fŕéé　Ｖ－ＢЦСКS` is read as everybody reads it."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from ahocorasick_rs import AhoCorasick, Implementation

from greenroom.features.filters.matching.lookalikes import FOLDED, LEET, LEET_L

# Tables for bytes: for what is pure ASCII they take a twentieth of the time of those for characters.
_ASCII_SPACES = bytes(ord(" ") if 9 <= at <= 13 else at for at in range(256))
# What was typed is made plain on the way.
_ASCII_LEET, _ASCII_LEET_L = (
    bytes(ord(leet.get(at, chr(at))) for at in bytes(range(256)).lower().translate(_ASCII_SPACES))
    for leet in (LEET, LEET_L)
)

# Letters that people stretch, in the alphabets of most chats, and spaces.
_ALPHABETS = (
    (0x61, 0x7A),
    (0xDF, 0xFF),
    (0x3B1, 0x3C9),
    (0x430, 0x45F),
    (0x5D0, 0x5EA),
    (0x621, 0x64A),
    (0x3041, 0x30FA),
)
_REPEATABLE = frozenset({" ", *(chr(point) for first, last in _ALPHABETS for point in range(first, last + 1))})
# A machine for all pairs goes over a text ten times as fast as an expression that looks back.
_DOUBLES = AhoCorasick([letter * 2 for letter in sorted(_REPEATABLE)], implementation=Implementation.DFA)
# What is not ASCII, and spaces that are none.
_FOREIGN = re.compile(r"[^\x00-\x08\x0e-\x7f]+")


def plain(text: str) -> str:
    """Small letters without marks, look-alikes as what they look like, and nothing that nobody sees."""
    if text.isascii():
        return text.lower().encode().translate(_ASCII_SPACES).decode()
    return _FOREIGN.sub(_fold_match, text.lower())


def _fold_match(found: re.Match[str]) -> str:
    return _fold(found.group())


@lru_cache(4096)
def _fold(foreign: str) -> str:
    """Each character by itself, so the pieces of a text can be folded one by one; the same few come again and again."""
    return unicodedata.normalize("NFKD", foreign).casefold().translate(FOLDED)


def leet_readings(read: str) -> tuple[str, ...]:
    """Every way to read digits and signs of a plain text as letters; each as long as what was given.

    What is pure ASCII need not be plain.
    """
    is_double = "1" in read or "|" in read
    if not read.isascii():
        first = read.translate(LEET)
        return (first, read.translate(LEET_L)) if is_double else (first,)
    raw = read.encode()
    first = raw.translate(_ASCII_LEET).decode()
    return (first, raw.translate(_ASCII_LEET_L).decode()) if is_double else (first,)


def squeezed(read: str) -> str:
    """Every letter and space once, however often it is repeated in a row."""
    doubles = _DOUBLES.find_matches_as_indexes(read, overlapping=True)
    if not doubles:
        return read
    kept = 0
    pieces: list[str] = []
    for _, start, _ in doubles:
        pieces.append(read[kept:start])
        kept = start + 1
    pieces.append(read[kept:])
    return "".join(pieces)


def run_starts(read: str) -> Sequence[int]:
    """Where each character of the squeezed text begins in the one it was squeezed from; last, where that one ends."""
    doubles = _DOUBLES.find_matches_as_indexes(read, overlapping=True)
    if not doubles:
        return range(len(read) + 1)
    repeated = {start + 1 for _, start, _ in doubles}
    return [at for at in range(len(read) + 1) if at not in repeated]


def normal(text: str) -> str:
    """What a term is compared by."""
    return squeezed(leet_readings(plain(text))[0])


def origins(text: str) -> Sequence[int]:
    """For each character of `plain(text)` the one of the text that it comes from; last, the end of the text."""
    if text.isascii():
        return range(len(text) + 1)
    found = [at for at, character in enumerate(text) for _ in plain(character)]
    found.append(len(text))
    return found


def original_span(places: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """Characters of the message behind characters of what is read; what nobody sees between them included."""
    if start >= end:
        return places[start], places[start]
    return places[start], places[end - 1] + 1


def is_word(character: str) -> bool:
    return character.isalnum() or character == "_"
