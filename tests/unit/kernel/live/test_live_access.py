"""Permission is checked on subscribing, and again when access changes or expires. A tag names a group of sockets.

A listener is a socket that serves one topic.
"""

import asyncio

from live_server import LiveServer

from greenroom.kernel.errors import AppError
from greenroom.kernel.live import TopicAccess


async def test_revoked_access_is_reported_and_ends_the_subscription(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        await client.subscribe("news")
        live.denied_topics.add("room")
        await live.hub.recheck(lambda topic: topic == "room")
        live.hub.publish("room", b"1")
        live.hub.publish("news", b"2")
        assert await client.frame() == {"type": "denied", "topic": "room"}
        assert (await client.frame())["topic"] == "news"


async def test_only_the_affected_topics_are_checked_again(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        await client.subscribe("news")
        live.checked_topics.clear()
        await live.hub.recheck(lambda topic: topic == "room")
        assert live.checked_topics == ["room"]


async def test_only_the_sockets_with_the_tag_are_checked_again(live: LiveServer) -> None:
    async with (
        live.client("/topics?tag=user:1") as concerned,
        live.client("/topics?tag=user:2") as other,
        live.client("/listen/room?tag=user:2"),
    ):
        for client in (concerned, other):
            await client.subscribe("room")
            await client.subscribe("news")
        live.checked_topics.clear()
        live.denied_topics.add("room")
        await live.hub.recheck_tag("user:1")
        assert sorted(live.checked_topics) == ["news", "room"]
        assert await concerned.frame() == {"type": "denied", "topic": "room"}
        live.checked_topics.clear()
        await live.hub.recheck_tag("user:3")
        assert live.checked_topics == []


async def test_access_is_checked_again_when_it_expires(live: LiveServer) -> None:
    live.access_seconds = 0.05
    async with live.client("/topics") as client, live.client("/listen/room") as listener:
        await client.subscribe("room")
        live.denied_topics.add("room")
        assert await client.frame() == {"type": "denied", "topic": "room"}
        assert await listener.closed() == (4403, "forbidden")


async def test_access_is_extended_at_each_expiry_until_a_check_denies_it(live: LiveServer) -> None:
    live.access_seconds = 0.01
    checked = asyncio.Event()

    async def check(topic: str) -> TopicAccess:
        live.checked_topics.append(topic)
        if len(live.checked_topics) == 3:
            live.denied_topics.add(topic)
            checked.set()
        return TopicAccess(topic not in live.denied_topics, live.access_seconds)

    live.may_listen = check
    async with live.client("/topics") as client:
        await client.subscribe("room")
        await checked.wait()
        assert await client.frame() == {"type": "denied", "topic": "room"}
        assert live.checked_topics == ["room"] * 3


async def test_an_error_of_a_check_closes_the_socket_with_the_close_code_of_the_error(live: LiveServer) -> None:
    class Ended(AppError):
        type = "ended"
        close_code = 4401

    async def check(topic: str) -> TopicAccess:
        if live.denied_topics:
            raise Ended
        return TopicAccess(is_allowed=True)

    live.may_listen = check
    async with live.client("/topics?tag=user:1") as client:
        await client.subscribe("room")
        live.denied_topics.add("room")
        live.hub.recheck_tag("user:1")
        assert await client.closed() == (4401, "ended")


async def test_a_listener_that_loses_access_is_closed(live: LiveServer) -> None:
    async with live.client("/listen/room") as client:
        live.denied_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        assert await client.closed() == (4403, "forbidden")


async def test_a_listener_without_access_is_refused(live: LiveServer) -> None:
    live.denied_topics.add("room")
    async with live.client("/listen/room") as client:
        assert await client.closed() == (4403, "forbidden")


async def test_access_lost_while_subscribing_is_denied(live: LiveServer) -> None:
    check_started, may_finish = asyncio.Event(), asyncio.Event()

    async def slow_check(topic: str) -> TopicAccess:
        is_allowed = topic not in live.denied_topics
        check_started.set()
        await may_finish.wait()
        return TopicAccess(is_allowed)

    live.may_listen = slow_check
    async with live.client("/topics") as client:
        await client.send({"type": "subscribe", "topic": "room"})
        await check_started.wait()
        live.denied_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        may_finish.set()
        assert await client.frame() == {"type": "denied", "topic": "room"}


async def test_a_listener_that_loses_access_while_connecting_is_refused(live: LiveServer) -> None:
    check_started, may_finish = asyncio.Event(), asyncio.Event()

    async def slow_check(topic: str) -> TopicAccess:
        is_allowed = topic not in live.denied_topics
        check_started.set()
        await may_finish.wait()
        return TopicAccess(is_allowed)

    async def lose_access() -> None:
        await check_started.wait()
        live.denied_topics.add("room")
        live.hub.recheck(lambda topic: topic == "room")
        may_finish.set()

    live.may_listen = slow_check
    losing = asyncio.create_task(lose_access())
    async with live.client("/listen/room") as client:
        assert await client.closed() == (4403, "forbidden")
    await losing


async def test_an_unexpected_error_of_a_check_closes_the_socket_so_that_the_client_reconnects(live: LiveServer) -> None:
    async def broken(topic: str) -> TopicAccess:
        raise ConnectionError(f"database unavailable while checking {topic}")

    live.may_listen = broken
    async with live.client("/topics") as client:
        await client.send({"type": "subscribe", "topic": "room"})
        assert await client.closed() == (1011, "permission could not be checked")


async def test_a_new_epoch_rechecks_all_subscribers(live: LiveServer) -> None:
    async with live.client("/topics") as client:
        await client.subscribe("room")
        live.denied_topics.add("room")
        live.hub.new_epoch()
        assert (await client.frame())["type"] == "refetch"
        assert await client.frame() == {"type": "denied", "topic": "room"}


async def test_closing_a_tag_closes_the_sockets_with_it_and_no_others(live: LiveServer) -> None:
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


async def test_a_socket_that_the_hub_closes_is_removed_from_it(live: LiveServer) -> None:
    async with live.client("/topics?tag=session:1") as client:
        await client.subscribe("room")
        assert live.hub.counts.sockets == 1
        live.hub.close_tag("session:1", 4401, "unauthenticated")
        await client.closed()
    assert live.hub.counts.sockets == 0
