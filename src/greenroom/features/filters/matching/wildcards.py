"""Terms with gaps in them, looked for where their longest piece was met."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from greenroom.features.filters.matching.normalization import normal
from greenroom.kernel.safe_regex import Expression, ExpressionSets

# Those of one core that were met and are held ready.
MAX_COMPILED = 100
# To look closer takes a millisecond or two. Only wildcards that were chosen for it are met in such numbers.
MAX_SEARCHES = 60
# Of one filter: who reads on knows by then why the message was caught.
MAX_MATCHES_PER_FILTER = 10

Span = tuple[int, int]


def pieces_of(text: str) -> list[str]:
    """Literal text at even places, `*` or `?` at odd ones."""
    pieces = [""]
    for character in text:
        if character in "*?":
            pieces += [character, ""]
        else:
            pieces[-1] += character
    return [piece if at % 2 else normal(piece) for at, piece in enumerate(pieces)]


def core_of(pieces: Sequence[str]) -> str:
    return max(pieces[::2], key=len)


@dataclass(frozen=True, slots=True)
class Wildcard:
    slot: int
    term: str
    pattern: str
    # The same without its edges, which cost most: what does not even have this need not be looked at closer.
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


@dataclass(slots=True)
class WildcardGroup:
    """Those with one core in the middle."""

    all: list[Wildcard] = field(default_factory=list[Wildcard])
    # Made when the core is first met: most never are.
    together: ExpressionSets | None = None
    alone: dict[int, Expression] = field(default_factory=dict[int, Expression])

    def fitting(self, text: str) -> tuple[list[tuple[Wildcard, Span]], int]:
        """Those that fit, each with its place; and how often an expression had to look for that."""
        if self.together is None:
            self.together = ExpressionSets([one.middle for one in self.all])
        found, fitting, looks = list[tuple[Wildcard, Span]](), Counter[int](), 1
        met = (at for at in self.together.found_in(text) if fitting[self.all[at].slot] < MAX_MATCHES_PER_FILTER)
        for at in islice(met, MAX_SEARCHES):
            looks += 1
            if span := self._alone(at).group(text):
                fitting[self.all[at].slot] += 1
                found.append((self.all[at], span))
        return found, looks

    def _alone(self, at: int) -> Expression:
        if at not in self.alone:
            if len(self.alone) >= MAX_COMPILED:
                self.alone.clear()
            self.alone[at] = Expression(self.all[at].pattern)
        return self.alone[at]
