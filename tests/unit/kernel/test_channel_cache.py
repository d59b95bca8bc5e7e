"""The per-channel cache: loading, reloading after a change, eviction."""

import asyncio
from collections.abc import AsyncGenerator, Hashable
from dataclasses import dataclass, field
from pathlib import Path
from uuid import UUID, uuid4

import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from structlog.testing import capture_logs

from greenroom.assembly import build_kernel
from greenroom.kernel import channel_cache
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.settings import Settings
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS

JUNO, MIRA, NOOR = uuid4(), uuid4(), uuid4()
Words = dict[str, str]


@dataclass
class Storage:
    """The data that the caches of a test load: a few words, the same for every channel."""

    words: Words
    # Channels that were loaded completely, and the keys of each partial refresh.
    loaded: list[UUID] = field(default_factory=list[UUID])
    partly_read: list[frozenset[Hashable]] = field(default_factory=list[frozenset[Hashable]])
    is_broken: bool = False
    # A load sets `has_begun` and waits for `is_open`.
    has_begun: asyncio.Event = field(default_factory=asyncio.Event)
    is_open: asyncio.Event = field(default_factory=asyncio.Event)

    async def load(self, _: AsyncSession, channel_id: UUID, __: Words | None) -> Words:
        self.loaded.append(channel_id)
        found = dict(self.words)
        self.has_begun.set()
        await self.is_open.wait()
        if self.is_broken:
            raise OSError("no disk")
        return found

    async def refresh_partial(self, _: AsyncSession, __: UUID, value: Words, keys: frozenset[Hashable]) -> None:
        self.partly_read.append(keys)
        value.update({str(key): self.words[str(key)] for key in keys})


@pytest.fixture
def storage() -> Storage:
    storage = Storage({"a": "old", "b": "old"})
    storage.is_open.set()
    return storage


@pytest.fixture
async def kernel(tmp_path: Path, clock: FrozenClock) -> AsyncGenerator[Kernel]:
    kernel = build_kernel(Settings(data_dir=tmp_path), clock)
    yield kernel
    await kernel.database.close()


@pytest.fixture
async def cache(kernel: Kernel, storage: Storage) -> AsyncGenerator[ChannelCache[Words]]:
    """A cache in which a message of the topic `changed` invalidates the key that it names, or the whole channel."""
    cache = ChannelCache(kernel, "words", storage.load, storage.refresh_partial)
    cache.start(lambda _, payload: cache.invalidate(JUNO, *payload.decode().split()), "changed")
    yield cache
    await cache.stop()


async def read(kernel: Kernel, cache: ChannelCache[Words], channel_id: UUID = JUNO) -> Words:
    async with kernel.database.read() as session:
        return await cache.get(session, channel_id)


async def test_channel_is_loaded_once(kernel: Kernel, cache: ChannelCache[Words], storage: Storage) -> None:
    await cache.ready(JUNO)
    assert await read(kernel, cache) == {"a": "old", "b": "old"}
    await read(kernel, cache)
    await cache.ready(JUNO)
    assert storage.loaded == [JUNO]


async def test_change_on_the_bus_loads_the_channel_again(
    kernel: Kernel, cache: ChannelCache[Words], storage: Storage
) -> None:
    await kernel.bus.publish("changed", b"")
    assert storage.loaded == []
    await read(kernel, cache)
    storage.words = {"c": "new"}
    await kernel.bus.publish("changed", b"")
    assert await read(kernel, cache) == {"c": "new"}
    assert storage.loaded == [JUNO, JUNO]


async def test_change_of_a_key_reads_only_that_key(
    kernel: Kernel, cache: ChannelCache[Words], storage: Storage
) -> None:
    await read(kernel, cache)
    storage.words = {"a": "new", "b": "new"}
    await kernel.bus.publish("changed", b"a")
    assert await read(kernel, cache) == {"a": "new", "b": "old"}
    assert (storage.loaded, storage.partly_read) == ([JUNO], [frozenset({"a"})])
    await kernel.bus.publish("changed", b"a")
    await kernel.bus.publish("changed", b"")
    assert await read(kernel, cache) == {"a": "new", "b": "new"}
    assert (storage.loaded, storage.partly_read) == ([JUNO, JUNO], [frozenset({"a"})])


async def test_change_during_a_reload_is_loaded_too(
    kernel: Kernel, cache: ChannelCache[Words], storage: Storage
) -> None:
    await read(kernel, cache)
    storage.has_begun.clear()
    storage.is_open.clear()
    storage.words = {"a": "newer"}
    await kernel.bus.publish("changed", b"")
    reading = asyncio.gather(read(kernel, cache))
    await asyncio.wait_for(storage.has_begun.wait(), MAX_WAIT_SECONDS)
    storage.words = {"a": "newest"}
    await kernel.bus.publish("changed", b"")
    assert cache.peek(JUNO) == {"a": "old", "b": "old"}
    storage.is_open.set()
    assert await reading == [{"a": "newest"}]


async def test_old_value_is_not_served_after_a_reload_that_failed(
    kernel: Kernel, cache: ChannelCache[Words], storage: Storage
) -> None:
    await read(kernel, cache)
    storage.is_broken = True
    with capture_logs() as logs:
        await cache.refresh_all()
    assert [one["event"] for one in logs] == ["channel_cache_refresh_failed"]
    assert cache.peek(JUNO) is None
    storage.is_broken = False
    assert await read(kernel, cache) == storage.words


async def test_least_recently_used_channel_is_evicted(
    kernel: Kernel, cache: ChannelCache[Words], storage: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channel_cache, "MAX_CHANNELS", 2)
    for channel_id in (JUNO, MIRA, JUNO, NOOR):
        await read(kernel, cache, channel_id)
    assert cache.peek(MIRA) is None
    assert (cache.peek(JUNO), cache.peek(NOOR)) == (storage.words, storage.words)
    assert storage.loaded == [JUNO, MIRA, NOOR]


async def test_stopped_cache_ignores_the_bus(kernel: Kernel, cache: ChannelCache[Words], storage: Storage) -> None:
    await read(kernel, cache)
    await cache.stop()
    await kernel.bus.publish("changed", b"")
    await read(kernel, cache)
    assert storage.loaded == [JUNO]
