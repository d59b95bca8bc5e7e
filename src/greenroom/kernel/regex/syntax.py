"""Reads the literal characters, character classes and counts of regular expressions in RE2 syntax."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from msgspec import Struct

from greenroom.kernel.regex.safe_regex import BadExpression, Expression

# A class that matches more of the sampled characters can match nearly any text.
MAX_NARROW_MEMBERS = 16
# Of a wide class that matches none of the usual characters.
MAX_WIDE_MEMBERS = 3
# Literals and narrow classes that are repeated less often match too few texts to count.
MIN_COUNTED_REPEATS = 10
# Different classes of a list that are compiled to find their members; further ones are judged by how they are written.
MAX_COMPILED_CLASSES = 2_000
MAX_CODE_POINT = 0x10FFFF
USUAL_CHARACTERS = "x 0!é日"

_TOKEN = re.compile(
    r"""
    \\Q(?P<quoted>.*?)(?:\\E|\Z)
    |(?P<code>\\x\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3})
    |(?P<class>\\[pP](?:\{[^}]*\}|.)|\\[dDsSwWC]|\.|\[\^?\]?(?:\[:\^?[a-z]+:\]|\\.|[^\]\\])*+\])
    |\\(?P<escaped>.)
    |\(\?[a-zA-Z-]*\)
    |(?P<open>\((?:\?(?:P?<[^>]*>|[a-zA-Z-]*:))?)
    |(?P<close>\))
    |\{(?P<least>\d+)(?P<range>,(?P<most>\d*))?\}
    |(?P<mark>[*+?|^$])
    |(?P<literal>\w+|.)
    """,
    re.DOTALL | re.VERBOSE,
)
_CODE = re.compile(r"\\x\{[0-9a-fA-F]+\}|\\x[0-9a-fA-F]{2}|\\[0-7]{1,3}")
_CONTROL_ESCAPES = {"a": "\a", "f": "\f", "t": "\t", "n": "\n", "r": "\r", "v": "\v"}
# Every visible ASCII character, and some of each script.
_SAMPLE = (
    "".join(map(chr, range(0x20, 0x7F)))
    + "".join(map(chr, range(0xA0, 0x3000, 24)))
    + "".join(chr(code) for code in range(0x3000, 0x20000, 0x100) if not 0xD800 <= code < 0xE000)
)


class Atom(Struct):
    """A class or some literal characters, with the number of its copies in the expanded expression."""

    members: Sequence[str]
    is_wide: bool = False
    length: int = 1
    repeats: int = 1

    @property
    def positions(self) -> int:
        """Copies that RE2 may have to follow at the same time."""
        return self.length * self.repeats if self.is_wide or self.repeats > MIN_COUNTED_REPEATS else 0


class Syntax(Struct, frozen=True):
    atoms: list[Atom]
    # Runs of two or more literal characters.
    fragments: list[str]

    @property
    def positions(self) -> int:
        return sum(atom.positions for atom in self.atoms)


def read_syntaxes(expressions: Sequence[str]) -> list[Syntax]:
    compiled: set[str] = set()
    return [_read(one, compiled) for one in expressions]


def _read(expression: str, compiled: set[str]) -> Syntax:
    atoms: list[Atom] = []
    fragments: list[str] = []
    # Indexes of the first atoms: of the open groups, and of what a count repeats.
    opened: list[int] = []
    last = 0
    run = ""
    for token in _TOKEN.finditer(expression):
        literal = _literal(token)
        if literal:
            if len(literal) > 1:
                atoms.append(Atom(literal[:-1], length=len(literal) - 1))
            # A count repeats the last character only.
            last, run = len(atoms), run + literal
            atoms.append(Atom(literal[-1]))
            continue
        fragments, run = [*fragments, run] if len(run) > 1 else fragments, ""
        if token["class"]:
            last = len(atoms)
            atoms.append(_class_atom(token["class"], compiled))
        elif token["open"]:
            opened.append(len(atoms))
        elif token["close"]:
            last = opened.pop() if opened else 0
        elif token["least"]:
            repeats = _repeats(token)
            for atom in atoms[last:]:
                atom.repeats *= repeats
    return Syntax(atoms, [*fragments, run] if len(run) > 1 else fragments)


def _repeats(token: re.Match[str]) -> int:
    """RE2 copies what is repeated; an open end needs one more copy."""
    least = int(token["least"])
    return max(1, int(token["most"]) if token["most"] else least + (token["range"] is not None))


def _literal(token: re.Match[str]) -> str:
    """Literal text of the token; empty if it is syntax."""
    if token["code"]:
        return _character(token["code"])
    if token["escaped"]:
        escaped = token["escaped"]
        return _CONTROL_ESCAPES.get(escaped, "") if escaped.isalpha() else escaped
    return token["quoted"] or token["literal"] or ""


def _character(code: str) -> str:
    digits = code.strip("\\x{}")
    number = int(digits or "0", 16 if code[1] == "x" else 8)
    return chr(number) if number <= MAX_CODE_POINT and not 0xD800 <= number < 0xE000 else ""


def _class_atom(source: str, compiled: set[str]) -> Atom:
    if source not in compiled and len(compiled) >= MAX_COMPILED_CLASSES:
        return Atom(tuple(source[1:-1]), is_wide=any(mark in source for mark in "\\^-:."))
    compiled.add(source)
    members = _members(source)
    if len(members) <= MAX_NARROW_MEMBERS:
        return Atom(members)
    if any(character in members for character in USUAL_CHARACTERS):
        return Atom((), is_wide=True)
    return Atom(members[:: len(members) // MAX_WIDE_MEMBERS][:MAX_WIDE_MEMBERS], is_wide=True)


@lru_cache(maxsize=MAX_COMPILED_CLASSES)
def _members(source: str) -> tuple[str, ...]:
    """Those of the sampled characters that the class matches, and of the characters it names itself."""
    named = "".join(_named_characters(source))
    text = "".join(dict.fromkeys(named + _SAMPLE + USUAL_CHARACTERS))
    try:
        spans = list(Expression(f"(?s:{source})").spans(text, len(text)))
    except BadExpression:
        return tuple(dict.fromkeys(named))
    found: dict[str, str] = {}
    for start, end in spans:
        # Case is ignored, so one of both letters is enough: the one that the class names.
        found.setdefault(text[start:end].lower(), text[start:end])
    return tuple(found.values())


def _named_characters(source: str) -> Iterator[str]:
    yield from (_character(code) for code in _CODE.findall(source))
    yield source
