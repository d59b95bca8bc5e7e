"""Timers count chat messages per platform, without those of bots and own accounts."""

import asyncio
import json
from collections import Counter
from uuid import UUID

import pytest

from greenroom.chat.messages.line import Removal
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import Chatter, MessageReceived
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.count_broadcast import CountBroadcast
from greenroom.features.timers.handlers import LineCounter
from greenroom.features.timers.jobs import delete_unused_counts
from greenroom.features.timers.scheduler import TimerScheduler
from support.frozen_clock import FrozenClock
from support.greenroom_server import GreenroomServer, Json
from support.moderation import PLAIN_VIEWER
from support.timers import TimerChannel
from support.waiting import MAX_WAIT_SECONDS


def counts(timer: Json) -> dict[str, int]:
    return {one["provider"]: one["count"] for one in timer["chat_messages"]}


def pending_message(
    channel_id: UUID, connection_id: UUID, *, viewer: str = "77", number: int = 1, **changes: object
) -> PendingMessage:
    """A pending message of a viewer on Twitch."""
    is_bot = bool(changes.pop("is_bot", False))
    chatter = Chatter(viewer, viewer, viewer, is_bot=is_bot)
    moment = FrozenClock().now
    fields = {"sent_at": moment, "received_at": moment, "fragments": (), "text": "hello", **changes}
    event = MessageReceived(message_id=f"m{number}", chatter=chatter, **fields)  # pyright: ignore[reportArgumentType]
    return PendingMessage(ChannelEvent(channel_id, connection_id, "twitch", event), event)


async def count(
    greenroom: GreenroomServer, cache: TimerCache, channel_id: str, lines: list[PendingMessage]
) -> Counter[str]:
    """Counts one batch of these messages; returns the stored counts by connection."""
    async with greenroom.kernel.database.write() as session:
        batch = Batch(session, UUID(channel_id), greenroom.kernel.clock(), lines, [])
        broadcast = CountBroadcast(greenroom.kernel.database, greenroom.kernel.bus)
        await LineCounter(cache, broadcast).count_lines(batch)
        await broadcast.stop()
    rows = await greenroom.rows("SELECT connection_id, lines FROM timer_lines")
    return Counter({UUID(str(row["connection_id"])).hex: row["lines"] for row in rows})


