"""All names and patterns of a channel, looked for at once, however many there are.

A name is one look into a dictionary. TextIndex and phrases are found by one automaton in one pass over the message, and
all expressions by one machine in another pass: what a message costs does not grow with the number of commands.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ahocorasick_rs import AhoCorasick, Implementation

from greenroom.features.commands.matching.compiled import CompiledCommand, TriggerPattern
from greenroom.features.commands.rules import ParsedMessage, fold
from greenroom.kernel.safe_regex import ExpressionSets

# PatternIndex that one message can fit and somebody would want to hear of.
MAX_MATCHES = 10
# Up to so many letters a table of all moves is worth its memory (about 25 MB); beyond, a smaller machine is slower.
MAX_DFA_CHARACTERS = 150_000


def is_whole_word(text: str, start: int, end: int) -> bool:
    """Whether no word goes on before or after."""
    return not (
        (start > 0 and _continues_word(text[start - 1], text[start]))
        or (end < len(text) and _continues_word(text[end - 1], text[end]))
    )


def _continues_word(left: str, right: str) -> bool:
    """Scripts that put no spaces between words have none that could end too early."""
    return _is_letter(left) and _is_letter(right)


def _is_letter(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character == "_"
    is_unspaced = "\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ua4cf" or character >= "\uf900"
    return character.isalnum() and not is_unspaced


def normalized(text: str) -> str:
    """Spaces count once, however many were typed."""
    return " ".join(fold(text).split())


def _pieces(wanted: TriggerPattern, counts: Mapping[str, int]) -> list[str]:
    """The rarest word first: many patterns that share one are not all looked at when it is said."""
    line = normalized(wanted.text)
    if wanted.kind == "phrase":
        return [line]
    return sorted(dict.fromkeys(line.split()), key=lambda word: (counts[word], -len(word)))


# TextIndex by their numbers: those that have to be there beside the one that a pattern is looked for by.
WordIds = frozenset[int]


class TextIndex:
    """Texts that are looked for all at once; each has a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._automaton: AhoCorasick | None = None

    def number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def settle(self) -> None:
        """There will be no others."""
        if self._numbers:
            kind = (
                Implementation.DFA
                if sum(map(len, self._numbers)) <= MAX_DFA_CHARACTERS
                else Implementation.ContiguousNFA
            )
            self._automaton = AhoCorasick(list(self._numbers), implementation=kind)

    def said_in(self, line: str) -> set[int]:
        # Nearly always nothing.
        if self._automaton is None or not (hits := self._automaton.find_matches_as_indexes(line, overlapping=True)):
            return set()
        said: set[int] = set()
        for at, start, end in hits:
            if at not in said and is_whole_word(line, start, end):
                said.add(at)
        return said


@dataclass(slots=True, eq=False)
class PatternIndex:
    """Those of all commands, in the order of the commands."""

    commands: Sequence[CompiledCommand]
    # The phrases, and the rarest word of each other pattern: in most messages there is none of them.
    _anchors: TextIndex = field(default_factory=TextIndex)
    # What else they need, looked for when an anchor is there.
    _others: TextIndex = field(default_factory=TextIndex)
    # For each anchor what is needed beside it, and the first commands that want just that.
    _wanted: dict[int, dict[WordIds, list[int]]] = field(default_factory=dict[int, dict[WordIds, list[int]]])
    _expressions: ExpressionSets | None = None
    # Which command each expression belongs to.
    _owners: list[int] = field(default_factory=list[int])

    @classmethod
    def of(cls, commands: Iterable[CompiledCommand]) -> "PatternIndex":
        made = cls([command for command in commands if command.patterns])
        expressions: list[str] = []
        listed = [(place, wanted) for place, command in enumerate(made.commands) for wanted in command.patterns]
        counts = Counter(
            word for _, wanted in listed if wanted.kind == "words" for word in normalized(wanted.text).split()
        )
        for place, wanted in listed:
            if wanted.kind == "regex":
                made._owners.append(place)
                expressions.append(wanted.text)
            else:
                made._want(place, _pieces(wanted, counts))
        made._anchors.settle()
        made._others.settle()
        if expressions:
            made._expressions = ExpressionSets(expressions)
        return made

    def _want(self, place: int, pieces: Sequence[str]) -> None:
        anchor, others = self._anchors.number(pieces[0]), frozenset(map(self._others.number, pieces[1:]))
        places = self._wanted.setdefault(anchor, {}).setdefault(others, [])
        if len(places) < MAX_MATCHES:
            places.append(place)

    def fitting(self, text: str) -> list[CompiledCommand]:
        if not self.commands:
            return []
        line = normalized(text)
        places: set[int] = set()
        if anchors := self._anchors.said_in(line):
            others = self._others.said_in(line)
            for anchor in anchors:
                for needed, wanting in self._wanted[anchor].items():
                    if needed <= others:
                        places.update(wanting)
        if self._expressions is not None and (found := self._expressions.found_in(text)):
            places.update(self._owners[at] for at in found)
        return [self.commands[place] for place in sorted(places)[:MAX_MATCHES]] if places else []


@dataclass(slots=True, eq=False)
class Matcher:
    names: dict[str, CompiledCommand]
    patterns: PatternIndex

    @classmethod
    def of(cls, commands: Iterable[CompiledCommand]) -> "Matcher":
        listed = list(commands)
        return cls({key: one for one in listed for key in one.keys}, PatternIndex.of(listed))

    def swap(self, before: Iterable[CompiledCommand], fresh: Iterable[CompiledCommand]) -> None:
        """Another may have got a name of theirs meanwhile: we hear of changes in any order."""
        for one in before:
            for key in one.keys:
                if self.names.get(key) is one:
                    del self.names[key]
        for one in fresh:
            self.names.update(dict.fromkeys(one.keys, one))

    def called(self, word: str) -> CompiledCommand | None:
        return self.names.get(fold(word))

    def find(self, asked: ParsedMessage) -> list[CompiledCommand]:
        """The one that is called by its name, else those whose pattern is in the text; most messages fit nothing.

        A command that is off does not keep its name from those that listen to what is said.
        """
        called = self.names.get(asked.name)
        if called is not None and called.conditions.is_enabled:
            return [called]
        fitting = self.patterns.fitting(asked.text)
        return fitting if called is None else [called, *(one for one in fitting if one is not called)]
