"""The emote cache: a list is fetched again only when it is stale; in an outage the old list is served."""

import asyncio
from collections.abc import Callable

import pytest

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.emotes.cache import EmoteCache, Freshness, RefreshedJustNow
from greenroom.chat.emotes.emote import Emote, EmoteChannel
from support.frozen_clock import FrozenClock
from support.waiting import MAX_WAIT_SECONDS, wait_until

TWITCH_CHANNEL = EmoteChannel("twitch", "1")
KICK_CHANNEL = EmoteChannel("kick", "1")
QUICK = Freshness(fetch_seconds=0.2, first_wait_seconds=0.1)


def emote(name: str, source: str) -> Emote:
    return Emote(name, name, source, f"https://x/{source}", f"https://x/{source}")


class Service:
    """An emote service with configurable responses."""

    def __init__(self, key: str, *, global_emotes: str = "", channel: str = "") -> None:
        self.key = self.name = key
        self.names = {None: global_emotes, TWITCH_CHANNEL: channel, KICK_CHANNEL: ""}
        self.failure: Exception | None = None
        self.hang: asyncio.Event | None = None
        self.requested: list[EmoteChannel | None] = []

    def supports(self, provider: str) -> bool:
        return provider == "twitch"

    async def global_emotes(self) -> list[Emote]:
        return await self._respond(None)

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        return await self._respond(channel)

    async def _respond(self, channel: EmoteChannel | None) -> list[Emote]:
        self.requested.append(channel)
        if self.hang is not None:
            await self.hang.wait()
        if self.failure is not None:
            raise self.failure
        return [emote(name, self.key) for name in self.names[channel].split()]


async def emote_sources(cache: EmoteCache, *channels: EmoteChannel) -> dict[str, str]:
    return {one.name: one.source for one in (await cache.of(channels)).emotes}


async def wait_until_fetched(cache: EmoteCache, is_done: Callable[[], bool]) -> None:
    """Reads from the cache until the condition holds."""

    async def is_done_after_read() -> bool:
        await cache.of([])
        return is_done()

    await wait_until(is_done_after_read)


async def test_among_emotes_of_one_name_channel_emotes_and_then_earlier_services_win(clock: FrozenClock) -> None:
    first = Service("first", global_emotes="a b", channel="c")
    second = Service("second", global_emotes="b d", channel="a c e")
    cache = EmoteCache([first, second], clock)
    found = await emote_sources(cache, TWITCH_CHANNEL)
    assert found == {"c": "first", "a": "second", "e": "second", "b": "first", "d": "second"}
    assert await emote_sources(cache) == {"a": "first", "b": "first", "d": "second"}


async def test_service_is_called_only_for_platforms_it_supports(clock: FrozenClock) -> None:
    service = Service("one")
    await emote_sources(EmoteCache([service], clock), KICK_CHANNEL)
    assert service.requested == [None]


async def test_platform_emotes_are_in_the_picker_but_not_found_in_messages(clock: FrozenClock) -> None:
    service, platform = (
        Service("one", global_emotes="a", channel="b"),
        Service("twitch", global_emotes="a Kappa", channel="b own"),
    )
    cache = EmoteCache([service], clock, platforms=[platform])
    assert await emote_sources(cache, TWITCH_CHANNEL) == {"b": "one", "a": "one"}
    assert platform.requested == []
    found = await cache.for_picker([TWITCH_CHANNEL])
    assert {one.name: one.source for one in found.emotes} == {
        "b": "one",
        "own": "twitch",
        "a": "one",
        "Kappa": "twitch",
    }
    assert [source.key for source in found.sources] == ["one"]
    await cache.for_picker([TWITCH_CHANNEL])
    assert platform.requested == [TWITCH_CHANNEL, None]
    # Without a channel on Twitch, Twitch gets no request.
    for channels in ([KICK_CHANNEL], []):
        assert {one.name for one in (await cache.for_picker(channels)).emotes} == {"a"}
    assert platform.requested == [TWITCH_CHANNEL, None]


async def test_each_name_has_the_platforms_whose_viewers_see_it(clock: FrozenClock) -> None:
    class OnBoth(Service):
        def supports(self, provider: str) -> bool:
            return provider in {"twitch", "kick"}

    service = OnBoth("one", global_emotes="everywhere", channel="b")
    service.names[KICK_CHANNEL] = "b kicked"
    platform = Service("twitch", global_emotes="Kappa kicked", channel="own")
    cache = EmoteCache([service], clock, platforms=[platform])
    found = await cache.for_picker([TWITCH_CHANNEL, KICK_CHANNEL])
    assert {name: set(providers) for name, providers in found.providers.items()} == {
        "everywhere": {"twitch", "kick"},
        "b": {"twitch", "kick"},
        "kicked": {"kick", "twitch"},
        "Kappa": {"twitch"},
        "own": {"twitch"},
    }
    assert (await cache.for_picker([])).providers == {"everywhere": ()}


