"""Splitting of a long text into messages."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.sending.safe_text import begins_command
from greenroom.chat.sending.splitting import CONTINUED, split


@given(st.text(max_size=900), st.integers(min_value=2, max_value=60))
def test_messages_are_short_single_lines_that_lose_nothing(text: str, max_length: int) -> None:
    parts = split(text, max_length)
    # A grapheme cluster of up to 20 characters stays whole even if it exceeds a short limit.
    assert all(len(part.encode("utf-16-le", "surrogatepass")) // 2 <= max_length for part in parts if len(part) > 20)
    assert all(parts)
    assert not any("\n" in part for part in parts)
    assert "".join("".join(parts).replace(CONTINUED, "").split()) == "".join(text.replace(CONTINUED, "").split())


@given(st.text(alphabet="ab .,", max_size=200), st.integers(min_value=2, max_value=20))
def test_messages_without_combined_characters_keep_to_a_short_limit(text: str, max_length: int) -> None:
    assert all(len(part) <= max_length for part in split(text, max_length))


@given(st.text(alphabet="/!. ab\u200b\u202e", max_size=200), st.integers(min_value=2, max_value=20))
def test_no_message_but_the_first_begins_a_command(text: str, max_length: int) -> None:
    assert not any(begins_command(part) for part in split(text, max_length)[1:])


@pytest.mark.parametrize(
    ("text", "lengths"),
    [
        ("", []),
        ("  ", []),
        ("word", [4]),
        ("x" * 500, [500]),
        ("x" * 501, [500, 1]),
        ("word " * 100, [499]),
        ("word " * 101, [499, 4]),
        ("x" * 499 + " yy", [499, 2]),
        ("x" * 500 + " yy", [500, 2]),
        ("🦊" * 600, [250, 250, 100]),
    ],
)
def test_long_text_is_cut_between_words_where_possible(text: str, lengths: list[int]) -> None:
    assert [len(part) for part in split(text, 500)] == lengths


def test_grapheme_clusters_and_words_are_not_split() -> None:
    assert split("👩‍👩‍👧" * 2, 9) == ["👩‍👩‍👧"] * 2
    assert split("one two three", 7) == ["one two", "three"]
    assert split("a\nb\t c", 200) == ["a b c"]


def test_splitting_before_a_slash_does_not_create_a_command() -> None:
    assert split("word " * 3 + "/ban juno", 15) == ["word word word", "…/ban juno"]
    assert split("x" * 10 + "/ban", 10) == ["x" * 10, "…/ban"]
    assert split("/first !second", 7) == ["/first", "…!secon", "d"]
