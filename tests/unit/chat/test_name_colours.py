"""Name colours are readable on a dark background."""

import colorsys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.messages.name_colours import MIN_CONTRAST, contrast, readable_colour


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:], 16)


@given(st.integers(0, 0xFFFFFF), st.text())
def test_every_colour_becomes_readable(number: int, name: str) -> None:
    assert contrast(rgb(readable_colour(f"#{number:06x}", name))) >= MIN_CONTRAST


@given(st.text(), st.text())
def test_any_text_given_as_a_colour_becomes_a_readable_colour(colour: str, name: str) -> None:
    readable = readable_colour(colour, name)
    assert contrast(rgb(readable)) >= MIN_CONTRAST
    assert readable == readable_colour(colour, name)


@pytest.mark.parametrize("colour", ["#0000ff", "#8a2be2", "#b22222", "#000080", "#2e8b57"])
def test_name_colour_keeps_its_hue(colour: str) -> None:
    before, after = (
        colorsys.rgb_to_hls(*(part / 255 for part in rgb(one)))[0] for one in (colour, readable_colour(colour, ""))
    )
    assert after == pytest.approx(before, abs=0.02)


def test_readable_colour_is_not_changed() -> None:
    assert readable_colour("#FF7F50", "juno") == "#ff7f50"
    assert readable_colour("#fff", "juno") == "#ffffff"


def test_viewers_without_a_colour_mostly_get_different_colours() -> None:
    assert len({readable_colour("", f"viewer{number}") for number in range(50)}) > 40
