"""Finds where in a message the patterns of a command match, for the "Why?" dialog."""

import re
import unicodedata
from collections.abc import Iterable, Iterator

from greenroom.features.commands.matching.compiled import TriggerPattern
from greenroom.features.commands.matching.matcher import is_whole_word, normalized
from greenroom.features.commands.rules import fold
from greenroom.kernel.regex.span_finder import SpanFinder

MAX_SPANS = 50

TextSpan = tuple[int, int]
# Each folded character with the span of the text that it comes from.
FoldedText = list[tuple[str, int, int]]

# Korean medial and final jamo combine with the letter before them without being combining marks.
_JAMO = re.compile("[\u1160-\u11ff]")


def pattern_spans(patterns: Iterable[TriggerPattern], text: str) -> list[TextSpan]:
    """Spans of all pattern matches: sorted, distinct, at most MAX_SPANS."""
    folded = _fold_with_spans(text)
    folded_text = "".join(character for character, _, _ in folded)
    if folded_text != normalized(text):
        # Unusual combining characters make the spans wrong; then only matches of regexes are highlighted.
        folded, folded_text = [], ""
    found, regexes = set[TextSpan](), SpanFinder(text, MAX_SPANS)
    for pattern in patterns:
        if pattern.kind == "regex":
            found.update(span for span in regexes.of(pattern.text) if span[0] < span[1])
        else:
            found.update((folded[start][1], folded[end - 1][2]) for start, end in _word_spans(pattern, folded_text))
    return sorted(found)[:MAX_SPANS]


def _word_spans(pattern: TriggerPattern, folded_text: str) -> Iterator[TextSpan]:
    whole = normalized(pattern.text)
    pieces = [whole] if pattern.kind == "phrase" else list(dict.fromkeys(whole.split()))
    found = [list(_occurrences(piece, folded_text)) for piece in pieces]
    if all(found):
        for each in found:
            yield from each


def _occurrences(piece: str, folded_text: str) -> Iterator[TextSpan]:
    at = folded_text.find(piece)
    while at >= 0:
        if is_whole_word(folded_text, at, at + len(piece)):
            yield at, at + len(piece)
        at = folded_text.find(piece, at + 1)


def _fold_with_spans(text: str) -> FoldedText:
    """The characters of `normalized(text)`, each with the span of `text` that it comes from."""
    folded: FoldedText = []
    for start, end in _character_spans(text):
        for character in fold(text[start:end]):
            if not character.isspace():
                folded.append((character, start, end))
            elif folded and folded[-1][0] != " ":
                folded.append((" ", start, end))
    if folded and folded[-1][0] == " ":
        folded.pop()
    return folded


def _character_spans(text: str) -> Iterator[TextSpan]:
    """Spans of characters with their combining marks."""
    start = 0
    for at, character in enumerate(text):
        if at > start and not unicodedata.combining(character) and not _JAMO.match(character):
            yield start, at
            start = at
    if text:
        yield start, len(text)