async def test_timer_skips_only_the_platform_below_its_minimum_of_messages(
    channel: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    await channel.connect("twitch", "kick")
    timer = await channel.make(min_chat_messages=2)
    await channel.send_chat("One", "twitch")
    await channel.send_chat("Two", "twitch")
    await channel.send_chat("Three", "kick")
    assert counts(await channel.get(timer)) == {"twitch": 2, "kick": 1}
    clock.advance(600)
    async with channel.timer_events() as live_events:
        await scheduler.poll()
        ran = await live_events.wait_for_run(timer, "sent", "skipped")
        assert ran["last_results"][1]["detail"] == "1 of 2 chat messages since the last run."
        # Counting continues on platforms that were skipped.
        assert counts(await channel.get(timer)) == {"twitch": 0, "kick": 1}


async def test_timer_skips_a_quiet_chat(on_twitch: TimerChannel, scheduler: TimerScheduler, clock: FrozenClock) -> None:
    timer = await on_twitch.make(min_chat_messages=5)
    await on_twitch.send_chat("Anybody here?")
    clock.advance(600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        assert await live_events.wait_for_skip(timer) == "Twitch: 1 of 5 chat messages since the last run."
    assert await on_twitch.count_sent_messages() == 0


async def test_messages_before_the_creation_of_a_timer_do_not_count_for_it(on_twitch: TimerChannel) -> None:
    await on_twitch.make(name="First")
    await on_twitch.send_chat("Hello")
    second = await on_twitch.make(name="Second")
    assert counts(second) == {"twitch": 0}
    await on_twitch.send_chat("Hello again")
    assert [counts(one)["twitch"] for one in await on_twitch.list_timers()] == [2, 1]


async def test_messages_of_the_streamers_account_do_not_count(on_twitch: TimerChannel) -> None:
    timer = await on_twitch.make()
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(timer)
        await live_events.wait_for_run(timer, "sent")
    await on_twitch.send_chat("I am the streamer", viewer="junoplays")
    assert counts(await on_twitch.get(timer)) == {"twitch": 0}
    await on_twitch.send_chat("And I am not", viewer=PLAIN_VIEWER)
    assert counts(await on_twitch.get(timer)) == {"twitch": 1}


async def test_only_live_messages_of_this_chat_count(channel: TimerChannel) -> None:
    channel_id, connection = UUID(channel.channel_id), UUID(int=9)
    cache = TimerCache(channel.greenroom.kernel)
    cache.start()
    await channel.make()
    moderated = pending_message(channel_id, connection, number=2)
    moderated.removal = Removal("filtered", FrozenClock().now)
    repeated = pending_message(channel_id, connection, number=3)
    repeated.is_new = False
    lines = [
        pending_message(channel_id, connection),
        moderated,
        repeated,
        pending_message(channel_id, connection, number=4, is_backlog=True),
        pending_message(channel_id, connection, number=5, is_bot=True),
        pending_message(channel_id, connection, number=6, source_channel_id="another"),
    ]
    assert await count(channel.greenroom, cache, channel.channel_id, lines) == {connection.hex: 1}
    lines = [pending_message(channel_id, UUID(int=8), number=7), pending_message(channel_id, connection, number=8)]
    assert await count(channel.greenroom, cache, channel.channel_id, lines) == {connection.hex: 2, UUID(int=8).hex: 1}
    # Counts of removed connections are deleted.
    await delete_unused_counts(channel.greenroom.kernel)
    assert await channel.greenroom.rows("SELECT * FROM timer_lines") == []


@pytest.mark.both_databases
async def test_messages_are_counted_only_while_a_timer_is_enabled(channel: TimerChannel) -> None:
    cache = TimerCache(channel.greenroom.kernel)
    cache.start()
    line = [pending_message(UUID(channel.channel_id), UUID(int=9))]
    assert await count(channel.greenroom, cache, channel.channel_id, line) == {}
    timer = await channel.make()
    assert await count(channel.greenroom, cache, channel.channel_id, line) == {UUID(int=9).hex: 1}
    await channel.switch(timer, enabled=False)
    assert await count(channel.greenroom, cache, channel.channel_id, line) == {UUID(int=9).hex: 1}


async def test_counts_are_broadcast_while_viewers_write(channel: TimerChannel) -> None:
    await channel.connect("twitch", "kick")
    timer = await channel.make(min_chat_messages=5)
    async with channel.timer_events() as live_events:
        await channel.send_chat("One", "twitch")
        await channel.send_chat("Two", "twitch")
        await channel.send_chat("Three", "kick")
        expected = {channel.connections["twitch"]: 2, channel.connections["kick"]: 1}
        await live_events.until(lambda event: event["type"] == "chat_counted" and totals(event["lines"]) == expected)
    assert totals((await channel.get(timer))["chat_messages"]) == expected


def totals(lines: list[Json]) -> dict[str, int]:
    return {one["connection_id"]: one["total"] for one in lines}


async def test_counts_of_a_busy_chat_are_broadcast_once_per_interval(channel: TimerChannel) -> None:
    kernel, channel_id = channel.greenroom.kernel, UUID(channel.channel_id)
    cache = TimerCache(kernel)
    cache.start()
    await channel.make()
    await count(channel.greenroom, cache, channel.channel_id, [pending_message(channel_id, UUID(int=9))])
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    kernel.bus.subscribe(lambda _, payload: queue.put_nowait(payload), f"{channel_id}:timers")
    broadcast = CountBroadcast(kernel.database, kernel.bus, every_seconds=0.01)
    for _ in range(20):
        broadcast.record(channel_id)
    assert totals(json.loads(await asyncio.wait_for(queue.get(), MAX_WAIT_SECONDS))["lines"]) == {str(UUID(int=9)): 1}
    await broadcast.stop()
    assert queue.empty()


async def test_counts_are_broadcast_after_commit(channel: TimerChannel) -> None:
    kernel, channel_id = channel.greenroom.kernel, UUID(channel.channel_id)
    await channel.make()
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    unsubscribe = kernel.bus.subscribe(lambda _, payload: queue.put_nowait(payload), f"{channel_id}:timers")
    broadcast = CountBroadcast(kernel.database, kernel.bus, every_seconds=0)
    async with kernel.database.write() as session:
        batch = Batch(session, channel_id, kernel.clock(), [pending_message(channel_id, UUID(int=9))], [])
        await LineCounter(TimerCache(kernel), broadcast).count_lines(batch)
        assert not broadcast.is_pending
    for commit in batch.after_commit:
        commit()
    assert totals(json.loads(await asyncio.wait_for(queue.get(), MAX_WAIT_SECONDS))["lines"]) == {str(UUID(int=9)): 1}
    unsubscribe()
    await broadcast.stop()
