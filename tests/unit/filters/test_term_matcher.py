"""Banned terms are found even if they are disguised; words that only resemble a term are not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import (
    InvalidTerm,
    MatchOptions,
    Term,
    TermKind,
    TermMatch,
    TermMatcher,
    check_term,
)


def matcher(*terms: Term, options: MatchOptions | None = None) -> TermMatcher:
    result = TermMatcher()
    result.add(terms, options or MatchOptions())
    result.compile()
    return result


def find_term(
    text: str, *terms: str, kind: TermKind = "phrase", options: MatchOptions | None = None
) -> TermMatch | None:
    return matcher(*(Term(term, kind) for term in terms), options=options).find(Message(text)).get(0)


def matched_text(text: str, *terms: str, kind: TermKind = "phrase", options: MatchOptions | None = None) -> str | None:
    one = find_term(text, *terms, kind=kind, options=options)
    return None if one is None else text[one.spans[0][0] : one.spans[0][1]]


@pytest.mark.parametrize(
    ("text", "term", "part"),
    [
        ("what rubbish", "rubbish", "rubbish"),
        ("what RUBBISH!", "rubbish", "RUBBISH"),
        ("r\u200bu\u200bb\u200bbish", "rubbish", "r\u200bu\u200bb\u200bbish"),
        ("гubbish", "rubbish", "гubbish"),
        ("ｒｕｂｂｉｓｈ", "rubbish", "ｒｕｂｂｉｓｈ"),
        ("rübbïsh", "rubbish", "rübbïsh"),
        ("rubb1$h", "rubbish", "rubb1$h"),
        ("ruuubbbishhh", "rubbish", "ruuubbbishhh"),
        ("r̸̢u̷b̵b̶i̴s̸h", "rubbish", "r̸̢u̷b̵b̶i̴s̸h"),
        ("@rubbish", "rubbish", "rubbish"),
        ("hi!", "hi", "hi"),
        ("asss", "ass", "asss"),
        ("free   v-bucks now", "free v-bucks", "free   v-bucks"),
        ("he11o", "hello", "he11o"),
        ("call 911", "911", "911"),
        ("Covid19!", "covid19", "Covid19"),
        ("covvid19", "covid19", "covvid19"),
        ("term77", "term77", "term77"),
        ("nazi", "n4zi", "nazi"),
        ("naaazi", "n4zi", "naaazi"),
        ("n4zi", "nazi", "n4zi"),
        ("n444zi", "nazi", "n444zi"),
        ("hellooo", "h3ll0", "hellooo"),
        ("n\u2800azi", "nazi", "n\u2800azi"),
        ("n\u2800a\u2800\u2800z1", "nazi", "n\u2800a\u2800\u2800z1"),
        ("n\u3164azi", "nazi", "n\u3164azi"),
        ("n\u115fa\u1160z\uffa0i", "nazi", "n\u115fa\u1160z\uffa0i"),
        ("rubbish\u2800now", "rubbish", "rubbish"),
        ("free\u2800\u2800bucks", "free bucks", "free\u2800\u2800bucks"),
        ("c++ is hard", "c++", "c++"),
        ("привет мир", "Привет", "привет"),
        ("こんにちは 世界", "世界", "世界"),
        ("x" * 9_990 + " rubbish", "rubbish", "rubbish"),
    ],
)
def test_disguised_term_is_found_with_its_span(text: str, term: str, part: str) -> None:
    assert matched_text(text, term) == part


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("as you like", "ass"),
        ("good morning", "god"),
        ("boot", "bot"),
        ("rubbishly", "rubbish"),
        ("classic", "ass"),
        ("call 9111", "911"),
        ("hello 11", "hello 1"),
        ("covid199", "covid19"),
        ("covid119", "covid19"),
        ("term77", "term7"),
        ("term7", "term77"),
        ("44chan", "4chan"),
        ("mp33s", "mp3s"),
        ("area_511", "area_51"),
        ("an\u2800azimuth", "nazi"),
        ("", "rubbish"),
        ("🔥" * 500, "rubbish"),
        ("rub bish", "rubbish"),
    ],
)
def test_similar_words_are_not_matched(text: str, term: str) -> None:
    assert matched_text(text, term) is None


def test_terms_that_differ_in_a_leet_digit_are_distinguished() -> None:
    for terms in (("term7", "termt"), ("termt", "term7")):
        assert matched_text("term77", *terms) == "term77"
    for terms in (("term7", "term77"), ("term77", "term7")):
        assert matched_text("term77", *terms) == "term77"
        assert matched_text("term7", *terms) == "term7"
        assert matched_text("term777", *terms) is None


def test_wildcard_ignores_blank_braille_characters() -> None:
    assert matched_text("n\u2800azis", "naz*", kind="wildcard") == "n\u2800azis"


def test_term_inside_a_word_matches_unless_whole_words_are_required() -> None:
    inside = MatchOptions(whole_words=False)
    assert matched_text("classic", "ass", options=inside) == "ass"
    assert matched_text("rubbishly", "rubbish", options=inside) == "rubbish"


def test_without_lookalikes_only_the_case_is_ignored() -> None:
    exactly = MatchOptions(lookalikes=False)
    assert matched_text("RUBBISH", "rubbish", options=exactly) == "RUBBISH"
    for disguised in ("rübbish", "rubb1sh", "rubbbish", "r\u200bubbish", "r\u2800ubbish"):
        assert matched_text(disguised, "rubbish", options=exactly) is None


@pytest.mark.parametrize(
    ("text", "wildcard", "part"),
    [
        ("get free-v-bucks now", "free*bucks", "free-v-bucks"),
        ("FREE_BUCKS!", "free*bucks", "FREE_BUCKS"),
        ("frééé bucks", "fre* bucks", "frééé bucks"),
        ("undiscordable", "*discord*", "undiscordable"),
        ("discords", "discord?", "discords"),
        ("discord", "discord?", None),
        ("a discorde b", "discord", None),
        ("xfree bucks", "free*bucks", None),
        ("free and bucks", "free*bucks", None),
    ],
)
def test_wildcards_match_anything_but_spaces(text: str, wildcard: str, part: str | None) -> None:
    kind: TermKind = "wildcard" if "*" in wildcard or "?" in wildcard else "phrase"
    assert matched_text(text, wildcard, kind=kind) == part


@pytest.mark.parametrize(
    ("text", "expression", "part"),
    [
        ("BUY Followers", r"\b(buy|cheap)\s+(followers|viewers)\b", "BUY Followers"),
        ("Ｂｕｙ ｆollowers", r"buy\s+followers", "Ｂｕｙ ｆollowers"),
        ("aaa", r"(a+)+$", "aaa"),
        ("aaa!", r"(a+)+$", None),
        ("schön", r"schön", "schön"),
    ],
)
def test_regexes_match_the_normalized_or_the_original_text(text: str, expression: str, part: str | None) -> None:
    assert matched_text(text, expression, kind="regex") == part


def test_each_filter_gets_its_own_matches() -> None:
    both = TermMatcher()
    first = both.add([Term("rubbish"), Term("b.d", "regex")], MatchOptions())
    second = both.add([Term("RUBBISH"), Term("*sense", "wildcard")], MatchOptions())
    both.compile()
    matches = both.find(Message("rubbish, bad nonsense"))
    assert {slot: len(one.spans) for slot, one in matches.items()} == {first: 2, second: 2}


@pytest.mark.parametrize(
    ("term", "reason"),
    [
        (Term("(", "regex"), "missing"),
        (Term("*", "wildcard"), "two letters"),
        (Term("no", "wildcard"), "add"),
        (Term("\u200b"), "no searchable"),
        (Term("\ud800"), "incomplete character"),
    ],
)
def test_invalid_term_is_rejected_with_the_reason(term: Term, reason: str) -> None:
    with pytest.raises(InvalidTerm, match=reason):
        check_term(term)


ALL_KINDS = matcher(
    Term("rubbish"),
    Term("ass"),
    Term("a b"),
    Term("1488"),
    Term("*cord?", "wildcard"),
    Term("aa*", "wildcard"),
    Term("(a+)+$", "regex"),
    Term(r"\bé+\W", "regex"),
)
HOSTILE_TEXT = st.text(st.sampled_from("aAbsSß1!$|*? \t\n\0éа\u0301\u200b\u202e\ud800ﷺ🔥\u20e3ﬃ\U000e0041"))


@settings(max_examples=300)
@given(st.one_of(st.text(), HOSTILE_TEXT))
def test_search_never_fails_and_spans_are_within_the_message(text: str) -> None:
    for one in ALL_KINDS.find(Message(text)).values():
        assert one.spans
        assert all(0 <= start <= end <= len(text) for start, end in one.spans)


def test_terms_with_a_common_prefix_are_distinguished() -> None:
    terms = [f"this is the beginning of rubbish {number}" for number in range(500)]
    one = find_term("he said this is the beginning of rubbish 321 again", *terms)
    assert one is not None
    assert one.term == terms[321]


def test_first_matching_regex_of_each_filter_is_reported() -> None:
    many = TermMatcher()
    slots = [
        many.add([Term(f"(?:ab|{key}x{number})", "regex") for number in range(300)], MatchOptions()) for key in "pq"
    ]
    many.compile()
    matches = many.find(Message("drab"))
    assert {slot: (one.term, one.spans) for slot, one in matches.items()} == {
        slots[0]: ("(?:ab|px0)", [(2, 4)]),
        slots[1]: ("(?:ab|qx0)", [(2, 4)]),
    }
