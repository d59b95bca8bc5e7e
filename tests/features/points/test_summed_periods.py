"""The job that adds up points by period works in pieces, survives a crash, and deletes old periods."""

import asyncio
from datetime import UTC, datetime

import pytest
from point_channel import PointChannel
from point_periods import EVENING, TABLES, Viewers, add_up, begin_stream, day_sums, page, ranked, row_counts, today

from greenroom.features.points.periods import sums
from support.channel_deletion import delete_channel
from support.dying_commits import Died, dying_at_commit
from support.frozen_clock import FrozenClock


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


@pytest.mark.both_databases
@pytest.mark.parametrize("piece", [1, 2, 3, 4])
async def test_job_that_dies_in_a_piece_adds_the_rest_later(
    points: PointChannel, viewers: Viewers, monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    monkeypatch.setattr(sums, "ENTRIES_AT_ONCE", 2)
    ana, bo, _ = viewers
    for earned in (1, 2, 4):
        await points.earn(ana, earned)
        await points.earn(bo, 100 * earned)
    with pytest.raises(Died), dying_at_commit(points.greenroom.kernel.database, piece, *TABLES):
        await add_up(points)
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


@pytest.mark.both_databases
async def test_totals_of_ended_periods_are_deleted_although_the_job_died_while_deleting(
    points: PointChannel, viewers: Viewers, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "TOTALS_AT_ONCE", 1)
    for viewer in viewers:
        await points.earn(viewer, 5)
    await begin_stream(points, EVENING)
    await add_up(points)
    assert await row_counts(points) == {"point_periods": 3, "point_totals": 6, "point_line_sums": 1}
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    await begin_stream(points, clock.now)
    with pytest.raises(Died), dying_at_commit(points.greenroom.kernel.database, 2, "point_totals"):
        await add_up(points)
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
