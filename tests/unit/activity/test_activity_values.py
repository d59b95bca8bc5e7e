"""Values of activities in millionths of a dollar, and amounts in the smallest unit of their currency."""

from datetime import UTC, datetime

import pytest

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived
from greenroom.features.activity.records.reports import report_of
from greenroom.features.activity.records.values import (
    DEFAULT_VALUES,
    LEVELS,
    MAX_NUMBER,
    amount_value,
    minor_units,
    value_level,
)

NOW = datetime(2030, 1, 2, tzinfo=UTC)


@pytest.mark.parametrize(
    ("micros", "currency", "minor"),
    [
        (5_000_000, "USD", 500),
        (1_999_999, "EUR", 199),
        (500_000_000, "JPY", 500),
        (1_234_567, "KWD", 1_234),
        (100_000_000, "BITS", 100),
        (1_500_000, "XYZ", 150),
        (10**40, "USD", MAX_NUMBER),
    ],
)
def test_amount_is_in_the_smallest_unit_of_its_currency(micros: int, currency: str, minor: int) -> None:
    assert minor_units(micros, currency) == minor


@pytest.mark.parametrize(
    ("amount", "currency", "value"),
    [
        (500, "USD", 5_000_000),
        (500, "EUR", 5_850_000),
        (1_000, "JPY", 6_700_000),
        (1_000, "KWD", 3_270_000),
        (100, "BITS", 1_000_000),
        (100, "KICKS", 1_000_000),
        (100, "DIAMONDS", 500_000),
        (50, "JEWELS", 1_000_000),
        (500, "XYZ", 0),
    ],
)
def test_amount_has_a_value_in_millionths_of_a_dollar(amount: int, currency: str, value: int) -> None:
    assert amount_value(amount, currency, DEFAULT_VALUES) == value


@pytest.mark.parametrize(
    ("kind", "fields", "value"),
    [
        (ActivityKind.SUB, {"tier": "1"}, 4_990_000),
        (ActivityKind.RESUB, {"tier": "3", "months": 12}, 24_990_000),
        (ActivityKind.SUB, {"tier": ""}, 4_990_000),
        (ActivityKind.GIFT_BOMB, {"tier": "2", "count": 3}, 29_970_000),
        (ActivityKind.MEMBERSHIP, {"tier": "Gold"}, 4_990_000),
        (ActivityKind.MEMBERSHIP, {"title": "gift"}, 0),
        (ActivityKind.MEMBERSHIP_GIFT, {"count": 20}, 99_800_000),
        (ActivityKind.FOLLOW, {}, 0),
        (ActivityKind.RAID, {"count": 900}, 0),
        (ActivityKind.REDEMPTION, {"count": 500}, 0),
    ],
)
def test_subs_have_a_value_without_a_reported_price_and_follows_have_none(
    kind: ActivityKind, fields: dict[str, object], value: int
) -> None:
    activity = ActivityReceived("a1", kind, None, NOW, NOW, **fields)  # pyright: ignore[reportArgumentType]  # fields differ per case
    assert report_of(activity).value(DEFAULT_VALUES) == value


@pytest.mark.parametrize(
    ("value", "level"),
    [(0, 0), (1, 1), (999_999, 1), (1_000_000, 2), (4_999_999, 3), (5_000_000, 4), (MAX_NUMBER, len(LEVELS))],
)
def test_higher_values_have_higher_levels(value: int, level: int) -> None:
    assert value_level(value) == level


def test_channel_can_replace_a_default_value() -> None:
    changed = {**DEFAULT_VALUES, "sub_1": 1}
    assert report_of(ActivityReceived("a1", ActivityKind.SUB, None, NOW, NOW)).value(changed) == 1
