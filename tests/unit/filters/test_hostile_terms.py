"""Terms that would starve, stall or mislead the filters, if they were taken as they come."""

import sys
from itertools import islice, permutations, product
from types import FrameType

import pytest

from greenroom.features.filters.matching import terms as terms_of
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.phrases import MAX_SAME_LETTERS
from greenroom.features.filters.matching.term_matcher import (
    MAX_COMPARED_CHARACTERS,
    InvalidTerm,
    MatchOptions,
    Term,
    TermKind,
    TermMatcher,
    check_term,
)
from greenroom.features.filters.types.banned_terms import TermIn
from greenroom.kernel.errors import Invalid
from greenroom.kernel.safe_regex import ExpressionSets

LOOSE = MatchOptions(whole_words=False)


def found(text: str, *terms: str, kind: TermKind = "phrase", reading: MatchOptions = LOOSE) -> list[str]:
    lexicon = TermMatcher()
    for term in terms:
        lexicon.add([Term(term, kind)], reading)
    lexicon.compile()
    return [one.term for one in lexicon.look(Message(text)).values()]


def test_expressions_that_are_too_large_together_are_looked_for_in_turns() -> None:
    patterns = [rf"a{number}\pL{{3}}" for number in range(40)]
    sets = ExpressionSets(patterns, memory=2**21)
    assert sets.found_in("a7öäü and a31xyz") == [7, 31]


def test_many_wildcards_around_one_word_are_found() -> None:
    terms = [f"q{number}x*?freedoms*y{number}*" for number in range(2_000)]
    assert terms[7] in found("get q7xoofreedomsooy7ff now", *terms, kind="wildcard", reading=MatchOptions())
    assert found("get aq7xoofreedomsooy7ff now", *terms, kind="wildcard", reading=MatchOptions()) == []


@pytest.mark.parametrize("text", ["foo|", "x*", ".*", "()", "(?:a|b?)"])
def test_expression_that_fits_where_nothing_is_is_refused(text: str) -> None:
    with pytest.raises(InvalidTerm, match="every message"):
        check_term(Term(text, "regex"))


@pytest.mark.parametrize(
    ("term", "text"), [("!", "i love this"), ("@", "a dog"), ("$", "yes"), ("|", "all"), ("＠", "a")]
)
def test_sign_is_not_the_letter_that_it_may_stand_for(term: str, text: str) -> None:
    assert found(text, term) == []
    assert found(f"well {term} done", term) == [term]
    assert found(f"well {term} done", term, reading=MatchOptions()) == [term]


def test_sign_within_a_word_still_stands_for_its_letter() -> None:
    assert found("what rubb!sh", "rubbish") == ["rubbish"]
    assert found("what rubbish", "rubb!sh") == ["rubb!sh"]


STEM = "ab " * 20


