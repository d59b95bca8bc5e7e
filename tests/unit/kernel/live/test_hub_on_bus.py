"""Two live hubs on one Redis, as in two processes."""

import contextlib
from collections.abc import AsyncGenerator, Generator

import pytest
from live_server import LiveServer, running

from greenroom.kernel.bus.bus import Bus, open_bus
from greenroom.kernel.fast.websocket_server import RawWebSocket
from support.servers import RedisServer


@pytest.fixture
def own_redis() -> Generator[RedisServer]:
    with RedisServer() as server:
        yield server


@contextlib.asynccontextmanager
async def process(redis_url: str) -> AsyncGenerator[tuple[Bus, LiveServer], None]:
    bus, live = open_bus(redis_url), LiveServer()
    bus.subscribe(live.hub.publish)
    bus.on_gap(live.hub.new_epoch)
    await bus.start()
    async with running(live, RawWebSocket):
        yield bus, live
    await bus.stop()


async def test_message_published_by_one_process_reaches_the_sockets_of_all(own_redis: RedisServer) -> None:
    async with (
        process(own_redis.url) as (bus, first),
        process(own_redis.url) as (_, second),
        first.client("/listen/room") as listener,
        second.client("/topics") as subscriber,
    ):
        await subscriber.subscribe("room")
        for number in range(5):
            await bus.publish("room", b"%d" % number)
        assert await subscriber.events(5) == [0, 1, 2, 3, 4]
        assert [await listener.text() for _ in range(5)] == ["0", "1", "2", "3", "4"]


async def test_after_a_redis_outage_listeners_are_closed_and_subscribers_must_refetch(own_redis: RedisServer) -> None:
    async with (
        process(own_redis.url) as (bus, _),
        process(own_redis.url) as (_, second),
        second.client("/listen/room") as listener,
        second.client("/topics") as subscriber,
    ):
        await subscriber.subscribe("room")
        own_redis.stop()
        await bus.publish("room", b'"lost or late"')
        own_redis.start()
        assert (await listener.closed())[0] == 1012
        assert (await subscriber.frame())["type"] == "refetch"
        await bus.publish("room", b'"received"')
        await subscriber.until_event("received")
