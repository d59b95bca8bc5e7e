"""When a timer runs, what it posts and where."""

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
    next_position,
    next_run,
    plan_run,
    replan,
)
from greenroom.kernel.errors import Unavailable
from greenroom.kernel.text import name_key

NOW = datetime(2030, 1, 2, 3, 4, 5, tzinfo=UTC)


def rng(seed: int = 1) -> Random:
    return Random(seed)  # noqa: S311  # reproducible


PLATFORMS = {"twitch": "Twitch", "youtube": "YouTube", "kick": "Kick", "tiktok": "TikTok"}


def target(provider: str = "twitch", *, lines: int = 0, is_live: bool = True) -> TimerTarget:
    number = UUID(int=list(PLATFORMS).index(provider) + 1)
    can_write = provider != "tiktok"
    return TimerTarget(
        number, provider, PLATFORMS[provider], can_write, can_announce=False, is_live=is_live, lines=lines, total=lines
    )


def message(text: str = "Hello", *providers: str, is_enabled: bool = True) -> TimerText:
    return TimerText(text, frozenset(providers), is_enabled)


def spec(
    *texts: TimerText, is_random: bool = False, active_mode: str = "always", minimum: int = 0, last: int | None = None
) -> TimerSpec:
    return TimerSpec(texts or (message(),), is_random, active_mode, minimum, last)


def plan(timer: TimerSpec, *targets: TimerTarget, is_manual: bool = False) -> RunPlan:
    return plan_run(timer, targets, rng(), is_manual=is_manual)


def test_messages_rotate_in_order() -> None:
    three = [message("a"), message("b"), message("c")]
    assert [next_position(spec(*three, last=last), ["twitch"], rng()) for last in (None, 0, 1, 2)] == [0, 1, 2, 0]


def test_rotation_skips_disabled_messages_and_other_platforms() -> None:
    messages = [message("a"), message("b", is_enabled=False), message("c", "youtube"), message("d", "twitch")]
    assert next_position(spec(*messages, last=0), ["twitch"], rng()) == 3
    assert next_position(spec(*messages, last=0), ["youtube"], rng()) == 2


def test_rotation_continues_after_messages_were_removed() -> None:
    assert next_position(spec(message("a"), message("b"), last=40), ["twitch"], rng()) in {0, 1}


@given(
    st.integers(1, 50), st.none() | st.integers(0, 60), st.lists(st.booleans(), min_size=50, max_size=50), st.integers()
)
def test_random_pick_repeats_the_last_message_only_if_there_is_no_other(
    count: int, last: int | None, enabled: list[bool], seed: int
) -> None:
    messages = tuple(message(str(number), is_enabled=enabled[number]) for number in range(count))
    timer = spec(*messages, is_random=True, last=last)
    position = next_position(timer, ["twitch"], rng(seed))
    candidates = {number for number in range(count) if enabled[number]}
    assert (position is None) == (not candidates)
    assert position is None or position in candidates
    assert position is None or position != last or candidates == {last}
    assert timer.messages == messages


def test_random_pick_is_uniform() -> None:
    five = [message(str(number), is_enabled=number != 3) for number in range(5)]
    source = rng()
    after_first = Counter(next_position(spec(*five, is_random=True, last=0), ["twitch"], source) for _ in range(600))
    initially = Counter(next_position(spec(*five, is_random=True), ["twitch"], source) for _ in range(600))
    assert (set(after_first), set(initially)) == ({1, 2, 4}, {0, 1, 2, 4})
    assert min(after_first.values()) > 150
    assert min(initially.values()) > 100


def test_timer_posts_to_active_chats_and_says_why_others_are_skipped() -> None:
    run_plan = plan(spec(minimum=5), target("twitch", lines=5), target("youtube", lines=4), target("tiktok", lines=9))
    assert [one.provider for one in run_plan.targets] == ["twitch"]
    assert [(one.target.provider, one.reason) for one in run_plan.skipped] == [
        ("youtube", "4 of 5 chat messages since the last run."),
        ("tiktok", "TikTok chat is read-only."),
    ]
    assert run_plan.reason == ""


