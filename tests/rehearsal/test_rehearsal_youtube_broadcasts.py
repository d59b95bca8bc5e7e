"""YouTube in the rehearsal: channels, live broadcasts, videos and categories."""

import pytest
from youtube_client import Json, YouTubeClient, reason

from rehearsal.platforms.youtube.ids import channel_id, person_id

pytestmark = pytest.mark.asyncio(loop_scope="module")

WRONG_SNIPPETS = [
    ({"title": ""}, "titleRequired"),
    ({"title": "x" * 101}, "invalidTitle"),
    ({"title": "a <b>"}, "invalidTitle"),
    ({"categoryId": "18"}, "invalidCategoryId"),
    ({"description": "x" * 5001}, "invalidDescription"),
]
PARTS = "id,snippet,contentDetails,status,statistics"


async def list_broadcasts(youtube: YouTubeClient, access: str, **query: str) -> list[Json]:
    return (await youtube.get("/liveBroadcasts", access, part=PARTS, **query))["items"]


async def update_broadcast(youtube: YouTubeClient, access: str, body: Json, part: str) -> tuple[int, str]:
    response = await youtube.call("PUT", "/liveBroadcasts", access, body, part=part)
    return (200, "") if response.status_code == 200 else reason(response)


async def test_channel_id_of_a_person_contains_their_id(youtube: YouTubeClient) -> None:
    for person in youtube.rehearsal.world.people:
        youtube_id = channel_id(person.id)
        assert (len(youtube_id), youtube_id[:2], person_id(youtube_id)) == (24, "UC", person.id)
    assert person_id("UC" + "A" * 22) is None


async def test_own_channel_shows_name_handle_and_rounded_subscriber_count(youtube: YouTubeClient) -> None:
    access = await youtube.access("hanamori")
    parts = "id,snippet,statistics,status,contentDetails"
    (channel,) = (await youtube.get("/channels", access, part=parts, mine="true"))["items"]
    assert (channel["snippet"]["title"], channel["snippet"]["customUrl"]) == ("花森ハナ", "@hanamori")
    assert channel["statistics"]["subscriberCount"].endswith("000")
    assert channel["contentDetails"]["relatedPlaylists"]["uploads"] == "UU" + channel["id"][2:]


