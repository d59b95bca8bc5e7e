"""The job that adds up points by period works in pieces, survives a kill, and deletes old periods."""

import asyncio
from datetime import UTC, datetime

import pytest
from killed_jobs import add_up_in_pieces
from point_channel import PointChannel
from point_periods import EVENING, TABLES, Viewers, add_up, begin_stream, day_sums, page, ranked, row_counts, today

from greenroom.features.points.periods import sums
from support.channel_deletion import delete_channel
from support.frozen_clock import FrozenClock
from support.killed_process import Death, is_killed_at_commit


@pytest.mark.both_databases
async def test_period_is_incomplete_until_the_job_has_added_up_all_entries(
    points: PointChannel, viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "ENTRIES_AT_ONCE", 2)
    ana, bo, _ = viewers
    for earned in (1, 2, 4, 8, 16):
        await points.earn(ana, earned)
        await points.earn(bo, 100 * earned)
    assert (await page(points, "month"))["period"]["is_complete"] is False
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Bo", 3_100), (2, "Ana", 31)]
    assert (await page(points, "month"))["period"]["is_complete"] is True


async def kill_in_piece(points: PointChannel, death: Death, entries_at_once: int, totals_at_once: int) -> None:
    greenroom, pieces = points.greenroom, (entries_at_once, totals_at_once)
    now = greenroom.kernel.clock()
    assert await is_killed_at_commit(death, greenroom.settings, now, add_up_in_pieces, *pieces)


@pytest.mark.parametrize("piece", [1, 2, 3, 4])
async def test_job_that_is_killed_in_a_piece_adds_the_rest_later(
    points: PointChannel, viewers: Viewers, piece: int
) -> None:
    ana, bo, _ = viewers
    for earned in (1, 2, 4):
        await points.earn(ana, earned)
        await points.earn(bo, 100 * earned)
    await kill_in_piece(points, Death(piece, frozenset(TABLES)), entries_at_once=2, totals_at_once=2)
    assert (await page(points, "month"))["period"]["is_complete"] is False
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Bo", 700), (2, "Ana", 7)]
    assert await today(points) == day_sums(watching=707)


@pytest.mark.both_databases
async def test_two_processes_add_each_entry_once_while_more_are_written(
    points: PointChannel, viewers: Viewers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "ENTRIES_AT_ONCE", 3)
    ana, bo, cleo = viewers
    for _ in range(10):
        await points.earn(ana, 1)
        await points.earn(bo, 100)
    await begin_stream(points, EVENING)
    earning = [points.earn(cleo, 10) for _ in range(20)]
    await asyncio.gather(add_up(points), add_up(points), *earning, points.link(ana, bo), add_up(points))
    await asyncio.gather(add_up(points), add_up(points))
    for period in ("month", "stream"):
        assert [row[2] for row in await ranked(points, period)] == [1_010, 200]
    assert await today(points) == day_sums(watching=1_210)


async def test_totals_of_ended_periods_are_deleted_although_the_job_was_killed_while_deleting(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    for viewer in viewers:
        await points.earn(viewer, 5)
    await begin_stream(points, EVENING)
    await add_up(points)
    assert await row_counts(points) == {"point_periods": 3, "point_totals": 6, "point_line_sums": 1}
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    await begin_stream(points, clock.now)
    await kill_in_piece(points, Death(3, frozenset({"point_totals"})), entries_at_once=2, totals_at_once=1)
    assert (await row_counts(points))["point_totals"] == 5
    await add_up(points)
    assert await row_counts(points) == {"point_periods": 3, "point_totals": 0, "point_line_sums": 0}


@pytest.mark.both_databases
async def test_erased_viewer_has_no_totals(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    await points.link(ana, bo)
    for viewer, earned in ((ana, 30), (bo, 40), (cleo, 50)):
        await points.earn(viewer, earned)
    await add_up(points)
    # These points are not added up before the viewer is erased.
    await points.earn(ana, 5)
    erased = await points.client.ask("DELETE", f"{points.path}/viewers/{bo[0]}/{bo[1]}/data")
    assert erased.status_code == 200, erased.text
    assert await ranked(points, "month") == [(1, "Cleo", 50)]
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Cleo", 50)]


@pytest.mark.both_databases
async def test_deleted_channel_has_no_periods(points: PointChannel, viewers: Viewers) -> None:
    await points.earn(viewers[0], 30)
    await add_up(points)
    await delete_channel(points.greenroom, points.channel_id)
    assert await row_counts(points) == {"point_periods": 0, "point_totals": 0, "point_line_sums": 0}


async def test_clients_are_notified_when_points_were_added_up(points: PointChannel, viewers: Viewers) -> None:
    ana, *_ = viewers
    await points.earn(ana, 30)
    async with points.client.socket("/live") as socket:
        await socket.subscribe(points.channel_id, "points")
        await add_up(points)
        assert (await socket.receive())["events"][0] == {"type": "points_changed"}
