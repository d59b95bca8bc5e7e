"""Matching of commands: the same result as a naive search, bounded work, and highlighted spans."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.commands.fields import MAX_STEPS, Pattern
from greenroom.features.commands.matching.compiled import CompiledCommand, TriggerPattern
from greenroom.features.commands.matching.highlights import MAX_SPANS, pattern_spans
from greenroom.features.commands.matching.matcher import MAX_MATCHES, Matcher
from greenroom.features.commands.rules import ParsedMessage, ResponseChoice, UseConditions, fold, parse_message
from greenroom.kernel.ids import new_id
from support.call_count import count_calls

WORDS = ("hello", "good", "good night", "when", "stream", "Ünder", "a", "b!", "ß", "SS", "こんにちは", "c++", "night")


def command(name: str, *patterns: tuple[str, str], is_enabled: bool = True) -> CompiledCommand:
    return CompiledCommand(
        id=new_id(),
        names=(name,),
        patterns=tuple(TriggerPattern(kind, text) for kind, text in patterns),
        choices=(ResponseChoice("x", frozenset(), 1),),
        pick="first",
        response_type="say",
        conditions=UseConditions(is_enabled, frozenset(), 0, "always"),
        global_cooldown=0,
        chatter_cooldown=0,
        mods_skip_cooldown=True,
        is_public=True,
    )


def parse(text: str) -> ParsedMessage:
    return parse_message(text, is_reply=False)


def is_word_character(character: str) -> bool:
    """Whether the character is a letter, a digit or `_`, and its script has spaces between words."""
    is_unspaced = "\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ua4cf" or character >= "\uf900"
    return (character.isalnum() or character == "_") and not is_unspaced


def contains(text: str, words: str) -> bool:
    """Whether the text contains the words as whole words."""
    line, needle = " ".join(fold(text).split()), " ".join(fold(words).split())
    for at in range(len(line) - len(needle) + 1):
        end = at + len(needle)
        if line[at:end] != needle:
            continue
        is_cut = at > 0 and is_word_character(line[at - 1]) and is_word_character(line[at])
        if not is_cut and not (end < len(line) and is_word_character(line[end - 1]) and is_word_character(line[end])):
            return True
    return False


def matches(one: CompiledCommand, text: str) -> bool:
    def is_found(pattern: TriggerPattern) -> bool:
        match pattern.kind:
            case "phrase":
                return contains(text, pattern.text)
            case "words":
                return all(contains(text, word) for word in pattern.text.split())
            case _:
                return re.search(pattern.text, text, re.IGNORECASE) is not None

    return any(is_found(pattern) for pattern in one.patterns)


def find_naively(commands: list[CompiledCommand], message: ParsedMessage) -> list[CompiledCommand]:
    called = [one for one in commands if fold(message.word) in map(fold, one.names)]
    if called and called[0].conditions.is_enabled:
        return called
    return called + [one for one in commands if matches(one, message.text) and one not in called][:MAX_MATCHES]


phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
patterns = st.one_of(
    st.tuples(st.sampled_from(["words", "phrase"]), phrases),
    st.tuples(st.just("regex"), st.sampled_from([r"stre+am", r"^good", r"night$", r"\d+", r"a|b!"])),
)
CommandDrafts = list[tuple[list[tuple[str, str]], bool]]
words = st.sampled_from([*WORDS, "!c0", "!C1", "streaming", "goodnight", "42", "x", " "])
texts = st.lists(st.one_of(words, st.text(max_size=3)), max_size=8).map(" ".join)


@given(st.lists(st.tuples(st.lists(patterns, max_size=3), st.booleans()), max_size=8), texts)
def test_matcher_finds_the_same_as_a_naive_search(drawn: CommandDrafts, text: str) -> None:
    commands = [
        command(f"!c{number}", *pattern, is_enabled=is_enabled) for number, (pattern, is_enabled) in enumerate(drawn)
    ]
    message = parse(text)
    assert Matcher.of(commands).find(message) == find_naively(commands, message)


def test_number_of_matches_is_limited() -> None:
    commands = [command(f"!c{number:03}", ("words", "hello")) for number in range(100)]
    assert Matcher.of(commands).find(parse("hello")) == commands[:MAX_MATCHES]


def test_invisible_characters_after_a_name_are_ignored() -> None:
    hello = command("!hello")
    assert Matcher.of([hello]).find(parse("!hello \U000e0000")) == [hello]
    assert Matcher.of([hello]).find(parse("!hello\u034f")) == [hello]
    assert parse("!hello   to  you \U000e0000").query == "to  you"


def test_name_that_moved_stays_with_its_new_command_when_the_old_one_is_removed_later() -> None:
    old, new = command("!x"), command("!x")
    matcher = Matcher.of([old])
    matcher.replace_names([], [new])
    matcher.replace_names([old], [])
    assert matcher.find(parse("!x")) == [new]
    matcher.replace_names([new], [])
    assert matcher.find(parse("!x")) == []


def test_empty_message_matches_nothing() -> None:
    assert Matcher.of([command("!a", ("regex", "x"))]).find(parse("")) == []


def test_commands_with_the_same_pattern_cost_one_check() -> None:
    many = [command(f"!{at}", ("words", "good stream tonight"), ("phrase", "good night")) for at in range(2_000)]
    matcher = Matcher.of(many)
    with count_calls() as count:
        found = matcher.find(parse("a good night, a good stream tonight"))
    assert [one.name for one in found] == [f"!{at}" for at in range(MAX_MATCHES)]
    assert count.calls < 200


def test_a_channel_may_have_15_000_patterns_of_two_words() -> None:
    assert MAX_STEPS // Pattern(kind="words", text="good stream").steps() == 15_000
    assert Pattern(kind="phrase", text="good stream").steps() == 1


def highlighted(text: str, *patterns: tuple[str, str]) -> list[str]:
    return [
        text[start:end] for start, end in pattern_spans([TriggerPattern(kind, words) for kind, words in patterns], text)
    ]


@pytest.mark.parametrize(
    ("text", "pattern", "found"),
    [
        ("So when is the STREAM, when", ("words", "when stream"), ["when", "STREAM", "when"]),
        ("streaming when", ("words", "when stream"), []),
        ("  a  good \t night, goodnight", ("phrase", "Good  night"), ["good \t night"]),
        ("🦊 streeeam and stream", ("regex", "stre+am"), ["streeeam", "stream"]),
        ("die STRASSE", ("phrase", "straße"), ["STRASSE"]),
        ("die Straße da", ("phrase", "STRASSE"), ["Straße"]),
        # Combining accents, and letters composed of jamo.
        ("un cafe\u0301 noir", ("phrase", "café"), ["cafe\u0301"]),
        ("x \u1112\u1161\u11ab y", ("phrase", "한"), ["\u1112\u1161\u11ab"]),
        ("İstanbul now", ("phrase", "now"), ["now"]),
        ("hello", ("regex", "x*"), []),
    ],
)
def test_pattern_matches_are_highlighted(text: str, pattern: tuple[str, str], found: list[str]) -> None:
    assert highlighted(text, pattern) == found


def test_highlights_are_distinct_sorted_and_limited() -> None:
    assert highlighted("b a b", ("words", "a b"), ("phrase", "b"), ("regex", "a")) == ["b", "a", "b"]
    assert len(highlighted("a " * 2_000, ("words", "a"))) == MAX_SPANS


@given(st.lists(patterns, min_size=1, max_size=3), texts)
def test_every_match_has_a_highlight(pattern: list[tuple[str, str]], text: str) -> None:
    matching = Matcher.of([command("!c", *pattern)]).patterns.matching(text)
    assert bool(pattern_spans([TriggerPattern(kind, words) for kind, words in pattern], text)) == bool(matching)


def test_slow_regex_gets_fewer_highlights() -> None:
    # Each highlight costs another search, and a search for this regex reads far ahead from every `a`.
    slow = f"a(?:{'[ab]{1,250}b' * 24}z)?"
    assert len(highlighted("ab" * 250, ("regex", slow))) == 1
    assert len(highlighted("ab" * 250, ("regex", "a"))) == MAX_SPANS


def test_matcher_with_a_slow_regex_is_marked_as_slow() -> None:
    def is_slow(regex: str) -> bool:
        return Matcher.of([command("!one", ("regex", regex))]).patterns.speed.is_slow

    assert is_slow("!.{1,200}#.{1,200}~|abcdefghijklmnopqrstuvwxyz")
    assert not is_slow(r"free\s+(?:viewers|followers)")
