import json

import pytest
from live_server import LiveServer


async def test_events_arrive_in_order_and_unchanged(live: LiveServer) -> None:
    async with live.client("/topics") as first, live.client("/topics") as second:
        for client in (first, second):
            await client.subscribe("news")
        texts = [f"{number} é 漢 🎤" for number in range(50)]
        for text in texts:
            live.hub.publish("news", json.dumps({"text": text}, ensure_ascii=False).encode())
        expected = [{"text": text} for text in texts]
        assert await first.events(50) == expected
        assert await second.events(50) == expected


async def test_the_first_event_is_sent_at_once_and_the_rest_of_a_burst_in_one_frame(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        epoch = (await client.subscribe("news"))["epoch"]
        for number in range(5):
            live.hub.publish("news", b"%d" % number)
        frame = {"type": "events", "topic": "news", "epoch": epoch}
        assert await client.frame() == {**frame, "seq": 1, "events": [0]}
        assert await client.frame() == {**frame, "seq": 5, "events": [1, 2, 3, 4]}


@pytest.mark.parametrize("size", [1, 125, 126, 65_535, 65_536, 300_000])
async def test_frames_of_every_length_arrive_complete(live: LiveServer, size: int) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        live.hub.publish("news", json.dumps("x" * size).encode())
        assert await client.events(1) == ["x" * size]


async def test_a_client_receives_only_subscribed_topics(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        live.hub.publish("weather", b'"rain"')
        live.hub.publish("news", b'"war is over"')
        assert (await client.frame())["events"] == ["war is over"]


async def test_no_events_arrive_after_unsubscribing(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        await client.send({"type": "unsubscribe", "topic": "news"})
        await client.subscribe("weather")
        live.hub.publish("news", b"1")
        live.hub.publish("weather", b"2")
        assert (await client.frame())["topic"] == "weather"


async def test_unsubscribing_without_a_subscription_has_no_effect(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.send({"type": "unsubscribe", "topic": "news"})
        assert (await client.subscribe("news"))["type"] == "subscribed"


async def test_ping_is_answered_with_pong(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.send("ping")
        assert await client.text() == "pong"


async def test_our_subprotocol_is_chosen_if_the_client_offers_it(live: LiveServer) -> None:
    async with live.client("/topics", "greenroom.v1", "bearer.abc") as client:
        assert client.connection.subprotocol == "greenroom.v1"
    async with live.client("/topics") as client:
        assert client.connection.subprotocol is None


async def test_a_denied_topic_does_not_affect_other_subscriptions(live: LiveServer) -> None:
    live.denied_topics.add("secrets")
    async with live.client("/topics") as client:
        assert await client.subscribe("secrets") == {"type": "denied", "topic": "secrets"}
        await client.subscribe("news")
        live.hub.publish("secrets", b"1")
        live.hub.publish("news", b"2")
        assert await client.events(1) == [2]


async def test_subscribing_twice_delivers_once(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("news")
        await client.subscribe("news")
        live.hub.publish("news", b"1")
        await client.send("ping")
        assert await client.events(1) == [1]
        assert await client.text() == "pong"


async def test_a_client_can_subscribe_to_at_most_a_hundred_topics(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        for number in range(100):
            await client.subscribe(f"topic-{number}")
        assert (await client.subscribe("topic-7"))["type"] == "subscribed"
        await client.send({"type": "subscribe", "topic": "topic-100"})
        assert await client.closed() == (4400, "more than 100 topics")


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        ("", "frame not understood"),
        ("pong", "frame not understood"),
        ("{", "frame not understood"),
        ("[]", "frame not understood"),
        ("null", "frame not understood"),
        ('{"type":"shout","topic":"news"}', "frame not understood"),
        ('{"type":"subscribe"}', "frame not understood"),
        ('{"type":"subscribe","topic":7}', "frame not understood"),
        ('{"type":"subscribe","topic":"news","seq":"1"}', "frame not understood"),
        ('{"type":"subscribe","topic":"news","more":' + "[" * 4_000, "frame not understood"),
        ('{"type":"subscribe","topic":""}', "topic not valid"),
        (json.dumps({"type": "subscribe", "topic": "x" * 201}), "topic not valid"),
        (json.dumps({"type": "subscribe", "topic": "x" * 5_000}), "frame too large"),
        (b"\x00\x01", "text frames only"),
    ],
)
async def test_malformed_frame_closes_the_socket_with_the_reason(
    live: LiveServer, frame: str | bytes, reason: str
) -> None:
    async with live.client("/topics") as client:
        await client.send(frame)
        assert await client.closed() == (4400, reason)


async def test_an_oversized_message_closes_the_socket_with_1009(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.send("x" * 70_000)
        assert (await client.closed())[0] == 1009
