"""Countdowns and subathons: the stored end is exact across restarts, repeated reports and two processes."""

from datetime import datetime, timedelta

import pytest
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import MICROS, ActivityKind
from greenroom.features.widgets.types.countdown import MAX_SECONDS
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json

SUBATHON = {"seconds": 600, "seconds_per_sub": 60, "seconds_per_dollar": 10, "seconds_per_follow": 1}


async def control(stage: WidgetStage, widget: Json, action: str, seconds: int = 0) -> Json:
    return await stage.ask("POST", f"widgets/{widget['id']}/countdown", {"action": action, "seconds": seconds})


async def left_seconds(stage: WidgetStage, widget: Json) -> float:
    return (await stage.ask("GET", f"widgets/{widget['id']}/countdown"))["left_ms"] / 1_000


async def end_of(stage: WidgetStage, widget: Json) -> datetime:
    return datetime.fromisoformat((await stage.ask("GET", f"widgets/{widget['id']}/countdown"))["ends_at"])


@pytest.mark.both_databases
async def test_countdown_runs_stops_and_goes_on(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("countdown", seconds=300)
    page, state = await stage.state(widget)
    assert state["countdown"] == {
        "type": "countdown",
        "left_ms": 300_000,
        "is_running": False,
        "ends_at": None,
        "added_ms": 0,
        "added_by": "",
    }
    assert (await control(stage, widget, "start"))["is_running"]
    assert (await page.receive())["left_ms"] == 300_000
    clock.advance(100)
    assert (await control(stage, widget, "stop"))["left_ms"] == 200_000
    clock.advance(1_000)
    await control(stage, widget, "start")
    clock.advance(50.25)
    assert await left_seconds(stage, widget) == 149.75
    assert (await control(stage, widget, "add", -60))["left_ms"] == 89_750
    assert (await control(stage, widget, "reset")) == {"left_ms": 300_000, "is_running": False, "ends_at": None}


async def test_end_of_a_countdown_loses_nothing_when_time_is_added(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    clock.advance(0.000_9)
    began = await control(stage, widget, "start")
    for number in range(3):
        clock.advance(0.000_4)
        await stage.process(stage.report(ActivityKind.FOLLOW, f"f{number}"))
        await control(stage, widget, "add", 1)
    assert await end_of(stage, widget) == datetime.fromisoformat(began["ends_at"]) + timedelta(seconds=6)


async def test_time_left_loses_no_parts_of_milliseconds_in_pauses(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("countdown", seconds=300)
    for _ in range(3):
        await control(stage, widget, "start")
        clock.advance(0.000_4)
        await control(stage, widget, "stop")
    assert await left_seconds(stage, widget) == 299.999


@pytest.mark.both_databases
async def test_subathon_counts_each_activity_once_in_two_processes(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    bomb = stage.report(ActivityKind.GIFT_BOMB, "b", count=5)
    cheer = stage.report(ActivityKind.CHEER, "c", count=250, amount_micros=250 * MICROS, currency="BITS")
    reports = bomb, cheer, stage.report(ActivityKind.FOLLOW, "f"), stage.report(ActivityKind.SUB, "s")
    await stage.process_twice(*reports)
    await stage.process(*reports)
    assert await left_seconds(stage, widget) == 600 + 5 * 60 + 25 + 1 + 60


async def test_gift_bomb_that_grows_adds_the_difference(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=2))
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=5))
    assert [(await page.receive())["added_ms"] for _ in range(2)] == [120_000, 180_000]
    assert await left_seconds(stage, widget) == 900


async def test_subathon_never_exceeds_its_limit_and_a_finished_one_stays_finished(
    stage: WidgetStage, clock: FrozenClock
) -> None:
    widget = await stage.add("subathon", **SUBATHON, max_seconds=620)
    await control(stage, widget, "start")
    await stage.process(stage.report(ActivityKind.SUB, "s"))
    assert await left_seconds(stage, widget) == 620
    clock.advance(700)
    await stage.process(stage.report(ActivityKind.SUB, "t"))
    assert await left_seconds(stage, widget) == 0


async def test_tip_takes_no_time_away_that_staff_added_beyond_the_limit(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON, max_seconds=700)
    await control(stage, widget, "start")
    await control(stage, widget, "add", 7_200)
    page, _ = await stage.state(widget)
    await stage.process(stage.report(ActivityKind.SUB, "s"))
    assert await left_seconds(stage, widget) == 7_800
    assert (await page.receive())["added_ms"] == 0


@pytest.mark.both_databases
async def test_activity_that_came_before_the_end_counts_though_it_is_stored_after_it(
    stage: WidgetStage, clock: FrozenClock
) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    clock.advance(599)
    in_time = stage.report(ActivityKind.GIFT_BOMB, "b", count=5)
    clock.advance(101)
    await stage.process(in_time, stage.report(ActivityKind.SUB, "s"))
    assert await left_seconds(stage, widget) == 600 + 5 * 60 + 60 - 700


async def test_gift_bomb_that_grows_after_the_end_adds_nothing(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=1))
    clock.advance(700)
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=50))
    assert await left_seconds(stage, widget) == 0


async def test_finished_subathon_that_was_paused_stays_finished(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    clock.advance(700)
    await control(stage, widget, "stop")
    await stage.process(stage.report(ActivityKind.SUB, "s"))
    assert await left_seconds(stage, widget) == 0


@pytest.mark.both_databases
async def test_subathon_collects_time_from_its_first_start_and_while_it_is_paused(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await stage.process(stage.report(ActivityKind.SUB, "before"))
    await control(stage, widget, "add", 10)
    await stage.process(stage.report(ActivityKind.SUB, "before too"))
    assert await left_seconds(stage, widget) == 610
    await control(stage, widget, "start")
    await control(stage, widget, "stop")
    await stage.process(stage.report(ActivityKind.SUB, "in a break"))
    assert await left_seconds(stage, widget) == 670
    await control(stage, widget, "reset")
    await stage.process(stage.report(ActivityKind.SUB, "after"))
    assert await left_seconds(stage, widget) == 600


async def test_gift_bomb_from_before_the_start_that_grows_adds_nothing(stage: WidgetStage, clock: FrozenClock) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=2))
    clock.advance(1)
    await control(stage, widget, "start")
    await stage.process(stage.report(ActivityKind.GIFT_BOMB, "b", count=5))
    assert await left_seconds(stage, widget) == 600


async def test_time_of_a_countdown_ends_at_a_year(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON)
    await control(stage, widget, "start")
    for _ in range(2):
        assert (await control(stage, widget, "add", MAX_SECONDS))["left_ms"] == MAX_SECONDS * 1_000
    await stage.process(stage.report(ActivityKind.SUB, "s"))
    assert await left_seconds(stage, widget) == MAX_SECONDS


async def test_subathon_counts_only_its_platforms_and_no_tests(stage: WidgetStage) -> None:
    widget = await stage.add("subathon", **SUBATHON, providers=["kick"])
    await control(stage, widget, "start")
    await stage.process(stage.report(ActivityKind.SUB, "s"))
    await stage.ask("POST", "activities/test", {"provider": "kick", "kind": "sub"})
    assert await left_seconds(stage, widget) == 600


async def test_widget_without_a_countdown_has_none(stage: WidgetStage) -> None:
    widget = await stage.add("chat")
    response = await stage.client.ask("GET", f"{stage.path}/widgets/{widget['id']}/countdown")
    assert response.json()["type"] == "widget_not_found"
