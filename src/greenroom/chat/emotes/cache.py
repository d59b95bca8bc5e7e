"""Cache of emote lists; an outage of a service keeps the lists that were fetched before."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated

from greenroom.chat.emotes.emote import Emote, EmotePlace, EmoteSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.services import provided
from greenroom.kernel.tasks.background import spawn
from greenroom.tenancy.platforms import PlatformFailure, RateLimited

log = get_logger(__name__)

MAX_NAME_LENGTH = 100


@dataclass(frozen=True, slots=True)
class Freshness:
    """Cache times in seconds; they also apply to channels that a service does not know yet."""

    global_seconds: float = 3 * 3600.0
    channel_seconds: float = 600.0
    # Wait after a failure, unless the service asks for a longer one.
    retry_seconds: float = 60.0
    # Time limit for one service, all attempts together.
    fetch_seconds: float = 8.0
    # How long the first request for a list waits for it; later requests get the finished list.
    first_wait_seconds: float = 2.0
    # Minimum time between two refreshes by users.
    refresh_seconds: float = 30.0
    # Above this number, the least recently used lists are removed.
    kept_lists: int = 3000


@dataclass(slots=True)
class Shelf:
    """One list of one service: its global emotes, or those of one channel."""

    source: EmoteSource
    # None: the global emotes.
    place: EmotePlace | None
    emotes: tuple[Emote, ...] = ()
    # Time of the last successful fetch, and of the next one.
    refreshed_at: datetime | None = None
    due_at: datetime | None = None
    tried_at: datetime | None = None
    problem: str = ""
    fetching: asyncio.Task[None] | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class SourceState:
    key: str
    name: str
    count: int
    # Fetch time of the service's oldest list; None before the first fetch.
    refreshed_at: datetime | None
    # Error text for users; empty if there is no error.
    problem: str


@dataclass(frozen=True, slots=True)
class Emotes:
    sources: tuple[SourceState, ...]
    emotes: tuple[Emote, ...]


class RefreshedJustNow(Exception):
    def __init__(self, after_seconds: float) -> None:
        super().__init__(f"may be refreshed again in {after_seconds:.0f} s")
        self.after_seconds = after_seconds


class EmoteCache:
    def __init__(
        self,
        sources: Sequence[EmoteSource],
        clock: Clock,
        freshness: Freshness | None = None,
        platforms: Sequence[EmoteSource] = (),
    ) -> None:
        """If two services have the same name, the earlier service wins; `platforms` are only offered for choosing."""
        self._sources = tuple(sources)
        self._platforms = tuple(platforms)
        self._clock = clock
        self._freshness = freshness or Freshness()
        self._shelves: OrderedDict[tuple[str, EmotePlace | None], Shelf] = OrderedDict()
        # Per service: a rate limit applies to all its lists, not only to the one that met it.
        self._paused_until: dict[str, datetime] = {}

    async def of(self, places: Iterable[EmotePlace]) -> Emotes:
        """Cached emotes; lists that are due are fetched in the background, and only the first fetch is waited for."""
        shelves = self._find(places)
        await self._ready(shelves)
        return self._merge(shelves)

    async def to_choose_from(self, places: Iterable[EmotePlace]) -> Emotes:
        """Includes the platforms' own emotes: for the emote picker, not for parsing messages."""
        shelves = self._find(places, self._platforms)
        await self._ready(shelves)
        return self._merge(shelves)

    async def of_channel(self, places: Iterable[EmotePlace], key: str) -> tuple[Emote, ...]:
        """Channel emotes of one service, without global ones, even where another service wins the name."""
        shelves = [shelf for shelf in self._find(places) if shelf.place is not None and shelf.source.key == key]
        await self._ready(shelves)
        return self._merge(shelves).emotes

    async def _ready(self, shelves: Sequence[Shelf]) -> None:
        now = self._clock()
        for shelf in shelves:
            if shelf.due_at is None or shelf.due_at <= now:
                self._fetch(shelf)
        unknown = [shelf for shelf in shelves if shelf.tried_at is None]
        await self._wait(unknown, self._freshness.first_wait_seconds)

    async def refresh(self, places: Iterable[EmotePlace]) -> Emotes:
        """Fetches all lists again; raises RefreshedJustNow if that was done a moment ago."""
        shelves = self._find(places, self._platforms)
        wait = timedelta(seconds=self._freshness.refresh_seconds)
        now = self._clock()
        old = [shelf for shelf in shelves if shelf.tried_at is None or shelf.tried_at + wait <= now]
        if shelves and not old:
            oldest = min(shelf.tried_at for shelf in shelves if shelf.tried_at is not None)
            raise RefreshedJustNow((oldest + wait - now).total_seconds())
        for shelf in old:
            self._fetch(shelf)
        await self._wait(old, self._freshness.fetch_seconds)
        return self._merge(shelves)

    async def close(self) -> None:
        tasks = [shelf.fetching for shelf in self._shelves.values() if shelf.fetching is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _find(self, places: Iterable[EmotePlace], platforms: Sequence[EmoteSource] = ()) -> list[Shelf]:
        """In order of precedence: channel lists before global ones, and services in their configured order."""
        every = list(places)
        sources = (*self._sources, *platforms)
        in_channels = [(source, place) for source in sources for place in every if source.knows(place.provider)]
        # Global emotes of a platform only work if the channel is connected to that platform.
        used = {source.key for source, _ in in_channels}
        anywhere = [*self._sources, *(platform for platform in platforms if platform.key in used)]
        wanted: list[tuple[EmoteSource, EmotePlace | None]] = [*in_channels, *((source, None) for source in anywhere)]
        return [self._shelf(source, place) for source, place in wanted]

    def _shelf(self, source: EmoteSource, place: EmotePlace | None) -> Shelf:
        shelf = self._shelves.setdefault((source.key, place), Shelf(source, place))
        self._shelves.move_to_end((source.key, place))
        if len(self._shelves) > self._freshness.kept_lists:
            _, forgotten = self._shelves.popitem(last=False)
            if forgotten.fetching is not None:
                forgotten.fetching.cancel()
        return shelf

    def _fetch(self, shelf: Shelf) -> None:
        """Concurrent callers share one request."""
        paused_until = self._paused_until.get(shelf.source.key)
        if paused_until is not None and self._clock() < paused_until:
            shelf.problem, shelf.due_at = _asked_for_a_pause(shelf.source), paused_until
        elif shelf.fetching is None:
            shelf.fetching = spawn(self._fill(shelf), name=f"emotes:{shelf.source.key}")

    async def _fill(self, shelf: Shelf) -> None:
        wait = self._freshness.retry_seconds
        try:
            async with asyncio.timeout(self._freshness.fetch_seconds):
                found = await (shelf.source.everywhere() if shelf.place is None else shelf.source.of(shelf.place))
            wait = self._freshness.global_seconds if shelf.place is None else self._freshness.channel_seconds
            shelf.emotes = tuple(one for one in found if _is_word(one.name))
            shelf.refreshed_at, shelf.problem = self._clock(), ""
        except RateLimited as error:
            wait = max(wait, error.after_seconds)
            self._paused_until[shelf.source.key] = self._clock() + timedelta(seconds=wait)
            shelf.problem = _asked_for_a_pause(shelf.source)
        except PlatformFailure as error:
            shelf.problem = str(error)
        except TimeoutError:
            shelf.problem = f"{shelf.source.name} takes too long to answer"
        finally:
            shelf.fetching = None
            shelf.tried_at = self._clock()
            shelf.due_at = shelf.tried_at + timedelta(seconds=wait)
        if shelf.problem:
            log.warning("emotes_not_fetched", source=shelf.source.key, problem=shelf.problem)

    async def _wait(self, shelves: Iterable[Shelf], seconds: float) -> None:
        tasks = [shelf.fetching for shelf in shelves if shelf.fetching is not None]
        if tasks:
            # Unlike `wait_for`, this does not cancel them.
            await asyncio.wait(tasks, timeout=seconds)

    def _merge(self, shelves: Sequence[Shelf]) -> Emotes:
        by_name: dict[str, Emote] = {}
        for shelf in shelves:
            for emote in shelf.emotes:
                by_name.setdefault(emote.name, emote)
        return Emotes(tuple(self._state(source, shelves) for source in self._sources), tuple(by_name.values()))

    def _state(self, source: EmoteSource, shelves: Sequence[Shelf]) -> SourceState:
        own = [shelf for shelf in shelves if shelf.source is source]
        moments = [shelf.refreshed_at for shelf in own if shelf.refreshed_at is not None]
        return SourceState(
            key=source.key,
            name=source.name,
            count=sum(len(shelf.emotes) for shelf in own),
            refreshed_at=min(moments, default=None),
            problem=next((shelf.problem for shelf in own if shelf.problem), ""),
        )


def _is_word(name: str) -> bool:
    """A name must be one word, without invisible characters or characters that change the text direction."""
    return 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable() and " " not in name


def _asked_for_a_pause(source: EmoteSource) -> str:
    return f"{source.name} asked for a pause"


EmoteCacheDep = Annotated[EmoteCache, provided(EmoteCache)]
