"""Hostile term lists: search time stays bounded and matches stay correct."""

from itertools import islice, permutations, product

import pytest

from greenroom.features.filters import terms as terms_module
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.phrases import MAX_SAME_LETTERS
from greenroom.features.filters.matching.term_matcher import (
    MAX_COMPARED_CHARACTERS,
    MAX_SPANS,
    InvalidTerm,
    MatchOptions,
    Term,
    TermKind,
    TermMatcher,
    check_term,
)
from greenroom.features.filters.types.banned_terms import TermIn
from greenroom.kernel.errors import Invalid
from greenroom.kernel.regex.cost import MAX_STEPS, total_steps
from greenroom.kernel.regex.safe_regex import BadExpression, ExpressionSet, ExpressionSets
from support.call_count import count_calls

LOOSE = MatchOptions(whole_words=False)


def find_terms(text: str, *terms: str, kind: TermKind = "phrase", options: MatchOptions = LOOSE) -> list[str]:
    matcher = TermMatcher()
    for term in terms:
        matcher.add([Term(term, kind)], options)
    matcher.compile()
    return [one.term for one in matcher.find(Message(text)).values()]


def test_regex_set_that_is_too_large_is_split() -> None:
    patterns = [rf"a{number}\pL{{3}}" for number in range(40)]
    with pytest.raises(BadExpression):
        ExpressionSet(patterns, 2**21)
    sets = ExpressionSets(patterns, memory=2**21)
    assert sets.found_in("a7öäü and a31xyz") == [7, 31]


def test_large_regex_gets_fewer_spans() -> None:
    # Each span costs another search, and a search for this regex reads far ahead from every `a`.
    large, small = f"a(?:{'[ab]{1,250}b' * 24}z)?", "b"
    assert MAX_STEPS / 2 < total_steps([large, small]) <= MAX_STEPS
    matcher = TermMatcher()
    slots = [matcher.add([Term(text, "regex")], LOOSE) for text in (large, small)]
    matcher.compile()
    found = matcher.find(Message("ab" * 250))
    assert [len(found[slot].spans) for slot in slots] == [1, MAX_SPANS]


def test_regex_that_matches_only_positions_has_empty_spans() -> None:
    matcher = TermMatcher()
    slot = matcher.add([Term(r"\b", "regex")], LOOSE)
    matcher.compile()
    assert matcher.find(Message("well done"))[slot].spans == [(0, 0), (4, 4), (5, 5), (9, 9)]


def test_wildcard_is_found_among_many_with_the_same_middle() -> None:
    terms = [f"q{number}x*?freedoms*y{number}*" for number in range(2_000)]
    assert terms[7] in find_terms("get q7xoofreedomsooy7ff now", *terms, kind="wildcard", options=MatchOptions())
    assert find_terms("get aq7xoofreedomsooy7ff now", *terms, kind="wildcard", options=MatchOptions()) == []


@pytest.mark.parametrize("text", ["foo|", "x*", ".*", "()", "(?:a|b?)"])
def test_regex_that_matches_empty_text_is_rejected(text: str) -> None:
    with pytest.raises(InvalidTerm, match="every message"):
        check_term(Term(text, "regex"))


@pytest.mark.parametrize(
    ("term", "text"), [("!", "i love this"), ("@", "a dog"), ("$", "yes"), ("|", "all"), ("＠", "a")]
)
def test_single_symbol_does_not_match_a_letter(term: str, text: str) -> None:
    assert find_terms(text, term) == []
    assert find_terms(f"well {term} done", term) == [term]
    assert find_terms(f"well {term} done", term, options=MatchOptions()) == [term]


def test_symbol_within_a_word_matches_its_letter() -> None:
    assert find_terms("what rubb!sh", "rubbish") == ["rubbish"]
    assert find_terms("what rubbish", "rubb!sh") == ["rubb!sh"]


COMMON_PREFIX = "ab " * 20


