"""The matcher finds what somebody would find who looked at one command after the other."""

import re
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.commands.fields import MAX_STEPS, Pattern
from greenroom.features.commands.matching.compiled import CompiledCommand, TriggerPattern
from greenroom.features.commands.matching.highlights import MAX_SPANS, pattern_spans
from greenroom.features.commands.matching.matcher import MAX_MATCHES, Matcher
from greenroom.features.commands.rules import ParsedMessage, ResponseChoice, UseConditions, fold, parse_message
from greenroom.kernel.ids import new_id

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


def asked(text: str) -> ParsedMessage:
    return parse_message(text, is_reply=False)


def goes_on(character: str) -> bool:
    """Not in scripts that put no spaces between words."""
    is_unspaced = "\u0e00" <= character <= "\u0eff" or "\u2e80" <= character <= "\ua4cf" or character >= "\uf900"
    return (character.isalnum() or character == "_") and not is_unspaced


def says(text: str, words: str) -> bool:
    """Letter by letter: whether the words stand there as whole words."""
    line, needle = " ".join(fold(text).split()), " ".join(fold(words).split())
    for at in range(len(line) - len(needle) + 1):
        end = at + len(needle)
        if line[at:end] != needle:
            continue
        is_cut = at > 0 and goes_on(line[at - 1]) and goes_on(line[at])
        if not is_cut and not (end < len(line) and goes_on(line[end - 1]) and goes_on(line[end])):
            return True
    return False


def fits(one: CompiledCommand, text: str) -> bool:
    def has(wanted: TriggerPattern) -> bool:
        match wanted.kind:
            case "phrase":
                return says(text, wanted.text)
            case "words":
                return all(says(text, word) for word in wanted.text.split())
            case _:
                return re.search(wanted.text, text, re.IGNORECASE) is not None

    return any(has(wanted) for wanted in one.patterns)


def naively(commands: list[CompiledCommand], question: ParsedMessage) -> list[CompiledCommand]:
    called = [one for one in commands if fold(question.word) in map(fold, one.names)]
    if called and called[0].conditions.is_enabled:
        return called
    return called + [one for one in commands if fits(one, question.text) and one not in called][:MAX_MATCHES]


phrases = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map(" ".join)
patterns = st.one_of(
    st.tuples(st.sampled_from(["words", "phrase"]), phrases),
    st.tuples(st.just("regex"), st.sampled_from([r"stre+am", r"^good", r"night$", r"\d+", r"a|b!"])),
)
Given = list[tuple[list[tuple[str, str]], bool]]
words = st.sampled_from([*WORDS, "!c0", "!C1", "streaming", "goodnight", "42", "x", " "])
texts = st.lists(st.one_of(words, st.text(max_size=3)), max_size=8).map(" ".join)


@given(st.lists(st.tuples(st.lists(patterns, max_size=3), st.booleans()), max_size=8), texts)
def test_matcher_finds_what_a_naive_look_finds(wishes: Given, text: str) -> None:
    commands = [
        command(f"!c{number}", *wanted, is_enabled=is_enabled) for number, (wanted, is_enabled) in enumerate(wishes)
    ]
    question = asked(text)
    assert Matcher.of(commands).find(question) == naively(commands, question)


def test_many_that_fit_are_not_all_told() -> None:
    commands = [command(f"!c{number:03}", ("words", "hello")) for number in range(100)]
    assert Matcher.of(commands).find(asked("hello")) == commands[:MAX_MATCHES]


def test_what_chat_programs_append_is_not_part_of_the_name() -> None:
    hello = command("!hello")
    assert Matcher.of([hello]).find(asked("!hello \U000e0000")) == [hello]
    assert Matcher.of([hello]).find(asked("!hello\u034f")) == [hello]
    assert asked("!hello   to  you \U000e0000").query == "to  you"


def test_name_that_went_from_one_to_another_stays_with_the_new_one_whichever_is_heard_of_first() -> None:
    old, new = command("!x"), command("!x")
    matcher = Matcher.of([old])
    matcher.swap([], [new])
    matcher.swap([old], [])
    assert matcher.find(asked("!x")) == [new]
    matcher.swap([new], [])
    assert matcher.find(asked("!x")) == []


def test_nothing_is_found_in_nothing() -> None:
    assert Matcher.of([command("!a", ("regex", "x"))]).find(asked("")) == []


def test_many_commands_that_want_the_same_are_looked_at_once() -> None:
    many = [command(f"!{at}", ("words", "good stream tonight"), ("phrase", "good night")) for at in range(2_000)]
    calls = 0

    def count(_: object, event: str, __: object) -> None:
        nonlocal calls
        calls += event in {"call", "c_call"}

    matcher = Matcher.of(many)
    sys.setprofile(count)
    try:
        found = matcher.find(asked("a good night, a good stream tonight"))
    finally:
        sys.setprofile(None)
    assert [one.name for one in found] == [f"!{at}" for at in range(MAX_MATCHES)]
    assert calls < 200


def test_patterns_of_several_words_are_bounded_for_a_channel() -> None:
    assert MAX_STEPS // Pattern(kind="words", text="good stream").steps() == 15_000
    assert Pattern(kind="phrase", text="good stream").steps() == 1


def marked(text: str, *patterns: tuple[str, str]) -> list[str]:
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
        # Accents that are typed after their letter, and letters that are put together from two.
        ("un cafe\u0301 noir", ("phrase", "café"), ["cafe\u0301"]),
        ("x \u1112\u1161\u11ab y", ("phrase", "한"), ["\u1112\u1161\u11ab"]),
        ("İstanbul now", ("phrase", "now"), ["now"]),
        ("hello", ("regex", "x*"), []),
    ],
)
def test_place_of_a_pattern_is_known(text: str, pattern: tuple[str, str], found: list[str]) -> None:
    assert marked(text, pattern) == found


def test_places_are_told_once_and_in_order_and_not_without_end() -> None:
    assert marked("b a b", ("words", "a b"), ("phrase", "b"), ("regex", "a")) == ["b", "a", "b"]
    assert len(marked("a " * 2_000, ("words", "a"))) == MAX_SPANS


@given(st.lists(patterns, min_size=1, max_size=3), texts)
def test_what_fits_has_a_place(wanted: list[tuple[str, str]], text: str) -> None:
    fitting = Matcher.of([command("!c", *wanted)]).patterns.fitting(text)
    assert bool(pattern_spans([TriggerPattern(kind, words) for kind, words in wanted], text)) == bool(fitting)
