"""When a timer speaks, what it says and where."""

from collections import Counter
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.protocol.actions import Receipt, dropped, refused
from greenroom.features.timers.rules import (
    RunPlan,
    TimerSpec,
    TimerTarget,
    TimerText,
    delivery_result,
    name_key,
    next_position,
    next_run,
    plan_run,
    replanned,
)
from greenroom.kernel.errors import Unavailable

NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


def chance(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311  # the same each time


NAMES = {"twitch": "Twitch", "youtube": "YouTube", "kick": "Kick", "tiktok": "TikTok"}


def place(provider: str = "twitch", *, lines: int = 0, is_live: bool = True) -> TimerTarget:
    number = UUID(int=list(NAMES).index(provider) + 1)
    can_write = provider != "tiktok"
    return TimerTarget(
        number, provider, NAMES[provider], can_write, can_announce=False, is_live=is_live, lines=lines, total=lines
    )


def line(text: str = "Hello", *providers: str, is_enabled: bool = True) -> TimerText:
    return TimerText(text, frozenset(providers), is_enabled)


def spec(
    *lines: TimerText, is_random: bool = False, active_mode: str = "always", least: int = 0, last: int | None = None
) -> TimerSpec:
    return TimerSpec(lines or (line(),), is_random, active_mode, least, last)


def plan(wanted: TimerSpec, *places: TimerTarget, is_asked_for: bool = False) -> RunPlan:
    return plan_run(wanted, places, chance(), is_asked_for=is_asked_for)


def test_messages_come_in_order_and_begin_again() -> None:
    three = [line("a"), line("b"), line("c")]
    assert [next_position(spec(*three, last=last), ["twitch"], chance()) for last in (None, 0, 1, 2)] == [0, 1, 2, 0]


def test_order_passes_over_what_is_switched_off_or_meant_for_elsewhere() -> None:
    lines = [line("a"), line("b", is_enabled=False), line("c", "youtube"), line("d", "twitch")]
    assert next_position(spec(*lines, last=0), ["twitch"], chance()) == 3
    assert next_position(spec(*lines, last=0), ["youtube"], chance()) == 2


def test_order_goes_on_after_the_list_has_become_shorter() -> None:
    assert next_position(spec(line("a"), line("b"), last=40), ["twitch"], chance()) in {0, 1}


@given(
    st.integers(1, 50), st.none() | st.integers(0, 60), st.lists(st.booleans(), min_size=50, max_size=50), st.integers()
)
def test_chance_never_repeats_the_last_one_when_there_are_others(
    count: int, last: int | None, switched: list[bool], seed: int
) -> None:
    lines = tuple(line(str(number), is_enabled=switched[number]) for number in range(count))
    wanted = spec(*lines, is_random=True, last=last)
    position = next_position(wanted, ["twitch"], chance(seed))
    fitting = {number for number in range(count) if switched[number]}
    assert (position is None) == (not fitting)
    assert position is None or position in fitting
    assert position is None or position != last or fitting == {last}
    assert wanted.lines == lines


def test_chance_brings_each_of_the_others_about_as_often() -> None:
    five = [line(str(number), is_enabled=number != 3) for number in range(5)]
    drawing = chance()
    after_the_first = Counter(
        next_position(spec(*five, is_random=True, last=0), ["twitch"], drawing) for _ in range(600)
    )
    at_first = Counter(next_position(spec(*five, is_random=True), ["twitch"], drawing) for _ in range(600))
    assert (set(after_the_first), set(at_first)) == ({1, 2, 4}, {0, 1, 2, 4})
    assert min(after_the_first.values()) > 150
    assert min(at_first.values()) > 100


def test_it_is_said_where_the_chat_is_lively_and_elsewhere_the_reason_is_told() -> None:
    decided = plan(spec(least=5), place("twitch", lines=5), place("youtube", lines=4), place("tiktok", lines=9))
    assert [one.provider for one in decided.targets] == ["twitch"]
    assert [(one.place.provider, one.reason) for one in decided.left_out] == [
        ("youtube", "4 of 5 chat messages since it last spoke there."),
        ("tiktok", "Nothing can be written to TikTok from here."),
    ]
    assert decided.reason == ""


def test_nothing_is_said_in_quiet_chats_and_each_of_them_is_named() -> None:
    decided = plan(spec(least=5), place("twitch", lines=2), place("kick"))
    assert (decided.position, decided.targets) == (None, ())
    assert decided.reason == (
        "Twitch: 2 of 5 chat messages since it last spoke there. Kick: 0 of 5 chat messages since it last spoke there."
    )


@pytest.mark.parametrize(
    ("active_mode", "is_live", "reason"),
    [
        ("online", False, "The channel is not live."),
        ("offline", True, "The channel is live."),
        ("online", True, ""),
        ("offline", False, ""),
        ("always", False, ""),
    ],
)
def test_active_mode_decides_before_anything_else(active_mode: str, is_live: bool, reason: str) -> None:
    assert plan(spec(active_mode=active_mode), place(is_live=is_live)).reason == reason


def test_channel_that_is_live_on_one_platform_is_live_for_all_of_them() -> None:
    decided = plan(spec(active_mode="online"), place("twitch", is_live=False), place("kick", is_live=True))
    assert [one.provider for one in decided.targets] == ["twitch", "kick"]


def test_whoever_asks_for_a_run_needs_neither_a_stream_nor_a_lively_chat() -> None:
    wanted = spec(active_mode="online", least=100)
    assert plan(wanted, place(is_live=False), is_asked_for=True).targets == (place(is_live=False),)


def test_channel_without_platforms_and_timer_without_messages_say_why_they_are_silent() -> None:
    assert plan(spec()).reason == "No platform is connected."
    assert plan(spec(line(is_enabled=False)), place()).reason == "All of its messages are switched off."
    assert plan(spec(line("a", "youtube")), place("kick")).reason == "Kick: No message is meant for Kick."


def test_message_for_one_platform_leaves_the_others_out() -> None:
    decided = plan(spec(line("a", "youtube")), place("youtube"), place("kick"))
    assert [one.provider for one in decided.targets] == ["youtube"]
    assert [one.reason for one in decided.left_out] == ["This message is not meant for Kick."]


@given(st.integers(1, 10_080), st.integers(0, 10_080), st.integers())
def test_spread_makes_an_interval_longer_and_never_shorter(interval: int, spread: int, seed: int) -> None:
    wait = next_run(NOW, interval, spread, chance(seed)) - NOW
    assert timedelta(minutes=interval) <= wait <= timedelta(minutes=interval + spread)


def test_spread_uses_all_of_its_minutes_and_none_stays_on_the_minute() -> None:
    seeds = range(200)
    waits = [(next_run(NOW, 10, 5, chance(seed)) - NOW).total_seconds() for seed in seeds]
    assert len(set(waits)) == len(waits)
    assert 600 < min(waits) < 615
    assert 885 < max(waits) < 900
    assert {next_run(NOW, 10, 0, chance(seed)) for seed in seeds} == {NOW + timedelta(minutes=10)}


def test_plan_of_a_clock_that_was_put_back_is_as_far_away_as_it_was() -> None:
    assert replanned(NOW, NOW + timedelta(hours=1, minutes=10), NOW + timedelta(hours=1)) == NOW + timedelta(minutes=10)
    assert replanned(NOW, NOW + timedelta(hours=1), NOW + timedelta(hours=2)) == NOW


def test_names_that_differ_in_case_are_one() -> None:
    assert name_key("STRASSE") == name_key("Straße")


@pytest.mark.parametrize(
    ("outcome", "state", "detail"),
    [
        (Receipt("done"), "sent", ""),
        (dropped("too fast"), "dropped", "Dropped by Twitch: too fast"),
        (refused("never"), "failed", "never"),
        (Unavailable("Away." * 200), "failed", ("Away." * 200)[:500]),
    ],
)
def test_receipt_becomes_a_result(outcome: Receipt | Unavailable, state: str, detail: str) -> None:
    verdict = delivery_result(outcome, "Twitch")
    assert (verdict.state, verdict.detail) == (state, detail)


def test_names_are_the_same_however_their_accents_are_typed() -> None:
    assert name_key("Cafe\u0301") == name_key("CAF\u00c9")
