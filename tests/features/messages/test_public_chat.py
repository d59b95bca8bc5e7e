"""The public chat, which anonymous users read: its latest lines and its live topic."""

from datetime import timedelta

import msgspec
import pytest
from sqlalchemy import insert

from greenroom.accounts.topics import public_chat_topic
from greenroom.chat.messages.line import ChatLine, LineRef, Removal, encode
from greenroom.chat.messages.models import ChatMessage
from greenroom.chat.messages.removal import remove_lines, restore_lines
from greenroom.chat.protocol.events import Parent
from greenroom.kernel.db.database import publish
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json, refusal
from support.greenroom_server import LiveSocket as Socket
from support.moderation import LiveEvents, ModeratedChannel
from support.stored_messages import MOMENT, StoredLine, page, store, texts_of

UNKNOWN_ID = "01890000-0000-7000-8000-000000000000"
SECOND = timedelta(seconds=1)


async def subscribe(socket: Socket, topic: str) -> Json:
    await socket.send({"type": "subscribe", "topic": topic})
    return await socket.receive()


async def make_private(owner: ApiClient, channel_id: str) -> None:
    response = await owner.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"is_public": False})
    assert response.status_code == 200


async def store_changed(
    greenroom: GreenroomServer, channel_id: str, stored: StoredLine, number: int, **fields: object
) -> None:
    """Stores the line as number `number`, with `fields` changed."""
    row = stored.row(channel_id, number)
    line = msgspec.structs.replace(msgspec.json.decode(row["payload"], type=ChatLine), **fields)
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(ChatMessage), [{**row, "payload": encode(line)}])


