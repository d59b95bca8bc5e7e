"""Permission is checked on subscribing, and again when access changes."""

import asyncio

from live_server import LiveServer


async def test_revoked_access_is_reported_and_ends_the_subscription(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        await client.subscribe("news")
        live.closed_topics.add("room")
        await live.hub.recheck(lambda topic: topic == "room")
        live.hub.publish("room", b"1")
        live.hub.publish("news", b"2")
        assert await client.frame() == {"type": "denied", "topic": "room"}
        assert (await client.frame())["topic"] == "news"


async def test_only_the_topics_concerned_are_checked_again(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        await client.subscribe("news")
        live.questions.clear()
        await live.hub.recheck(lambda topic: topic == "room")
        assert live.questions == ["room"]


async def test_a_listener_that_loses_access_is_closed(live: LiveServer) -> None:
    async with live.client("/listen/room") as client:
        live.closed_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        assert await client.closed() == (4403, "forbidden")


async def test_a_listener_without_access_is_refused(live: LiveServer) -> None:
    live.closed_topics.add("room")
    async with live.client("/listen/room") as client:
        assert await client.closed() == (4403, "forbidden")


async def test_access_lost_while_subscribing_is_noticed(live: LiveServer) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow_to_answer(topic: str) -> bool:
        is_allowed = topic not in live.closed_topics
        asked.set()
        await answer.wait()
        return is_allowed

    live.may_listen = slow_to_answer
    async with live.client("/topics") as client:
        await client.send({"type": "subscribe", "topic": "room"})
        await asked.wait()
        live.closed_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        answer.set()
        assert await client.frame() == {"type": "denied", "topic": "room"}


async def test_access_lost_while_a_listener_connects_is_noticed(live: LiveServer) -> None:
    asked, answer = asyncio.Event(), asyncio.Event()

    async def slow_to_answer(topic: str) -> bool:
        is_allowed = topic not in live.closed_topics
        asked.set()
        await answer.wait()
        return is_allowed

    async def lose_access() -> None:
        await asked.wait()
        live.closed_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        answer.set()

    live.may_listen = slow_to_answer
    losing = asyncio.create_task(lose_access())
    async with live.client("/listen/room") as client:
        assert await client.closed() == (4403, "forbidden")
    await losing


async def test_a_check_that_fails_closes_the_socket_so_that_the_client_comes_back(live: LiveServer) -> None:
    async def broken(topic: str) -> bool:
        raise ConnectionError(f"the database is away, and so is {topic}")

    live.may_listen = broken
    async with live.client("/topics") as client:
        await client.send({"type": "subscribe", "topic": "room"})
        assert await client.closed() == (1011, "permission could not be checked")


async def test_a_gap_rechecks_all_subscribers(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        live.closed_topics.add("room")
        live.hub.new_epoch()
        assert (await client.frame())["type"] == "refetch"
        assert await client.frame() == {"type": "denied", "topic": "room"}


async def test_every_socket_of_a_tag_is_closed_and_no_other(live: LiveServer) -> None:
    async with (
        live.client("/topics?tag=session:1&tag=person:1") as ended,
        live.client("/listen/room?tag=session:1") as ended_too,
        live.client("/topics?tag=session:2&tag=person:1") as other,
    ):
        for client in (ended, other):
            await client.subscribe("room")
        live.hub.close_tag("session:1", 4401, "unauthenticated")
        assert await ended.closed() == (4401, "unauthenticated")
        assert await ended_too.closed() == (4401, "unauthenticated")
        await other.send("ping")
        assert await other.text() == "pong"


async def test_a_socket_that_was_closed_is_forgotten(live: LiveServer) -> None:
    async with live.client("/topics?tag=session:1") as client:
        await client.subscribe("room")
        assert live.hub.counts.sockets == 1
        live.hub.close_tag("session:1", 4401, "unauthenticated")
        await client.closed()
    assert live.hub.counts.sockets == 0
