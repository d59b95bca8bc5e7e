"""How the parts of one process, and the processes of one installation, tell each other what happened."""

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

    def subscribe(self, handler: Handler) -> Unsubscribe:
        """Hears every message of every topic; those of one publisher in the order they were published."""
        ...

    def listen(self, listener: Listener) -> Unsubscribe:
        """The same for whoever is called so often that each call counts: once for all that came together."""
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
        self._handlers = Handlers[str, Sequence[bytes]]()
        self._gap_handlers = Handlers[[]]()

    async def start(self) -> None:
        """Nothing to open."""

    async def stop(self) -> None:
        """Nothing to close."""

    async def publish(self, topic: str, *payloads: bytes) -> None:
        self._handlers.call(topic, payloads)

    def subscribe(self, handler: Handler) -> Unsubscribe:
        return self._handlers.add(one_by_one(handler))

    def listen(self, listener: Listener) -> Unsubscribe:
        return self._handlers.add(listener)

    def on_gap(self, handler: GapHandler) -> Unsubscribe:
        return self._gap_handlers.add(handler)

    def health(self) -> BusHealth:
        return BusHealth(ok=True, detail="in this process")


def open_bus(redis_url: str) -> Bus:
    if not redis_url:
        return MemoryBus()
    # The Redis client takes a fifth of a second to import: most installations never need it.
    from greenroom.kernel.redis_bus import RedisBus  # noqa: PLC0415

    return RedisBus(redis_url)
