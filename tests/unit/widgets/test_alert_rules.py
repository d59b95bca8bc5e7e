"""The rule that shows an activity, and the text of its alert."""

from random import Random
from typing import Any
from uuid import UUID

import msgspec
import pytest

from greenroom.features.activity.records.models import Activity
from greenroom.features.widgets.alerts.rules import (
    AlertFacts,
    TextPart,
    alert_out,
    amount_text,
    find_rule,
    group_key,
    merge_facts,
    passes_chance,
    pick_variant,
    render_parts,
)
from greenroom.features.widgets.types.alerts import AlertRule, AlertVariant, Speech

SOME_ID = UUID(int=1)


def activity(**fields: Any) -> Activity:  # noqa: ANN401  # columns differ per case
    columns = {"kind": "cheer", "provider": "twitch", "value": 5_000_000, "count": 500}
    return Activity(**columns | fields)


CHEER = AlertFacts("cheer", "twitch", "Ana", 500, 500, "BITS", 0, "", "", "")


def facts(**fields: object) -> AlertFacts:
    return msgspec.structs.replace(CHEER, **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"kinds": ["cheer", "raid"]},
        {"providers": ["twitch"]},
        {"min_value": 5_000_000, "max_value": 5_000_000},
        {"min_count": 500, "max_count": 501},
    ],
)
def test_rule_matches_an_activity_that_meets_its_conditions(fields: dict[str, object]) -> None:
    rule = AlertRule.model_validate({"name": "A", **fields})
    assert find_rule(activity(), [rule]) is rule


@pytest.mark.parametrize(
    "fields",
    [
        {"enabled": False},
        {"kinds": ["raid"]},
        {"providers": ["kick"]},
        {"min_value": 5_000_001},
        {"max_value": 4_999_999},
        {"min_count": 501},
        {"max_count": 499},
    ],
)
def test_later_rule_is_used_if_the_first_does_not_match(fields: dict[str, object]) -> None:
    rule, later = AlertRule.model_validate({"name": "A", **fields}), AlertRule.model_validate({"name": "B"})
    assert find_rule(activity(), [rule, later]) is later


def test_chance_and_weights_are_respected() -> None:
    variants = [AlertVariant(weight=1, text="rare"), AlertVariant(weight=9, text="usual")]
    rule = AlertRule.model_validate({"name": "A", "chance_percent": 25}).model_copy(update={"variants": variants})
    rng = Random(7)  # noqa: S311  # no secret
    assert 200 < sum(passes_chance(rule, rng) for _ in range(1_000)) < 300
    assert 50 < sum(pick_variant(rule, rng).text == "rare" for _ in range(1_000)) < 150


@pytest.mark.parametrize(
    ("amount", "currency", "text"),
    [(500, "USD", "$5.00"), (123_456, "EUR", "€1,234.56"), (1_500, "JPY", "¥1,500"), (500, "BITS", "500 Bits"),
     (500, "BRL", "5.00 BRL"), (0, "USD", "")],
)  # fmt: skip
def test_amount_is_written_in_its_currency(amount: int, currency: str, text: str) -> None:
    assert amount_text(amount, currency) == text


def test_braces_in_values_and_unknown_names_stay_text() -> None:
    values = {"name": "{amount}<b>", "amount": "5"}
    assert render_parts("{name} gave {amount} {nonsense}", values) == [
        TextPart("{amount}<b>", "name"),
        TextPart(" gave "),
        TextPart("5", "amount"),
        TextPart(" {nonsense}"),
    ]


def test_speech_is_shortened_and_is_left_out_below_its_minimum() -> None:
    speech = Speech(enabled=True, text="{name} says {message}", max_characters=12, minimum=100)
    variant = AlertVariant(speech=speech)
    spoken = alert_out(SOME_ID, facts(messages={SOME_ID: "hello everyone"}), variant, 100).speech
    assert spoken is not None
    assert spoken.text == "Ana says hel"
    assert alert_out(SOME_ID, facts(messages={SOME_ID: "hello"}), variant, 99).speech is None


def test_anonymous_viewer_has_a_name() -> None:
    assert alert_out(SOME_ID, facts(name=""), AlertVariant(), 0).text == [TextPart("Anonymous", "name")]


def test_merged_alert_has_the_messages_that_fit() -> None:
    first, second = facts(messages={UUID(int=1): "first"}), facts(messages={UUID(int=2): "second"})
    assert merge_facts(first, second).message == "first · second"
    assert merge_facts(first, facts(messages={UUID(int=2): "x" * 1_000})).message == "first"


def test_two_rewards_of_a_viewer_are_two_alerts() -> None:
    rule = AlertRule.model_validate({"name": "A"})
    hydrate, song = (activity(kind="redemption", currency="", tier="", title=title, viewer_id="7")
                     for title in ("Hydrate", "Song request"))  # fmt: skip
    assert group_key(hydrate, rule) != group_key(song, rule)
