"""Finds where in a message the patterns of a command match, for the "Why?" dialog."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from greenroom.features.commands.matching.compiled import TriggerPattern
from greenroom.features.commands.matching.matcher import is_whole_word, normalized
from greenroom.features.commands.rules import fold
from greenroom.kernel.safe_regex import Expression

MAX_SPANS = 50

TextSpan = tuple[int, int]
# Each folded character with the span of the text that it comes from.
FoldedText = list[tuple[str, int, int]]

# Korean medial and final jamo combine with the letter before them without being combining marks.
_JAMO = re.compile("[\u1160-\u11ff]")


def pattern_spans(patterns: Iterable[TriggerPattern], text: str) -> list[TextSpan]:
    """Sorted and distinct; at most MAX_SPANS."""
    read = _read(text)
    line = "".join(character for character, _, _ in read)
    if line != normalized(text):
        # Unusual combining characters: no highlight is better than a wrong one.
        read, line = [], ""
    found = set[TextSpan]()
    for pattern in patterns:
        if pattern.kind == "regex":
            found.update(place for place in Expression(pattern.text).spans(text, MAX_SPANS) if place[0] < place[1])
        else:
            found.update((read[start][1], read[end - 1][2]) for start, end in _word_spans(pattern, line))
    return sorted(found)[:MAX_SPANS]


def _word_spans(pattern: TriggerPattern, line: str) -> Iterator[TextSpan]:
    whole = normalized(pattern.text)
    pieces = [whole] if pattern.kind == "phrase" else list(dict.fromkeys(whole.split()))
    found = [list(_occurrences(piece, line)) for piece in pieces]
    if all(found):
        for each in found:
            yield from each


def _occurrences(piece: str, line: str) -> Iterator[TextSpan]:
    at = line.find(piece)
    while at >= 0:
        if is_whole_word(line, at, at + len(piece)):
            yield at, at + len(piece)
        at = line.find(piece, at + 1)


def _read(text: str) -> FoldedText:
    """The characters of `normalized`, with the spans they come from."""
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
    """Spans of letters with their combining marks."""
    start = 0
    for at, character in enumerate(text):
        if at > start and not unicodedata.combining(character) and not _JAMO.match(character):
            yield start, at
            start = at
    if text:
        yield start, len(text)
