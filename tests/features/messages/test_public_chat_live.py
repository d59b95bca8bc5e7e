"""Live events of the public chat: only lines that passed the filters, only while the chat is public, and no replay."""

import json

import pytest

from support.filters import FilterChannel, is_removed
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.moderation import LiveEvents
from support.sql_statements import observe_statements


@pytest.fixture
def channel(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> FilterChannel:
    return FilterChannel(greenroom, owner, channel_id)


async def subscribe(socket: LiveSocket, channel: FilterChannel, position: Json | None = None) -> Json:
    known_position = {name: position[name] for name in ("epoch", "seq")} if position else {}
    await socket.send({"type": "subscribe", "topic": f"{channel.channel_id}:public-chat", **known_position})
    return await socket.receive()


async def set_public(channel: FilterChannel, *, is_public: bool) -> None:
    response = await channel.send("PATCH", "/chat-settings", is_public=is_public)
    assert response.status_code == 200


async def test_filtered_text_never_reaches_public_viewers(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    await channel.connect("twitch")
    await channel.ban_words("heist")
    async with (await greenroom.client()).socket("/public-live") as socket, channel.filter_events() as staff:
        await subscribe(socket, channel)
        filtered = await channel.send_chat("plan a heist")
        await channel.send_chat("plan a picnic")
        public = LiveEvents(socket)
        await public.wait_for_line("plan a picnic")
        await staff.until(is_removed(filtered["message_id"]))
    assert "heist" not in str(public.received)
    # Staff get the line and then its removal.
    kinds = [event["type"] for event in staff.received]
    assert kinds.index("line") < kinds.index("removed")


async def test_missed_lines_are_not_replayed_on_reconnect(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    await channel.connect("twitch")
    async with (await greenroom.client()).socket("/public-live") as socket:
        position = await subscribe(socket, channel)
    await channel.send_chat("removed soon")
    async with (await greenroom.client()).socket("/public-live") as socket:
        response = await subscribe(socket, channel, position)
        assert (response["type"], response["epoch"]) == ("refetch", position["epoch"])
        assert await socket.drain() == []
        await channel.send_chat("from now on")
        public = LiveEvents(socket)
        await public.wait_for_line("from now on")
    assert "removed soon" not in str(public.received)


async def test_client_that_missed_nothing_needs_no_refetch(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    async with (await greenroom.client()).socket("/public-live") as socket:
        position = await subscribe(socket, channel)
    async with (await greenroom.client()).socket("/public-live") as socket:
        assert await subscribe(socket, channel, position) == position | {"replayed": 0}


async def test_chat_made_public_again_begins_a_new_epoch(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    async with (await greenroom.client()).socket("/public-live") as socket:
        before = await subscribe(socket, channel)
        await set_public(channel, is_public=False)
        assert (await socket.receive())["type"] == "denied"
        await set_public(channel, is_public=True)
        after = await subscribe(socket, channel, before)
    assert after["type"] == "refetch"
    assert after["epoch"] != before["epoch"]


async def test_lines_sent_while_the_chat_is_private_are_not_published_to_the_public(
    greenroom: GreenroomServer, channel: FilterChannel
) -> None:
    await channel.connect("twitch")
    published: list[bytes] = []
    greenroom.kernel.bus.subscribe(lambda _, payload: published.append(payload), f"{channel.channel_id}:public-chat")
    await channel.send_chat("before")
    await set_public(channel, is_public=False)
    await channel.send_chat("in private")
    await set_public(channel, is_public=True)
    await channel.send_chat("after")
    events = [json.loads(payload) for payload in published]
    assert [event["line"]["text"] for event in events if event["type"] == "line"] == ["before", "after"]
    # A process may withhold lines until it gets the change to public, so readers have to fetch again.
    assert events[-1] == {"type": "refetch"}


async def test_whether_chat_is_public_is_queried_only_once(greenroom: GreenroomServer, channel: FilterChannel) -> None:
    await channel.connect("twitch")
    queries: list[str] = []

    def record(statement: str, _: object) -> None:
        if "is_chat_public" in statement:
            queries.append(statement)

    with observe_statements(greenroom.kernel.database, record):
        for number in range(4):
            await channel.send_chat(f"message {number}")
    assert len(queries) == 1
