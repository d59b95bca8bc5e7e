"""Publish/subscribe bus within one process and between processes."""

from collections.abc import Callable, Sequence
from typing import Generic, ParamSpec, Protocol

from msgspec import Struct

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

Handler = Callable[[str, bytes], None]
# Gets payloads of one topic; those of one `publish` call usually come together.
Listener = Callable[[str, Sequence[bytes]], None]
GapHandler = Callable[[], None]
Unsubscribe = Callable[[], None]

Arguments = ParamSpec("Arguments")


class BusHealth(Struct, frozen=True):
    ok: bool
    detail: str


class BusTraffic(Struct, frozen=True):
    """Messages of this process to others: waiting to be sent, and lost since the start."""

    waiting: int = 0
    lost: int = 0


class Bus(Protocol):
    @property
    def is_shared(self) -> bool:
        """Whether other processes publish on the bus."""
        ...

    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def publish(self, topic: str, *payloads: bytes) -> None:
        """Delivers in this process before it returns, in others soon after; no error if they are unreachable."""
        ...

    def subscribe(self, handler: Handler, *topics: str) -> Unsubscribe:
        """Calls `handler` for every message of these topics, or of all topics if none is given."""
        ...

    def listen(self, listener: Listener) -> Unsubscribe:
        """Calls `listener` with the messages of all topics; those of one `publish` call usually come together."""
        ...

    def on_gap(self, handler: GapHandler) -> Unsubscribe:
        """Calls `handler` when messages of other processes may have been missed."""
        ...

    def health(self) -> BusHealth: ...

    async def ping(self) -> float | None:
        """Milliseconds that the broker takes to answer; None if it does not."""
        ...

    def traffic(self) -> BusTraffic: ...


class Handlers(Generic[Arguments]):
    """Callbacks; an error in one callback is logged, and the others are still called."""

    def __init__(self) -> None:
        self._handlers: dict[object, Callable[Arguments, None]] = {}
        # A tuple, so that adding or removing a handler during a call takes effect with the next message.
        self._all: tuple[Callable[Arguments, None], ...] = ()

    def __len__(self) -> int:
        return len(self._handlers)

    def add(self, handler: Callable[Arguments, None]) -> Unsubscribe:
        key = object()
        self._handlers[key] = handler
        self._all = tuple(self._handlers.values())

        def remove() -> None:
            self._handlers.pop(key, None)
            self._all = tuple(self._handlers.values())

        return remove

    def call(self, *args: Arguments.args, **kwargs: Arguments.kwargs) -> None:
        for handler in self._all:
            try:
                handler(*args, **kwargs)
            except Exception:
                log.exception("bus_handler_failed", handler=repr(handler))


class Listeners:
    """Handlers by topic: the cost of a message does not depend on the subscribers of other topics."""

    def __init__(self) -> None:
        self._of_all = Handlers[str, Sequence[bytes]]()
        self._of_topics: dict[str, Handlers[str, Sequence[bytes]]] = {}

    def add(self, listener: Listener) -> Unsubscribe:
        return self._of_all.add(listener)

    def add_for(self, topics: Sequence[str], handler: Handler) -> Unsubscribe:
        if not topics:
            return self.add(one_by_one(handler))
        removers = [(topic, self._of_topics.setdefault(topic, Handlers()).add(one_by_one(handler))) for topic in topics]

        def remove() -> None:
            for topic, remove_handler in removers:
                remove_handler()
                if not self._of_topics.get(topic):
                    self._of_topics.pop(topic, None)

        return remove

    def call(self, topic: str, payloads: Sequence[bytes]) -> None:
        handlers = self._of_topics.get(topic)
        if handlers is not None:
            handlers.call(topic, payloads)
        self._of_all.call(topic, payloads)


def one_by_one(handler: Handler) -> Listener:
    """A listener that calls the handler for each message; an error is logged, and the next message is delivered."""

    def call(topic: str, payloads: Sequence[bytes]) -> None:
        for payload in payloads:
            try:
                handler(topic, payload)
            except Exception:
                log.exception("bus_handler_failed", handler=repr(handler))

    return call


class MemoryBus:
    """Bus of a single process; has no gaps."""

    is_shared = False

    def __init__(self) -> None:
        self._listeners = Listeners()
        self._gap_handlers = Handlers[[]]()

    async def start(self) -> None:
        """Nothing to open."""

    async def stop(self) -> None:
        """Nothing to close."""

    async def publish(self, topic: str, *payloads: bytes) -> None:
        self._listeners.call(topic, payloads)

    def subscribe(self, handler: Handler, *topics: str) -> Unsubscribe:
        return self._listeners.add_for(topics, handler)

    def listen(self, listener: Listener) -> Unsubscribe:
        return self._listeners.add(listener)

    def on_gap(self, handler: GapHandler) -> Unsubscribe:
        return self._gap_handlers.add(handler)

    def health(self) -> BusHealth:
        return BusHealth(ok=True, detail="in this process")

    async def ping(self) -> float | None:
        return 0.0

    def traffic(self) -> BusTraffic:
        return BusTraffic()


def open_bus(redis_url: str) -> Bus:
    if not redis_url:
        return MemoryBus()
    # Importing the Redis client takes 0.2 s, and most installations never need it.
    from greenroom.kernel.bus.redis_bus import RedisBus  # noqa: PLC0415

    return RedisBus(redis_url)
