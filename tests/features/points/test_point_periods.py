"""A job adds up the points that viewers earned this month, in the newest stream and today."""

from datetime import UTC, datetime, timedelta

import pytest
from point_channel import PointChannel
from point_periods import EVENING, Viewers, add_up, begin_stream, change_stream, day_sums, page, ranked, set_zone, today

from greenroom.features.points.ledger.ledger import Reason
from support.frozen_clock import FrozenClock
from support.greenroom_server import error_fields


@pytest.mark.both_databases
async def test_points_won_received_or_adjusted_do_not_count_as_earned(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    await begin_stream(points, EVENING)
    await points.earn(ana, 30)
    await points.earn(ana, 5, Reason.CHATTED)
    await points.earn(ana, 1_000, Reason.ACTIVITY, "resub")
    await points.earn(bo, 40)
    await points.earn(bo, -10, Reason.BET)
    for reason in (Reason.WON, Reason.RECEIVED, Reason.IMPORTED, Reason.REFUND):
        await points.earn(cleo, 700, reason)
    await points.adjust(cleo, "add", 9_000)
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Ana", 1_035), (2, "Bo", 40)]
    assert await ranked(points, "stream") == [(1, "Ana", 1_035), (2, "Bo", 40)]
    assert (await ranked(points, "all"))[0] == (1, "Cleo", 11_800)


@pytest.mark.both_databases
async def test_each_entry_is_added_once_however_often_the_job_runs(points: PointChannel, viewers: Viewers) -> None:
    ana, *_ = viewers
    await points.earn(ana, 30)
    await add_up(points)
    await add_up(points)
    await points.earn(ana, 12)
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Ana", 42)]
    assert (await today(points))["watching"] == 42


@pytest.mark.both_databases
async def test_undone_entries_do_not_count(points: PointChannel, viewers: Viewers, clock: FrozenClock) -> None:
    ana, bo, _ = viewers
    await points.earn(ana, 30)
    await points.earn(ana, 500, Reason.ACTIVITY, "cheer")
    await points.earn(bo, 40)
    await add_up(points)
    (cheer, watched) = (await points.entries(ana))["records"]
    assert (await points.undo_entry(cheer["id"])).status_code == 200
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Bo", 40), (2, "Ana", 30)]
    assert (await today(points), watched["delta"]) == (day_sums(watching=70), 30)


@pytest.mark.both_databases
async def test_undo_of_an_entry_of_last_month_is_not_subtracted_from_this_month(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, *_ = viewers
    await points.earn(ana, 500)
    (watched,) = (await points.entries(ana))["records"]
    clock.now = datetime(2026, 6, 1, 12, tzinfo=UTC)
    await points.earn(ana, 20)
    await points.undo_entry(watched["id"])
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Ana", 20)]
    assert await today(points) == day_sums(watching=20)


@pytest.mark.both_databases
async def test_points_of_today_are_added_up_by_reason_for_all_viewers(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, _ = viewers
    assert await today(points) == day_sums()
    for viewer in (ana, bo):
        await points.earn(viewer, 10)
        await points.earn(viewer, 3, Reason.CHATTED)
    for note, earned in (("sub", 100), ("gift bomb", 20), ("membership gift", 3), ("follow", 7)):
        await points.earn(ana, earned, Reason.ACTIVITY, note)
    for note, earned in (("super chat", 400), ("tiktok gift", 50), ("tip", 6)):
        await points.earn(bo, earned, Reason.ACTIVITY, note)
    await points.earn(bo, 5_000, Reason.WON)
    await add_up(points)
    assert await today(points) == day_sums(watching=20, messages=6, subs=123, payments=456, follows=7)


@pytest.mark.both_databases
async def test_linked_accounts_are_ranked_as_one(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    for viewer, earned in ((ana, 30), (bo, 40), (cleo, 50)):
        await points.earn(viewer, earned)
    await add_up(points)
    await points.link(ana, bo)
    assert [row[2] for row in await ranked(points, "month")] == [70, 50]
    await points.earn(bo, 5)
    await points.earn(ana, 1)
    await add_up(points)
    linked, alone = (await page(points, "month"))["records"]
    assert (linked["rank"], linked["balance"], len(linked["accounts"])) == (1, 76, 2)
    assert (alone["rank"], alone["balance"]) == (2, 50)
    assert [row[2] for row in await ranked(points, "month", q="an")] == [76]


@pytest.mark.both_databases
async def test_unlinked_accounts_are_ranked_by_their_own_points(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    await points.link(ana, bo, cleo)
    for viewer, earned in ((ana, 30), (bo, 40), (cleo, 50)):
        await points.earn(viewer, earned)
    await add_up(points)
    await points.earn(bo, 3)
    await points.unlink(bo)
    await add_up(points)
    assert [row[2] for row in await ranked(points, "month")] == [80, 43]
    await points.link(cleo, bo)
    assert [row[2] for row in await ranked(points, "month")] == [93, 30]


@pytest.mark.both_databases
async def test_month_and_day_begin_in_the_channels_time_zone(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, bo, _ = viewers
    await set_zone(points, "America/New_York")
    # In New York this is one second before the end of October.
    clock.now = datetime(2026, 11, 1, 3, 59, 59, tzinfo=UTC)
    await points.earn(ana, 500)
    await add_up(points)
    clock.advance(1)
    assert (await page(points, "month"))["records"] == []
    assert await today(points) == day_sums()
    await points.earn(bo, 20)
    await add_up(points)
    shown = await page(points, "month")
    assert [one["balance"] for one in shown["records"]] == [20]
    assert shown["period"] == {
        "starts_at": "2026-11-01T04:00:00Z",
        # The clocks are set back in November.
        "ends_at": "2026-12-01T05:00:00Z",
        "is_complete": True,
    }
    assert await today(points) == day_sums(watching=20)


@pytest.mark.both_databases
async def test_day_on_which_the_clocks_are_set_back_has_25_hours(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, *_ = viewers
    await set_zone(points, "America/New_York")
    clock.now = datetime(2026, 11, 1, 4, 0, tzinfo=UTC)
    await points.earn(ana, 1)
    clock.now = datetime(2026, 11, 2, 4, 59, 59, tzinfo=UTC)
    await points.earn(ana, 2)
    await add_up(points)
    assert await today(points) == day_sums(watching=3)
    clock.advance(1)
    await points.earn(ana, 4)
    await add_up(points)
    assert await today(points) == day_sums(watching=4)


@pytest.mark.both_databases
async def test_another_time_zone_changes_only_days_that_begin_later(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, *_ = viewers
    await points.earn(ana, 1)
    await add_up(points)
    # In Tokyo it is already the next day.
    await set_zone(points, "Asia/Tokyo")
    await points.earn(ana, 2)
    await add_up(points)
    assert await today(points) == day_sums(watching=3)
    clock.now = datetime(2026, 5, 21, 14, 59, tzinfo=UTC)
    await points.earn(ana, 4)
    await add_up(points)
    assert await today(points) == day_sums(watching=4)
    clock.now = datetime(2026, 5, 21, 15, 1, tzinfo=UTC)
    await points.earn(ana, 8)
    await add_up(points)
    assert await today(points) == day_sums(watching=8)


@pytest.mark.both_databases
async def test_leaderboard_of_a_stream_counts_points_from_its_start_until_its_end(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, bo, _ = viewers
    assert (await page(points, "stream"))["period"] == {"starts_at": None, "ends_at": None, "is_complete": True}
    await points.earn(ana, 500)
    clock.advance(3_600)
    stream_id = await begin_stream(points, clock.now)
    await points.earn(bo, 20)
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Bo", 20)]
    clock.advance(3_600)
    await change_stream(points, stream_id, ended_at=clock.now)
    await points.earn(ana, 700)
    await add_up(points)
    shown = await page(points, "stream")
    assert (shown["period"]["starts_at"], shown["period"]["ends_at"]) == (
        "2026-05-20T19:00:00Z",
        "2026-05-20T20:00:00Z",
    )
    assert await ranked(points, "stream") == [(1, "Bo", 20)]
    assert await ranked(points, "month") == [(1, "Ana", 1_200), (2, "Bo", 20)]
    await begin_stream(points, clock.now + timedelta(seconds=1))
    clock.advance(1)
    assert await ranked(points, "stream") == []
    await points.earn(ana, 3)
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 3)]


@pytest.mark.both_databases
async def test_stream_whose_start_or_end_is_corrected_gets_the_points_between_them(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, *_ = viewers
    await points.earn(ana, 1)
    clock.advance(60)
    await points.earn(ana, 2)
    clock.advance(60)
    stream_id = await begin_stream(points, clock.now)
    await points.earn(ana, 4)
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 4)]
    # Another platform had gone live a minute earlier.
    await change_stream(points, stream_id, started_at=clock.now - timedelta(seconds=60))
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 6)]
    clock.advance(60)
    await points.earn(ana, 8)
    await add_up(points)
    # The end of the stream was noticed late.
    await change_stream(points, stream_id, ended_at=clock.now)
    clock.advance(60)
    await points.earn(ana, 16)
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 6)]
    await change_stream(points, stream_id, ended_at=None)
    await points.earn(ana, 32)
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 62)]


