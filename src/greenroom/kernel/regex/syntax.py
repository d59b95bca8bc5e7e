"""Parses expressions in RE2 syntax into positions; `live_positions.py` computes from them how long RE2 needs."""

import re
from collections.abc import Iterable, Iterator
from math import inf

from msgspec import Struct, field

from greenroom.kernel.regex.characters import CODE, CONTROL_ESCAPES, Atom, character_of, class_atom, literal_atom

_TOKEN = re.compile(
    rf"""
    \\Q(?P<quoted>.*?)(?:\\E|\Z)
    |(?P<code>{CODE})
    |(?P<class>\\[pP](?:\{{[^}}]*\}}|.)|\\[dDsSwWC]|\.|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]\\])*+\])
    |\\(?P<escaped>.)
    |\(\?[a-zA-Z-]*\)
    |(?P<open>\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?)
    |(?P<close>\))
    |(?P<count>\{{(?P<least>\d+)(?P<range>,(?P<most>\d*))?\}}|[*+?])
    |(?P<either>\|)
    |[$^]
    |(?P<literal>.)
    """,
    re.DOTALL | re.VERBOSE,
)


class Position(Struct):
    """A character or class at one place of an expression. RE2 copies what is counted: `.{3}` is three copies."""

    atom: Atom
    # Where it is written in the expression.
    start: int
    end: int
    # Positions that may match directly before it, as bits.
    before: int = 0
    copies: int = 1
    # Copies that can match the first character of a match: all 3 of `(a?){3}`, which may be empty, but 1 of `a{3}`.
    starting_copies: int = 1


class Part(Struct):
    """A part of an expression; `first` and `last` are bit masks of the positions that a match can begin or end with."""

    first: int = 0
    last: int = 0
    can_be_empty: bool = True
    # Index of its first position.
    begin: int = 0
    shortest: float = 0
    longest: float = 0
    # Nanoseconds per character for the positions that one attempt to match can be at, together.
    width: float = 0
    # Nanoseconds of all positions.
    total: float = 0


class Syntax(Struct):
    positions: list[Position] = field(default_factory=list[Position])
    whole: Part = field(default_factory=Part)

    def leading(self) -> list[Position]:
        """The characters and classes with which every match begins, one after the other."""
        if self.whole.first != 1:
            return []
        # Bit masks of the positions with followers, and of those with several.
        followed = branching = 0
        for position in self.positions:
            branching |= followed & position.before
            followed |= position.before
        ends = ~followed | branching | self.whole.last
        found: list[Position] = []
        for at, position in enumerate(self.positions):
            if position.copies != 1 or position.before != (1 << at >> 1):
                break
            found.append(position)
            if ends >> at & 1:
                break
        return found


def bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def read_syntax(expression: str) -> Syntax:
    reader = _Reader()
    for token in _TOKEN.finditer(expression):
        reader.read(token)
    return reader.finish()


class _Group(Struct):
    """A group that is being read: the alternatives before the current one, and the parts of the current one."""

    alternatives: list[Part] = field(default_factory=list[Part])
    parts: list[Part] = field(default_factory=list[Part])


class _Reader:
    def __init__(self) -> None:
        self._positions: list[Position] = []
        self._groups = [_Group()]
        self._was_count = False

    def read(self, token: re.Match[str]) -> None:
        was_count, self._was_count = self._was_count, bool(token["count"])
        group = self._groups[-1]
        if token["count"]:
            # A question mark after a count only says which match is preferred.
            if group.parts and not (was_count and token["count"] == "?"):
                self._repeat(group.parts[-1], _limits(token))
        elif token["class"]:
            self._add(class_atom(token["class"]), token)
        elif token["open"]:
            self._groups.append(_Group())
        elif token["close"]:
            self._close()
        elif token["either"]:
            group.alternatives.append(self._joined(group.parts))
            group.parts = []
        else:
            for character in _literal(token):
                self._add(literal_atom(character), token)

    def finish(self) -> Syntax:
        while len(self._groups) > 1:
            self._close()
        return Syntax(self._positions, self._group_part(self._groups[0]))

    def _close(self) -> None:
        if len(self._groups) > 1:
            closed = self._groups.pop()
            self._groups[-1].parts.append(self._group_part(closed))

    def _add(self, atom: Atom, token: re.Match[str]) -> None:
        at, cost = len(self._positions), atom.nanoseconds
        self._positions.append(Position(atom, token.start(), token.end()))
        self._groups[-1].parts.append(Part(1 << at, 1 << at, False, at, 1, 1, cost, cost))

    def _group_part(self, group: _Group) -> Part:
        parts = [*group.alternatives, self._joined(group.parts)]
        if len(parts) == 1:
            return parts[0]
        return Part(
            _union(one.first for one in parts),
            _union(one.last for one in parts),
            any(one.can_be_empty for one in parts),
            min(one.begin for one in parts),
            min(one.shortest for one in parts),
            max(one.longest for one in parts),
            sum(one.width for one in parts),
            sum(one.total for one in parts),
        )

    def _joined(self, parts: list[Part]) -> Part:
        whole = Part(begin=parts[0].begin if parts else len(self._positions))
        for part in parts:
            self._follow(part.first, whole.last)
            whole.first |= part.first if whole.can_be_empty else 0
            whole.last = part.last | (whole.last if part.can_be_empty else 0)
            whole.can_be_empty &= part.can_be_empty
            whole.width = _joined_width(whole, part)
            whole.total += part.total
            whole.shortest += part.shortest
            whole.longest += part.longest
        return whole

    def _follow(self, first: int, last: int) -> None:
        for at in bits(first):
            self._positions[at].before |= last

    def _repeat(self, part: Part, limits: tuple[int, int, bool]) -> None:
        """Repeats the part as RE2 does, in `most` copies; without an upper limit the last copy repeats."""
        least, most, is_endless = limits
        if most > 1 or is_endless:
            self._follow(part.first, part.last)
        for position in self._positions[part.begin :]:
            position.copies *= most
        if part.can_be_empty:
            for at in bits(part.first):
                self._positions[at].starting_copies *= most
        has_one_length = part.longest == part.shortest
        part.total *= most
        if not has_one_length:
            part.width = part.total
        part.can_be_empty |= least == 0
        part.shortest *= least
        part.longest = inf if is_endless and part.longest else part.longest * most


def _joined_width(before: Part, after: Part) -> float:
    """Width of two parts in a row; after a part of several lengths, the next can begin at several places at once."""
    beginnings = before.longest - before.shortest + 1
    if beginnings == 1 or not after.total:
        return max(before.width, after.width)
    return before.width + min(after.total, beginnings * after.width)


def _union(masks: Iterable[int]) -> int:
    whole = 0
    for mask in masks:
        whole |= mask
    return whole


def _limits(token: re.Match[str]) -> tuple[int, int, bool]:
    """Fewest and most copies, and whether the last one repeats."""
    if token["count"] in "*+?":
        return (int(token["count"] == "+"), 1, token["count"] != "?")
    least = int(token["least"])
    if token["most"]:
        return least, max(1, int(token["most"])), False
    # An open end needs one more copy.
    return least, max(1, least + (token["range"] is not None)), token["range"] is not None


def _literal(token: re.Match[str]) -> str:
    """Literal text of the token; empty if it is syntax."""
    if token["code"]:
        return character_of(token["code"])
    if token["escaped"]:
        escaped = token["escaped"]
        return CONTROL_ESCAPES.get(escaped, "") if escaped.isalnum() else escaped
    return token["quoted"] or token["literal"] or ""
