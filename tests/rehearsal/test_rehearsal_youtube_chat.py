"""YouTube's live chat by polling: history, page tokens, interval, sending, deleting and the end of the chat."""

import pytest
from youtube_client import Json, YouTubeClient, kinds, reason, texts

from rehearsal.clock import Clock

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def open_chat(youtube: YouTubeClient) -> tuple[str, str]:
    """Access token and chat id of PixelHarbor, the only channel that is live at the start."""
    access = await youtube.access("pixelharbor")
    return access, await youtube.live_chat(access)


async def poll(youtube: YouTubeClient, clock: Clock, access: str, chat: str, token: str = "") -> Json:
    """Advances the clock by the polling interval, then polls."""
    clock.advance(5)
    return await youtube.read(access, chat, **({"pageToken": token} if token else {}))


async def test_first_page_has_the_history_and_the_next_only_new_messages(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="before", count=3)
    first = await youtube.read(access, chat)
    assert texts(first) == ["before 1", "before 2", "before 3"]
    assert first["pollingIntervalMillis"] == 5000
    await youtube.command("/say", login="pixelharbor", text="after")
    second = await poll(youtube, clock, access, chat, first["nextPageToken"])
    assert texts(second) == ["after"]
    third = await poll(youtube, clock, access, chat, second["nextPageToken"])
    assert (texts(third), third["nextPageToken"]) == ([], second["nextPageToken"])
    assert texts(await poll(youtube, clock, access, chat))[-1] == "after"