def search_cost(terms: list[str], text: str, options: MatchOptions = LOOSE, kind: TermKind = "phrase") -> int:
    """Number of function calls to search a message."""
    matcher = TermMatcher()
    matcher.add([Term(term, kind) for term in terms], options)
    matcher.compile()
    message = Message(text)
    matcher.find(Message(text))
    with count_calls() as count:
        matcher.find(message)
    return count.calls


@pytest.mark.parametrize("options", [LOOSE, MatchOptions(), MatchOptions(lookalikes=False)])
def test_number_of_terms_with_a_common_prefix_does_not_affect_cost(options: MatchOptions) -> None:
    terms = [f"{COMMON_PREFIX}{''.join(ending)}" for ending in islice(permutations("cdfghkmn", 5), 2_000)]
    text = "ab " * 160
    assert search_cost(terms, text, options) == search_cost(terms[:20], text, options)


def test_number_of_terms_that_normalize_to_the_same_text_does_not_affect_cost() -> None:
    accents = ["".join(letters) for letters in product("aáàâ", "eéèê", "iíìî", "oóòô")]
    terms = [f"zz{accent}" for accent in accents]
    text = "zaeio " * 80
    assert search_cost(terms, text) == search_cost(terms[:2], text)


def test_spans_beyond_the_limit_are_not_searched() -> None:
    terms = [("ab " * length).strip() for length in range(9, 160)]
    # All terms match nearly everywhere, but only a few are compared in detail, which takes most of the calls.
    assert search_cost(terms, "ab " * 166) < 150_000


def test_terms_with_a_common_prefix_match_correctly() -> None:
    terms = [f"{COMMON_PREFIX}{ending}" for ending in ("one", "one more", "two", "twoo", "tẅo", "x")]
    assert find_terms(f"well {COMMON_PREFIX}one more thing", *terms, options=MatchOptions()) == [terms[0], terms[1]]
    assert find_terms(f"well {COMMON_PREFIX}TWOOO", *terms, options=MatchOptions()) == [terms[2], terms[3], terms[4]]
    assert find_terms(f"well {COMMON_PREFIX}two", *terms, options=MatchOptions()) == [terms[2], terms[4]]
    assert find_terms(f"well {COMMON_PREFIX}xy", *terms, options=MatchOptions()) == []
    assert find_terms(f"well {COMMON_PREFIX}xy", *terms) == [terms[5]]
    assert find_terms(f"well {COMMON_PREFIX}tẅo", *terms, options=MatchOptions(lookalikes=False)) == [terms[4]]
    assert find_terms(COMMON_PREFIX, *terms) == []


def repeated_letter_spellings(letters: str, repetitions: int) -> list[str]:
    """Spellings of these letters with this many repetitions, all equally long, so that none covers another."""
    combinations = product(range(1, repetitions), repeat=len(letters))
    return [
        "".join(letter * count for letter, count in zip(letters, counts, strict=True))
        for counts in combinations
        if sum(counts) == repetitions + len(letters)
    ]


def count_accepted(terms: list[str]) -> int:
    return len(terms_module.check([TermIn(text=term) for term in terms], "terms").terms)


def test_too_many_terms_with_the_same_letters_are_rejected_and_the_first_extra_one_named() -> None:
    same_letters = repeated_letter_spellings("abcd", 12)
    assert len(same_letters) > 300
    assert count_accepted(["fine", *same_letters[:MAX_SAME_LETTERS]]) == MAX_SAME_LETTERS + 1
    with pytest.raises(Invalid) as rejected:
        count_accepted(["fine", *same_letters])
    (error,) = rejected.value.errors
    assert error.field == f"terms.{MAX_SAME_LETTERS + 1}.text"
    assert f"“{same_letters[MAX_SAME_LETTERS]}” is one of {len(same_letters)} terms" in error.message
    assert f"“{same_letters[0]}”, “{same_letters[1]}”" in error.message


