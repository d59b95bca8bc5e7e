"""All names and patterns of a channel, looked for at once, however many there are.

A name is one look into a dictionary. Words and phrases are found by one automaton in one pass over the message, and
all expressions by one machine in another pass: what a message costs does not grow with the number of commands.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ahocorasick_rs import AhoCorasick, Implementation

from greenroom.chat.linear import ExpressionSets
from greenroom.features.commands.ready import Ready, Wanted
from greenroom.features.commands.rules import Asked, fold

# Patterns that one message can fit and somebody would want to hear of.
MOST_FITTING = 10
# Up to so many letters a table of all moves is worth its memory (about 25 MB); beyond, a smaller machine is slower.
MOST_TABLED = 150_000


def is_whole(text: str, start: int, end: int) -> bool:
    """Whether no word goes on before or after."""
    return not (
        (start > 0 and _is_one_word(text[start - 1], text[start]))
        or (end < len(text) and _is_one_word(text[end - 1], text[end]))
    )


def _is_one_word(left: str, right: str) -> bool:
    """Scripts that put no spaces between words have none that could end too early."""
    return _is_letter(left) and _is_letter(right)


def _is_letter(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character == "_"
    is_unspaced = "\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ua4cf" or character >= "\uf900"
    return character.isalnum() and not is_unspaced


def has_whole(text: str, needle: str) -> bool:
    at = text.find(needle)
    while at >= 0:
        if is_whole(text, at, at + len(needle)):
            return True
        at = text.find(needle, at + 1)
    return False


@dataclass(frozen=True, slots=True)
class Needle:
    """Looked for by its rarest word; the others are compared when that is there."""

    place: int
    anchor: str
    others: tuple[str, ...]

    @classmethod
    def of(cls, place: int, wanted: Wanted, counts: Mapping[str, int]) -> "Needle":
        """`counts` says how many patterns have a word: many that share one are not all looked at when it is said."""
        if wanted.kind == "phrase":
            return cls(place, _line(wanted.text), ())
        words = sorted(dict.fromkeys(_line(wanted.text).split()), key=lambda word: (counts[word], -len(word)))
        return cls(place, words[0], tuple(words[1:]))

    def fits(self, text: str) -> bool:
        return all(has_whole(text, word) for word in self.others)


def _line(text: str) -> str:
    """Spaces count once, however many were typed."""
    return " ".join(fold(text).split())


@dataclass(slots=True, eq=False)
class Patterns:
    """Those of all commands, in the order of the commands."""

    commands: Sequence[Ready]
    _anchors: dict[str, list[Needle]] = field(default_factory=dict[str, list[Needle]])
    _lengths: list[list[Needle]] = field(default_factory=list[list[Needle]])
    _automaton: AhoCorasick | None = None
    _expressions: ExpressionSets | None = None
    # Which command each expression belongs to.
    _owners: list[int] = field(default_factory=list[int])

    @classmethod
    def of(cls, commands: Iterable[Ready]) -> "Patterns":
        made = cls([command for command in commands if command.patterns])
        expressions: list[str] = []
        looked_for = [wanted for command in made.commands for wanted in command.patterns if wanted.kind == "words"]
        counts = Counter(word for wanted in looked_for for word in _line(wanted.text).split())
        for place, command in enumerate(made.commands):
            for wanted in command.patterns:
                if wanted.kind == "regex":
                    made._owners.append(place)
                    expressions.append(wanted.text)
                else:
                    needle = Needle.of(place, wanted, counts)
                    made._anchors.setdefault(needle.anchor, []).append(needle)
        if made._anchors:
            made._lengths = list(made._anchors.values())
            size = sum(map(len, made._anchors))
            kind = Implementation.DFA if size <= MOST_TABLED else Implementation.ContiguousNFA
            made._automaton = AhoCorasick(list(made._anchors), implementation=kind)
        if expressions:
            made._expressions = ExpressionSets(expressions)
        return made

    def fitting(self, text: str) -> list[Ready]:
        if not self.commands:
            return []
        places = set[int]() if self._automaton is None else self._said(text, self._automaton)
        if self._expressions is not None:
            places.update(self._owners[at] for at in self._expressions.found_in(text))
        return [self.commands[place] for place in sorted(places)[:MOST_FITTING]]

    def _said(self, text: str, automaton: AhoCorasick) -> set[int]:
        line = _line(text)
        places, seen = set[int](), set[int]()
        for at, start, end in automaton.find_matches_as_indexes(line, overlapping=True):
            if at not in seen and is_whole(line, start, end):
                seen.add(at)
                places.update(needle.place for needle in self._lengths[at] if needle.fits(line))
        return places


@dataclass(slots=True, eq=False)
class Matcher:
    names: dict[str, Ready]
    patterns: Patterns

    @classmethod
    def of(cls, commands: Iterable[Ready]) -> "Matcher":
        listed = list(commands)
        return cls({key: one for one in listed for key in one.keys}, Patterns.of(listed))

    def called(self, word: str) -> Ready | None:
        return self.names.get(fold(word)) if word else None

    def find(self, asked: Asked) -> list[Ready]:
        """The one that is called by its name, else those whose pattern is in the text; most messages fit nothing.

        A command that is off does not keep its name from those that listen to what is said.
        """
        called = self.called(asked.word)
        if called is not None and called.conditions.is_enabled:
            return [called]
        fitting = self.patterns.fitting(asked.text)
        return fitting if called is None else [called, *(one for one in fitting if one is not called)]