async def test_history_is_limited_and_pages_have_the_requested_size(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    before = (await youtube.read(access, chat))["nextPageToken"]
    await youtube.command("/say", login="pixelharbor", text="n", count=300)
    assert texts(await poll(youtube, clock, access, chat))[0] == "n 226"
    clock.advance(5)
    page = await youtube.read(access, chat, pageToken=before, maxResults="200")
    assert (texts(page)[0], texts(page)[-1]) == ("n 1", "n 200")
    next_page = await poll(youtube, clock, access, chat, page["nextPageToken"])
    assert (texts(next_page)[0], texts(next_page)[-1]) == ("n 201", "n 300")


async def test_polling_too_soon_is_refused_for_that_reader_only(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    other = await youtube.access("junoplays")
    await youtube.read(access, chat)
    clock.advance(4.9)
    query = {"liveChatId": chat, "part": "id"}
    assert reason(await youtube.call("GET", "/liveChat/messages", access, **query)) == (403, "rateLimitExceeded")
    await youtube.read(other, chat)
    clock.advance(0.1)
    await youtube.read(access, chat)


async def test_control_call_sets_the_polling_interval(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/polling-interval", ms=0)
    for _ in range(3):
        assert (await youtube.read(access, chat))["pollingIntervalMillis"] == 0


async def test_message_has_its_author_and_their_role(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    moderator, viewer = youtube.viewer_login(is_moderator=True), youtube.viewer_login()
    for login in (moderator, viewer, "pixelharbor"):
        await youtube.command("/say", login="pixelharbor", viewer=login, text="hi")
    items = (await youtube.read(access, chat))["items"]
    roles = [(item["authorDetails"]["isChatModerator"], item["authorDetails"]["isChatOwner"]) for item in items]
    assert roles == [(True, False), (False, False), (False, True)]
    assert items[1]["authorDetails"]["displayName"] == f"@{viewer}"
    assert items[1]["snippet"]["authorChannelId"] == youtube.channel_of(viewer)
    assert items[1]["snippet"]["publishedAt"] == "2026-11-15T12:00:00.000000Z"


async def test_message_has_only_the_requested_parts_of_the_api(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/say", login="pixelharbor", text="hi")
    (item,) = (await youtube.get("/liveChat/messages", access, liveChatId=chat, part="id"))["items"]
    assert set(item) == {"kind", "etag", "id"}


async def test_sent_message_is_returned_and_listed(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    response = await youtube.say(access, chat, "hello\nthere")
    assert response.json()["snippet"]["textMessageDetails"]["messageText"] == "hello there"
    assert "authorDetails" not in response.json()
    (item,) = (await youtube.read(access, chat))["items"]
    assert item["id"] == response.json()["id"]


@pytest.mark.parametrize(
    ("snippet", "expected"),
    [
        ({"liveChatId": ""}, (400, "liveChatIdRequired")),
        ({"liveChatId": "nothing"}, (404, "liveChatNotFound")),
        ({"type": None}, (400, "typeRequired")),
        ({"type": "superChatEvent"}, (400, "invalidValue")),
        ({"textMessageDetails": None}, (400, "messageTextRequired")),
        ({"textMessageDetails": {"messageText": " "}}, (400, "messageTextInvalid")),
        ({"textMessageDetails": {"messageText": "x" * 201}}, (400, "messageTextInvalid")),
    ],
)
async def test_message_that_cannot_be_sent_is_refused_with_its_reason(
    youtube: YouTubeClient, snippet: Json, expected: tuple[int, str]
) -> None:
    access, chat = await open_chat(youtube)
    fine = {"liveChatId": chat, "type": "textMessageEvent", "textMessageDetails": {"messageText": "x" * 200}}
    body = {"snippet": {**fine, **snippet}}
    assert reason(await youtube.call("POST", "/liveChat/messages", access, body, part="snippet")) == expected


async def test_viewer_can_send_three_messages_in_thirty_seconds(youtube: YouTubeClient, clock: Clock) -> None:
    owner, chat = await open_chat(youtube)
    viewer = await youtube.access("junoplays")
    for _ in range(3):
        assert (await youtube.say(viewer, chat, "again")).status_code == 200
    assert reason(await youtube.say(viewer, chat, "again")) == (403, "rateLimitExceeded")
    for _ in range(5):
        assert (await youtube.say(owner, chat, "as often as I like")).status_code == 200
    clock.advance(30)
    assert (await youtube.say(viewer, chat, "again")).status_code == 200


async def test_only_members_can_write_in_a_members_only_chat(youtube: YouTubeClient) -> None:
    _, chat = await open_chat(youtube)
    await youtube.command("/show", login="pixelharbor", type="sponsorOnlyModeStartedEvent")
    outsider, member = await youtube.access("junoplays"), await youtube.access("odalys_")
    await youtube.command("/subscribe", login="pixelharbor", viewer="odalys_")
    assert reason(await youtube.say(outsider, chat, "let me in")) == (403, "forbidden")
    assert (await youtube.say(member, chat, "hello")).status_code == 200


async def test_owner_deletes_a_message_and_new_readers_see_a_tombstone(youtube: YouTubeClient, clock: Clock) -> None:
    access, chat = await open_chat(youtube)
    sent = await youtube.command("/say", login="pixelharbor", text="rude")
    viewer = await youtube.access("junoplays")
    query = {"id": sent["message_id"]}
    assert reason(await youtube.call("DELETE", "/liveChat/messages", viewer, **query)) == (403, "forbidden")
    token = (await youtube.read(access, chat))["nextPageToken"]
    assert (await youtube.call("DELETE", "/liveChat/messages", access, **query)).status_code == 204
    # A reader that has already read the message gets nothing.
    assert kinds(await poll(youtube, clock, access, chat, token)) == []
    first_page = await poll(youtube, clock, access, chat)
    assert (kinds(first_page), first_page["items"][0]["id"]) == (["tombstone"], sent["message_id"])
    again = await youtube.call("DELETE", "/liveChat/messages", access, **query)
    assert reason(again) == (404, "liveChatMessageNotFound")


async def test_messages_of_owner_and_moderators_cannot_be_deleted(youtube: YouTubeClient) -> None:
    access, _ = await open_chat(youtube)
    for login in ("pixelharbor", youtube.viewer_login(is_moderator=True)):
        sent = await youtube.command("/say", login="pixelharbor", viewer=login, text="hi")
        response = await youtube.call("DELETE", "/liveChat/messages", access, id=sent["message_id"])
        assert reason(response) == (403, "modificationNotAllowed")


@pytest.mark.parametrize(("tell", "expected"), [("tombstone", "tombstone"), ("event", "messageDeletedEvent")])
async def test_control_call_sets_how_deletions_are_reported(
    youtube: YouTubeClient, clock: Clock, tell: str, expected: str
) -> None:
    access, chat = await open_chat(youtube)
    sent = await youtube.command("/say", login="pixelharbor", text="rude")
    token = (await youtube.read(access, chat))["nextPageToken"]
    await youtube.command("/deletions", tell=tell)
    await youtube.command("/delete", login="pixelharbor", message_id=sent["message_id"])
    assert kinds(await poll(youtube, clock, access, chat, token)) == [expected]


async def test_planned_broadcast_reports_the_end_of_its_chat(youtube: YouTubeClient, clock: Clock) -> None:
    access = await youtube.access("junoplays")
    chat = (await youtube.command("/plan", login="junoplays", title="Launch"))["chat_id"]
    await youtube.command("/go-live", login="junoplays")
    token = (await youtube.read(access, chat))["nextPageToken"]
    clock.advance(5)
    await youtube.command("/end", login="junoplays")
    last = await youtube.read(access, chat, pageToken=token)
    assert (kinds(last), last["offlineAt"]) == (["chatEndedEvent"], "2026-11-15T12:00:05Z")
    assert "displayMessage" not in last["items"][0]["snippet"]
    assert reason(await youtube.say(access, chat, "anyone?")) == (403, "liveChatEnded")
    clock.advance(60)
    query = {"liveChatId": chat, "part": "id", "pageToken": last["nextPageToken"]}
    assert reason(await youtube.call("GET", "/liveChat/messages", access, **query)) == (403, "liveChatEnded")


async def test_unplanned_broadcast_ends_without_a_chat_event(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/end", login="pixelharbor")
    last = await youtube.read(access, chat)
    assert (kinds(last), "offlineAt" in last) == ([], True)


async def test_disabled_chat_has_no_id_and_no_messages(youtube: YouTubeClient) -> None:
    access, chat = await open_chat(youtube)
    await youtube.command("/chat", login="pixelharbor", on=False)
    query = {"part": "snippet", "broadcastStatus": "active", "broadcastType": "all"}
    (live,) = (await youtube.get("/liveBroadcasts", access, **query))["items"]
    assert "liveChatId" not in live["snippet"]
    response = await youtube.call("GET", "/liveChat/messages", access, liveChatId=chat, part="id")
    assert reason(response) == (403, "liveChatDisabled")
