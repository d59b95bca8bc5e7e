"""The bus of several processes, on Redis pub/sub.

A process hears its own messages at once and everybody else's through Redis. Each message has a number of its
publisher, so that whoever receives them notices what is missing or comes twice.
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

from greenroom.kernel.bus.bus import BusHealth, GapHandler, Handler, Handlers, Listener, Listeners, Unsubscribe
from greenroom.kernel.ids import new_id
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn

log = get_logger(__name__)

CHANNEL_PREFIX = "greenroom:"
BEAT_SECONDS = 5.0
# Our own beat comes back through Redis: three in a row that do not mean a dead line, also when no one told us.
SILENCE_SECONDS = 3 * BEAT_SECONDS
FIRST_WAIT_SECONDS = 0.1
LONGEST_WAIT_SECONDS = 5.0
DRAIN_SECONDS = 2.0
CONFIRM_SECONDS = 5.0
GAP_SECONDS = 1.0
# What waits while Redis is away; older messages are dropped, and whoever listens is told that some are missing.
MAX_WAITING = 10_000
MAX_WAITING_BYTES = 16 * 2**20
MAX_BATCH = 500
MAX_PUBLISHERS = 256

UNREACHABLE = (RedisError, OSError, TimeoutError)


class Batch(msgspec.Struct, array_like=True, frozen=True):
    """Messages `first`, `first + 1` … of one publisher; an empty one says which number comes next."""

    publisher: str
    first: int
    messages: list[tuple[str, bytes]]


_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(Batch).decode


class Outbox:
    """Messages on their way to Redis, bounded by count and size."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, bytes]] = deque()
        self._bytes = 0
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

    def sent(self, batch: Batch) -> None:
        end = batch.first + len(batch.messages)
        while self.first < end:
            self._take_first()

    def _take_first(self) -> None:
        _, payload = self._waiting.popleft()
        self._bytes -= len(payload)
        self.first += 1


class Inbox:
    """Knows the next number of each publisher."""

    def __init__(self) -> None:
        self._next: OrderedDict[str, int] = OrderedDict()

    def take(self, batch: Batch) -> tuple[list[tuple[str, bytes]], bool]:
        """The messages not seen before, and whether some before them are missing."""
        end = batch.first + len(batch.messages)
        # Of a publisher that is new to us we cannot have missed anything: we hear it from here on.
        expected = self._next.get(batch.publisher, batch.first)
        self._next[batch.publisher] = max(expected, end)
        self._next.move_to_end(batch.publisher)
        if len(self._next) > MAX_PUBLISHERS:
            self._next.popitem(last=False)
        return batch.messages[max(0, expected - batch.first) :], batch.first > expected


class Gaps:
    """The first gap is told at once, those that follow within a second together: each sends everybody to refetch."""

    def __init__(self) -> None:
        self.handlers = Handlers[[]]()
        self._timer: asyncio.TimerHandle | None = None
        self._has_more = False

    def report(self) -> None:
        if self._timer is not None:
            self._has_more = True
            return
        log.warning("bus_gap")
        self._timer = asyncio.get_running_loop().call_later(GAP_SECONDS, self._again)
        self.handlers.call()

    def stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _again(self) -> None:
        self._timer = None
        if self._has_more:
            self._has_more = False
            self.report()


class RedisBus:
    def __init__(
        self, url: str, *, beat_seconds: float = BEAT_SECONDS, silence_seconds: float = SILENCE_SECONDS
    ) -> None:
        # The library would reconnect behind our back and we would never know that messages were missed.
        self._redis: Redis = Redis.from_url(  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
            url, retry=Retry(NoBackoff(), 0), socket_timeout=5.0, socket_connect_timeout=5.0
        )
        # Redis ignores the database number in pub/sub; two installations may share one server by it.
        self._channel = f"{CHANNEL_PREFIX}{_database_number(self._redis)}"
        self._beat_seconds = beat_seconds
        self._silence_seconds = silence_seconds
        self._me = str(new_id())
        self._outbox = Outbox()
        # Outlives connections: a batch whose arrival was in doubt is sent again on the next one.
        self._inbox = Inbox()
        self._listeners = Listeners()
        self._gaps = Gaps()
        self._wake = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._is_listening = False
        self._is_sending = True

    async def start(self) -> None:
        """Returns after the first try to connect; if that fails the bus is degraded and goes on trying."""
        tried = asyncio.Event()
        self._tasks = [
            spawn(self._listen(tried), name="bus_listen"),
            spawn(self._send(), name="bus_send"),
        ]
        await tried.wait()

    async def stop(self) -> None:
        """What was published before still leaves, if Redis is there to take it."""
        was_healthy = self.health().ok
        for task in self._tasks:
            await _end(task)
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

    async def _listen(self, tried: asyncio.Event) -> None:
        waits = _waits()
        while True:
            # Connecting at the very first try misses nothing; any later connection may have.
            is_first = not tried.is_set()
            try:
                async with self._subscribed() as pubsub:
                    waits = _waits()
                    self._is_listening = True
                    tried.set()
                    if not is_first:
                        log.info("bus_back")
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
            # Only what is published after Redis confirmed is sure to reach us.
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
            log.warning("bus_stranger", size=len(data))
            return
        if batch.publisher == self._me:
            return
        messages, has_gap = self._inbox.take(batch)
        if has_gap:
            self._gaps.report()
        for topic, together in groupby(messages, key=itemgetter(0)):
            self._listeners.call(topic, [payload for _, payload in together])

    async def _send(self) -> None:
        waits = _waits()
        while True:
            try:
                await self._send_batch()
            except UNREACHABLE as error:
                self._not_sent(error)
                await asyncio.sleep(next(waits))
                continue
            waits = _waits()
            self._is_sending = True
            await self._until_woken()

    async def _send_batch(self) -> None:
        batch = self._outbox.batch(self._me)
        await self._redis.publish(self._channel, _encode(batch))  # pyright: ignore[reportUnknownMemberType]  # untyped **kwargs
        self._outbox.sent(batch)

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

    def _not_sent(self, error: Exception) -> None:
        if self._is_sending:
            log.warning("bus_cannot_send", error=repr(error), waiting=len(self._outbox))
        self._is_sending = False


class Message(TypedDict):
    """The parts that we read of what the library returns."""

    type: str
    data: bytes


async def _end(task: asyncio.Task[None]) -> None:
    # The Redis client uses `asyncio.wait_for`, which in Python 3.11 may swallow a cancellation: it is repeated.
    while not task.done():
        task.cancel()
        await asyncio.wait({task}, timeout=0.1)


def _database_number(redis: Redis) -> int:
    return int(redis.get_connection_kwargs().get("db") or 0)


def _waits() -> Iterator[float]:
    """Longer each time, never the same in two processes."""
    seconds = FIRST_WAIT_SECONDS
    while True:
        yield seconds * random.uniform(0.5, 1.0)  # noqa: S311  # only spreads the tries
        seconds = min(seconds * 2, LONGEST_WAIT_SECONDS)