async def test_unknown_channel_gives_no_items_at_all(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    assert "items" not in await youtube.get("/channels", access, part="id", id="UC" + "A" * 22)
    assert (await youtube.get("/channels", access, part="id", id=youtube.channel_of("odalys_")))["items"]


async def test_default_broadcast_is_listed_only_with_type_all(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    assert await list_broadcasts(youtube, access, broadcastStatus="active") == []
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all")
    assert (live["status"]["lifeCycleStatus"], live["snippet"]["isDefaultBroadcast"]) == ("live", True)
    assert int(live["statistics"]["concurrentViewers"]) > 0
    assert len(live["id"]) == 11


async def test_own_broadcasts_are_listed_oldest_first(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    broadcasts = await list_broadcasts(youtube, access, mine="true", broadcastType="all")
    assert [each["status"]["lifeCycleStatus"] for each in broadcasts] == ["complete", "complete", "live"]


async def test_going_live_and_ending_shows_in_broadcasts_and_videos(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    state = await youtube.command("/go-live", login="junoplays", title="Night run", category="Music and Noise")
    assert (state["is_live"], state["category"]) == (True, "Music")
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all")
    assert (live["snippet"]["title"], live["snippet"]["categoryId"]) == ("Night run", "10")
    query = {"part": "snippet,liveStreamingDetails,statistics", "id": live["id"]}
    (video,) = (await youtube.get("/videos", access, **query))["items"]
    assert video["liveStreamingDetails"]["activeLiveChatId"] == live["snippet"]["liveChatId"]
    assert video["snippet"]["liveBroadcastContent"] == "live"
    await youtube.command("/end", login="junoplays")
    assert await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all") == []
    (video,) = (await youtube.get("/videos", access, **query))["items"]
    assert "activeLiveChatId" not in video["liveStreamingDetails"]
    assert "actualEndTime" in video["liveStreamingDetails"]


async def test_planned_broadcast_is_upcoming_and_goes_live_next(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    await youtube.command("/plan", login="junoplays", title="Launch")
    (event,) = await list_broadcasts(youtube, access, broadcastStatus="upcoming")
    assert event["snippet"]["liveChatId"]
    await youtube.command("/go-live", login="junoplays")
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active")
    assert (live["id"], live["snippet"]["title"]) == (event["id"], "Launch")


async def test_update_changes_title_and_category_and_resets_omitted_fields(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all")
    snippet = {**live["snippet"], "title": "New title", "categoryId": "24", "description": "Words"}
    assert await update_broadcast(youtube, access, {"id": live["id"], "snippet": snippet}, "snippet") == (200, "")
    (after,) = await list_broadcasts(youtube, access, id=live["id"])
    assert [after["snippet"][name] for name in ("title", "categoryId", "description")] == ["New title", "24", "Words"]
    short = {"title": "Short", "scheduledStartTime": live["snippet"]["scheduledStartTime"]}
    await update_broadcast(youtube, access, {"id": live["id"], "snippet": short}, "snippet")
    (after,) = await list_broadcasts(youtube, access, id=live["id"])
    assert [after["snippet"][name] for name in ("title", "categoryId", "description")] == ["Short", "22", ""]


async def test_update_needs_every_mandatory_field_and_valid_values(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all")
    own = {"id": live["id"]}
    assert await update_broadcast(youtube, access, {}, "snippet") == (400, "idRequired")
    assert await update_broadcast(youtube, access, {**own, "snippet": {"title": "x"}}, "snippet") == (
        400,
        "scheduledStartTimeRequired",
    )
    for changes, expected in WRONG_SNIPPETS:
        assert await update_broadcast(youtube, access, {**own, "snippet": live["snippet"] | changes}, "snippet") == (
            400,
            expected,
        )
    assert await update_broadcast(youtube, access, own, "status") == (400, "privacyStatusRequired")
    assert await update_broadcast(youtube, access, {**own, "contentDetails": {}}, "contentDetails") == (
        400,
        "enableMonitorStreamRequired",
    )


async def test_broadcast_of_another_channel_cannot_be_changed(youtube: YouTubeClient) -> None:
    owner, other = await youtube.access("pixelharbor"), await youtube.access("junoplays")
    (live,) = await list_broadcasts(youtube, owner, broadcastStatus="active", broadcastType="all")
    assert await update_broadcast(youtube, other, live, "snippet") == (403, "insufficientLivePermissions")
    assert await update_broadcast(youtube, owner, {"id": "nothing"}, "snippet") == (404, "liveBroadcastNotFound")
    assert await list_broadcasts(youtube, other, id=live["id"]) == []


async def test_video_update_needs_title_and_category(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    (live,) = await list_broadcasts(youtube, access, broadcastStatus="active", broadcastType="all")

    async def update(**snippet: object) -> tuple[int, str]:
        body = {"id": live["id"], "snippet": snippet}
        response = await youtube.call("PUT", "/videos", access, body, part="snippet")
        return (200, response.json()["snippet"]["title"]) if response.status_code == 200 else reason(response)

    assert await update(title="Only a title") == (400, "invalidVideoMetadata")
    assert await update(title="x" * 101, categoryId="20") == (400, "invalidTitle")
    assert await update(title="Good", categoryId="999") == (400, "invalidCategoryId")
    assert await update(title="Good", categoryId="20", tags=["a", "b"]) == (200, "Good")


async def test_channel_without_live_streaming_gets_an_error(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    await youtube.command("/live-enabled", login="junoplays", on=False)
    response = await youtube.call("GET", "/liveBroadcasts", access, part="id", mine="true")
    assert reason(response) == (403, "liveStreamingNotEnabled")


async def test_categories_show_whether_they_are_assignable(youtube: YouTubeClient) -> None:
    access = await youtube.access("junoplays")
    items = (await youtube.get("/videoCategories", access, part="snippet", regionCode="US", hl="en_US"))["items"]
    assert {each["id"]: each["snippet"]["assignable"] for each in items}["20"] is True
    assert sum(each["snippet"]["assignable"] for each in items) == 15
    assert sum(not each["snippet"]["assignable"] for each in items) > 0


async def test_lists_come_in_pages(youtube: YouTubeClient) -> None:
    access = await youtube.access("pixelharbor")
    query = {"part": "id", "mine": "true", "broadcastType": "all", "maxResults": "2"}
    first = await youtube.get("/liveBroadcasts", access, **query)
    second = await youtube.get("/liveBroadcasts", access, pageToken=first["nextPageToken"], **query)
    assert (len(first["items"]), len(second["items"])) == (2, 1)
    assert first["pageInfo"] == {"totalResults": 3, "resultsPerPage": 2}
    assert "nextPageToken" not in second
    back = await youtube.get("/liveBroadcasts", access, pageToken=second["prevPageToken"], **query)
    assert back["items"] == first["items"]
