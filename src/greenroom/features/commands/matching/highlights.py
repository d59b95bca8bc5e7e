"""Where in a message the patterns of a command stand: for people who ask, not for the chat."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from greenroom.features.commands.matching.compiled import TriggerPattern
from greenroom.features.commands.matching.matcher import is_whole_word, normalized
from greenroom.features.commands.rules import fold
from greenroom.kernel.safe_regex import Expression

MAX_SPANS = 50

TextSpan = tuple[int, int]
# Each character as it is compared, with the piece of the text that it comes from.
FoldedText = list[tuple[str, int, int]]

# Vowels and ends of Korean syllables become one letter with what stands before them, though they are no marks.
_JAMO = re.compile("[\u1160-\u11ff]")


def pattern_spans(patterns: Iterable[TriggerPattern], text: str) -> list[TextSpan]:
    """In the order of the text, each once; of very many the first."""
    read = _read(text)
    line = "".join(character for character, _, _ in read)
    if line != normalized(text):
        # Letters that are put together in a way of their own: better no place than a wrong one.
        read, line = [], ""
    found = set[TextSpan]()
    for wanted in patterns:
        if wanted.kind == "regex":
            found.update(place for place in Expression(wanted.text).spans(text, MAX_SPANS) if place[0] < place[1])
        else:
            found.update((read[start][1], read[end - 1][2]) for start, end in _said(wanted, line))
    return sorted(found)[:MAX_SPANS]


def _said(wanted: TriggerPattern, line: str) -> Iterator[TextSpan]:
    whole = normalized(wanted.text)
    pieces = [whole] if wanted.kind == "phrase" else list(dict.fromkeys(whole.split()))
    said = [list(_occurrences(piece, line)) for piece in pieces]
    if all(said):
        for each in said:
            yield from each


def _occurrences(piece: str, line: str) -> Iterator[TextSpan]:
    at = line.find(piece)
    while at >= 0:
        if is_whole_word(line, at, at + len(piece)):
            yield at, at + len(piece)
        at = line.find(piece, at + 1)


def _read(text: str) -> FoldedText:
    """As `normalized` reads it, with the origins."""
    read: FoldedText = []
    for start, end in _letters(text):
        for character in fold(text[start:end]):
            if not character.isspace():
                read.append((character, start, end))
            elif read and read[-1][0] != " ":
                read.append((" ", start, end))
    if read and read[-1][0] == " ":
        read.pop()
    return read


def _letters(text: str) -> Iterator[TextSpan]:
    """Each with the marks behind it."""
    start = 0
    for at, character in enumerate(text):
        if at > start and not unicodedata.combining(character) and not _JAMO.match(character):
            yield start, at
            start = at
    if text:
        yield start, len(text)
