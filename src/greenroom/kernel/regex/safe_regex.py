"""Typed wrapper of RE2: regular expressions that run in linear time."""

# pyright: reportMissingTypeStubs=false, reportUnknownMemberType=false, reportUnknownVariableType=false, reportUnknownArgumentType=false
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, cast

import re2

# Limit for one expression; RE2 refuses a larger one.
EXPRESSION_BYTES = 2 * 2**20
# Limit for one set of expressions; they share one automaton, whose cache is cleared when full.
SET_BYTES = 64 * 2**20


class BadExpression(ValueError):
    """RE2 refuses an expression; the message is that of RE2."""


def _options(memory: int, *, has_groups: bool = False) -> Any:  # noqa: ANN401  # RE2 has no types
    options: Any = re2.Options()
    options.case_sensitive = False
    # Following what each group matches takes far longer than the search itself.
    options.never_capture = not has_groups
    options.log_errors = False
    options.max_mem = memory
    return options


class Expression:
    def __init__(self, pattern: str, *, has_groups: bool = False) -> None:
        """`has_groups` is needed for `group` only."""
        options = _options(EXPRESSION_BYTES, has_groups=has_groups)
        try:
            self._compiled: Any = re2.compile(_without_surrogates(pattern), options)
        except re2.error as error:
            raise BadExpression(_reason(error)) from error

    def spans(self, text: str, limit: int | None = None) -> Iterator[tuple[int, int]]:
        """The span of each match, `limit` of them at most; each costs one search."""
        for found in islice(self._compiled.finditer(_without_surrogates(text)), limit):
            yield cast("tuple[int, int]", found.span())

    @property
    def size(self) -> int:
        """Number of instructions: the cost in memory and compile time."""
        return cast("int", self._compiled.programsize)

    def matches_empty_text(self) -> bool:
        """Whether an empty text matches; nearly all such expressions match every text."""
        return self._compiled.search("") is not None

    def group(self, text: str) -> tuple[int, int] | None:
        """Span of the first group in the first match."""
        found = self._compiled.search(_without_surrogates(text))
        return None if found is None else cast("tuple[int, int]", found.span(1))


class ExpressionSet:
    """Searches a text for many expressions in one pass."""

    def __init__(self, patterns: Sequence[str], memory: int = SET_BYTES) -> None:
        self._set: Any = re2.Set.SearchSet(_options(memory))
        for pattern in patterns:
            self._set.Add(_without_surrogates(pattern))
        try:
            self._set.Compile()
        except re2.error as error:
            raise BadExpression(_reason(error)) from error

        # Returns the indexes of matching expressions in a UTF-8 text.
        self.match: Callable[[bytes], list[int] | None] = self._set.Match


class ExpressionSets:
    """Any number of expressions, split into several sets if they exceed the memory of one."""

    def __init__(self, patterns: Sequence[str], memory: int = SET_BYTES) -> None:
        # Equal patterns are searched once.
        numbers: dict[str, list[int]] = {}
        for number, pattern in enumerate(patterns):
            numbers.setdefault(pattern, []).append(number)
        self._numbers = list(numbers.values())
        self._matches = [(first, one.match) for first, one in _split_to_fit(list(numbers), 0, memory)]

    def found_in(self, text: str) -> list[int]:
        """Indexes of the patterns that match, in ascending order."""
        found: list[int] = []
        raw = text.encode("utf-8", "replace")
        for first, match in self._matches:
            if matched := match(raw):
                for at in matched:
                    found += self._numbers[first + at]
        return sorted(found) if found else found


def _split_to_fit(patterns: Sequence[str], first: int, memory: int) -> Iterator[tuple[int, ExpressionSet]]:
    try:
        yield first, ExpressionSet(patterns, memory)
    except BadExpression:
        if len(patterns) == 1:
            raise
        half = len(patterns) // 2
        yield from _split_to_fit(patterns[:half], first, memory)
        yield from _split_to_fit(patterns[half:], first + half, memory)


def _without_surrogates(text: str) -> str:
    """The text with a question mark for each lone surrogate, which cannot be encoded."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _reason(error: Exception) -> str:
    reason: object = error.args[0] if error.args else "is not an expression"
    return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
