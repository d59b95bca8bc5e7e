"""The API of the stats: the list of streams, one stream, days in a time zone, and CSV files."""

from csv import DictReader
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from sqlalchemy import insert, update

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channel_providers.connection_health import minute_of
from greenroom.features.activity.records.models import Activity
from greenroom.features.commands.models import CommandUse
from greenroom.features.filters.models import Filter, FilterHit
from greenroom.features.stats.streams.models import Stream, StreamMinute, StreamPart
from greenroom.features.stats.streams.period_sums import store_totals
from greenroom.features.stats.streams.report import PlatformTotals, StreamTotals, encode
from greenroom.kernel.ids import new_id
from support.greenroom_server import ApiClient, GreenroomServer, Json, error_fields, refusal

CONNECTIONS = {"twitch": UUID(int=1), "tiktok": UUID(int=2)}
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


class Streams:
    """Stores streams of one channel, and runs the job that counts commands and filter hits."""

    def __init__(self, greenroom: GreenroomServer, channel_id: str) -> None:
        self.database, self.clock = greenroom.kernel.database, greenroom.kernel.clock
        self.channel_id = UUID(channel_id)
        jobs = [job for feature in greenroom.features for job in feature.jobs]
        self.run_job = next(job.run for job in jobs if job.name == "stream_stats")

    async def add(
        self,
        started_at: datetime,
        *,
        minutes: int | None = 60,
        title: str = "Tunic",
        is_final: bool = True,
        **totals: int,
    ) -> UUID:
        ended_at = None if minutes is None else started_at + timedelta(minutes=minutes)
        twitch = PlatformTotals("twitch", **totals)
        own = twitch.average_viewers, twitch.peak_viewers, twitch.watched_minutes, twitch.counted_minutes
        seconds = (minutes or 0) * 60
        stream_totals = StreamTotals(
            *own, twitch.messages, platforms=(twitch,), live_seconds=seconds, value=twitch.value
        )
        stream = Stream(
            id=new_id(),
            channel_id=self.channel_id,
            title=title,
            category="",
            started_at=started_at,
            ended_at=ended_at,
            settled_at=ended_at if is_final else None,
            totals=encode(stream_totals),
        )
        async with self.database.write() as session:
            session.add(stream)
            await session.flush()
            session.add(self._part(stream, "twitch", ended_at))
            await store_totals(session, stream, stream_totals)
        return stream.id

    def _part(self, stream: Stream, provider: str, ended_at: datetime | None) -> StreamPart:
        return StreamPart(
            stream_id=stream.id,
            connection_id=CONNECTIONS[provider],
            provider=provider,
            platform_stream_id="1",
            title=stream.title,
            category="",
            started_at=stream.started_at,
            ended_at=ended_at,
            seen_at=self.clock(),
        )

    async def add_minute(self, stream_id: UUID, moment: datetime, provider: str, viewers: int | None) -> None:
        row = {
            "stream_id": stream_id,
            "connection_id": CONNECTIONS[provider],
            "minute": minute_of(moment),
            "provider": provider,
            "viewer_total": viewers or 0,
            "viewer_reports": 0 if viewers is None else 1,
            "viewer_peak": viewers,
            "messages": 2,
        }
        async with self.database.write() as session:
            await session.execute(insert(StreamMinute), [row])

    async def minute_counts(self, client: ApiClient, stream_id: UUID) -> list[tuple[int, int]]:
        """Commands and filter hits of the minutes that have a row."""
        stream = await client.get(f"/channels/{self.channel_id}/streams/{stream_id}")
        (twitch,) = stream["series"]
        pairs = zip(twitch["commands"], twitch["filter_hits"], strict=True)
        return [pair for pair in pairs if pair != (None, None)]


@pytest.fixture
def streams(greenroom: GreenroomServer, channel_id: str) -> Streams:
    return Streams(greenroom, channel_id)


async def read(client: ApiClient, channel_id: str, path: str, **query: object) -> Json:
    response = await client.ask("GET", f"/channels/{channel_id}/{path}", params=query)
    assert response.status_code == 200, response.text
    return response.json()


