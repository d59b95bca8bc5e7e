"""What viewers earned this month, in the newest stream and today: added up by a job from the entries of the ledger."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from point_channel import PointChannel
from sqlalchemy import text

from greenroom.economy.ledger import AccountKey, Reason
from greenroom.features.points.periods import sums
from greenroom.features.points.periods.job import PointPeriodsJob
from greenroom.kernel.ids import new_id
from greenroom.streams.models import Stream
from support.channel_deletion import delete_channel
from support.dying_commits import Died, dying_at_commit
from support.frozen_clock import FrozenClock
from support.greenroom_server import Json, error_fields
from support.server_fixtures import shared_loop_fixture

TABLES = ("point_periods", "point_totals", "point_line_sums")
EVENING = datetime(2026, 5, 20, 18, 0, tzinfo=UTC)


async def add_up(points: PointChannel) -> None:
    await PointPeriodsJob(points.greenroom.kernel).run()


async def page(points: PointChannel, period: str, **query: str | int) -> Json:
    return await points.client.get(f"{points.points_path}/leaderboard", period=period, **query)


async def ranked(points: PointChannel, period: str, **query: str | int) -> Sequence[tuple[int, str, int]]:
    records = (await page(points, period, **query))["records"]
    return [(one["rank"], one["accounts"][0]["name"], one["balance"]) for one in records]


async def today(points: PointChannel) -> Json:
    return await points.client.get(f"{points.points_path}/today")


async def set_zone(points: PointChannel, name: str) -> None:
    changed = await points.client.ask("PATCH", f"{points.path}/settings", json={"time_zone": name})
    assert changed.status_code == 200


async def begin_stream(points: PointChannel, at: datetime) -> UUID:
    stream = Stream(id=new_id(), channel_id=points.id, title="", category="", started_at=at)
    async with points.greenroom.kernel.database.write() as session:
        session.add(stream)
    return stream.id


async def change_stream(points: PointChannel, stream_id: UUID, **changes: datetime | None) -> None:
    async with points.greenroom.kernel.database.write() as session:
        stream = await session.get_one(Stream, stream_id)
        for name, value in changes.items():
            setattr(stream, name, value)


@shared_loop_fixture()
async def viewers(points: PointChannel, clock: FrozenClock) -> tuple[AccountKey, AccountKey, AccountKey]:
    clock.now = EVENING
    await points.turn_on()
    ana, bo, cleo = [await points.add_viewer("twitch", name) for name in ("Ana", "Bo", "Cleo")]
    return ana, bo, cleo


Viewers = tuple[AccountKey, AccountKey, AccountKey]


@pytest.mark.both_databases
async def test_only_what_viewers_earn_counts(points: PointChannel, viewers: Viewers) -> None:
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
async def test_what_was_undone_does_not_count(points: PointChannel, viewers: Viewers, clock: FrozenClock) -> None:
    ana, bo, _ = viewers
    await points.earn(ana, 30)
    await points.earn(ana, 500, Reason.ACTIVITY, "cheer")
    await points.earn(bo, 40)
    await add_up(points)
    (cheer, watched) = (await points.entries(ana))["records"]
    assert (await points.undo_entry(cheer["id"])).status_code == 200
    await add_up(points)
    assert await ranked(points, "month") == [(1, "Bo", 40), (2, "Ana", 30)]
    assert (await today(points), watched["delta"]) == (lines(watching=70), 30)


@pytest.mark.both_databases
async def test_what_is_undone_in_the_next_month_is_not_taken_from_it(
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
    assert await today(points) == lines(watching=20)


def lines(**earned: int) -> Json:
    return {"watching": 0, "messages": 0, "subs": 0, "payments": 0, "follows": 0, **earned}


@pytest.mark.both_databases
async def test_today_is_told_by_line_for_all_viewers_together(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, _ = viewers
    assert await today(points) == lines()
    for viewer in (ana, bo):
        await points.earn(viewer, 10)
        await points.earn(viewer, 3, Reason.CHATTED)
    for note, earned in (("sub", 100), ("gift bomb", 20), ("membership gift", 3), ("follow", 7)):
        await points.earn(ana, earned, Reason.ACTIVITY, note)
    for note, earned in (("super chat", 400), ("tiktok gift", 50), ("tip", 6)):
        await points.earn(bo, earned, Reason.ACTIVITY, note)
    await points.earn(bo, 5_000, Reason.WON)
    await add_up(points)
    assert await today(points) == lines(watching=20, messages=6, subs=123, payments=456, follows=7)


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
async def test_unlinked_accounts_are_ranked_by_what_each_earned(points: PointChannel, viewers: Viewers) -> None:
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
    # In New York one second before and after the end of October.
    clock.now = datetime(2026, 11, 1, 3, 59, 59, tzinfo=UTC)
    await points.earn(ana, 500)
    await add_up(points)
    clock.advance(1)
    assert (await page(points, "month"))["records"] == []
    assert await today(points) == lines()
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
    assert await today(points) == lines(watching=20)


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
    assert await today(points) == lines(watching=3)
    clock.advance(1)
    await points.earn(ana, 4)
    await add_up(points)
    assert await today(points) == lines(watching=4)


@pytest.mark.both_databases
async def test_another_time_zone_changes_only_days_that_begin_later(
    points: PointChannel, viewers: Viewers, clock: FrozenClock
) -> None:
    ana, *_ = viewers
    await points.earn(ana, 1)
    await add_up(points)
    # It is the next day there.
    await set_zone(points, "Asia/Tokyo")
    await points.earn(ana, 2)
    await add_up(points)
    assert await today(points) == lines(watching=3)
    clock.now = datetime(2026, 5, 21, 14, 59, tzinfo=UTC)
    await points.earn(ana, 4)
    await add_up(points)
    assert await today(points) == lines(watching=4)
    clock.now = datetime(2026, 5, 21, 15, 1, tzinfo=UTC)
    await points.earn(ana, 8)
    await add_up(points)
    assert await today(points) == lines(watching=8)


@pytest.mark.both_databases
async def test_stream_counts_from_its_start_until_its_end(
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
async def test_stream_that_began_earlier_or_goes_on_gets_what_was_passed(
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
    # Another platform was live before.
    await change_stream(points, stream_id, started_at=clock.now - timedelta(seconds=60))
    await add_up(points)
    assert await ranked(points, "stream") == [(1, "Ana", 6)]
    clock.advance(60)
    await points.earn(ana, 8)
    await add_up(points)
    # It was over before this was noticed.
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
async def test_pages_and_ranks_of_a_period(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    for viewer, earned in ((ana, 50), (bo, 50), (cleo, 20), (("twitch", "4711"), 60)):
        await points.earn(viewer, earned)
    await points.add_viewer("kick", "Boris")
    await add_up(points)
    first = await page(points, "month", limit=2)
    rest = await ranked(points, "month", limit=2, cursor=first["cursor"])
    assert [one["balance"] for one in first["records"]] == [60, 50]
    assert rest == [(2, "Ana", 50), (4, "Cleo", 20)]
    assert await ranked(points, "month", q="bo") == [(2, "Bo", 50), (5, "Boris", 0)]
    assert await ranked(points, "stream", q="bo") == [(1, "Bo", 0), (1, "Boris", 0)]


@pytest.mark.both_databases
async def test_old_entries_are_added_in_pieces(
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
    assert await today(points) == lines(watching=707)


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
    assert await today(points) == lines(watching=1_210)


@pytest.mark.both_databases
async def test_period_that_is_over_is_deleted_in_pieces(
    points: PointChannel, viewers: Viewers, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sums, "TOTALS_AT_ONCE", 1)
    for viewer in viewers:
        await points.earn(viewer, 5)
    await begin_stream(points, EVENING)
    await add_up(points)
    assert await stored(points) == {"point_periods": 3, "point_totals": 6, "point_line_sums": 1}
    clock.now = datetime(2026, 6, 1, tzinfo=UTC)
    await begin_stream(points, clock.now)
    with pytest.raises(Died), dying_at_commit(points.greenroom.kernel.database, 2, "point_totals"):
        await add_up(points)
    await add_up(points)
    assert await stored(points) == {"point_periods": 3, "point_totals": 0, "point_line_sums": 0}


async def stored(points: PointChannel) -> dict[str, int]:
    """Rows of all channels."""
    async with points.greenroom.kernel.database.read() as session:
        return {name: await session.scalar(text(f"SELECT count(*) FROM {name}")) or 0 for name in TABLES}  # noqa: S608  # named here


@pytest.mark.both_databases
async def test_erased_viewer_has_no_totals(points: PointChannel, viewers: Viewers) -> None:
    ana, bo, cleo = viewers
    await points.link(ana, bo)
    for viewer, earned in ((ana, 30), (bo, 40), (cleo, 50)):
        await points.earn(viewer, earned)
    await add_up(points)
    # Not added up before the viewer is erased.
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
    assert await stored(points) == {"point_periods": 0, "point_totals": 0, "point_line_sums": 0}


async def test_clients_are_told_when_something_was_added_up(points: PointChannel, viewers: Viewers) -> None:
    ana, *_ = viewers
    await points.earn(ana, 30)
    async with points.client.socket("/live") as line:
        await line.subscribe(points.channel_id, "points")
        await add_up(points)
        assert (await line.receive())["events"][0] == {"type": "points_changed"}


@pytest.mark.parametrize("period", ["week", "", "All", "0"])
async def test_unknown_period_names_the_field(points: PointChannel, period: str) -> None:
    response = await points.client.ask("GET", f"{points.points_path}/leaderboard?period={period}")
    assert (response.status_code, error_fields(response)) == (422, ["period"])