@pytest.mark.rows("R5", "A1")
async def test_anonymous_users_read_the_latest_lines_that_were_not_removed(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    removal = Removal("banned", MOMENT, by="Odalys", reason="secret")
    lines = [StoredLine(str(n), MOMENT + n * SECOND, removal=removal if n % 2 else None) for n in range(220)]
    await store(greenroom, channel_id, lines)
    response = await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat")
    assert response["channel"] == {"id": channel_id, "display_name": "Late Shift"}
    assert texts_of(response["records"]) == [str(n) for n in range(218, 18, -2)]
    assert {record["removal"] for record in response["records"]} == {None}
    assert response["cursor"] is None
    assert "secret" not in str(response)


async def test_public_replies_name_the_quoted_author_and_omit_the_quoted_text(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    removed = StoredLine("rude words", removal=Removal("deleted", MOMENT)).row(channel_id, 0)
    rows = [removed, StoredLine('mentions "reply_to": alone', MOMENT + SECOND).row(channel_id, 1)]
    for number, parent_id in enumerate((removed["message_id"], "never-stored"), 2):
        row = StoredLine(f"answer {number}", MOMENT + number * SECOND).row(channel_id, number)
        parent = Parent(parent_id, "rude words", "7001", "Name 7001")
        line = msgspec.json.decode(row["payload"], type=ChatLine)
        rows.append({**row, "payload": encode(msgspec.structs.replace(line, reply_to=parent))})
    async with greenroom.kernel.database.write() as session:
        await session.execute(insert(ChatMessage), rows)
    response = await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat")
    assert texts_of(response["records"]) == ["answer 3", "answer 2", 'mentions "reply_to": alone']
    replies = [record["line"]["reply_to"] for record in response["records"][:2]]
    assert [(one["author_name"], one["text"]) for one in replies] == [("Name 7001", "")] * 2
    assert "rude words" not in str(response)
    # Staff still see the quoted text.
    assert (await page(owner, channel_id))["records"][0]["line"]["reply_to"]["text"] == "rude words"


async def test_public_history_has_no_marks_of_first_messages(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    row = StoredLine("hello", MOMENT).row(channel_id, 0)
    line = msgspec.json.decode(row["payload"], type=ChatLine)
    async with greenroom.kernel.database.write() as session:
        first = {**row, "payload": encode(msgspec.structs.replace(line, is_first=True))}
        await session.execute(insert(ChatMessage), [first])
    (public,) = (await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat"))["records"]
    assert public["line"]["text"] == "hello"
    assert "is_first" not in public["line"]
    assert (await page(owner, channel_id))["records"][0]["line"]["is_first"]


async def test_private_chat_looks_like_an_unknown_channel(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    anonymous = await greenroom.client()
    await make_private(owner, channel_id)
    for missing in (channel_id, UNKNOWN_ID):
        response = await anonymous.ask("GET", f"/channels/{missing}/public-chat")
        assert refusal(response) == (404, "channel_not_found")
        assert response.json()["message"] == "Channel not found"


async def test_public_history_does_not_show_that_a_viewer_introduces_themselves(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store_changed(greenroom, channel_id, StoredLine("hello"), 0, kind="first")
    (public,) = (await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat"))["records"]
    assert public["line"]["kind"] == "text"
    assert (await page(owner, channel_id))["records"][0]["line"]["kind"] == "first"


@pytest.mark.both_databases
async def test_public_history_has_no_lines_that_the_filters_did_not_check(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    await store(greenroom, channel_id, ['says "is_backlog":true and "is_unfiltered":true'])
    await store_changed(greenroom, channel_id, StoredLine("missed"), 1, is_backlog=True)
    await store_changed(greenroom, channel_id, StoredLine("not checked"), 2, is_unfiltered=True)
    public = await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat")
    assert texts_of(public["records"]) == ['says "is_backlog":true and "is_unfiltered":true']
    assert texts_of((await page(owner, channel_id))["records"])[:2] == ["not checked", "missed"]


@pytest.mark.both_databases
async def test_message_stored_late_stays_private_if_it_was_sent_while_chat_was_private(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    await make_private(owner, channel_id)
    clock.advance(60)
    await owner.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"is_public": True})
    late = StoredLine("sent in private", clock() - SECOND)
    await store(greenroom, channel_id, [late, StoredLine("sent in public", clock())])
    public = await (await greenroom.client()).get(f"/channels/{channel_id}/public-chat")
    assert texts_of(public["records"]) == ["sent in public"]


@pytest.mark.both_databases
async def test_messages_sent_while_chat_was_private_stay_private(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str, clock: FrozenClock
) -> None:
    anonymous = await greenroom.client()
    await store(greenroom, channel_id, ["before"])
    await make_private(owner, channel_id)
    await store(greenroom, channel_id, [StoredLine("in private", clock())], first=1)
    path = f"/channels/{channel_id}/chat-settings"
    await owner.ask("PATCH", path, json={"is_public": True})
    await store(greenroom, channel_id, [StoredLine("after", clock() + SECOND)], first=2)
    assert texts_of((await anonymous.get(f"/channels/{channel_id}/public-chat"))["records"]) == ["after"]
    # Making a public chat public again hides nothing.
    await owner.ask("PATCH", path, json={"is_public": True})
    assert texts_of((await anonymous.get(f"/channels/{channel_id}/public-chat"))["records"]) == ["after"]
    assert texts_of((await page(owner, channel_id))["records"]) == ["after", "in private", "before"]


async def test_public_readers_receive_chat_messages(greenroom: GreenroomServer, channel_id: str) -> None:
    topic = f"{channel_id}:public-chat"
    async with (await greenroom.client()).socket("/public-live") as socket:
        assert (await subscribe(socket, topic))["type"] == "subscribed"
        async with greenroom.kernel.database.write() as session:
            publish(session, topic, b'{"type":"line","line":{}}')
        assert (await socket.receive())["events"] == [{"type": "line", "line": {}}]


async def test_public_live_replies_name_the_quoted_author_and_omit_the_quoted_text(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    channel = ModeratedChannel(greenroom, owner, channel_id)
    await channel.connect("twitch")
    rude = await channel.send_chat("rude words")
    async with (await greenroom.client()).socket("/public-live") as socket:
        await subscribe(socket, f"{channel_id}:public-chat")
        await greenroom.control(
            "/twitch/say", login="junoplays", text="calm down", viewer="marekfixes", reply_to=rude["message_id"]
        )
        event = await LiveEvents(socket).until(lambda one: one["type"] == "line" and "reply_to" in one["line"])
    assert "calm down" in event["line"]["text"]
    assert event["line"]["reply_to"]["author_name"] == rude["author"]["name"]
    assert event["line"]["reply_to"]["text"] == ""
    assert "rude words" not in str(event)


@pytest.mark.rows("A1", "A2")
async def test_public_readers_are_denied_all_other_topics(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    private = await owner.create_channel("Private")
    await make_private(owner, private)
    user_id = (await owner.get("/user"))["id"]
    topics = [f"{channel_id}:{subject}" for subject in ("chat", "providers", "moderation", "filters", "", "public")]
    topics += [f"{private}:public-chat", f"{UNKNOWN_ID}:public-chat", f"user:{user_id}", "internal:sessions_ended"]
    topics += [f"{channel_id.upper()}:public-chat", f"urn:uuid:{channel_id}:public-chat", ":public-chat", "*", ":"]
    # A token gives no further access on the public socket.
    async with owner.socket("/public-live") as socket:
        responses = [await subscribe(socket, topic) for topic in topics]
    assert responses == [{"type": "denied", "topic": topic} for topic in topics]


async def test_making_chat_private_ends_public_subscriptions(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    topic = f"{channel_id}:public-chat"
    async with (await greenroom.client()).socket("/public-live") as socket, owner.socket("/live") as staff:
        await subscribe(socket, topic)
        assert (await subscribe(staff, f"{channel_id}:chat"))["type"] == "subscribed"
        await make_private(owner, channel_id)
        assert await socket.receive() == {"type": "denied", "topic": topic}
        async with greenroom.kernel.database.write() as session:
            publish(session, topic, b'{"type":"line","line":{}}')
        assert await socket.drain() == []
        assert await staff.drain() == []


async def test_other_changes_of_chat_settings_keep_public_subscriptions(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    topic = f"{channel_id}:public-chat"
    async with (await greenroom.client()).socket("/public-live") as socket:
        await subscribe(socket, topic)
        await owner.ask("PATCH", f"/channels/{channel_id}/chat-settings", json={"retention_days": 3})
        async with greenroom.kernel.database.write() as session:
            publish(session, topic, b'{"type":"line","line":{}}')
        assert (await socket.receive())["type"] == "events"


@pytest.mark.both_databases
async def test_deleted_channel_ends_subscriptions(
    greenroom: GreenroomServer, owner: ApiClient, channel_id: str
) -> None:
    topic = f"{channel_id}:public-chat"
    async with (await greenroom.client()).socket("/public-live") as socket:
        await subscribe(socket, topic)
        await owner.ask("DELETE", "/user", params={"username": "junoplays"})
        assert await socket.receive() == {"type": "denied", "topic": topic}


async def test_public_removal_has_no_actor_and_no_reason(greenroom: GreenroomServer, channel_id: str) -> None:
    await store(greenroom, channel_id, ["rude"])
    one = StoredLine("rude").row(channel_id, 0)
    ref, removal = LineRef(one["connection_id"], "m0"), Removal("deleted", MOMENT, by="Odalys", reason="secret")
    topic = public_chat_topic(one["channel_id"])
    async with (await greenroom.client()).socket("/public-live") as socket:
        await subscribe(socket, topic)
        async with greenroom.kernel.database.write() as session:
            await remove_lines(session, one["channel_id"], [ref], removal)
        (event,) = (await socket.receive())["events"]
        assert event["lines"] == [{"connection_id": str(ref.connection_id), "message_id": "m0"}]
        assert event["removal"] == {"how": "deleted", "at": "2030-01-02T03:00:00Z"}
        async with greenroom.kernel.database.write() as session:
            await restore_lines(session, one["channel_id"], [ref])
        assert (await socket.receive())["events"] == [{"type": "refetch"}]
