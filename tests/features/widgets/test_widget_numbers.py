"""Numbers on a widget's page: what goals count, what event lists leave out, and the viewers of live streams."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from widget_stage import WidgetStage

from greenroom.chat.protocol.events import ActivityKind
from greenroom.tenancy.channel_providers import state
from greenroom.tenancy.channel_providers.connection_health import ConnectionHealth
from greenroom.tenancy.platforms import PlatformFlags, Platforms
from support.greenroom_server import Json, LiveSocket
from support.pipeline import FAKE_PLATFORM, FakePlatform

NOW = datetime(2030, 1, 2, tzinfo=UTC)
RAID = {"provider": "twitch", "kind": "raid"}


class Streaming(FakePlatform):
    info = replace(
        FAKE_PLATFORM, descriptor=FAKE_PLATFORM.descriptor.model_copy(update={"flags": PlatformFlags(stream=True)})
    )


async def change_stream(stage: WidgetStage, *changes: state.Change) -> None:
    async with stage.greenroom.kernel.database.write() as session:
        await state.change(session, Platforms([Streaming()], []), stage.first.connection_id, *changes)


def viewers(count: int) -> state.Change:
    return state.health(ConnectionHealth(NOW, None, messages_per_minute=0, viewers=count, allowance=None))


async def shown_stream(page: LiveSocket) -> tuple[bool, int | None]:
    """The next change of the stream that the page receives."""
    stream = (await page.receive())["data"]
    return stream["is_live"], stream["viewers"]


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_goal_counts_what_happened_since_it_began_without_tests(stage: WidgetStage) -> None:
    widget = await stage.add("goal", metric="count", kinds=["raid"])
    earlier = stage.first.now(-3_600)
    await stage.process(
        stage.report(ActivityKind.RAID, "new", count=1),
        replace(stage.report(ActivityKind.RAID, "received late", count=10), happened_at=earlier),
        stage.report(ActivityKind.RAID, "before we connected", count=100, is_backlog=True),
    )
    await stage.ask("POST", "activities/test", RAID)
    assert (await stage.state(widget))[1] == {"current": 1}


async def test_new_goal_counts_new_subs_and_members_with_each_gifted_one(stage: WidgetStage) -> None:
    widget = await stage.add("goal")
    counted = {"sub": 1, "gift": 1, "gift_bomb": 5, "membership": 1, "membership_gift": 10}
    others = {"like": 1_000, "follow": 1, "resub": 1, "milestone": 1, "cheer": 500, "raid": 40, "redemption": 1}
    reports = [stage.report(ActivityKind(kind), kind, count=count) for kind, count in (counted | others).items()]
    await stage.process(*reports)
    assert (widget["settings"]["target"], (await stage.state(widget))[1]) == (100, {"current": 18})


async def test_goal_without_chosen_kinds_counts_everything(stage: WidgetStage) -> None:
    widget = await stage.add("goal", kinds=[])
    await stage.process(stage.report(ActivityKind.LIKE, count=1_000), stage.report(ActivityKind.SUB, "s"))
    assert (await stage.state(widget))[1] == {"current": 1_001}


async def test_goal_counts_from_the_moment_of_its_settings(stage: WidgetStage) -> None:
    since = stage.first.now(-3_600)
    widget = await stage.add("goal", metric="activities", kinds=["raid"], since=since.isoformat())
    raid = stage.report(ActivityKind.RAID)
    moments = {"too early": since - timedelta(seconds=1), "in time": since}
    for key, moment in moments.items():
        await stage.process(replace(raid, activity_id=key, happened_at=moment))
    assert (await stage.state(widget))[1] == {"current": 1}


async def test_event_list_has_no_tests(stage: WidgetStage) -> None:
    await stage.process(stage.report(ActivityKind.RAID))
    test: Json = await stage.ask("POST", "activities/test", RAID)
    page, opened = await stage.state(await stage.add("event_list"))
    assert [one["name"] for one in opened["activities"]] == ["Ana"]
    assert test["viewer_name"] != "Ana"
    await stage.ask("POST", "activities/test", RAID)
    await stage.process(stage.report(ActivityKind.RAID, "a2"))
    assert (await page.receive())["activity"]["name"] == "Ana"


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_viewer_count_shows_public_live_streams_and_follows_them(stage: WidgetStage) -> None:
    widget = await stage.add("viewer_count")
    page, opened = await stage.state(widget)
    assert opened == {"streams": []}
    await change_stream(stage, state.live(state.LiveState("s1", NOW), NOW))
    assert await shown_stream(page) == (True, None)
    await change_stream(stage, viewers(42))
    assert await shown_stream(page) == (True, 42)
    _, opened = await stage.state(widget)
    (stream,) = opened["streams"]
    assert (stream["provider"], stream["is_live"], stream["viewers"]) == ("drill", True, 42)
    await change_stream(stage, state.live(state.LiveState("s1", NOW, is_listed=False), NOW))
    assert await shown_stream(page) == (False, None)
    assert (await stage.state(widget))[1] == {"streams": []}


async def test_widget_without_viewers_hears_nothing_of_streams(stage: WidgetStage) -> None:
    page, _ = await stage.state(await stage.add("chat"))
    await change_stream(stage, state.live(state.LiveState("s1", NOW), NOW), viewers(42))
    assert await page.drain() == []
