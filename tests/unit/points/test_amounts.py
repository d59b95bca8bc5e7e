import pytest

from greenroom.features.points.ledger.amounts import BadAmount, parse_amount
from greenroom.features.points.ledger.rules import MAX_BALANCE


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("250", 250),
        (" 250 ", 250),
        ("0250", 250),
        ("5k", 5_000),
        ("5K", 5_000),
        ("1.5k", 1_500),
        ("1.5m", 1_500_000),
        ("0.001k", 1),
        ("2M", 2_000_000),
        ("all", 101),
        ("ALL", 101),
        ("half", 50),
        ("50%", 50),
        ("1%", 1),
        ("100%", 101),
        ("102", 102),
        (str(MAX_BALANCE), MAX_BALANCE),
        ("0.000001m", 1),
    ],
)
def test_amount_is_parsed_as_viewers_type_it(text: str, amount: int) -> None:
    assert parse_amount(text, balance=101) == amount


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "whole number"),
        ("-5", "whole number"),
        ("+5", "whole number"),
        ("\u2212" + "5", "whole number"),
        ("5e3", "whole number"),
        ("0x10", "whole number"),
        ("1,000", "whole number"),
        ("1_000", "whole number"),
        ("5 k", "whole number"),
        ("nan", "whole number"),
        ("inf", "whole number"),
        ("\u0665", "whole number"),
        ("\uff15", "whole number"),
        ("\u00b2", "whole number"),
        ("\u2460", "whole number"),
        ("5\u212a", "whole number"),
        ("9" * 17, "whole number"),
        ("9" * 400, "whole number"),
        ("all in", "whole number"),
        ("-50%", "whole number"),
        ("1.5", "only whole"),
        ("5.0", "only whole"),
        ("1.0005k", "only whole"),
        ("0", "at least 1"),
        ("0k", "at least 1"),
        ("0%", "from 1% to 100%"),
        ("101%", "from 1% to 100%"),
        (str(MAX_BALANCE + 1), "can't be above"),
        ("9999999999999999m", "can't be above"),
    ],
)
def test_bad_amounts_are_refused_with_a_reason(text: str, problem: str) -> None:
    with pytest.raises(BadAmount, match=problem):
        parse_amount(text, balance=101)


@pytest.mark.parametrize("text", ["all", "half", "1%", "99%"])
def test_share_of_an_empty_balance_is_refused(text: str) -> None:
    with pytest.raises(BadAmount, match="too small"):
        parse_amount(text, balance=0)


def test_all_is_the_whole_balance_even_at_its_maximum() -> None:
    assert parse_amount("all", MAX_BALANCE) == MAX_BALANCE
    assert parse_amount("100%", MAX_BALANCE) == MAX_BALANCE
