"""When accounts are unlinked, each gets the points that it brought, as far as they have not been spent."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.points.ledger.rules import divide_balance


@pytest.mark.parametrize(
    ("balance", "shares", "parts"),
    [
        # No account spent points that another brought: each gets exactly its own.
        (150, {"a": 100, "b": 50}, {"a": 100, "b": 50}),
        (0, {"a": 0, "b": 0}, {"a": 0, "b": 0}),
        # b spent 30 of a's points.
        (70, {"a": 100, "b": -30}, {"a": 70, "b": 0}),
        # c spent 60 that a and b had brought: both give in proportion.
        (90, {"a": 100, "b": 50, "c": -60}, {"a": 60, "b": 30, "c": 0}),
        # The odd point goes to the account that brought the most.
        (10, {"a": 6, "b": 5, "c": -1}, {"a": 6, "b": 4, "c": 0}),
        # Points that none of these accounts brought.
        (5, {"a": 0, "b": -2}, {"a": 5, "b": 0}),
    ],
)
def test_accounts_get_what_is_left_of_their_points(balance: int, shares: dict[str, int], parts: dict[str, int]) -> None:
    assert divide_balance(balance, shares) == parts


@given(
    st.integers(0, 10**15),
    st.dictionaries(st.integers(0, 20), st.integers(-(10**15), 10**15), min_size=1),
)
def test_divided_points_add_up_to_the_balance_and_are_never_negative(balance: int, shares: dict[int, int]) -> None:
    parts = divide_balance(balance, shares)
    assert sum(parts.values()) == balance
    assert parts.keys() == shares.keys()
    assert min(parts.values()) >= 0
