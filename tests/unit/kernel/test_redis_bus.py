"""The Redis bus: several processes, and a Redis server that stops. At a gap messages may have been missed."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Generator
from typing import cast

import pytest
from recorded_messages import RecordedMessages
from redis.asyncio import Redis
from structlog.testing import capture_logs

from greenroom.kernel.bus.redis_bus import MAX_WAITING, Batch, Gaps, Outbox, RedisBus, SequenceTracker
from support.servers import RedisServer
from support.waiting import wait_until


@pytest.fixture
def own_redis() -> Generator[RedisServer]:
    """A Redis server for tests that stop it."""
    with RedisServer() as server:
        yield server


@contextlib.asynccontextmanager
async def open_bus(url: str, **options: float) -> AsyncGenerator[RedisBus, None]:
    bus = RedisBus(url, **options)
    await bus.start()
    yield bus
    await bus.stop()


async def test_processes_receive_all_messages_in_order_and_their_own_once(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url) as one, open_bus(redis_server.url) as two:
        first, second = RecordedMessages(one), RecordedMessages(two)
        sent = [("news", b"%d" % number) for number in range(1_200)]
        for topic, payload in sent:
            await one.publish(topic, payload)
        assert await second.until_messages(1_200) == sent
        await two.publish("news", b"back")
        assert await first.until_messages(1_201) == [*sent, ("news", b"back")]
        assert (first.gaps, second.gaps) == (0, 0)


async def test_payloads_are_bytes_and_arrive_unchanged(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url) as one, open_bus(redis_server.url) as two:
        recorded = RecordedMessages(two)
        await one.publish("täg:é", bytes(range(256)))
        assert await recorded.until_messages(1) == [("täg:é", bytes(range(256)))]


async def test_installations_on_different_redis_databases_are_isolated(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url) as one, open_bus(f"{redis_server.url}?db=1") as other:
        recorded = RecordedMessages(other)
        async with open_bus(f"{redis_server.url}?db=1") as same_database:
            await one.publish("news", b"1")
            await same_database.publish("news", b"2")
            assert await recorded.until_messages(1) == [("news", b"2")]


async def test_malformed_bus_messages_are_ignored(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url) as one, open_bus(redis_server.url) as two:
        recorded = RecordedMessages(two)
        async with Redis.from_url(redis_server.url) as redis:  # pyright: ignore[reportUnknownMemberType]  # untyped
            await redis.publish("greenroom:0", b"\xff nonsense")  # pyright: ignore[reportUnknownMemberType]  # untyped
        await one.publish("news", b"1")
        assert await recorded.until_messages(1) == [("news", b"1")]


async def test_after_a_redis_outage_every_process_is_notified_of_a_gap(own_redis: RedisServer) -> None:
    async with open_bus(own_redis.url) as one, open_bus(own_redis.url) as two:
        first, second = RecordedMessages(one), RecordedMessages(two)
        own_redis.stop()
        own_redis.start()
        await first.until_gap()
        await second.until_gap()
        await one.publish("news", b"after")
        assert ("news", b"after") in await second.until_messages(1)


async def test_message_of_an_outage_reaches_its_own_process_and_later_ones_reach_all(own_redis: RedisServer) -> None:
    async with open_bus(own_redis.url) as one, open_bus(own_redis.url) as two:
        first, second = RecordedMessages(one), RecordedMessages(two)
        own_redis.stop()
        await one.publish("news", b"1")
        assert first.messages == [("news", b"1")]
        own_redis.start()
        await second.until_gap()
        await first.until_gap()
        await one.publish("news", b"2")
        assert (await second.until_messages(1))[-1] in first.messages


async def test_a_bus_that_lost_redis_is_not_healthy_until_it_is_back(own_redis: RedisServer) -> None:
    async with open_bus(own_redis.url) as bus:
        recorded = RecordedMessages(bus)
        own_redis.stop()
        with capture_logs() as logs:
            await wait_until(lambda: not bus.health().ok)
            await bus.publish("news", b"1")
            await wait_until(lambda: bool([entry for entry in logs if entry["event"] == "bus_send_failed"]))
        assert bus.health().detail == "Redis cannot be reached; 1 messages wait"
        own_redis.start()
        await recorded.until_gap()
        await wait_until(lambda: bus.health().ok)


async def test_a_process_started_without_redis_works_alone_and_connects_later() -> None:
    server = RedisServer()
    async with open_bus(server.url) as bus:
        recorded = RecordedMessages(bus)
        assert not bus.health().ok
        await bus.publish("news", b"1")
        assert recorded.messages == [("news", b"1")]
        with server:
            await recorded.until_gap()


async def test_a_silent_connection_is_reported_as_a_gap(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url, beat_seconds=60, silence_seconds=0.05) as bus:
        recorded = RecordedMessages(bus)
        await recorded.until_gap()


async def test_an_idle_bus_sends_heartbeats_to_detect_a_dead_connection(redis_server: RedisServer) -> None:
    async with Redis.from_url(redis_server.url) as client, client.pubsub() as pubsub:  # pyright: ignore[reportUnknownMemberType]  # untyped
        await pubsub.subscribe("greenroom:0")
        async with open_bus(redis_server.url, beat_seconds=0.01):
            messages = [cast("dict[str, str]", await pubsub.get_message(timeout=10)) for _ in range(4)]
    assert [message["type"] for message in messages] == ["subscribe", "message", "message", "message"]


async def test_bus_sends_its_waiting_messages_before_it_stops(redis_server: RedisServer) -> None:
    async with open_bus(redis_server.url) as two:
        recorded = RecordedMessages(two)
        async with open_bus(redis_server.url) as one:
            for number in range(700):
                await one.publish("news", b"%d" % number)
        assert len(await recorded.until_messages(700)) == 700


async def test_of_many_gaps_at_once_the_first_and_the_last_are_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("greenroom.kernel.bus.redis_bus.MIN_GAP_REPORT_SECONDS", 0.05)
    reported: asyncio.Queue[str] = asyncio.Queue()
    gaps = Gaps()
    gaps.handlers.add(lambda: reported.put_nowait("gap"))
    for _ in range(100):
        gaps.report()
    assert reported.qsize() == 1
    await reported.get()
    await reported.get()
    gaps.stop()
    assert reported.empty()


def test_a_missing_sequence_number_is_a_gap_and_a_repeated_message_is_dropped() -> None:
    tracker = SequenceTracker()
    assert tracker.take(Batch("a", 5, [("t", b"5"), ("t", b"6")])) == ([("t", b"5"), ("t", b"6")], False)
    assert tracker.take(Batch("a", 6, [("t", b"6"), ("t", b"7")])) == ([("t", b"7")], False)
    assert tracker.take(Batch("a", 9, [("t", b"9")])) == ([("t", b"9")], True)
    assert tracker.take(Batch("a", 10, [])) == ([], False)
    assert tracker.take(Batch("b", 1, [("t", b"1")])) == ([("t", b"1")], False)


def test_an_empty_batch_with_a_later_number_is_a_gap() -> None:
    tracker = SequenceTracker()
    tracker.take(Batch("a", 0, []))
    assert tracker.take(Batch("a", 3, [])) == ([], True)


def test_the_oldest_messages_are_dropped_when_too_many_wait() -> None:
    outbox = Outbox()
    for number in range(MAX_WAITING + 3):
        outbox.put("t", b"%d" % number)
    batch = outbox.batch("me")
    assert (batch.first, batch.messages[0]) == (3, ("t", b"3"))
    assert outbox.dropped == 3


def test_total_size_of_waiting_messages_is_limited() -> None:
    outbox = Outbox()
    for _ in range(20):
        outbox.put("t", b"x" * 2**20)
    assert len(outbox) == 16


def test_dropping_a_message_while_it_is_sent_keeps_the_messages_after_it() -> None:
    outbox = Outbox()
    outbox.put("t", b"first")
    batch = outbox.batch("me")
    for number in range(MAX_WAITING):
        outbox.put("t", b"%d" % number)
    outbox.remove_sent(batch)
    assert outbox.batch("me").messages[0] == ("t", b"0")
