"""Disguised text is normalized to the letters that people read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.filters.matching.normalization import (
    leet_readings,
    normal,
    original_offsets,
    original_span,
    plain,
    run_starts,
    squeezed,
)


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Hello", "hello"),
        ("HÉLLO", "hello"),
        ("Ｈｅｌｌｏ", "hello"),
        ("𝐇𝐞𝐥𝐥𝐨", "hello"),
        ("Ⓗⓔⓛⓛⓞ", "hello"),
        ("неllо", "hello"),
        ("h\u200be\u200dl\u2060l\ufeffo", "hello"),
        ("h\u00ade\u034fllo", "hello"),
        ("h̸̢̛e̷l̵l̶o̴", "hello"),
        ("\u202eHello\u202c", "hello"),
        ("🅷🅴llo".replace("🅷", "🇭").replace("🅴", "🇪"), "hello"),
        ("straße", "strasse"),
        # A Greek capital Eta is read as its small letter η, which looks like an n.
        ("ΗΕLLΟ", "nello"),
        ("line\nbreak\ttab", "line break tab"),
    ],
)
def test_disguised_text_is_normalized(written: str, read: str) -> None:
    assert plain(written) == read


def test_no_character_becomes_more_than_four_characters() -> None:
    # Otherwise a normalized message could be many times longer than a platform allows, and slow to check.
    assert plain("ﷺ") == "ﷺ"
    assert max(len(plain(chr(point))) for point in (*range(0x80, 0xD800), *range(0xF900, 0x1FB00))) == 4


@pytest.mark.parametrize(
    ("written", "readings"),
    [("h3ll0", ("hello",)), ("he11o", ("heiio", "hello")), ("a$$", ("ass",)), ("f|y", ("fiy", "fly"))],
)
def test_leetspeak_is_read_as_letters(written: str, readings: tuple[str, ...]) -> None:
    assert leet_readings(plain(written)) == readings


@pytest.mark.parametrize(
    ("long", "short"),
    [
        ("hellooo", "helo"),
        ("a  b", "a b"),
        ("1122", "1122"),
        ("!!", "!!"),
        ("привееет", "привет"),
        ("", ""),
        ("aa", "a"),
    ],
)
def test_repeated_letters_and_spaces_are_squeezed(long: str, short: str) -> None:
    assert squeezed(long) == short


@given(st.text())
def test_each_normalized_character_maps_to_a_character_of_the_message(text: str) -> None:
    read, offsets = plain(text), original_offsets(text)
    assert len(offsets) == len(read) + 1
    assert list(offsets) == sorted(offsets)
    assert "".join(plain(character) for character in text) == read
    for reading in leet_readings(read):
        assert len(reading) == len(read)


@given(st.text(st.characters(codec="ascii")))
def test_ascii_text_has_the_same_leet_readings_before_and_after_normalization(text: str) -> None:
    assert leet_readings(text) == leet_readings(plain(text))


@given(st.text(alphabet="aabb1! éп\u200b"))
def test_first_letters_of_all_runs_of_equal_letters_are_the_squeezed_text(text: str) -> None:
    read = plain(text)
    starts = run_starts(read)
    assert "".join(read[at] for at in starts[:-1]) == squeezed(read)
    assert squeezed(squeezed(read)) == squeezed(read)


@given(st.text(min_size=1))
def test_normalization_is_idempotent(text: str) -> None:
    assert normal(normal(text)) == normal(text)


def test_span_covers_invisible_characters() -> None:
    text = "x b\u200ba\u200bd y"
    read, offsets = plain(text), original_offsets(text)
    start = read.index("bad")
    first, last = original_span(offsets, start, start + 3)
    assert text[first:last] == "b\u200ba\u200bd"
