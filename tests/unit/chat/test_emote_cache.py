"""The emote cache: fetched once, stale entries are served, and outages lose nothing."""

import asyncio
from collections.abc import Callable

import pytest

from greenroom.chat.emotes.cache import EmoteCache, Freshness, RefreshedJustNow
from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.tenancy.platforms import PlatformUnavailable, RateLimited
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS

HERE = EmoteChannel("twitch", "1")
THERE = EmoteChannel("kick", "1")
QUICK = Freshness(fetch_seconds=0.2, first_wait_seconds=0.1)


def emote(name: str, source: str) -> Emote:
    return Emote(name, name, source, f"https://x/{source}", f"https://x/{source}")


class Service:
    """An emote service that answers what the test wants."""

    def __init__(self, key: str, *, global_emotes: str = "", here: str = "") -> None:
        self.key = self.name = key
        self.names = {None: global_emotes, HERE: here, THERE: ""}
        self.failure: Exception | None = None
        self.hang: asyncio.Event | None = None
        self.requested: list[EmoteChannel | None] = []

    def supports(self, provider: str) -> bool:
        return provider == "twitch"

    async def global_emotes(self) -> list[Emote]:
        return await self._answer(None)

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        return await self._answer(channel)

    async def _answer(self, channel: EmoteChannel | None) -> list[Emote]:
        self.requested.append(channel)
        if self.hang is not None:
            await self.hang.wait()
        if self.failure is not None:
            raise self.failure
        return [emote(name, self.key) for name in self.names[channel].split()]


async def emote_sources(cache: EmoteCache, *channels: EmoteChannel) -> dict[str, str]:
    return {one.name: one.source for one in (await cache.of(channels)).emotes}


async def wait_until(cache: EmoteCache, fits: Callable[[], bool]) -> None:
    """Until what runs behind has come in."""
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while not fits():
            await asyncio.sleep(0)
            await cache.of([])


async def test_channels_win_over_global_and_the_first_service_over_the_next(clock: FrozenClock) -> None:
    first = Service("first", global_emotes="a b", here="c")
    second = Service("second", global_emotes="b d", here="a c e")
    cache = EmoteCache([first, second], clock)
    assert await emote_sources(cache, HERE) == {"c": "first", "a": "second", "e": "second", "b": "first", "d": "second"}
    assert await emote_sources(cache) == {"a": "first", "b": "first", "d": "second"}


async def test_service_is_asked_only_about_platforms_it_knows(clock: FrozenClock) -> None:
    service = Service("one")
    await emote_sources(EmoteCache([service], clock), THERE)
    assert service.requested == [None]


async def test_platform_emotes_can_be_chosen_and_match_no_word(clock: FrozenClock) -> None:
    service, platform = (
        Service("one", global_emotes="a", here="b"),
        Service("twitch", global_emotes="a Kappa", here="b own"),
    )
    cache = EmoteCache([service], clock, platforms=[platform])
    assert await emote_sources(cache, HERE) == {"b": "one", "a": "one"}
    assert platform.requested == []
    found = await cache.for_picker([HERE])
    assert {one.name: one.source for one in found.emotes} == {
        "b": "one",
        "own": "twitch",
        "a": "one",
        "Kappa": "twitch",
    }
    assert [source.key for source in found.sources] == ["one"]
    await cache.for_picker([HERE])
    assert platform.requested == [HERE, None]
    # No request for channels on other platforms or on none.
    for channels in ([THERE], []):
        assert {one.name for one in (await cache.for_picker(channels)).emotes} == {"a"}
    assert platform.requested == [HERE, None]


async def test_hanging_platform_does_not_disable_emote_services(clock: FrozenClock) -> None:
    service, platform = Service("one", here="b"), Service("twitch", here="own")
    platform.hang = asyncio.Event()
    cache = EmoteCache([service], clock, QUICK, platforms=[platform])
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert [one.name for one in (await cache.for_picker([HERE])).emotes] == ["b"]
    platform.hang.set()
    platform.failure = PlatformUnavailable("twitch does not answer")
    clock.advance(31)
    found = await cache.refresh([HERE])
    assert ([one.name for one in found.emotes], [source.problem for source in found.sources]) == (["b"], [""])
    platform.failure = None
    clock.advance(31)
    assert [one.name for one in (await cache.refresh([HERE])).emotes] == ["b", "own"]
    await cache.close()


