"""Cleaning, searching and formatting quotes."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.quotes.rules import (
    QuoteQuery,
    chat_text,
    clean_quote,
    cursor_of,
    fold_text,
    number_in,
    number_of_cursor,
    offset_in,
    parse_query,
    split_mention,
)
from greenroom.features.quotes.section import QuotesSection
from greenroom.kernel.errors import Invalid

MOMENT = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


@pytest.mark.parametrize(
    ("typed", "query"),
    [
        ("", QuoteQuery()),
        ("#12", QuoteQuery(number=12)),
        ("12", QuoteQuery(("12",), 12)),
        ("Cafe CRÈME cafe", QuoteQuery(("cafe", "creme"))),
        ("#", QuoteQuery(("#",))),
        ("99999999999", QuoteQuery(("99999999999",))),
        ("1 2 3 4 5 6 7 8 9", QuoteQuery(tuple("12345678"))),
    ],
)
def test_search_text_is_parsed_into_words_a_number_or_both(typed: str, query: QuoteQuery) -> None:
    assert parse_query(typed) == query


@given(st.text(max_size=200))
def test_any_search_text_is_parsed(typed: str) -> None:
    query = parse_query(typed)
    assert all(word and "\0" not in word for word in query.words)
    assert query.number is None or 0 < query.number < 2**31


@given(st.text(max_size=1_000))
def test_words_of_a_quote_are_found_in_it_after_both_are_folded(text: str) -> None:
    assert all(fold_text(word) in fold_text(text) for word in text.split())


def test_only_positive_32_bit_integers_in_ascii_digits_are_numbers() -> None:
    texts = ("12", "#12", " 7 ", "0", "-1", "1.5", "٣", str(2**31))
    assert [number_in(text) for text in texts] == [12, 12, 7, None, None, None, None, None]


@pytest.mark.parametrize("cursor", [cursor_of(5)[:-1], "rubbish", cursor_of(0), cursor_of(-3)])
def test_invalid_cursor_is_rejected(cursor: str) -> None:
    with pytest.raises(Invalid):
        number_of_cursor(cursor)
    assert number_of_cursor(cursor_of(84)) == 84


def test_chat_text_shows_number_user_and_date() -> None:
    assert chat_text(12, "Oops", "Juno", MOMENT) == '#12: "Oops" — Juno (2 January 2030)'
    assert chat_text(12, "Oops", "", MOMENT) == '#12: "Oops" (2 January 2030)'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@Juno I meant that", ("Juno", "I meant that")),
        ("I meant that, @Juno", ("", "I meant that, @Juno")),
        ("@Juno", ("", "@Juno")),
        ("@ home", ("", "@ home")),
    ],
)
def test_leading_mention_is_the_quoted_user(text: str, expected: tuple[str, str]) -> None:
    assert split_mention(text) == expected


def test_zalgo_is_shortened_and_combining_marks_of_languages_are_kept() -> None:
    assert clean_quote("Z" + "\u0335" * 40 + "algo", 1_000) == "Z" + "\u0335" * 4 + "algo"
    for text in ("Tiếng Việt", "สวัสดีครับผู้ชม", "שָׁלוֹם", "हिन्दी"):
        assert clean_quote(text, 1_000) == text


def test_invisible_characters_are_removed_and_empty_text_is_rejected() -> None:
    assert clean_quote("one\0\u202etwo\nthree\ud800", 1_000) == "onetwo three"
    for text in ("", " \u200b ", "\0", "x" * 1_001):
        with pytest.raises(ValueError, match="must"):
            clean_quote(text, 1_000)


def test_stream_offset_is_never_negative() -> None:
    assert offset_in(MOMENT - timedelta(minutes=2), MOMENT) == 120
    assert offset_in(MOMENT + timedelta(seconds=3), MOMENT) == 0
    assert offset_in(None, MOMENT) is None


@pytest.mark.parametrize("number", [12.0, "12", "012", True, 0, 2**31 - 1])
def test_invalid_or_too_large_number_is_rejected(number: object) -> None:
    # 12.0 would be another key for quote 12; the largest number would leave none for the next quote.
    (problem,) = QuotesSection().check({"text": "Hi", "number": number})
    assert problem.startswith("number: ")
    assert QuotesSection().check({"text": "Hi", "number": 12}) == []
