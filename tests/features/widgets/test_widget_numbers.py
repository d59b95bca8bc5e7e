"""Pages of widgets show counts of goals, event lists without test activities, and viewers of live streams."""

from datetime import UTC, datetime, timedelta

import pytest
from msgspec.structs import replace
from widget_pipeline import WidgetPipeline

from greenroom.accounts.channel_providers import state
from greenroom.accounts.channel_providers.connection_health import ConnectionHealth
from greenroom.accounts.platforms import PlatformFlags, Platforms
from greenroom.chat.protocol.events import ActivityKind
from support.greenroom_server import Json, LiveSocket
from support.pipeline import FAKE_PLATFORM, FakePlatform

NOW = datetime(2030, 1, 2, tzinfo=UTC)
RAID = {"provider": "twitch", "kind": "raid"}


class StreamingPlatform(FakePlatform):
    info = replace(
        FAKE_PLATFORM, descriptor=FAKE_PLATFORM.descriptor.model_copy(update={"flags": PlatformFlags(stream=True)})
    )


async def change_stream(pipeline: WidgetPipeline, *changes: state.Change) -> None:
    async with pipeline.greenroom.kernel.database.write() as session:
        await state.change(session, Platforms([StreamingPlatform()], []), pipeline.first.connection_id, *changes)


def viewers(count: int) -> state.Change:
    return state.health(ConnectionHealth(NOW, None, messages_per_minute=0, viewers=count, allowance=None))


async def next_stream_state(page: LiveSocket) -> tuple[bool, int | None]:
    """Whether the stream is live, and its viewers, in the next change that the page receives."""
    stream = (await page.receive())["data"]
    return stream["is_live"], stream["viewers"]


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_goal_counts_activities_since_it_began_without_test_activities(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("goal", metric="count", kinds=["raid"])
    earlier = pipeline.first.now(-3_600)
    await pipeline.process(
        pipeline.report(ActivityKind.RAID, "new", count=1),
        replace(pipeline.report(ActivityKind.RAID, "received late", count=10), happened_at=earlier),
        pipeline.report(ActivityKind.RAID, "before we connected", count=100, is_backlog=True),
    )
    await pipeline.ask("POST", "activities/test", RAID)
    assert (await pipeline.open_page(widget))[1] == {"current": 1}


async def test_new_goal_counts_new_and_gifted_subs_and_members(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("goal")
    counted = {"sub": 1, "gift": 1, "gift_bomb": 5, "membership": 1, "membership_gift": 10}
    others = {"like": 1_000, "follow": 1, "resub": 1, "milestone": 1, "cheer": 500, "raid": 40, "redemption": 1}
    reports = [pipeline.report(ActivityKind(kind), kind, count=count) for kind, count in (counted | others).items()]
    await pipeline.process(*reports)
    assert (widget["settings"]["target"], (await pipeline.open_page(widget))[1]) == (100, {"current": 18})


async def test_goal_without_chosen_kinds_counts_everything(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("goal", kinds=[])
    await pipeline.process(pipeline.report(ActivityKind.LIKE, count=1_000), pipeline.report(ActivityKind.SUB, "s"))
    assert (await pipeline.open_page(widget))[1] == {"current": 1_001}


async def test_goal_counts_from_the_time_chosen_in_its_settings(pipeline: WidgetPipeline) -> None:
    since = pipeline.first.now(-3_600)
    widget = await pipeline.add("goal", metric="activities", kinds=["raid"], since=since.isoformat())
    raid = pipeline.report(ActivityKind.RAID)
    moments = {"too early": since - timedelta(seconds=1), "in time": since}
    for key, moment in moments.items():
        await pipeline.process(replace(raid, activity_id=key, happened_at=moment))
    assert (await pipeline.open_page(widget))[1] == {"current": 1}


async def test_event_list_has_no_test_activities(pipeline: WidgetPipeline) -> None:
    await pipeline.process(pipeline.report(ActivityKind.RAID))
    test: Json = await pipeline.ask("POST", "activities/test", RAID)
    page, opened = await pipeline.open_page(await pipeline.add("event_list"))
    assert [one["name"] for one in opened["activities"]] == ["Ana"]
    assert test["viewer_name"] != "Ana"
    await pipeline.ask("POST", "activities/test", RAID)
    await pipeline.process(pipeline.report(ActivityKind.RAID, "a2"))
    assert (await page.receive())["activity"]["name"] == "Ana"


@pytest.mark.both_databases
@pytest.mark.rows("P7")
async def test_viewer_count_shows_public_live_streams_and_their_changes(pipeline: WidgetPipeline) -> None:
    widget = await pipeline.add("viewer_count")
    page, opened = await pipeline.open_page(widget)
    assert opened == {"streams": []}
    await change_stream(pipeline, state.live(state.LiveState("s1", NOW), NOW))
    assert await next_stream_state(page) == (True, None)
    await change_stream(pipeline, viewers(42))
    assert await next_stream_state(page) == (True, 42)
    _, opened = await pipeline.open_page(widget)
    (stream,) = opened["streams"]
    assert (stream["provider"], stream["is_live"], stream["viewers"]) == ("drill", True, 42)
    await change_stream(pipeline, state.live(state.LiveState("s1", NOW, is_listed=False), NOW))
    assert await next_stream_state(page) == (False, None)
    assert (await pipeline.open_page(widget))[1] == {"streams": []}


async def test_widget_without_viewer_counts_gets_no_changes_of_streams(pipeline: WidgetPipeline) -> None:
    page, _ = await pipeline.open_page(await pipeline.add("chat"))
    await change_stream(pipeline, state.live(state.LiveState("s1", NOW), NOW), viewers(42))
    assert await page.drain() == []