@pytest.mark.both_databases
async def test_streams_are_listed_newest_first(owner: ApiClient, channel_id: str, streams: Streams) -> None:
    added = [await streams.add(NOON + timedelta(days=day // 2), title=str(day)) for day in range(5)]
    first = await read(owner, channel_id, "streams", limit=3)
    second = await read(owner, channel_id, "streams", limit=3, cursor=first["cursor"])
    found = [record["id"] for record in [*first["records"], *second["records"]]]
    assert found == [str(one) for one in reversed(added)]
    assert second["cursor"] is None
    assert first["records"][0]["providers"] == ["twitch"]


@pytest.mark.both_databases
async def test_stream_has_a_series_for_each_platform_with_null_in_minutes_without_numbers(
    owner: ApiClient, channel_id: str, streams: Streams
) -> None:
    stream_id = await streams.add(NOON, minutes=3)
    await streams.add_minute(stream_id, NOON, "twitch", 10)
    await streams.add_minute(stream_id, NOON + timedelta(minutes=2), "twitch", 30)
    await streams.add_minute(stream_id, NOON, "tiktok", None)
    stream = await read(owner, channel_id, f"streams/{stream_id}")
    assert (stream["first_minute"], stream["step_minutes"]) == ("2026-03-10T12:00:00Z", 1)
    series = {one["provider"]: one for one in stream["series"]}
    assert series["twitch"]["viewers"] == [10, None, 30, None]
    assert series["twitch"]["messages"] == [2, None, 2, None]
    assert series["tiktok"]["viewers"] == [None] * 4


@pytest.mark.both_databases
async def test_activity_commands_and_filter_hits_are_those_of_the_stream(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, streams: Streams
) -> None:
    now = greenroom.kernel.clock()
    stream_id = await streams.add(now - timedelta(hours=1), minutes=None, is_final=False)
    async with greenroom.kernel.database.write() as session:
        for minutes, kind, count, is_test in (
            (-30, "follow", 1, False),
            (-30, "gift_bomb", 5, False),
            (-30, "resub", 1, False),
            (-90, "follow", 1, False),
            (-30, "follow", 1, True),
        ):
            session.add(_activity(UUID(channel_id), kind, now + timedelta(minutes=minutes), count, is_test=is_test))
        for minutes, name, verdict in ((-30, "!hug", "answered"), (-30, "!hug", "skipped"), (-90, "!hug", "answered")):
            session.add(_use(UUID(channel_id), name, verdict, now + timedelta(minutes=minutes)))
        hit_filter = _filter(UUID(channel_id))
        session.add(hit_filter)
        await session.flush()
        session.add_all(
            _hit(hit_filter, now - timedelta(minutes=ago), is_shadow=is_shadow)
            for ago, is_shadow in ((30, False), (30, True), (90, False))
        )
    await streams.run_job()
    stream = await read(owner, channel_id, f"streams/{stream_id}")
    numbers = stream["numbers"]
    assert (numbers["follows"], numbers["subs"], numbers["value"]) == (1, 6, 3_000_000)
    (twitch,) = stream["platforms"]
    assert [(one["commands"], one["filter_hits"]) for one in (numbers, twitch)] == [(1, 1), (1, 1)]
    assert [(one["name"], one["count"]) for one in stream["top_commands"]] == [("!hug", 1)]


@pytest.mark.both_databases
async def test_commands_and_filter_hits_are_counted_in_their_minute(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, streams: Streams
) -> None:
    now = greenroom.kernel.clock()
    full_minute = now.replace(second=0, microsecond=0) - timedelta(minutes=5)
    stream_id = await streams.add(full_minute, minutes=None, is_final=False)
    uses = [_use(UUID(channel_id), "!hug", "asked", full_minute + timedelta(seconds=at)) for at in (0, 59.9, 60)]
    hit_filter = _filter(UUID(channel_id))
    async with streams.database.write() as session:
        session.add_all([*uses, hit_filter])
        await session.flush()
        session.add(_hit(hit_filter, full_minute + timedelta(seconds=61), is_shadow=False))
    await streams.run_job()
    assert await streams.minute_counts(owner, stream_id) == [(2, 0), (1, 1)]
    async with streams.database.write() as session:
        await session.execute(update(CommandUse).where(CommandUse.id == uses[0].id).values(verdict="failed"))
    await streams.run_job()
    assert await streams.minute_counts(owner, stream_id) == [(1, 0), (1, 1)]


def _activity(channel_id: UUID, kind: str, at: datetime, count: int, *, is_test: bool) -> Activity:
    return Activity(
        id=new_id(),
        channel_id=channel_id,
        connection_id=None,
        provider="twitch",
        activity_key=str(new_id()),
        kind=kind,
        viewer_id="7",
        viewer_name="Ana",
        count=count,
        amount=0,
        currency="",
        value=1_000_000,
        value_level=0,
        months=0,
        tier="",
        title="",
        message="",
        recipients=[],
        added_reports=[],
        stream_id=None,
        happened_at=at,
        received_at=at,
        is_backlog=False,
        is_test=is_test,
    )


def _use(channel_id: UUID, name: str, verdict: str, at: datetime) -> CommandUse:
    return CommandUse(
        channel_id=channel_id,
        command_id=new_id(),
        command_name=name,
        connection_id=CONNECTIONS["twitch"],
        message_id=str(new_id()),
        verdict=verdict,
        reason="",
        answer="",
        created_at=at,
    )


def _filter(channel_id: UUID) -> Filter:
    return Filter(
        id=new_id(),
        channel_id=channel_id,
        name="Links",
        type="links",
        is_enabled=True,
        mode="on",
        providers=[],
        exempt_level=0,
        exempt_viewers=[],
        ladder=[],
        message="",
        strike_seconds=0,
        settings={},
        place=1,
        term_count=0,
        revision=1,
        created_at=NOON,
        updated_at=NOON,
        updated_by="",
    )


def _hit(hit_filter: Filter, at: datetime, *, is_shadow: bool) -> FilterHit:
    return FilterHit(
        channel_id=hit_filter.channel_id,
        filter_id=hit_filter.id,
        connection_id=CONNECTIONS["twitch"],
        provider="twitch",
        message_id="m",
        viewer_id="7",
        viewer_name="Ana",
        text="",
        reason="",
        spans=[],
        action="delete",
        seconds=None,
        is_shadow=is_shadow,
        created_at=at,
    )


@pytest.mark.both_databases
async def test_stream_over_midnight_belongs_to_the_day_on_which_it_began_in_the_zone(
    owner: ApiClient, channel_id: str, streams: Streams
) -> None:
    await streams.add(datetime(2026, 3, 10, 22, 30, tzinfo=UTC), minutes=120, watched_minutes=600, counted_minutes=60)
    await streams.add(datetime(2026, 3, 11, 12, tzinfo=UTC), watched_minutes=40, counted_minutes=20)
    days = {"since": "2026-03-01", "until": "2026-03-31"}
    london = await read(owner, channel_id, "stats", zone="Europe/London", **days)
    tokyo = await read(owner, channel_id, "stats", zone="Asia/Tokyo", **days)
    assert [point["first_day"] for point in london["points"]] == ["2026-03-10", "2026-03-11"]
    assert [point["first_day"] for point in tokyo["points"]] == ["2026-03-11"]
    assert (tokyo["total"]["streams"], tokyo["total"]["live_minutes"]) == (2, 180)
    # The average is that of all minutes, not of the two streams.
    assert tokyo["total"]["average_viewers"] == 8


async def test_total_is_compared_with_as_many_days_before(owner: ApiClient, channel_id: str, streams: Streams) -> None:
    await streams.add(datetime(2026, 3, 29, 22, 30, tzinfo=UTC), messages=3)
    await streams.add(datetime(2026, 3, 28, 23, 30, tzinfo=UTC), messages=5)
    # The clocks change in this night: the day begins at 23:00 and ends at 22:00 UTC.
    stats = await read(owner, channel_id, "stats", since="2026-03-29", until="2026-03-29", zone="Europe/Berlin")
    assert (stats["total"]["messages"], stats["previous"]["messages"]) == (5, 0)
    after = await read(owner, channel_id, "stats", since="2026-03-30", until="2026-03-30", zone="Europe/Berlin")
    assert (after["total"]["messages"], after["previous"]["messages"]) == (3, 5)


async def test_days_begin_in_the_time_zone_of_the_channel(owner: ApiClient, channel_id: str, streams: Streams) -> None:
    await streams.add(datetime(2026, 3, 10, 22, 30, tzinfo=UTC))
    body = {"time_zone": "Asia/Tokyo"}
    assert (await owner.ask("PATCH", f"/channels/{channel_id}/settings", json=body)).status_code == 200
    stats = await read(owner, channel_id, "stats", until="2026-03-11", days=7)
    assert (stats["zone"], stats["since"]) == ("Asia/Tokyo", "2026-03-05")
    assert [point["first_day"] for point in stats["points"]] == ["2026-03-11"]


BAD_QUERIES = (
    ({"days": "0"}, "days"),
    ({"days": "4000"}, "days"),
    ({"until": "0001-01-02", "days": "3000"}, "since"),
    ({"zone": "Mars/Olympus"}, "zone"),
    ({"zone": "../../etc/passwd"}, "zone"),
    ({"zone": "localtime"}, "zone"),
    ({"zone": "posixrules"}, "zone"),
    ({"zone": "a" * 101}, "zone"),
    ({"zone": "\x00"}, "zone"),
    ({"since": "2026-03-02", "until": "2026-03-01"}, "since"),
    ({"since": "0001-01-01"}, "since"),
    ({"since": "0001-01-01", "until": "0001-01-02"}, "since"),
    ({"since": "1980-01-01", "until": "1980-01-02"}, "since"),
    ({"since": "9999-12-31", "until": "9999-12-31"}, "since"),
    ({"since": "soon"}, "since"),
)


@pytest.mark.rows("V3")
async def test_bad_days_and_zones_name_their_field(owner: ApiClient, channel_id: str) -> None:
    for query, field in BAD_QUERIES:
        response = await owner.ask("GET", f"/channels/{channel_id}/stats", params=query)
        assert error_fields(response) == [field], query


async def test_csv_files_are_safe_for_spreadsheets(owner: ApiClient, channel_id: str, streams: Streams) -> None:
    stream_id = await streams.add(NOON, title="=HYPERLINK(1)", messages=7, value=1_760_010_000)
    await streams.add_minute(stream_id, NOON, "twitch", 10)
    days = {"since": "2026-03-01", "until": "2026-03-31"}
    listed = await owner.ask("GET", f"/channels/{channel_id}/stats/csv", params=days)
    (row,) = DictReader(listed.content.decode("utf-8-sig").splitlines())
    assert (row["title"], row["messages"], row["value_usd"]) == ("'=HYPERLINK(1)", "7", "1760.01")
    minutes = await owner.ask("GET", f"/channels/{channel_id}/streams/{stream_id}/csv")
    assert minutes.content.decode("utf-8-sig").splitlines() == [
        "minute_utc,platform,average_viewers,peak_viewers,messages,lag_ms,chatters,commands,filter_hits",
        "2026-03-10 12:00:00,twitch,10.0,10,2,,0,0,0",
    ]
    assert minutes.headers["content-disposition"] == 'attachment; filename="stream.csv"'


async def test_streams_of_another_channel_are_not_found(owner: ApiClient, channel_id: str, streams: Streams) -> None:
    stream_id = await streams.add(NOON)
    other = await owner.create_channel("Another")
    for path in ("", "/csv"):
        response = await owner.ask("GET", f"/channels/{other}/streams/{stream_id}{path}")
        assert refusal(response) == (404, "stream_not_found")
    assert (await read(owner, other, "streams"))["records"] == []


@pytest.mark.rows("A3")
async def test_moderators_read_stats_and_vips_do_not(
    greenroom: GreenroomServer, channel_id: str, streams: Streams
) -> None:
    stream_id = await streams.add(NOON)
    paths = ("streams", f"streams/{stream_id}", f"streams/{stream_id}/csv", "stats", "stats/csv")
    for login, level, expected in (("odalys_", Role.MOD, 200), ("stagehandbot", Role.VIP, 404)):
        person = await greenroom.staff(login, channel_id, level)
        found = {(await person.ask("GET", f"/channels/{channel_id}/{path}")).status_code for path in paths}
        assert found == {expected}
