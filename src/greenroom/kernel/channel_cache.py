"""Per-channel cache of compiled configuration; reloaded in the background when a change is announced on the bus."""

import asyncio
from collections.abc import Awaitable, Callable, Hashable
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.bus.bus import Handler, Unsubscribe
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

# Above this number, the least recently used channel is evicted.
MAX_CHANNELS = 500
# How long a caller within a transaction waits for a reload in progress: on SQLite every other writer waits behind it.
MAX_WAIT_SECONDS = 0.5

Value = TypeVar("Value")
# Loads the whole value of a channel; the last argument is the previous value, or None.
Load = Callable[[AsyncSession, UUID, Value | None], Awaitable[Value]]
# Updates a value in place, only for the keys that were passed to `invalidate`.
RefreshPartial = Callable[[AsyncSession, UUID, Value, frozenset[Hashable]], Awaitable[None]]


@dataclass(slots=True, eq=False)
class _Entry(Generic[Value]):
    channel_id: UUID
    value: Value | None = None
    stale_keys: set[Hashable] = field(default_factory=set[Hashable])
    is_all_stale: bool = False
    refresh: asyncio.Task[None] | None = None


class ChannelCache(Generic[Value]):
    def __init__(
        self, kernel: Kernel, name: str, load: Load[Value], refresh_partial: RefreshPartial[Value] | None = None
    ) -> None:
        self._kernel = kernel
        self._name = name
        self._load = load
        self._refresh_partial = refresh_partial
        self._entries: dict[UUID, _Entry[Value]] = {}
        self._unsubscribe: list[Unsubscribe] = []
        self._tasks = BackgroundTasks()

    def start(self, on_change: Handler, *topics: str) -> None:
        """Subscribes `on_change`, which calls `invalidate`, to these topics."""
        bus = self._kernel.bus
        self._unsubscribe = [bus.subscribe(on_change, *topics), bus.on_gap(self._invalidate_all)]

    async def stop(self) -> None:
        for unsubscribe in self._unsubscribe:
            unsubscribe()
        await self._tasks.stop()

    async def get(self, session: AsyncSession, channel_id: UUID) -> Value:
        """The value; waits for a reload in progress, but at most MAX_WAIT_SECONDS."""
        entry = self._use(channel_id)
        if entry.refresh is not None:
            await asyncio.wait({entry.refresh}, timeout=MAX_WAIT_SECONDS)
        return await self._loaded(session, entry)

    async def ready(self, channel_id: UUID) -> None:
        """Waits until the channel is loaded and no reload is in progress, however long it takes."""
        entry = self._use(channel_id)
        if entry.refresh is not None:
            await asyncio.wait({entry.refresh})
        if entry.value is None:
            async with self._kernel.database.read() as session:
                await self._loaded(session, entry)

    async def get_after_ready(self, session: AsyncSession, channel_id: UUID) -> Value:
        """The value, without waiting for a reload; for callers that awaited `ready` before their transaction."""
        return await self._loaded(session, self._use(channel_id))

    def _use(self, channel_id: UUID) -> _Entry[Value]:
        entry = self._entries.pop(channel_id, None) or _Entry[Value](channel_id)
        self._entries[channel_id] = entry
        if len(self._entries) > MAX_CHANNELS:
            self._evict(next(iter(self._entries)))
        return entry

    async def _loaded(self, session: AsyncSession, entry: _Entry[Value]) -> Value:
        if entry.value is None:
            loaded = await self._load(session, entry.channel_id, None)
            # A refresh that ended meanwhile has read newer rows.
            entry.value = loaded if entry.value is None else entry.value
        return entry.value

    async def reload(self, session: AsyncSession, channel_id: UUID) -> Value:
        """Loads the value of a channel again, at once and in this session; the channel must be in the cache."""
        entry = self._entries[channel_id]
        entry.value = await self._load(session, channel_id, entry.value)
        return entry.value

    def peek(self, channel_id: UUID) -> Value | None:
        entry = self._entries.get(channel_id)
        return None if entry is None else entry.value

    def invalidate(self, channel_id: UUID, *keys: Hashable) -> None:
        """Reloads in the background the parts of the channel's value with these keys, or all of it if none is given."""
        entry = self._entries.get(channel_id)
        if entry is not None:
            entry.stale_keys.update(keys)
            entry.is_all_stale = entry.is_all_stale or not keys
            self._refresh_soon(entry)

    async def refresh_all(self) -> None:
        """Reloads all channels, one after the other, so that other work can use the database in between."""
        for entry in list(self._entries.values()):
            self.invalidate(entry.channel_id)
            if entry.refresh is not None:
                await asyncio.wait({entry.refresh})

    def _invalidate_all(self) -> None:
        for channel_id in self._entries:
            self.invalidate(channel_id)

    def _evict(self, channel_id: UUID) -> None:
        entry = self._entries.pop(channel_id)
        if entry.refresh is not None:
            entry.refresh.cancel()

    def _refresh_soon(self, entry: _Entry[Value]) -> None:
        if entry.refresh is None:
            entry.refresh = self._tasks.start(self._refresh(entry), name=f"{self._name}:{entry.channel_id}")

    async def _refresh(self, entry: _Entry[Value]) -> None:
        """Reloads what is outdated, again and again until no change arrives during a reload."""
        try:
            while entry.stale_keys or entry.is_all_stale:
                is_all, keys = entry.is_all_stale, frozenset(entry.stale_keys)
                entry.is_all_stale, entry.stale_keys = False, set()
                async with self._kernel.database.read() as session:
                    if is_all or entry.value is None or self._refresh_partial is None:
                        entry.value = await self._load(session, entry.channel_id, entry.value)
                    else:
                        await self._refresh_partial(session, entry.channel_id, entry.value, keys)
        except Exception as error:  # noqa: BLE001  # after any failure an outdated value must not be served
            log.warning(
                "channel_cache_refresh_failed", cache=self._name, channel=str(entry.channel_id), error=repr(error)
            )
            # The next `get` loads it again.
            entry.value = None
        finally:
            entry.refresh = None
