"""Behaviour that the bus in memory and the Redis bus share; Redis is a real server."""

import subprocess
import sys
from collections.abc import AsyncGenerator

import pytest
from recorded_messages import RecordedMessages
from structlog.testing import capture_logs

from greenroom.kernel.bus.bus import Bus, MemoryBus, open_bus
from greenroom.kernel.bus.redis_bus import RedisBus


@pytest.fixture(params=["memory", "redis"])
async def bus(request: pytest.FixtureRequest) -> AsyncGenerator[Bus]:
    url = "" if request.param == "memory" else request.getfixturevalue("redis_server").url
    opened = open_bus(url)
    await opened.start()
    yield opened
    await opened.stop()


async def test_a_message_is_delivered_locally_before_publish_returns(bus: Bus) -> None:
    recorded = RecordedMessages(bus)
    await bus.publish("news", b"1")
    assert recorded.messages == [("news", b"1")]


async def test_every_handler_receives_every_topic_in_order(bus: Bus) -> None:
    first, second = RecordedMessages(bus), RecordedMessages(bus)
    for number in range(10):
        await bus.publish(f"topic-{number % 3}", b"%d" % number)
    assert [payload for _, payload in first.messages] == [b"%d" % number for number in range(10)]
    assert first.messages == second.messages


async def test_messages_published_together_reach_listeners_together_and_handlers_one_by_one(bus: Bus) -> None:
    together: list[tuple[str, list[bytes]]] = []
    recorded = RecordedMessages(bus)
    unsubscribe = bus.listen(lambda topic, payloads: together.append((topic, list(payloads))))
    await bus.publish("news", b"1", b"2")
    unsubscribe()
    await bus.publish("news", b"3")
    assert together == [("news", [b"1", b"2"])]
    assert recorded.messages == [("news", b"1"), ("news", b"2"), ("news", b"3")]


async def test_subscription_with_topics_receives_only_those(bus: Bus) -> None:
    recorded: list[tuple[str, bytes]] = []
    unsubscribe = bus.subscribe(
        lambda topic, payload: recorded.append((topic, payload)), "internal:changed", "a:providers"
    )
    for topic in ("internal:changed", "a:providers", "b:providers", "a:chat", "internal:other", "providers", "changed"):
        await bus.publish(topic, topic.encode())
    unsubscribe()
    await bus.publish("internal:changed", b"later")
    assert recorded == [(topic, topic.encode()) for topic in ("internal:changed", "a:providers")]


async def test_a_failing_handler_does_not_stop_the_next_message(bus: Bus) -> None:
    recorded: list[bytes] = []

    def picky(_: str, payload: bytes) -> None:
        if payload == b"bad":
            raise LookupError
        recorded.append(payload)

    bus.subscribe(picky)
    with capture_logs() as logs:
        await bus.publish("news", b"bad", b"good")
    assert recorded == [b"good"]
    assert [entry["event"] for entry in logs] == ["bus_handler_failed"]


async def test_unsubscribed_handler_receives_nothing_and_may_unsubscribe_twice(bus: Bus) -> None:
    recorded: list[str] = []
    unsubscribe = bus.subscribe(lambda topic, _: recorded.append(topic))
    unsubscribe()
    unsubscribe()
    await bus.publish("news", b"1")
    assert recorded == []


async def test_a_failing_handler_is_logged_and_does_not_affect_the_others(bus: Bus) -> None:
    def broken(topic: str, _: bytes) -> None:
        raise LookupError(topic)

    bus.subscribe(broken)
    recorded = RecordedMessages(bus)
    with capture_logs() as logs:
        await bus.publish("news", b"1")
    assert recorded.messages == [("news", b"1")]
    assert [entry["event"] for entry in logs] == ["bus_handler_failed"]


async def test_a_bus_that_works_is_healthy(bus: Bus) -> None:
    assert bus.health().ok


def test_without_redis_the_bus_stays_in_this_process() -> None:
    assert isinstance(open_bus(""), MemoryBus)


def test_with_a_redis_url_the_bus_uses_redis() -> None:
    assert isinstance(open_bus("redis://127.0.0.1:1/0"), RedisBus)


def test_redis_is_not_imported_unless_it_is_used() -> None:
    program = "import sys, greenroom.kernel.bus.bus as bus; bus.open_bus(''); sys.exit('redis' in sys.modules)"
    subprocess.run([sys.executable, "-c", program], check=True)  # noqa: S603  # a fixed program
