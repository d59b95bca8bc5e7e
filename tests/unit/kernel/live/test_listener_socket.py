"""The WebSocket of a single topic, which needs no subscribe frame."""

import pytest
from live_server import LiveServer


async def test_each_event_is_one_frame_exactly_as_published(live: LiveServer) -> None:
    payloads = [f'{{"action": "new",  "data": {{"n": {number}, "name": "é 🎤"}}}}' for number in range(20)]
    async with live.client("/listen/room") as client:
        for payload in payloads:
            live.hub.publish("room", payload.encode())
        assert [await client.text() for _ in payloads] == payloads


async def test_listeners_and_subscribers_share_a_topic(live: LiveServer) -> None:
    async with live.client("/listen/room") as listener, live.client("/topics") as subscriber:
        await subscriber.subscribe("room")
        live.hub.publish("room", b'{"n":1}')
        assert await listener.text() == '{"n":1}'
        assert await subscriber.events(1) == [{"n": 1}]


async def test_ping_is_answered_with_pong(live: LiveServer) -> None:
    async with live.client("/listen/room") as client:
        await client.send("ping")
        await client.send("ping")
        assert [await client.text(), await client.text()] == ["pong", "pong"]


@pytest.mark.parametrize(
    ("frame", "reason"), [("hello", "only ping is understood here"), (b"ping", "text frames only")]
)
async def test_frames_other_than_ping_close_the_socket(live: LiveServer, frame: str | bytes, reason: str) -> None:
    async with live.client("/listen/room") as client:
        await client.send(frame)
        assert await client.closed() == (4400, reason)


async def test_a_listener_that_may_have_missed_events_is_closed_so_that_it_reconnects(live: LiveServer) -> None:
    async with live.client("/listen/room", "greenroom.v1") as client:
        live.hub.new_epoch()
        assert await client.closed() == (1012, "events may have been missed")


async def test_a_listener_that_disconnects_is_removed_from_the_hub(live: LiveServer) -> None:
    async with live.client("/listen/room") as stays:
        async with live.client("/listen/room") as leaves:
            await leaves.send("ping")
            await leaves.text()
        live.hub.publish("room", b"1")
        assert await stays.text() == "1"
        assert live.hub.counts.sockets == 1
