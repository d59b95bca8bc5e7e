"""Caches emote lists; while a service is unreachable, its last lists stay in use."""

import asyncio
from collections import OrderedDict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from msgspec import Struct

from greenroom.accounts.platforms import PlatformFailure, RateLimited
from greenroom.chat.emotes.emote import Emote, EmoteChannel, EmoteSource
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import BackgroundTasks

log = get_logger(__name__)

MAX_NAME_LENGTH = 100


class Freshness(Struct, frozen=True):
    """How long emote lists are cached, and how many; an empty list is cached like any other."""

    global_seconds: float = 3 * 3600.0
    channel_seconds: float = 600.0
    # Wait after a failure, unless the service asks for a longer one.
    retry_seconds: float = 60.0
    # Time limit for fetching one list, retries included.
    fetch_seconds: float = 8.0
    # How long a request waits for lists that are fetched for the first time; it does not wait for other lists.
    first_wait_seconds: float = 2.0
    # Time after an attempt to fetch a list during which users cannot refresh the list.
    refresh_seconds: float = 30.0
    # Above this number, the least recently used lists are removed.
    max_lists: int = 3000


@dataclass(slots=True)
class EmoteList:
    """One list of one service: its global emotes, or those of one channel."""

    source: EmoteSource
    # None: the global emotes.
    channel: EmoteChannel | None
    emotes: tuple[Emote, ...] = ()
    # Time of the last successful fetch.
    refreshed_at: datetime | None = None
    # When the list is fetched again.
    due_at: datetime | None = None
    # Time of the last attempt.
    tried_at: datetime | None = None
    problem: str = ""
    fetching: asyncio.Task[None] | None = field(default=None, repr=False)


class SourceState(Struct, frozen=True):
    key: str
    name: str
    count: int
    # Fetch time of the service's oldest list; None before the first fetch.
    refreshed_at: datetime | None
    # Error text for users; empty if there is no error.
    problem: str


