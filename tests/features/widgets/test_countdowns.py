"""Countdowns and subathons: the time left is exact across pauses, added time, repeated reports and two processes."""

from datetime import datetime, timedelta

import pytest
from widget_pipeline import WidgetPipeline

from greenroom.chat.protocol.events import MICROS, ActivityKind
from greenroom.features.widgets.types.countdown import MAX_SECONDS
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json

SUBATHON = {"seconds": 600, "seconds_per_sub": 60, "seconds_per_dollar": 10, "seconds_per_follow": 1}


async def control(pipeline: WidgetPipeline, widget: Json, action: str, seconds: int = 0) -> Json:
    return await pipeline.ask("POST", f"widgets/{widget['id']}/countdown", {"action": action, "seconds": seconds})


async def left_seconds(pipeline: WidgetPipeline, widget: Json) -> float:
    return (await pipeline.ask("GET", f"widgets/{widget['id']}/countdown"))["left_ms"] / 1_000


async def countdown_end(pipeline: WidgetPipeline, widget: Json) -> datetime:
    return datetime.fromisoformat((await pipeline.ask("GET", f"widgets/{widget['id']}/countdown"))["ends_at"])


@pytest.mark.both_databases
async def test_countdown_runs_stops_and_continues(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("countdown", seconds=300)
    page, state = await pipeline.open_page(widget)
    assert state["countdown"] == {
        "type": "countdown",
        "left_ms": 300_000,
        "is_running": False,
        "ends_at": None,
        "added_ms": 0,
        "added_by": "",
    }
    assert (await control(pipeline, widget, "start"))["is_running"]
    assert (await page.receive())["left_ms"] == 300_000
    clock.advance(100)
    assert (await control(pipeline, widget, "stop"))["left_ms"] == 200_000
    clock.advance(1_000)
    await control(pipeline, widget, "start")
    clock.advance(50.25)
    assert await left_seconds(pipeline, widget) == 149.75
    assert (await control(pipeline, widget, "add", -60))["left_ms"] == 89_750
    assert (await control(pipeline, widget, "reset")) == {"left_ms": 300_000, "is_running": False, "ends_at": None}


async def test_end_of_a_countdown_stays_exact_if_time_is_added(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    clock.advance(0.000_9)
    began = await control(pipeline, widget, "start")
    for number in range(3):
        clock.advance(0.000_4)
        await pipeline.process(pipeline.report(ActivityKind.FOLLOW, f"f{number}"))
        await control(pipeline, widget, "add", 1)
    assert await countdown_end(pipeline, widget) == datetime.fromisoformat(began["ends_at"]) + timedelta(seconds=6)


async def test_time_left_loses_no_parts_of_milliseconds_in_pauses(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("countdown", seconds=300)
    for _ in range(3):
        await control(pipeline, widget, "start")
        clock.advance(0.000_4)
        await control(pipeline, widget, "stop")
    assert await left_seconds(pipeline, widget) == 299.999


@pytest.mark.both_databases
async def test_subathon_counts_each_activity_once_in_two_processes(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    bomb = pipeline.report(ActivityKind.GIFT_BOMB, "b", count=5)
    cheer = pipeline.report(ActivityKind.CHEER, "c", count=250, amount_micros=250 * MICROS, currency="BITS")
    reports = bomb, cheer, pipeline.report(ActivityKind.FOLLOW, "f"), pipeline.report(ActivityKind.SUB, "s")
    await pipeline.process_twice(*reports)
    await pipeline.process(*reports)
    assert await left_seconds(pipeline, widget) == 600 + 5 * 60 + 25 + 1 + 60


async def test_gift_bomb_that_grows_adds_the_difference(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=2))
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=5))
    assert [(await page.receive())["added_ms"] for _ in range(2)] == [120_000, 180_000]
    assert await left_seconds(pipeline, widget) == 900


async def test_activities_add_nothing_beyond_the_limit_or_after_the_end(
    pipeline: WidgetPipeline, clock: FrozenClock
) -> None:
    widget = await pipeline.add("subathon", **SUBATHON, max_seconds=620)
    await control(pipeline, widget, "start")
    await pipeline.process(pipeline.report(ActivityKind.SUB, "s"))
    assert await left_seconds(pipeline, widget) == 620
    clock.advance(700)
    await pipeline.process(pipeline.report(ActivityKind.SUB, "t"))
    assert await left_seconds(pipeline, widget) == 0


async def test_sub_does_not_remove_time_that_staff_added_beyond_the_limit(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON, max_seconds=700)
    await control(pipeline, widget, "start")
    await control(pipeline, widget, "add", 7_200)
    page, _ = await pipeline.open_page(widget)
    await pipeline.process(pipeline.report(ActivityKind.SUB, "s"))
    assert await left_seconds(pipeline, widget) == 7_800
    assert (await page.receive())["added_ms"] == 0


@pytest.mark.both_databases
async def test_activity_received_before_the_end_counts_although_it_is_stored_after_it(
    pipeline: WidgetPipeline, clock: FrozenClock
) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    clock.advance(599)
    in_time = pipeline.report(ActivityKind.GIFT_BOMB, "b", count=5)
    clock.advance(101)
    await pipeline.process(in_time, pipeline.report(ActivityKind.SUB, "s"))
    assert await left_seconds(pipeline, widget) == 600 + 5 * 60 + 60 - 700


async def test_gift_bomb_that_grows_after_the_end_adds_nothing(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=1))
    clock.advance(700)
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=50))
    assert await left_seconds(pipeline, widget) == 0