def steps(terms: list[str], text: str, reading: MatchOptions = LOOSE, kind: TermKind = "phrase") -> int:
    """How many functions are called to look through a message."""
    lexicon = TermMatcher()
    lexicon.add([Term(term, kind) for term in terms], reading)
    lexicon.compile()
    message, calls = Message(text), 0
    lexicon.look(Message(text))

    def count(_frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    sys.setprofile(count)
    try:
        lexicon.look(message)
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("reading", [LOOSE, MatchOptions(), MatchOptions(lookalikes=False)])
def test_number_of_terms_that_begin_alike_makes_no_message_slower(reading: MatchOptions) -> None:
    terms = [f"{STEM}{''.join(ending)}" for ending in islice(permutations("cdfghkmn", 5), 2_000)]
    text = "ab " * 160
    assert steps(terms, text, reading) == steps(terms[:20], text, reading)


def test_number_of_terms_that_are_read_alike_makes_no_message_slower() -> None:
    accents = ["".join(letters) for letters in product("aáàâ", "eéèê", "iíìî", "oóòô")]
    terms = [f"zz{accent}" for accent in accents]
    text = "zaeio " * 80
    assert steps(terms, text) == steps(terms[:2], text)


def test_spans_that_are_not_kept_are_not_looked_for() -> None:
    terms = [("ab " * length).strip() for length in range(9, 160)]
    # All of them stand nearly everywhere: only a few are looked at closely, which takes most of the steps.
    assert steps(terms, "ab " * 166) < 150_000


def test_of_terms_that_begin_alike_each_is_found_as_it_is_meant() -> None:
    terms = [f"{STEM}{ending}" for ending in ("one", "one more", "two", "twoo", "tẅo", "x")]
    assert found(f"well {STEM}one more thing", *terms, reading=MatchOptions()) == [terms[0], terms[1]]
    assert found(f"well {STEM}TWOOO", *terms, reading=MatchOptions()) == [terms[2], terms[3], terms[4]]
    assert found(f"well {STEM}two", *terms, reading=MatchOptions()) == [terms[2], terms[4]]
    assert found(f"well {STEM}xy", *terms, reading=MatchOptions()) == []
    assert found(f"well {STEM}xy", *terms) == [terms[5]]
    assert found(f"well {STEM}tẅo", *terms, reading=MatchOptions(lookalikes=False)) == [terms[4]]
    assert found(STEM, *terms) == []


def doubled(letters: str, most: int) -> list[str]:
    """Every way to write the letters that needs as many of them as the others: none stands in for another."""
    ways = product(range(1, most), repeat=len(letters))
    return [
        "".join(letter * count for letter, count in zip(letters, way, strict=True))
        for way in ways
        if sum(way) == most + len(letters)
    ]


async def kept(terms: list[str]) -> int:
    return len((await terms_of.check([TermIn(text=term) for term in terms], "terms")).terms)


async def test_crowd_of_terms_with_the_same_letters_is_refused_by_its_first_that_is_too_much() -> None:
    crowd = doubled("abcd", 12)
    assert len(crowd) > 300
    assert await kept(["fine", *crowd[:MAX_SAME_LETTERS]]) == MAX_SAME_LETTERS + 1
    with pytest.raises(Invalid) as refused:
        await kept(["fine", *crowd])
    (error,) = refused.value.errors
    assert error.field == f"terms.{MAX_SAME_LETTERS + 1}.text"
    assert f"“{crowd[MAX_SAME_LETTERS]}” is one of {len(crowd)} terms" in error.message
    assert f"“{crowd[0]}”, “{crowd[1]}”" in error.message


async def test_spellings_of_one_word_that_are_found_together_are_no_crowd() -> None:
    stretched = [f"rub{'b' * count}ish" for count in range(40)]
    accents = ["".join(letters) for letters in product("zž", "aáàâ", "eéèê", "iíìî", "oóòô")]
    numbers = [f"rubbish{number}" for number in range(3_000)]
    terms = stretched + accents + numbers
    assert await kept(terms) == len(terms)


@pytest.mark.parametrize("reading", [LOOSE, MatchOptions(), MatchOptions(lookalikes=False)])
def test_crowd_that_was_stored_all_the_same_costs_no_more_than_a_message_may(reading: MatchOptions) -> None:
    crowd = doubled("abcd", 25)
    assert len(crowd) > 2_500
    assert steps(crowd, "abcd " * 100, reading) < MAX_COMPARED_CHARACTERS


@pytest.mark.parametrize("length", [500, 10_000])
def test_terms_within_terms_cost_no_more_than_a_message_may(length: int) -> None:
    words = [stem[:size] for stem in ("ab" * 12, "ba" * 12) for size in range(1, 25)]
    nested = [word[:at] + word[at] + word[at:] for word in words for at in range(min(len(word), MAX_SAME_LETTERS))]
    # The machine itself names up to 24 places for each letter, and each is passed over in one step.
    assert steps(nested, "ab" * (length // 2)) < MAX_COMPARED_CHARACTERS + 2 * 24 * length


def test_wildcards_of_which_all_fit_cost_no_more_than_a_few() -> None:
    wildcards = ["ab*" + "*".join(letters) for letters in product("cdefghik", repeat=3)]
    text = "ab" + "cdefghik" * 4
    assert steps(wildcards, text, kind="wildcard") <= steps(wildcards[:20], text, kind="wildcard")
    assert found(text, *wildcards, kind="wildcard", reading=MatchOptions())


@pytest.mark.parametrize(
    ("term", "other", "text"), [("good", "goood", "gooood"), ("hi", "hiii", "hii!"), ("god", "good", "good")]
)
def test_term_that_another_may_stand_in_for_is_still_found(term: str, other: str, text: str) -> None:
    lexicon = TermMatcher()
    lexicon.add([Term(term), Term(other)], MatchOptions())
    lexicon.compile()
    assert bool(lexicon.look(Message(text))) == bool(found(text, term, other, reading=MatchOptions())) is True


def syllables() -> list[str]:
    """Ten thousand short words as somebody would write them who wants to catch all that begins so."""
    first, vowels = "bcdfghjklmnpqrstvwxz", "aeiou"
    two = ["".join(letters) for letters in product(first, vowels)]
    three = ["".join(letters) for letters in product(first, vowels, first)]
    four = ["".join(letters) for letters in product(first, vowels, first, vowels)]
    return [*two, *three, *four[: 10_000 - len(two) - len(three)]]


@pytest.mark.parametrize("kind", ["phrase", "wildcard"])
@pytest.mark.parametrize("reading", [LOOSE, MatchOptions()])
def test_as_long_a_message_as_platforms_have_is_looked_through_to_its_last_word(
    kind: TermKind, reading: MatchOptions
) -> None:
    words = syllables()
    lexicon = TermMatcher()
    lexicon.add([Term(f"{word}*" if kind == "wildcard" else word, kind) for word in words], reading)
    last = lexicon.add([Term("rubbish"), Term("nonsens*", "wildcard")], reading)
    lexicon.compile()
    # Nearly every letter begins one term or another, and few of them are the same.
    glued = "".join(words[2_100::61][:120])
    text = f"a{glued} rubbish nonsense"
    assert len(text) in range(490, 501)
    found_last = lexicon.look(Message(text))[last]
    assert len(found_last.spans) == 2


def test_wildcards_that_cost_too_much_hide_no_phrase() -> None:
    lexicon = TermMatcher()
    lexicon.add([Term(f"{word}*", "wildcard") for word in syllables()], MatchOptions())
    last = lexicon.add([Term("rubbish")], MatchOptions())
    lexicon.compile()
    text = f"a{''.join(syllables()[2_100:4_500])} rubbish"
    assert len(text) > 9_000
    assert lexicon.look(Message(text))[last].term == "rubbish"
