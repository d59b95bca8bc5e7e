"""Live events of the public chat: only what passed the filters, only while the chat is public, and no replay."""

import json

import pytest

from support.filters import FilterEditor, is_removed
from support.greenroom_server import ApiClient, GreenroomServer, Json, LiveSocket
from support.moderation import LiveEvents
from support.sql_statements import observe_statements


@pytest.fixture
def editor(greenroom: GreenroomServer, owner: ApiClient, channel_id: str) -> FilterEditor:
    return FilterEditor(greenroom, owner, channel_id)


async def subscribe(socket: LiveSocket, editor: FilterEditor, position: Json | None = None) -> Json:
    at = {name: position[name] for name in ("epoch", "seq")} if position else {}
    await socket.send({"type": "subscribe", "topic": f"{editor.channel_id}:public-chat", **at})
    return await socket.receive()


async def set_public(editor: FilterEditor, *, is_public: bool) -> None:
    response = await editor.send("PATCH", "/chat-settings", is_public=is_public)
    assert response.status_code == 200


async def test_filtered_text_never_reaches_public_viewers(greenroom: GreenroomServer, editor: FilterEditor) -> None:
    await editor.connect("twitch")
    await editor.ban_words("heist")
    async with (await greenroom.client()).socket("/public-live") as socket, editor.filter_events() as staff:
        await subscribe(socket, editor)
        filtered = await editor.send_chat("plan a heist")
        await editor.send_chat("plan a picnic")
        public = LiveEvents(socket)
        await public.wait_for_line("plan a picnic")
        await staff.until(is_removed(filtered["message_id"]))
    assert "heist" not in str(public.received)
    # Staff get the line and then its removal.
    kinds = [event["type"] for event in staff.received]
    assert kinds.index("line") < kinds.index("removed")


async def test_lines_removed_meanwhile_are_not_replayed(greenroom: GreenroomServer, editor: FilterEditor) -> None:
    await editor.connect("twitch")
    async with (await greenroom.client()).socket("/public-live") as socket:
        position = await subscribe(socket, editor)
    await editor.send_chat("removed soon")
    async with (await greenroom.client()).socket("/public-live") as socket:
        response = await subscribe(socket, editor, position)
        assert (response["type"], response["epoch"]) == ("refetch", position["epoch"])
        assert await socket.drain() == []
        await editor.send_chat("from now on")
        public = LiveEvents(socket)
        await public.wait_for_line("from now on")
    assert "removed soon" not in str(public.received)


async def test_client_that_missed_nothing_needs_no_refetch(greenroom: GreenroomServer, editor: FilterEditor) -> None:
    async with (await greenroom.client()).socket("/public-live") as socket:
        position = await subscribe(socket, editor)
    async with (await greenroom.client()).socket("/public-live") as socket:
        assert await subscribe(socket, editor, position) == position | {"replayed": 0}


async def test_change_of_privacy_begins_a_new_epoch(greenroom: GreenroomServer, editor: FilterEditor) -> None:
    async with (await greenroom.client()).socket("/public-live") as socket:
        before = await subscribe(socket, editor)
        await set_public(editor, is_public=False)
        assert (await socket.receive())["type"] == "denied"
        await set_public(editor, is_public=True)
        after = await subscribe(socket, editor, before)
    assert after["type"] == "refetch"
    assert after["epoch"] != before["epoch"]


async def test_lines_sent_while_the_chat_is_private_are_not_published_to_the_public(
    greenroom: GreenroomServer, editor: FilterEditor
) -> None:
    await editor.connect("twitch")
    published: list[bytes] = []
    greenroom.kernel.bus.subscribe(lambda _, payload: published.append(payload), f"{editor.channel_id}:public-chat")
    await editor.send_chat("before")
    await set_public(editor, is_public=False)
    await editor.send_chat("in private")
    await set_public(editor, is_public=True)
    await editor.send_chat("after")
    events = [json.loads(payload) for payload in published]
    assert [event["line"]["text"] for event in events if event["type"] == "line"] == ["before", "after"]
    # A line that was withheld after the change is on the page that is fetched now.
    assert events[-1] == {"type": "refetch"}


async def test_privacy_is_read_once_for_all_messages(greenroom: GreenroomServer, editor: FilterEditor) -> None:
    await editor.connect("twitch")
    queries: list[str] = []

    def record(statement: str, _: object) -> None:
        if "is_chat_public" in statement:
            queries.append(statement)

    with observe_statements(greenroom.kernel.database, record):
        for number in range(4):
            await editor.send_chat(f"message {number}")
    assert len(queries) == 1
