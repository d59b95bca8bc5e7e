"""Messages between the parts of one process and between processes."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, ParamSpec, Protocol

from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

Handler = Callable[[str, bytes], None]
# Hears what was published together in one call.
Listener = Callable[[str, Sequence[bytes]], None]
GapHandler = Callable[[], None]
Unsubscribe = Callable[[], None]

Arguments = ParamSpec("Arguments")


@dataclass(frozen=True, slots=True)
class BusHealth:
    ok: bool
    detail: str


class Bus(Protocol):
    async def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def publish(self, topic: str, *payloads: bytes) -> None:
        """Heard here before this returns, elsewhere soon after; never fails because others cannot be reached."""
        ...

    def subscribe(self, handler: Handler, *topics: str) -> Unsubscribe:
        """Hears every message of these topics, or of all; those of one publisher in the order they were published."""
        ...

    def listen(self, listener: Listener) -> Unsubscribe:
        """Hears everything, and what was published together in one call."""
        ...

    def on_gap(self, handler: GapHandler) -> Unsubscribe:
        """Called when messages of other processes may have been missed."""
        ...

    def health(self) -> BusHealth: ...


class Handlers(Generic[Arguments]):
    """Callbacks that cannot break each other, nor the one who calls them."""

    def __init__(self) -> None:
        self._handlers: dict[object, Callable[Arguments, None]] = {}
        # Called for each message: whoever comes or goes meanwhile counts from the next one on.
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
    """Who hears which topic: what nobody waits for costs the same however many wait for something else."""

    def __init__(self) -> None:
        self._of_all = Handlers[str, Sequence[bytes]]()
        self._of_topics: dict[str, Handlers[str, Sequence[bytes]]] = {}

    def add(self, listener: Listener) -> Unsubscribe:
        return self._of_all.add(listener)

    def add_for(self, topics: Sequence[str], handler: Handler) -> Unsubscribe:
        if not topics:
            return self.add(one_by_one(handler))
        leave = [(topic, self._of_topics.setdefault(topic, Handlers()).add(one_by_one(handler))) for topic in topics]

        def remove() -> None:
            for topic, go in leave:
                go()
                if not self._of_topics.get(topic):
                    self._of_topics.pop(topic, None)

        return remove

    def call(self, topic: str, payloads: Sequence[bytes]) -> None:
        handlers = self._of_topics.get(topic)
        if handlers is not None:
            handlers.call(topic, payloads)
        self._of_all.call(topic, payloads)


def one_by_one(handler: Handler) -> Listener:
    """A message that it fails at keeps nothing from it that follows."""

    def hear(topic: str, payloads: Sequence[bytes]) -> None:
        for payload in payloads:
            try:
                handler(topic, payload)
            except Exception:
                log.exception("bus_handler_failed", handler=repr(handler))

    return hear


class MemoryBus:
    """Enough for one process: nothing leaves it, so nothing can be missed."""

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


def open_bus(redis_url: str) -> Bus:
    if not redis_url:
        return MemoryBus()
    # The Redis client takes a fifth of a second to import: most installations never need it.
    from greenroom.kernel.bus.redis_bus import RedisBus  # noqa: PLC0415

    return RedisBus(redis_url)
