"""The filter cache is reloaded after announced changes and after the bus lost its connection; old hits are deleted."""

from datetime import timedelta
from uuid import UUID

import pytest
from msgspec.structs import replace
from pydantic import ValidationError
from sqlalchemy import update

from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import notify_processes
from greenroom.features.filters.cache import FILTERS_CHANGED, FilterCache
from greenroom.features.filters.jobs import delete_expired
from greenroom.features.filters.models import Filter
from greenroom.kernel.bus.bus import MemoryBus
from support.filters import FilterChannel, is_removed
from support.frozen_clock import FrozenClock
from support.stored_messages import execute_statement


class InterruptedBus(MemoryBus):
    """A bus that can simulate a lost connection."""

    def lose_connection(self) -> None:
        self._gap_handlers.call()


async def names(cache: FilterCache, channel: FilterChannel) -> list[str]:
    async with channel.greenroom.kernel.database.read() as session:
        compiled = await cache.get(session, UUID(channel.channel_id))
    return [one.spec.name for one in compiled.engine.filters]


async def test_filters_are_reloaded_after_the_bus_lost_its_connection(channel: FilterChannel) -> None:
    bus = InterruptedBus()
    cache = FilterCache(replace(channel.greenroom.kernel, bus=bus))
    cache.start()
    assert await names(cache, channel) == []
    await channel.make("caps", name="Created elsewhere")
    assert await names(cache, channel) == []
    bus.lose_connection()
    assert await names(cache, channel) == ["Created elsewhere"]
    await cache.stop()


async def test_filters_are_reloaded_only_after_an_announced_change(channel: FilterChannel) -> None:
    cache = FilterCache(channel.greenroom.kernel)
    cache.start()
    assert await names(cache, channel) == []
    filter_ = await channel.make("caps", name="Announced")
    assert await names(cache, channel) == ["Announced"]
    await execute_statement(channel.greenroom, update(Filter).values(name="Changed without announcement"))
    assert await names(cache, channel) == ["Announced"]
    await channel.send("DELETE", f"/filters/{filter_['id']}")
    assert await names(cache, channel) == []
    await cache.stop()


async def test_failed_reload_is_retried_for_the_next_message(channel: FilterChannel) -> None:
    cache = FilterCache(channel.greenroom.kernel)
    cache.start()
    await channel.make("caps", name="Old")
    assert await names(cache, channel) == ["Old"]
    async with channel.greenroom.kernel.database.write() as session:
        await session.execute(update(Filter).values(name="New", mode="unknown"))
        notify_processes(session, FILTERS_CHANGED, UUID(channel.channel_id))
    with pytest.raises(ValidationError):
        await names(cache, channel)
    await execute_statement(channel.greenroom, update(Filter).values(mode="on"))
    assert await names(cache, channel) == ["New"]
    await cache.stop()


async def test_invalid_address_in_a_stored_link_filter_is_ignored(channel: FilterChannel) -> None:
    cache = FilterCache(channel.greenroom.kernel)
    cache.start()
    await channel.make("link", name="Old")
    await execute_statement(
        channel.greenroom, update(Filter).values(settings={"allowed": ["http://", "clips.example"]})
    )
    assert await names(cache, channel) == ["Old"]
    assert (await channel.filters())[0]["settings"]["allowed"] == ["clips.example"]
    await cache.stop()


async def test_hits_of_yesterday_are_not_counted_today(on_twitch: FilterChannel, clock: FrozenClock) -> None:
    filter_ = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.filter_events() as live_events:
        for number in range(3):
            await on_twitch.send_chat(f"rubbish {number}", viewer="marekfixes")
        numbers = iter(range(3))
        await live_events.until(lambda event: event["type"] == "hit" and next(numbers) == 2)
    assert (await on_twitch.filters())[0]["hits_today"] == 3
    page = await on_twitch.client.get(f"{on_twitch.path}/filters/{filter_['id']}/hits", limit=2)
    older = await on_twitch.client.get(f"{on_twitch.path}/filters/{filter_['id']}/hits", limit=2, cursor=page["cursor"])
    assert [hit["text"] for hit in [*page["records"], *older["records"]]] == ["rubbish 2", "rubbish 1", "rubbish 0"]
    assert older["cursor"] is None
    clock.advance(86_400)
    assert (await on_twitch.filters())[0]["hits_today"] == 0


@pytest.mark.parametrize(("retention_days", "kept_days"), [(0, 30), (7, 7)])
async def test_hits_are_deleted_after_30_days_or_the_shorter_retention_of_chat(
    on_twitch: FilterChannel, clock: FrozenClock, retention_days: int, kept_days: int
) -> None:
    filter_ = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.filter_events() as live_events:
        await on_twitch.send_chat("rubbish", viewer="marekfixes")
        await live_events.until(lambda event: event["type"] == "hit")
    await execute_statement(on_twitch.greenroom, update(Channel).values(chat_retention_days=retention_days))
    clock.now += timedelta(days=kept_days - 1)
    await delete_expired(on_twitch.greenroom.kernel)
    assert len(await on_twitch.hits(filter_)) == 1
    clock.now += timedelta(days=2)
    await delete_expired(on_twitch.greenroom.kernel)
    assert await on_twitch.hits(filter_) == []


async def test_deleting_a_filter_deletes_its_hits_but_not_its_moderation_entries(on_twitch: FilterChannel) -> None:
    filter_ = await on_twitch.ban_words("rubbish", name="Bad words")
    async with on_twitch.filter_events() as live_events:
        line = await on_twitch.send_chat("rubbish", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    await on_twitch.send("DELETE", f"/filters/{filter_['id']}")
    for table in ("filter_hits", "filter_strikes", "filter_terms"):
        assert await on_twitch.greenroom.rows(f"SELECT * FROM {table}") == []  # noqa: S608  # names from this test
    assert {entry["actor"]["name"] for entry in await on_twitch.log()} == {"Bad words"}