def test_spellings_covered_by_one_term_do_not_count_towards_the_limit() -> None:
    stretched = [f"rub{'b' * count}ish" for count in range(40)]
    accents = ["".join(letters) for letters in product("zž", "aáàâ", "eéèê", "iíìî", "oóòô")]
    numbers = [f"rubbish{number}" for number in range(3_000)]
    terms = stretched + accents + numbers
    assert count_accepted(terms) == len(terms)


@pytest.mark.parametrize("options", [LOOSE, MatchOptions(), MatchOptions(lookalikes=False)])
def test_more_terms_with_the_same_letters_than_allowed_stay_within_the_search_budget(options: MatchOptions) -> None:
    same_letters = repeated_letter_spellings("abcd", 25)
    assert len(same_letters) > 2_500
    assert search_cost(same_letters, "abcd " * 100, options) < MAX_COMPARED_CHARACTERS


@pytest.mark.parametrize("length", [500, 10_000])
def test_terms_contained_in_one_another_stay_within_the_search_budget(length: int) -> None:
    words = [stem[:size] for stem in ("ab" * 12, "ba" * 12) for size in range(1, 25)]
    nested = [word[:at] + word[at] + word[at:] for word in words for at in range(min(len(word), MAX_SAME_LETTERS))]
    # The automaton reports up to 24 hits per letter; skipping a hit takes one step.
    assert search_cost(nested, "ab" * (length // 2)) < MAX_COMPARED_CHARACTERS + 2 * 24 * length


def test_cost_does_not_grow_with_the_number_of_matching_wildcards() -> None:
    wildcards = ["ab*" + "*".join(letters) for letters in product("cdefghik", repeat=3)]
    text = "ab" + "cdefghik" * 4
    assert search_cost(wildcards, text, kind="wildcard") <= search_cost(wildcards[:20], text, kind="wildcard")
    assert find_terms(text, *wildcards, kind="wildcard", options=MatchOptions())


@pytest.mark.parametrize(
    ("term", "other", "text"), [("good", "goood", "gooood"), ("hi", "hiii", "hii!"), ("god", "good", "good")]
)
def test_term_that_another_term_covers_is_still_found(term: str, other: str, text: str) -> None:
    matcher = TermMatcher()
    matcher.add([Term(term), Term(other)], MatchOptions())
    matcher.compile()
    assert bool(matcher.find(Message(text))) == bool(find_terms(text, term, other, options=MatchOptions())) is True


def ten_thousand_short_words() -> list[str]:
    first, vowels = "bcdfghjklmnpqrstvwxz", "aeiou"
    two = ["".join(letters) for letters in product(first, vowels)]
    three = ["".join(letters) for letters in product(first, vowels, first)]
    four = ["".join(letters) for letters in product(first, vowels, first, vowels)]
    return [*two, *three, *four[: 10_000 - len(two) - len(three)]]


@pytest.mark.parametrize("kind", ["phrase", "wildcard"])
@pytest.mark.parametrize("options", [LOOSE, MatchOptions()])
def test_message_of_maximum_length_is_searched_to_its_end(kind: TermKind, options: MatchOptions) -> None:
    words = ten_thousand_short_words()
    matcher = TermMatcher()
    matcher.add([Term(f"{word}*" if kind == "wildcard" else word, kind) for word in words], options)
    last = matcher.add([Term("rubbish"), Term("nonsens*", "wildcard")], options)
    matcher.compile()
    # A different term begins at nearly every letter.
    glued = "".join(words[2_100::61][:120])
    text = f"a{glued} rubbish nonsense"
    assert len(text) in range(490, 501)
    found_last = matcher.find(Message(text))[last]
    assert len(found_last.spans) == 2


def test_wildcards_beyond_the_budget_do_not_hide_phrases() -> None:
    matcher = TermMatcher()
    matcher.add([Term(f"{word}*", "wildcard") for word in ten_thousand_short_words()], MatchOptions())
    last = matcher.add([Term("rubbish")], MatchOptions())
    matcher.compile()
    text = f"a{''.join(ten_thousand_short_words()[2_100:4_500])} rubbish"
    assert len(text) > 9_000
    assert matcher.find(Message(text))[last].term == "rubbish"