@pytest.mark.both_databases
async def test_leaderboard_of_a_period_has_pages_and_ranks(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    for viewer, earned in ((ana, 50), (bo, 50), (cleo, 20), (("twitch", "4711"), 60)):
        await points.earn(viewer, earned)
    await points.add_viewer("kick", "Boris")
    await add_up(points)
    first = await page(points, "month", limit=2)
    second = await ranked(points, "month", limit=2, cursor=first["cursor"])
    of_all = await points.client.ask("GET", f"{points.points_path}/leaderboard?cursor={first['cursor']}")
    assert error_fields(of_all) == ["cursor"]
    assert [one["balance"] for one in first["records"]] == [60, 50]
    assert second == [(2, "Ana", 50), (4, "Cleo", 20)]
    assert await ranked(points, "month", q="bo") == [(2, "Bo", 50), (5, "Boris", 0)]
    assert await ranked(points, "stream", q="bo") == [(1, "Bo", 0), (1, "Boris", 0)]


@pytest.mark.parametrize("period", ["week", "", "All", "0"])
async def test_unknown_period_names_the_field(points: PointChannel, period: str) -> None:
    response = await points.client.ask("GET", f"{points.points_path}/leaderboard?period={period}")
    assert (response.status_code, error_fields(response)) == (422, ["period"])
