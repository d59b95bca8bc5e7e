"""What a process knows of filters follows every change, also when it missed the news; and old hits are forgotten."""

from dataclasses import replace
from datetime import timedelta
from uuid import UUID

import pytest
from pydantic import ValidationError
from sqlalchemy import update

from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.jobs import delete_expired
from greenroom.features.filters.models import Filter
from greenroom.kernel.bus.bus import MemoryBus
from greenroom.tenancy.models.channels import Channel
from greenroom.tenancy.topics import FILTERS_CHANGED, tell_processes
from support.filters import FilterEditor, is_removed
from support.frozen_clock import FrozenClock
from support.stored_messages import change


class TornBus(MemoryBus):
    """One that can lose touch with the others."""

    def lose_touch(self) -> None:
        self._gap_handlers.call()


async def names(keeper: FilterCache, editor: FilterEditor) -> list[str]:
    async with editor.greenroom.kernel.database.read() as session:
        known = await keeper.known(session, UUID(editor.channel_id))
    return [one.spec.name for one in known.engine.ready]


async def test_process_that_missed_the_news_reads_the_filters_again(editor: FilterEditor) -> None:
    bus = TornBus()
    keeper = FilterCache(replace(editor.greenroom.kernel, bus=bus))
    keeper.start()
    assert await names(keeper, editor) == []
    await editor.make("caps", name="Made elsewhere")
    assert await names(keeper, editor) == []
    bus.lose_touch()
    assert await names(keeper, editor) == ["Made elsewhere"]
    await keeper.stop()


async def test_every_process_hears_of_a_change_and_reads_only_then(editor: FilterEditor) -> None:
    keeper = FilterCache(editor.greenroom.kernel)
    keeper.start()
    assert await names(keeper, editor) == []
    made = await editor.make("caps", name="Told")
    assert await names(keeper, editor) == ["Told"]
    await change(editor.greenroom, update(Filter).values(name="Changed behind its back"))
    assert await names(keeper, editor) == ["Told"]
    await editor.send("DELETE", f"/filters/{made['id']}")
    assert await names(keeper, editor) == []
    await keeper.stop()


async def test_filters_that_could_not_be_understood_are_read_again_for_the_next_message(editor: FilterEditor) -> None:
    keeper = FilterCache(editor.greenroom.kernel)
    keeper.start()
    await editor.make("caps", name="Old")
    assert await names(keeper, editor) == ["Old"]
    async with editor.greenroom.kernel.database.write() as session:
        await session.execute(update(Filter).values(name="New", mode="unknown"))
        tell_processes(session, FILTERS_CHANGED, UUID(editor.channel_id))
    with pytest.raises(ValidationError):
        await names(keeper, editor)
    await change(editor.greenroom, update(Filter).values(mode="on"))
    assert await names(keeper, editor) == ["New"]
    await keeper.stop()


async def test_entry_that_was_taken_once_and_is_refused_now_stops_no_filter(editor: FilterEditor) -> None:
    keeper = FilterCache(editor.greenroom.kernel)
    keeper.start()
    await editor.make("link", name="Old")
    await change(editor.greenroom, update(Filter).values(settings={"allowed": ["http://", "clips.example"]}))
    assert await names(keeper, editor) == ["Old"]
    assert (await editor.filters())[0]["settings"]["allowed"] == ["clips.example"]
    await keeper.stop()


async def test_hits_of_yesterday_are_not_those_of_today(on_twitch: FilterEditor, clock: FrozenClock) -> None:
    made = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.watching() as live_events:
        for number in range(3):
            await on_twitch.says(f"rubbish {number}", viewer="marekfixes")
        told = iter(range(3))
        await live_events.until(lambda event: event["type"] == "hit" and next(told) == 2)
    assert (await on_twitch.filters())[0]["hits_today"] == 3
    page = await on_twitch.client.get(f"{on_twitch.path}/filters/{made['id']}/hits", limit=2)
    rest = await on_twitch.client.get(f"{on_twitch.path}/filters/{made['id']}/hits", limit=2, cursor=page["cursor"])
    assert [hit["text"] for hit in [*page["records"], *rest["records"]]] == ["rubbish 2", "rubbish 1", "rubbish 0"]
    assert rest["cursor"] is None
    clock.advance(86_400)
    assert (await on_twitch.filters())[0]["hits_today"] == 0


async def test_hits_are_forgotten_after_a_month_or_with_the_chat(on_twitch: FilterEditor, clock: FrozenClock) -> None:
    made = await on_twitch.ban_words("rubbish", mode="shadow")
    async with on_twitch.watching() as live_events:
        await on_twitch.says("rubbish", viewer="marekfixes")
        await live_events.until(lambda event: event["type"] == "hit")
    await change(on_twitch.greenroom, update(Channel).values(chat_retention_days=7))
    clock.now += timedelta(days=6)
    await delete_expired(on_twitch.greenroom.kernel)
    assert len(await on_twitch.hits(made)) == 1
    clock.now += timedelta(days=2)
    await delete_expired(on_twitch.greenroom.kernel)
    assert await on_twitch.hits(made) == []


async def test_deleting_a_filter_forgets_what_it_caught_but_not_the_log(on_twitch: FilterEditor) -> None:
    made = await on_twitch.ban_words("rubbish", name="Bad words")
    async with on_twitch.watching() as live_events:
        line = await on_twitch.says("rubbish", viewer="marekfixes")
        await live_events.until(is_removed(line["message_id"]))
    await on_twitch.send("DELETE", f"/filters/{made['id']}")
    for table in ("filter_hits", "filter_strikes", "filter_terms"):
        assert await on_twitch.greenroom.rows(f"SELECT * FROM {table}") == []  # noqa: S608  # names from this test
    assert {entry["actor"]["name"] for entry in await on_twitch.log()} == {"Bad words"}
