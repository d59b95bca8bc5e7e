"""Bus between several processes, on Redis pub/sub.

A process delivers its own messages at once and gets those of other processes through Redis. Messages are numbered per
publisher, so that receivers detect gaps and duplicates.
"""

import asyncio
import contextlib
import random
from collections import OrderedDict, deque
from collections.abc import AsyncGenerator, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypedDict, cast

import msgspec
from redis.asyncio import Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from greenroom.kernel.bus.bus import (
    BusHealth,
    BusTraffic,
    GapHandler,
    Handler,
    Handlers,
    Listener,
    Listeners,
    Unsubscribe,
)
from greenroom.kernel.ids import new_id
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

log = get_logger(__name__)

CHANNEL_PREFIX = "greenroom:"
BEAT_SECONDS = 5.0
# A process gets its own heartbeats back from Redis: three missing in a row mean a dead connection, even without errors.
SILENCE_SECONDS = 3 * BEAT_SECONDS
FIRST_WAIT_SECONDS = 0.1
MAX_WAIT_SECONDS = 5.0
DRAIN_SECONDS = 2.0
CONFIRM_SECONDS = 5.0
MIN_GAP_REPORT_SECONDS = 1.0
# Limits of the queue, for when Redis is unreachable: the oldest messages are dropped, and receivers detect the gap.
MAX_WAITING = 10_000
MAX_WAITING_BYTES = 16 * 2**20
MAX_BATCH = 500
MAX_PUBLISHERS = 256

UNREACHABLE = (RedisError, OSError, TimeoutError)


class Batch(msgspec.Struct, array_like=True, frozen=True):
    """Messages of one publisher, numbered from `first` on; an empty batch is a heartbeat with the next number."""

    publisher: str
    first: int
    messages: list[tuple[str, bytes]]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Batch).decode


