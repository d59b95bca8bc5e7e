"""docs/activity.md lists values in dollars, decimals of currencies, the month of exchange rates, and minimum sizes."""

import re
from pathlib import Path

from greenroom.features.activity.records.sizes import MINIMUMS
from greenroom.features.activity.records.values import CURRENCIES, DEFAULT_VALUES, RATES_MONTH, SUBS, decimals_of

PAGE = (Path(__file__).parents[2] / "docs" / "activity.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(\w+)` \| [^|]+ \| ([\d.]+) \| ?(\d?) \|$", PAGE, re.MULTILINE)

MINIMUM_ROWS = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \| [^|]+ \| ([\d, ]+) \|$", PAGE, re.MULTILINE)


def test_every_value_in_dollars_has_a_row_and_every_row_a_value() -> None:
    assert len(CURRENCIES) > 40
    assert {key: round(float(value) * 1_000_000) for key, value, _ in ROWS} == DEFAULT_VALUES
    assert len(ROWS) == len(DEFAULT_VALUES)


def test_every_currency_is_listed_with_its_decimals() -> None:
    shown = {key: int(digits) for key, _, digits in ROWS if key not in SUBS}
    assert shown == {key: decimals_of(key) for key in DEFAULT_VALUES if key not in SUBS}


def test_month_of_the_exchange_rates_is_named() -> None:
    assert f"as of {RATES_MONTH}" in PAGE


def test_minimum_sizes_to_choose_from_are_listed_for_each_kind() -> None:
    listed = {
        kind: tuple(int(number) for number in numbers.split(", "))
        for kinds, numbers in MINIMUM_ROWS
        for kind in re.findall(r"`(\w+)`", kinds)
    }
    assert listed == MINIMUMS
