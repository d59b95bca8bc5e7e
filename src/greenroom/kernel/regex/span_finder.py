"""Finds where regexes match in a text, within the limit of steps for all regexes of one message."""

from greenroom.kernel.regex.cost import MAX_STEPS
from greenroom.kernel.regex.safe_regex import Expression

Span = tuple[int, int]


class SpanFinder:
    """Finds where regexes match in one text; the result of each regex is cached.

    Each match costs a search, so fewer matches of a large regex are found, but one at least.
    """

    def __init__(self, text: str, max_spans: int, compiled: dict[str, Expression] | None = None) -> None:
        """`compiled` is a cache of compiled regexes, shared by the finders of several texts."""
        self._text = text
        self._max_spans = max_spans
        self._compiled = {} if compiled is None else compiled
        self._found: dict[str, list[Span]] = {}
        self._steps_left = MAX_STEPS

    def of(self, regex: str) -> list[Span]:
        if regex not in self._found:
            self._found[regex] = self._search(regex)
        return self._found[regex]

    def _search(self, regex: str) -> list[Span]:
        one = self._compiled.get(regex)
        if one is None:
            one = self._compiled[regex] = Expression(regex)
        limit = max(1, min(self._max_spans, self._steps_left // one.size))
        spans = list(one.spans(self._text, limit))
        self._steps_left -= one.size * len(spans)
        return spans