class Outbox:
    """Queue of messages to Redis, limited by count and size."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
        # Number of the oldest waiting message.
        self.first = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, topic: str, payload: bytes) -> None:
        self._waiting.append((topic, payload))
        self._bytes += len(payload)
        while len(self._waiting) > MAX_WAITING or self._bytes > MAX_WAITING_BYTES:
            self._take_first()
            self.dropped += 1

    def batch(self, publisher: str) -> Batch:
        count = min(len(self._waiting), MAX_BATCH)
        return Batch(publisher, self.first, [self._waiting[position] for position in range(count)])

    def remove_sent(self, batch: Batch) -> None:
        end = batch.first + len(batch.messages)
        while self.first < end:
            self._take_first()

    def _take_first(self) -> None:
        _, payload = self._waiting.popleft()
        self._bytes -= len(payload)
        self.first += 1


class SequenceTracker:
    """Keeps the next expected number of each publisher, to find gaps and duplicates."""

    def __init__(self) -> None:
        self._next: OrderedDict[str, int] = OrderedDict()

    def take(self, batch: Batch) -> tuple[list[tuple[str, bytes]], bool]:
        """The messages that were not seen before, and whether there is a gap before them."""
        end = batch.first + len(batch.messages)
        # A publisher not seen before has no gap: its messages count from here on.
        expected = self._next.get(batch.publisher, batch.first)
        self._next[batch.publisher] = max(expected, end)
        self._next.move_to_end(batch.publisher)
        if len(self._next) > MAX_PUBLISHERS:
            self._next.popitem(last=False)
        return batch.messages[max(0, expected - batch.first) :], batch.first > expected


class Gaps:
    """Reports the first gap at once, further ones at most once per second: every report makes all clients refetch."""

    def __init__(self) -> None:
        self.handlers = Handlers[[]]()
        self._timer: asyncio.TimerHandle | None = None
        self._has_more = False

    def report(self) -> None:
        if self._timer is not None:
            self._has_more = True
            return
        log.warning("bus_gap")
        self._timer = asyncio.get_running_loop().call_later(MIN_GAP_REPORT_SECONDS, self._end_pause)
        self.handlers.call()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _end_pause(self) -> None:
        self._timer = None
        if self._has_more:
            self._has_more = False
            self.report()


class RedisBus:
    is_shared = True

    def __init__(
        self, url: str, *, beat_seconds: float = BEAT_SECONDS, silence_seconds: float = SILENCE_SECONDS
    ) -> None:
        # No retries by the library: it would reconnect unnoticed, and the gap would not be detected.
        self._redis: Redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
            url, retry=Retry(NoBackoff(), 0), socket_timeout=5.0, socket_connect_timeout=5.0
        )
        # Redis pub/sub ignores the database number; with it in the name, two installations can share one server.
        self._channel = f"{CHANNEL_PREFIX}{_database_number(self._redis)}"
        self._beat_seconds = beat_seconds
        self._silence_seconds = silence_seconds
        self._publisher_id = str(new_id())
        self._outbox = Outbox()
        # Kept across connections: finds duplicates in a batch that was sent again because Redis had not confirmed it.
        self._sequence_tracker = SequenceTracker()
        self._listeners = Listeners()
        self._gaps = Gaps()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_listening = False
        self._is_sending = True

    async def start(self) -> None:
        """Starts the bus; returns after the first attempt to connect, which is repeated if it fails."""
        tried = asyncio.Event()
        self._tasks = [spawn(self._listen(tried), name="bus_listen"), spawn(self._send(), name="bus_send")]
        await tried.wait()

    async def stop(self) -> None:
        """Sends what is queued before closing, if Redis is reachable."""
        was_healthy = self.health().ok
        for task in self._tasks:
            await _cancel_until_done(task)
        if was_healthy:
            await self._drain()
        self._is_listening = False
        self._gaps.stop()
        await self._redis.aclose()

    async def publish(self, topic: str, *payloads: bytes) -> None:
        self._listeners.call(topic, payloads)
        for payload in payloads:
            self._outbox.put(topic, payload)
        self._wake.set()

    def subscribe(self, handler: Handler, *topics: str) -> Unsubscribe:
        return self._listeners.add_for(topics, handler)

    def listen(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def on_gap(self, handler: GapHandler) -> Unsubscribe:
        return self._gaps.handlers.add(handler)

    def health(self) -> BusHealth:
        if self._is_listening and self._is_sending:
            return BusHealth(ok=True, detail="Redis")
        dropped = f", {self._outbox.dropped} dropped" if self._outbox.dropped else ""
        return BusHealth(ok=False, detail=f"Redis cannot be reached; {len(self._outbox)} messages wait{dropped}")

    async def ping(self) -> float | None:
        begun = asyncio.get_running_loop().time()
        try:
            await self._redis.ping()  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
        except UNREACHABLE:
            return None
        return (asyncio.get_running_loop().time() - begun) * 1000

    def traffic(self) -> BusTraffic:
        return BusTraffic(len(self._outbox), self._outbox.dropped)

    async def _listen(self, tried: asyncio.Event) -> None:
        waits = _waits()
        while True:
            # Only a connection opened by the very first attempt has no gap before it.
            is_first = not tried.is_set()
            try:
                async with self._subscribed() as pubsub:
                    waits = _waits()
                    self._is_listening = True
                    tried.set()
                    if not is_first:
                        log.info("bus_restored")
                        self._gaps.report()
                    await self._read(pubsub)
            except UNREACHABLE as error:
                self._is_listening = False
                tried.set()
                log.warning("bus_lost", error=repr(error))
            await asyncio.sleep(next(waits))

    @contextlib.asynccontextmanager
    async def _subscribed(self) -> AsyncGenerator[PubSub, None]:
        async with self._redis.pubsub() as pubsub:  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
            await pubsub.subscribe(self._channel)
            # Messages are certain to arrive only if they are published after Redis confirmed the subscription.
            await self._next_message(pubsub, CONFIRM_SECONDS)
            yield pubsub

    async def _next_message(self, pubsub: PubSub, seconds: float) -> bytes | None:
        message = cast("Message | None", await pubsub.get_message(timeout=seconds))
        if message is None:
            raise TimeoutError("Redis has gone silent")
        return message["data"] if message["type"] == "message" else None

    async def _read(self, pubsub: PubSub) -> None:
        while True:
            data = await self._next_message(pubsub, self._silence_seconds)
            if data is not None:
                self._receive(data)

    def _receive(self, data: bytes) -> None:
        try:
            batch = _decode(data)
        except msgspec.MsgspecError:
            log.warning("bus_message_unreadable", size=len(data))
            return
        if batch.publisher == self._publisher_id:
            return
        messages, has_gap = self._sequence_tracker.take(batch)
        if has_gap:
            self._gaps.report()
        for topic, group in groupby(messages, key=itemgetter(0)):
            self._listeners.call(topic, [payload for _, payload in group])

    async def _send(self) -> None:
        waits = _waits()
        while True:
            try:
                await self._send_batch()
            except UNREACHABLE as error:
                self._on_send_failure(error)
                await asyncio.sleep(next(waits))
                continue
            waits = _waits()
            self._is_sending = True
            await self._until_woken()

    async def _send_batch(self) -> None:
        batch = self._outbox.batch(self._publisher_id)
        await self._redis.publish(self._channel, _encode(batch))  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
        self._outbox.remove_sent(batch)

    async def _drain(self) -> None:
        with contextlib.suppress(*UNREACHABLE):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._outbox:
                    await self._send_batch()

    async def _until_woken(self) -> None:
        if not self._outbox:
            self._wake.clear()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._beat_seconds):
                    await self._wake.wait()

    def _on_send_failure(self, error: Exception) -> None:
        if self._is_sending:
            log.warning("bus_send_failed", error=repr(error), waiting=len(self._outbox))
        self._is_sending = False


class Message(TypedDict):
    """The fields we read of the library's messages."""

    type: str
    data: bytes


async def _cancel_until_done(task: asyncio.Task[None]) -> None:
    # The Redis client uses `asyncio.wait_for`, which in Python 3.11 may swallow a cancellation, so it is repeated.
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.1)


def _database_number(redis: Redis) -> int:
    return int(redis.get_connection_kwargs().get("db") or 0)


def _waits() -> Iterator[float]:
    """Exponential backoff with jitter."""
    seconds = FIRST_WAIT_SECONDS
    while True:
        yield seconds * random.uniform(0.5, 1.0)  # noqa: S311  # jitter
        seconds = min(seconds * 2, MAX_WAIT_SECONDS)
