"""Matches a message against all names and patterns of a channel in one pass.

A name is one dictionary lookup. Words and phrases are found by two Aho-Corasick automata and regular expressions by
RE2 sets, so the cost of a message hardly grows with the number of commands.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from ahocorasick_rs import AhoCorasick, Implementation
from msgspec import Struct, field

from greenroom.features.commands.matching.compiled import CompiledCommand, TriggerPattern
from greenroom.features.commands.rules import ParsedMessage, fold
from greenroom.kernel.regex.cost import MAX_STEPS_ON_LOOP, total_steps
from greenroom.kernel.regex.safe_regex import ExpressionSets
from greenroom.kernel.tasks.threads import MatchingSpeed

# Maximum number of commands that patterns find for one message.
MAX_MATCHES = 10
# Up to this many characters in all texts, the faster DFA is worth its memory (about 25 MB).
MAX_DFA_CHARACTERS = 150_000


def is_whole_word(text: str, start: int, end: int) -> bool:
    """Whether the span starts and ends at word boundaries."""
    return not (
        (start > 0 and _continues_word(text[start - 1], text[start]))
        or (end < len(text) and _continues_word(text[end - 1], text[end]))
    )


def _continues_word(left: str, right: str) -> bool:
    """Whether both characters belong to one word; False in scripts without spaces between words."""
    return _is_word_character(left) and _is_word_character(right)


def _is_word_character(character: str) -> bool:
    if character.isascii():
        return character.isalnum() or character == "_"
    is_unspaced = "\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ua4cf" or character >= "\uf900"
    return character.isalnum() and not is_unspaced


def normalized(text: str) -> str:
    """The text case-folded, stripped, and with each run of whitespace as one space."""
    return " ".join(fold(text).split())


def _pieces(pattern: TriggerPattern, counts: Mapping[str, int]) -> list[str]:
    """The phrase, or the words, the rarest first: only a message that has the first is searched for the others."""
    line = normalized(pattern.text)
    if pattern.kind == "phrase":
        return [line]
    return sorted(dict.fromkeys(line.split()), key=lambda word: (counts[word], -len(word)))


# The words of a `words` pattern, apart from its rarest one, as numbers of `PatternIndex._others`.
WordIds = frozenset[int]


class TextIndex:
    """Finds in one pass which of many texts a line contains as whole words; each text has a number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._automaton: AhoCorasick | None = None

    def number(self, text: str) -> int:
        return self._numbers.setdefault(text, len(self._numbers))

    def build(self) -> None:
        """Builds the automaton after the last text was added."""
        if self._numbers:
            kind = (
                Implementation.DFA
                if sum(map(len, self._numbers)) <= MAX_DFA_CHARACTERS
                else Implementation.ContiguousNFA
            )
            self._automaton = AhoCorasick(list(self._numbers), implementation=kind)

    def found_in(self, line: str) -> set[int]:
        # Most messages contain none of the texts.
        if self._automaton is None or not (hits := self._automaton.find_matches_as_indexes(line, overlapping=True)):
            return set()
        found: set[int] = set()
        for at, start, end in hits:
            if at not in found and is_whole_word(line, start, end):
                found.add(at)
        return found


class PatternIndex(Struct, eq=False):
    """The patterns of all commands, in the order of the commands."""

    commands: Sequence[CompiledCommand]
    # Phrases, and the rarest word of each `words` pattern: most messages contain no anchor.
    _anchors: TextIndex = field(default_factory=TextIndex)
    # The other words of `words` patterns, searched only if the message contains an anchor.
    _others: TextIndex = field(default_factory=TextIndex)
    # By anchor, then by the other required words: positions of the first MAX_MATCHES commands with such a pattern.
    _required: dict[int, dict[WordIds, list[int]]] = field(default_factory=dict[int, dict[WordIds, list[int]]])
    _expressions: ExpressionSets | None = None
    # For each expression, the position of its command.
    _owners: list[int] = field(default_factory=list[int])
    speed: MatchingSpeed = field(default_factory=MatchingSpeed)

    @classmethod
    def of(cls, commands: Iterable[CompiledCommand]) -> "PatternIndex":
        index = cls([command for command in commands if command.patterns])
        expressions: list[str] = []
        listed = [(at, pattern) for at, command in enumerate(index.commands) for pattern in command.patterns]
        counts = Counter(
            word for _, pattern in listed if pattern.kind == "words" for word in normalized(pattern.text).split()
        )
        for at, pattern in listed:
            if pattern.kind == "regex":
                index._owners.append(at)
                expressions.append(pattern.text)
            else:
                index._add(at, _pieces(pattern, counts))
        index._anchors.build()
        index._others.build()
        if expressions:
            index._expressions = ExpressionSets(expressions)
            index.speed.is_slow = total_steps(expressions) > MAX_STEPS_ON_LOOP
        return index

    def _add(self, position: int, pieces: Sequence[str]) -> None:
        anchor, others = self._anchors.number(pieces[0]), frozenset(map(self._others.number, pieces[1:]))
        positions = self._required.setdefault(anchor, {}).setdefault(others, [])
        if len(positions) < MAX_MATCHES:
            positions.append(position)

    def matching(self, text: str) -> list[CompiledCommand]:
        if not self.commands:
            return []
        line = normalized(text)
        positions: set[int] = set()
        if anchors := self._anchors.found_in(line):
            others = self._others.found_in(line)
            for anchor in anchors:
                for needed, matching_positions in self._required[anchor].items():
                    if needed <= others:
                        positions.update(matching_positions)
        if self._expressions is not None and (found := self._expressions.found_in(text)):
            positions.update(self._owners[at] for at in found)
        return [self.commands[position] for position in sorted(positions)[:MAX_MATCHES]] if positions else []


class Matcher(Struct, eq=False):
    names: dict[str, CompiledCommand]
    patterns: PatternIndex

    @classmethod
    def of(cls, commands: Iterable[CompiledCommand]) -> "Matcher":
        listed = list(commands)
        return cls({key: one for one in listed for key in one.keys}, PatternIndex.of(listed))

    def replace_names(self, before: Iterable[CompiledCommand], current: Iterable[CompiledCommand]) -> None:
        """Replaces the names of changed commands; a name that belongs to another command by now is not removed."""
        for one in before:
            for key in one.keys:
                if self.names.get(key) is one:
                    del self.names[key]
        for one in current:
            self.names.update(dict.fromkeys(one.keys, one))

    def find_by_name(self, word: str) -> CompiledCommand | None:
        return self.names.get(fold(word))

    def find(self, parsed: ParsedMessage) -> list[CompiledCommand]:
        """The enabled command of this name alone; else a disabled one of this name, and all with a matching pattern."""
        called = self.names.get(parsed.name)
        if called is not None and called.conditions.is_enabled:
            return [called]
        matching = self.patterns.matching(parsed.text)
        return matching if called is None else [called, *(one for one in matching if one is not called)]