async def test_list_is_fetched_once_and_again_when_it_is_due(clock: FrozenClock) -> None:
    service = Service("one", here="a")
    cache = EmoteCache([service], clock)
    await asyncio.gather(*(emote_sources(cache, HERE) for _ in range(5)))
    assert sorted(map(str, service.requested)) == sorted([str(HERE), "None"])
    clock.advance(601)
    service.names[HERE] = "b"
    # What is old is better than nothing, and the new list is fetched behind it.
    assert await emote_sources(cache, HERE) == {"a": "one"}
    await wait_until(cache, lambda: service.requested.count(HERE) == 2)
    assert await emote_sources(cache, HERE) == {"b": "one"}
    assert service.requested.count(None) == 1


async def test_outage_keeps_the_data_and_is_reported(clock: FrozenClock) -> None:
    broken, healthy = Service("broken", here="a"), Service("healthy", here="b")
    cache = EmoteCache([broken, healthy], clock)
    await emote_sources(cache, HERE)
    clock.advance(601)
    broken.failure = PlatformUnavailable("broken does not answer")
    await cache.of([HERE])
    await wait_until(cache, lambda: broken.requested.count(HERE) == 2)
    found = await cache.of([HERE])
    assert {one.name for one in found.emotes} == {"a", "b"}
    states = {source.key: source for source in found.sources}
    assert (states["broken"].problem, states["healthy"].problem) == ("broken does not answer", "")
    assert states["broken"].refreshed_at is not None
    clock.advance(61)
    broken.failure = None
    await cache.of([HERE])
    await wait_until(cache, lambda: broken.requested.count(HERE) == 3)
    assert (await cache.of([HERE])).sources[0].problem == ""


async def test_hanging_service_delays_no_request(clock: FrozenClock) -> None:
    slow, quick = Service("slow", here="a"), Service("quick", here="b")
    slow.hang = asyncio.Event()
    cache = EmoteCache([slow, quick], clock, QUICK)
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert await emote_sources(cache, HERE) == {"b": "quick"}
        await wait_until(cache, lambda: slow.requested == [HERE, None])
        while (await cache.of([HERE])).sources[0].problem != "slow takes too long to answer":  # noqa: ASYNC110  # no call
            await asyncio.sleep(0.01)
    await cache.close()


async def test_rate_limit_of_one_channel_pauses_the_whole_service(clock: FrozenClock) -> None:
    service = Service("one", here="a")
    service.failure = RateLimited(300)
    cache = EmoteCache([service], clock)
    await cache.of([])
    assert (await cache.of([HERE])).sources[0].problem == "one asked for a pause"
    assert service.requested == [None]
    clock.advance(301)
    service.failure = None
    assert await emote_sources(cache, HERE) == {"a": "one"}


async def test_refresh_asks_anew_but_not_at_every_press(clock: FrozenClock) -> None:
    service = Service("one", here="a")
    cache = EmoteCache([service], clock)
    await emote_sources(cache, HERE)
    with pytest.raises(RefreshedJustNow) as raised:
        await cache.refresh([HERE])
    assert raised.value.after_seconds == 30
    clock.advance(30)
    service.names[HERE] = "b"
    assert [one.name for one in (await cache.refresh([HERE])).emotes] == ["b"]


async def test_unused_lists_are_evicted(clock: FrozenClock) -> None:
    service = Service("one")
    cache = EmoteCache([service], clock, Freshness(max_lists=2))
    for number in range(4):
        service.names[EmoteChannel("twitch", str(number))] = ""
        await emote_sources(cache, EmoteChannel("twitch", str(number)))
    await emote_sources(cache, EmoteChannel("twitch", "0"))
    assert service.requested.count(EmoteChannel("twitch", "0")) == 2


async def test_closing_cancels_running_requests(clock: FrozenClock) -> None:
    service = Service("one")
    service.hang = asyncio.Event()
    cache = EmoteCache([service], clock, QUICK)
    await cache.of([])
    await cache.close()
    assert not [task for task in asyncio.all_tasks() if task.get_name().startswith("emotes:")]


@pytest.mark.parametrize("name", ["x" * 101, "a\u202eb", "a\0b", "a\u200bb"])
async def test_name_that_is_no_word_stands_for_nothing(name: str, clock: FrozenClock) -> None:
    cache = EmoteCache([Service("7tv", global_emotes=f"{name} Kappa")], clock, QUICK)
    assert await emote_sources(cache) == {"Kappa": "7tv"}
    await cache.close()
