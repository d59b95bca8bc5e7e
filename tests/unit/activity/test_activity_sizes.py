"""Sizes of activities in the unit of their kind, such as months, and the levels that the sizes reach."""

import pytest

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.sizes import MINIMUMS, size_level, size_of

UNKNOWN_KIND = "hype_train"


@pytest.mark.parametrize(
    ("kind", "size"),
    [
        ("sub", 14),
        ("resub", 14),
        ("gift", 5),
        ("gift_bomb", 5),
        ("raid", 5),
        ("cheer", 700),
        ("kicks", 700),
        ("tiktok_gift", 700),
        ("super_chat", 6),
        ("super_sticker", 6),
        ("tip", 6),
        ("follow", 0),
        ("membership_gift", 0),
        ("redemption", 0),
        (UNKNOWN_KIND, 0),
    ],
)
def test_size_is_in_the_unit_of_the_kind(kind: str, size: int) -> None:
    assert size_of(kind, months=14, count=5, amount=700, value=6_999_999) == size


def test_sub_without_months_has_the_size_of_one_month() -> None:
    assert size_of("sub", months=0, count=1, amount=0, value=0) == 1


@pytest.mark.parametrize("kind", [*ActivityKind, UNKNOWN_KIND])
def test_each_minimum_size_begins_a_level(kind: str) -> None:
    minimums = MINIMUMS.get(kind, ())
    assert [size_level(kind, minimum) for minimum in minimums] == list(range(1, len(minimums) + 1))
    assert [size_level(kind, minimum - 1) for minimum in minimums] == list(range(len(minimums)))
    assert size_level(kind, 10**15) == len(minimums)