class Emotes(Struct, frozen=True):
    sources: tuple[SourceState, ...]
    emotes: tuple[Emote, ...]
    # For each name, the channel's platforms on which a source has an emote of that name.
    providers: dict[str, tuple[str, ...]]


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
        """`sources` are in order of precedence; `platforms` are used only by `for_picker` and `refresh`."""
        self._sources = tuple(sources)
        self._platforms = tuple(platforms)
        self._clock = clock
        self._freshness = freshness or Freshness()
        self._lists: OrderedDict[tuple[str, EmoteChannel | None], EmoteList] = OrderedDict()
        self._fetches = BackgroundTasks()
        # By key of a service: a rate limit applies to all its lists, not only to the one that hit it.
        self._paused_until: dict[str, datetime] = {}

    async def of(self, channels: Iterable[EmoteChannel]) -> Emotes:
        """Emotes of the channels and global ones; loads old lists in the background, waits briefly for missing ones."""
        all_channels = list(channels)
        lists = self._find_lists(all_channels)
        await self._fetch_due(lists)
        return self._merge(lists, all_channels)

    async def for_picker(self, channels: Iterable[EmoteChannel]) -> Emotes:
        """Like `of`, but with the platforms' own emotes as well."""
        all_channels = list(channels)
        lists = self._find_lists(all_channels, self._platforms)
        await self._fetch_due(lists)
        return self._merge(lists, all_channels)

    async def of_channel(self, channels: Iterable[EmoteChannel], key: str) -> tuple[Emote, ...]:
        """The channels' own emotes from one service, even those whose names another service uses too."""
        all_channels = list(channels)
        lists = [
            emote_list
            for emote_list in self._find_lists(all_channels)
            if emote_list.channel is not None and emote_list.source.key == key
        ]
        await self._fetch_due(lists)
        return self._merge(lists, all_channels).emotes

    async def _fetch_due(self, lists: Sequence[EmoteList]) -> None:
        now = self._clock()
        for emote_list in lists:
            if emote_list.due_at is None or emote_list.due_at <= now:
                self._fetch(emote_list)
        unknown = [emote_list for emote_list in lists if emote_list.tried_at is None]
        await self._wait(unknown, self._freshness.first_wait_seconds)

    async def refresh(self, channels: Iterable[EmoteChannel]) -> Emotes:
        """Fetches all lists that were not tried within `refresh_seconds`; raises RefreshedJustNow if there are none."""
        all_channels = list(channels)
        lists = self._find_lists(all_channels, self._platforms)
        wait = timedelta(seconds=self._freshness.refresh_seconds)
        now = self._clock()
        old = [emote_list for emote_list in lists if emote_list.tried_at is None or emote_list.tried_at + wait <= now]
        if lists and not old:
            oldest = min(emote_list.tried_at for emote_list in lists if emote_list.tried_at is not None)
            raise RefreshedJustNow((oldest + wait - now).total_seconds())
        for emote_list in old:
            self._fetch(emote_list)
        await self._wait(old, self._freshness.fetch_seconds)
        return self._merge(lists, all_channels)

    async def close(self) -> None:
        await self._fetches.stop()

    def _find_lists(self, channels: Sequence[EmoteChannel], platforms: Sequence[EmoteSource] = ()) -> list[EmoteList]:
        """Lists in order of precedence: channel lists before global ones, and services in their configured order."""
        sources = (*self._sources, *platforms)
        in_channels = [
            (source, channel) for source in sources for channel in channels if source.supports(channel.provider)
        ]
        # Global emotes of a platform only work if the channel is connected to that platform.
        used = {source.key for source, _ in in_channels}
        anywhere = [*self._sources, *(platform for platform in platforms if platform.key in used)]
        wanted: list[tuple[EmoteSource, EmoteChannel | None]] = [*in_channels, *((source, None) for source in anywhere)]
        return [self._get_list(source, channel) for source, channel in wanted]

    def _get_list(self, source: EmoteSource, channel: EmoteChannel | None) -> EmoteList:
        emote_list = self._lists.setdefault((source.key, channel), EmoteList(source, channel))
        self._lists.move_to_end((source.key, channel))
        if len(self._lists) > self._freshness.max_lists:
            self._lists.popitem(last=False)
        return emote_list

    def _fetch(self, emote_list: EmoteList) -> None:
        """Starts a fetch, unless the service's rate limit forbids it; concurrent callers share one fetch."""
        paused_until = self._paused_until.get(emote_list.source.key)
        if paused_until is not None and self._clock() < paused_until:
            emote_list.problem, emote_list.due_at = _pause_problem(emote_list.source), paused_until
        elif emote_list.fetching is None:
            emote_list.fetching = self._fetches.start(self._load(emote_list), name=f"emotes:{emote_list.source.key}")

    async def _load(self, emote_list: EmoteList) -> None:
        wait = self._freshness.retry_seconds
        try:
            async with asyncio.timeout(self._freshness.fetch_seconds):
                found = await (
                    emote_list.source.global_emotes()
                    if emote_list.channel is None
                    else emote_list.source.of(emote_list.channel)
                )
            wait = self._freshness.global_seconds if emote_list.channel is None else self._freshness.channel_seconds
            emote_list.emotes = tuple(one for one in found if _is_word(one.name))
            emote_list.refreshed_at, emote_list.problem = self._clock(), ""
        except RateLimited as error:
            wait = max(wait, error.after_seconds)
            self._paused_until[emote_list.source.key] = self._clock() + timedelta(seconds=wait)
            emote_list.problem = _pause_problem(emote_list.source)
        except PlatformFailure as error:
            emote_list.problem = str(error)
        except TimeoutError:
            emote_list.problem = f"{emote_list.source.name} is not responding"
        finally:
            emote_list.fetching = None
            emote_list.tried_at = self._clock()
            emote_list.due_at = emote_list.tried_at + timedelta(seconds=wait)
        if emote_list.problem:
            log.warning("emotes_not_fetched", source=emote_list.source.key, problem=emote_list.problem)

    async def _wait(self, lists: Iterable[EmoteList], seconds: float) -> None:
        tasks = [emote_list.fetching for emote_list in lists if emote_list.fetching is not None]
        if tasks:
            # Unlike `wait_for`, this does not cancel the fetches.
            await asyncio.wait(tasks, timeout=seconds)

    def _merge(self, lists: Sequence[EmoteList], channels: Sequence[EmoteChannel]) -> Emotes:
        by_name: dict[str, Emote] = {}
        providers: dict[str, tuple[str, ...]] = {}
        connected = tuple(dict.fromkeys(channel.provider for channel in channels))
        for emote_list in lists:
            shown_on = _platforms_of(emote_list, connected)
            for emote in emote_list.emotes:
                by_name.setdefault(emote.name, emote)
                known = providers.setdefault(emote.name, shown_on)
                if known is not shown_on:
                    providers[emote.name] = tuple(dict.fromkeys((*known, *shown_on)))
        states = tuple(self._source_state(source, lists) for source in self._sources)
        return Emotes(states, tuple(by_name.values()), providers)

    def _source_state(self, source: EmoteSource, lists: Sequence[EmoteList]) -> SourceState:
        of_source = [emote_list for emote_list in lists if emote_list.source is source]
        times = [emote_list.refreshed_at for emote_list in of_source if emote_list.refreshed_at is not None]
        return SourceState(
            key=source.key,
            name=source.name,
            count=sum(len(emote_list.emotes) for emote_list in of_source),
            refreshed_at=min(times, default=None),
            problem=next((emote_list.problem for emote_list in of_source if emote_list.problem), ""),
        )


def _platforms_of(emote_list: EmoteList, connected: Sequence[str]) -> tuple[str, ...]:
    """Connected platforms on which the emotes work: those of one platform channel work only on that platform."""
    if emote_list.channel is not None:
        return (emote_list.channel.provider,)
    return tuple(provider for provider in connected if emote_list.source.supports(provider))


def _is_word(name: str) -> bool:
    """Whether an emote's name is one word, without invisible characters or marks that change the text direction."""
    return 0 < len(name) <= MAX_NAME_LENGTH and name.isprintable() and " " not in name


def _pause_problem(source: EmoteSource) -> str:
    return f"{source.name} is rate-limiting this server"
