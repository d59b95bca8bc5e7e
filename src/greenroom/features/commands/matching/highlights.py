"""Where in a message the patterns of a command stand: for people who ask, not for the chat."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from greenroom.features.commands.matching.compiled import Wanted
from greenroom.features.commands.matching.matcher import in_one_line, is_whole
from greenroom.features.commands.rules import fold
from greenroom.kernel.safe_regex import Expression

MOST_MARKED = 50

Place = tuple[int, int]
# Each character as it is compared, with the piece of the text that it comes from.
Read = list[tuple[str, int, int]]

# Vowels and ends of Korean syllables become one letter with what stands before them, though they are no marks.
_JAMO = re.compile("[\u1160-\u11ff]")


def places(patterns: Iterable[Wanted], text: str) -> list[Place]:
    """In the order of the text, each once; of very many the first."""
    read = _read(text)
    line = "".join(character for character, _, _ in read)
    if line != in_one_line(text):
        # Letters that are put together in a way of their own: better no place than a wrong one.
        read, line = [], ""
    found = set[Place]()
    for wanted in patterns:
        if wanted.kind == "regex":
            found.update(place for place in Expression(wanted.text).spans(text, MOST_MARKED) if place[0] < place[1])
        else:
            found.update((read[start][1], read[end - 1][2]) for start, end in _said(wanted, line))
    return sorted(found)[:MOST_MARKED]


def _said(wanted: Wanted, line: str) -> Iterator[Place]:
    whole = in_one_line(wanted.text)
    pieces = [whole] if wanted.kind == "phrase" else list(dict.fromkeys(whole.split()))
    said = [list(_occurrences(piece, line)) for piece in pieces]
    if all(said):
        for each in said:
            yield from each


def _occurrences(piece: str, line: str) -> Iterator[Place]:
    at = line.find(piece)
    while at >= 0:
        if is_whole(line, at, at + len(piece)):
            yield at, at + len(piece)
        at = line.find(piece, at + 1)


def _read(text: str) -> Read:
    """As `in_one_line` reads it, with the origins."""
    read: Read = []
    for start, end in _letters(text):
        for character in fold(text[start:end]):
            if not character.isspace():
                read.append((character, start, end))
            elif read and read[-1][0] != " ":
                read.append((" ", start, end))
    if read and read[-1][0] == " ":
        read.pop()
    return read


def _letters(text: str) -> Iterator[Place]:
    """Each with the marks behind it."""
    start = 0
    for at, character in enumerate(text):
        if at > start and not unicodedata.combining(character) and not _JAMO.match(character):
            yield start, at
            start = at
    if text:
        yield start, len(text)
