"""Wildcard terms: searched only in texts that contain their longest literal part (the core)."""

from collections import Counter
from collections.abc import Sequence
from itertools import islice

from msgspec import Struct, field

from greenroom.features.filters.matching.normalization import normal
from greenroom.kernel.regex.safe_regex import Expression, ExpressionSets

# Maximum number of compiled expressions for each core.
MAX_COMPILED = 100
# Maximum number of searches in a text for each core: each takes a millisecond or two; only hostile lists need more.
MAX_SEARCHES = 60
# Further matching wildcards of a filter are not located: these are enough to mark in the message.
MAX_MATCHES_PER_FILTER = 10

Span = tuple[int, int]


def pieces_of(text: str) -> list[str]:
    """Splits a wildcard: literal text at even indexes, `*` or `?` at odd ones."""
    pieces = [""]
    for character in text:
        if character in "*?":
            pieces += [character, ""]
        else:
            pieces[-1] += character
    return [piece if at % 2 else normal(piece) for at, piece in enumerate(pieces)]


def core_of(pieces: Sequence[str]) -> str:
    return max(pieces[::2], key=len)


class Wildcard(Struct, frozen=True):
    # The number of the filter.
    slot: int
    term: str
    pattern: str
    # The pattern without word boundaries, which are slow; for a cheap first check.
    middle: str

    @classmethod
    def of(cls, slot: int, term: str, *, whole_words: bool) -> "Wildcard":
        pieces = pieces_of(term.strip())
        middle = "".join(_WILDCARD_PATTERNS.get(piece, _quoted(piece)) for piece in pieces)
        edge = r"[^\pL\pN_]" if whole_words else ""
        before = f"(?:^|{edge})" if edge and pieces[0] else ""
        after = f"(?:$|{edge})" if edge and pieces[-1] else ""
        return cls(slot, term, f"{before}({middle}){after}", middle)


_WILDCARD_PATTERNS = {"*": r"\S*", "?": r"\S"}


def _quoted(text: str) -> str:
    return "".join(each if each.isalnum() or each == " " else f"\\x{{{ord(each):x}}}" for each in text)


class WildcardGroup(Struct):
    """Wildcards that share a core."""

    all: list[Wildcard] = field(default_factory=list[Wildcard])
    # Compiled lazily: most cores never occur.
    middles: ExpressionSets | None = None
    compiled: dict[int, Expression] = field(default_factory=dict[int, Expression])

    def find(self, text: str) -> tuple[list[tuple[Wildcard, Span]], int]:
        """Matching wildcards with their spans, and the number of searches."""
        if self.middles is None:
            self.middles = ExpressionSets([one.middle for one in self.all])
        found, match_counts, searches = list[tuple[Wildcard, Span]](), Counter[int](), 1
        hits = (at for at in self.middles.found_in(text) if match_counts[self.all[at].slot] < MAX_MATCHES_PER_FILTER)
        for at in islice(hits, MAX_SEARCHES):
            searches += 1
            if span := self._expression(at).group(text):
                match_counts[self.all[at].slot] += 1
                found.append((self.all[at], span))
        return found, searches

    def _expression(self, at: int) -> Expression:
        if at not in self.compiled:
            if len(self.compiled) >= MAX_COMPILED:
                self.compiled.clear()
            self.compiled[at] = Expression(self.all[at].pattern, has_groups=True)
        return self.compiled[at]