def test_quiet_chats_are_skipped_with_a_reason_each() -> None:
    run_plan = plan(spec(minimum=5), target("twitch", lines=2), target("kick"))
    assert (run_plan.position, run_plan.targets) == (None, ())
    assert run_plan.reason == (
        "Twitch: 2 of 5 chat messages since the last run. Kick: 0 of 5 chat messages since the last run."
    )


@pytest.mark.parametrize(
    ("active_mode", "is_live", "reason"),
    [
        ("online", False, "Stream is offline."),
        ("offline", True, "Stream is live."),
        ("online", True, ""),
        ("offline", False, ""),
        ("always", False, ""),
    ],
)
def test_timer_runs_only_in_its_active_mode(active_mode: str, is_live: bool, reason: str) -> None:
    assert plan(spec(active_mode=active_mode), target(is_live=is_live)).reason == reason


def test_channel_is_live_when_any_platform_is() -> None:
    run_plan = plan(spec(active_mode="online"), target("twitch", is_live=False), target("kick", is_live=True))
    assert [one.provider for one in run_plan.targets] == ["twitch", "kick"]


def test_manual_run_ignores_active_mode_and_minimum_of_chat_messages() -> None:
    timer = spec(active_mode="online", minimum=100)
    assert plan(timer, target(is_live=False), is_manual=True).targets == (target(is_live=False),)


def test_skip_without_platforms_or_messages_has_a_reason() -> None:
    assert plan(spec()).reason == "No platform connected."
    assert plan(spec(message(is_enabled=False)), target()).reason == "All messages are disabled."
    assert plan(spec(message("a", "youtube")), target("kick")).reason == "Kick: No message for Kick."


def test_message_for_one_platform_skips_the_others() -> None:
    run_plan = plan(spec(message("a", "youtube")), target("youtube"), target("kick"))
    assert [one.provider for one in run_plan.targets] == ["youtube"]
    assert [one.reason for one in run_plan.skipped] == ["This message isn't for Kick."]


@given(st.integers(1, 10_080), st.integers(0, 10_080), st.integers())
def test_random_delay_only_lengthens_the_interval(interval: int, spread: int, seed: int) -> None:
    wait = next_run(NOW, interval, spread, rng(seed)) - NOW
    assert timedelta(minutes=interval) <= wait <= timedelta(minutes=interval + spread)


def test_random_delay_covers_its_range() -> None:
    seeds = range(200)
    waits = [(next_run(NOW, 10, 5, rng(seed)) - NOW).total_seconds() for seed in seeds]
    assert len(set(waits)) == len(waits)
    assert 600 < min(waits) < 615
    assert 885 < max(waits) < 900
    assert {next_run(NOW, 10, 0, rng(seed)) for seed in seeds} == {NOW + timedelta(minutes=10)}


def test_clock_set_back_keeps_the_planned_delay() -> None:
    assert replan(NOW, NOW + timedelta(hours=1, minutes=10), NOW + timedelta(hours=1)) == NOW + timedelta(minutes=10)
    assert replan(NOW, NOW + timedelta(hours=1), NOW + timedelta(hours=2)) == NOW


def test_names_are_compared_without_case() -> None:
    assert name_key("STRASSE") == name_key("Straße")


@pytest.mark.parametrize(
    ("outcome", "state", "detail"),
    [
        (Receipt("done"), "sent", ""),
        (dropped("too fast"), "dropped", "Dropped by Twitch: too fast"),
        (refused("never"), "failed", "never"),
        (Unavailable("Down." * 200), "failed", ("Down." * 200)[:500]),
    ],
)
def test_receipt_becomes_a_delivery_result(outcome: Receipt | Unavailable, state: str, detail: str) -> None:
    result = delivery_result(outcome, "Twitch")
    assert (result.state, result.detail) == (state, detail)


def test_names_are_compared_in_normalized_form() -> None:
    assert name_key("Cafe\u0301") == name_key("CAF\u00c9")