async def test_hanging_platform_does_not_disable_emote_services(clock: FrozenClock) -> None:
    service, platform = Service("one", channel="b"), Service("twitch", channel="own")
    platform.hang = asyncio.Event()
    cache = EmoteCache([service], clock, QUICK, platforms=[platform])
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        assert [one.name for one in (await cache.for_picker([TWITCH_CHANNEL])).emotes] == ["b"]
    platform.hang.set()
    platform.failure = PlatformUnavailable("twitch does not answer")
    clock.advance(31)
    found = await cache.refresh([TWITCH_CHANNEL])
    assert ([one.name for one in found.emotes], [source.problem for source in found.sources]) == (["b"], [""])
    platform.failure = None
    clock.advance(31)
    assert [one.name for one in (await cache.refresh([TWITCH_CHANNEL])).emotes] == ["b", "own"]
    await cache.close()


async def test_list_is_fetched_again_only_when_it_is_stale(clock: FrozenClock) -> None:
    service = Service("one", channel="a")
    cache = EmoteCache([service], clock)
    await asyncio.gather(*(emote_sources(cache, TWITCH_CHANNEL) for _ in range(5)))
    assert sorted(map(str, service.requested)) == sorted([str(TWITCH_CHANNEL), "None"])
    clock.advance(601)
    service.names[TWITCH_CHANNEL] = "b"
    # The stale list is served while the new one is fetched in the background.
    assert await emote_sources(cache, TWITCH_CHANNEL) == {"a": "one"}
    await wait_until_fetched(cache, lambda: service.requested.count(TWITCH_CHANNEL) == 2)
    assert await emote_sources(cache, TWITCH_CHANNEL) == {"b": "one"}
    assert service.requested.count(None) == 1


async def test_outage_keeps_the_data_and_is_reported(clock: FrozenClock) -> None:
    broken, healthy = Service("broken", channel="a"), Service("healthy", channel="b")
    cache = EmoteCache([broken, healthy], clock)
    await emote_sources(cache, TWITCH_CHANNEL)
    clock.advance(601)
    broken.failure = PlatformUnavailable("broken does not answer")
    await cache.of([TWITCH_CHANNEL])
    await wait_until_fetched(cache, lambda: broken.requested.count(TWITCH_CHANNEL) == 2)
    found = await cache.of([TWITCH_CHANNEL])
    assert {one.name for one in found.emotes} == {"a", "b"}
    states = {source.key: source for source in found.sources}
    assert (states["broken"].problem, states["healthy"].problem) == ("broken does not answer", "")
    assert states["broken"].refreshed_at is not None
    clock.advance(61)
    broken.failure = None
    await cache.of([TWITCH_CHANNEL])
    await wait_until_fetched(cache, lambda: broken.requested.count(TWITCH_CHANNEL) == 3)
    assert (await cache.of([TWITCH_CHANNEL])).sources[0].problem == ""


async def test_hanging_service_is_left_out_and_reported(clock: FrozenClock) -> None:
    slow, quick = Service("slow", channel="a"), Service("quick", channel="b")
    slow.hang = asyncio.Event()
    cache = EmoteCache([slow, quick], clock, QUICK)

    async def is_reported() -> bool:
        return (await cache.of([TWITCH_CHANNEL])).sources[0].problem == "slow is not responding"

    assert await emote_sources(cache, TWITCH_CHANNEL) == {"b": "quick"}
    await wait_until_fetched(cache, lambda: slow.requested == [TWITCH_CHANNEL, None])
    await wait_until(is_reported)
    await cache.close()


async def test_rate_limit_of_one_list_pauses_the_whole_service(clock: FrozenClock) -> None:
    service = Service("one", channel="a")
    service.failure = RateLimited(300)
    cache = EmoteCache([service], clock)
    await cache.of([])
    assert (await cache.of([TWITCH_CHANNEL])).sources[0].problem == "one is rate-limiting this server"
    assert service.requested == [None]
    clock.advance(301)
    service.failure = None
    assert await emote_sources(cache, TWITCH_CHANNEL) == {"a": "one"}


async def test_refresh_fetches_again_but_not_within_thirty_seconds_of_the_last_fetch(clock: FrozenClock) -> None:
    service = Service("one", channel="a")
    cache = EmoteCache([service], clock)
    await emote_sources(cache, TWITCH_CHANNEL)
    with pytest.raises(RefreshedJustNow) as raised:
        await cache.refresh([TWITCH_CHANNEL])
    assert raised.value.after_seconds == 30
    clock.advance(30)
    service.names[TWITCH_CHANNEL] = "b"
    assert [one.name for one in (await cache.refresh([TWITCH_CHANNEL])).emotes] == ["b"]


async def test_least_recently_used_lists_are_evicted_beyond_the_maximum(clock: FrozenClock) -> None:
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
async def test_emotes_with_invalid_names_are_ignored(name: str, clock: FrozenClock) -> None:
    cache = EmoteCache([Service("7tv", global_emotes=f"{name} Kappa")], clock, QUICK)
    assert await emote_sources(cache) == {"Kappa": "7tv"}
    await cache.close()
