"""Finds where regexes match in a text, within the time limit for all regexes of one message."""

from msgspec import Struct

from greenroom.kernel.regex.cost import MAX_SECONDS, seconds_per_message
from greenroom.kernel.regex.safe_regex import Expression

Span = tuple[int, int]


class LocatedRegex(Struct, frozen=True):
    """A regex that is searched on its own, to find where it matches."""

    expression: Expression
    # CPU time of one search in the slowest message.
    seconds: float


class SpanFinder:
    """Finds where regexes match in one text; the result of each regex is cached.

    Each match costs a search, so fewer matches of a slow regex are found, but one at least.
    """

    def __init__(self, text: str, max_spans: int, compiled: dict[str, LocatedRegex] | None = None) -> None:
        """`compiled` is a cache of compiled regexes, shared by the finders of several texts."""
        self._text = text
        self._max_spans = max_spans
        self._compiled = {} if compiled is None else compiled
        self._found: dict[str, list[Span]] = {}
        self._seconds_left = MAX_SECONDS

    def of(self, regex: str) -> list[Span]:
        if regex not in self._found:
            self._found[regex] = self._search(regex)
        return self._found[regex]

    def _search(self, regex: str) -> list[Span]:
        one = self._compiled.get(regex)
        if one is None:
            one = self._compiled[regex] = LocatedRegex(Expression(regex), seconds_per_message([regex]))
        # A regex such as `\b` takes no time.
        limit = max(1, min(self._max_spans, int(self._seconds_left / one.seconds))) if one.seconds else self._max_spans
        spans = list(one.expression.spans(self._text, limit))
        self._seconds_left -= one.seconds * len(spans)
        return spans