async def test_finished_subathon_that_was_paused_stays_finished(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    clock.advance(700)
    await control(pipeline, widget, "stop")
    await pipeline.process(pipeline.report(ActivityKind.SUB, "s"))
    assert await left_seconds(pipeline, widget) == 0


@pytest.mark.both_databases
async def test_subathon_collects_time_from_its_first_start_and_while_it_is_paused(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await pipeline.process(pipeline.report(ActivityKind.SUB, "before"))
    await control(pipeline, widget, "add", 10)
    await pipeline.process(pipeline.report(ActivityKind.SUB, "before too"))
    assert await left_seconds(pipeline, widget) == 610
    await control(pipeline, widget, "start")
    await control(pipeline, widget, "stop")
    await pipeline.process(pipeline.report(ActivityKind.SUB, "in a break"))
    assert await left_seconds(pipeline, widget) == 670
    await control(pipeline, widget, "reset")
    await pipeline.process(pipeline.report(ActivityKind.SUB, "after"))
    assert await left_seconds(pipeline, widget) == 600


async def test_gift_bomb_before_the_start_that_grows_adds_nothing(pipeline: WidgetPipeline, clock: FrozenClock) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=2))
    clock.advance(1)
    await control(pipeline, widget, "start")
    await pipeline.process(pipeline.report(ActivityKind.GIFT_BOMB, "b", count=5))
    assert await left_seconds(pipeline, widget) == 600


async def test_time_of_a_countdown_is_at_most_a_year(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON)
    await control(pipeline, widget, "start")
    for _ in range(2):
        assert (await control(pipeline, widget, "add", MAX_SECONDS))["left_ms"] == MAX_SECONDS * 1_000
    await pipeline.process(pipeline.report(ActivityKind.SUB, "s"))
    assert await left_seconds(pipeline, widget) == MAX_SECONDS


async def test_subathon_counts_only_its_platforms_and_no_test_activities(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("subathon", **SUBATHON, providers=["kick"])
    await control(pipeline, widget, "start")
    await pipeline.process(pipeline.report(ActivityKind.SUB, "s"))
    await pipeline.ask("POST", "activities/test", {"provider": "kick", "kind": "sub"})
    assert await left_seconds(pipeline, widget) == 600


async def test_countdown_of_another_widget_type_is_not_found(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("chat")
    response = await pipeline.client.ask("GET", f"{pipeline.path}/widgets/{widget['id']}/countdown")
    assert response.json()["type"] == "widget_not_found"
