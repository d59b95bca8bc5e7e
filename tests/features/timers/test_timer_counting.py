"""Counting chat messages per platform, without bots and own accounts."""

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
from support.timers import TimerEditor
from support.waiting import MAX_WAIT_SECONDS


def counts(timer: Json) -> dict[str, int]:
    return {one["provider"]: one["count"] for one in timer["chat_messages"]}


def pending_message(
    channel_id: UUID, connection_id: UUID, *, viewer: str = "77", number: int = 1, **changes: object
) -> PendingMessage:
    """A message event of a platform."""
    is_bot = bool(changes.pop("is_bot", False))
    chatter = Chatter(viewer, viewer, viewer, is_bot=is_bot)
    moment = FrozenClock().now
    fields = {"sent_at": moment, "received_at": moment, "fragments": (), "text": "hello", **changes}
    event = MessageReceived(message_id=f"m{number}", chatter=chatter, **fields)  # pyright: ignore[reportArgumentType]
    return PendingMessage(ChannelEvent(channel_id, connection_id, "twitch", event), event)


async def count(
    greenroom: GreenroomServer, cache: TimerCache, channel_id: str, lines: list[PendingMessage]
) -> Counter[str]:
    """Stored counts after one batch of these messages."""
    async with greenroom.kernel.database.write() as session:
        batch = Batch(session, UUID(channel_id), greenroom.kernel.clock(), lines, [])
        broadcast = CountBroadcast(greenroom.kernel.database, greenroom.kernel.bus)
        await LineCounter(cache, broadcast).count_lines(batch)
        await broadcast.stop()
    rows = await greenroom.rows("SELECT connection_id, lines FROM timer_lines")
    return Counter({UUID(str(row["connection_id"])).hex: row["lines"] for row in rows})


async def test_timer_waits_for_the_minimum_on_each_platform(
    editor: TimerEditor, scheduler: TimerScheduler, clock: FrozenClock
) -> None:
    await editor.connect("twitch", "kick")
    made = await editor.make(min_chat_messages=2)
    await editor.send_chat("One", "twitch")
    await editor.send_chat("Two", "twitch")
    await editor.send_chat("Three", "kick")
    assert counts(await editor.get(made)) == {"twitch": 2, "kick": 1}
    clock.advance(600)
    async with editor.timer_events() as live_events:
        await scheduler.poll()
        ran = await live_events.wait_for_run(made, "sent", "skipped")
        assert ran["last_results"][1]["detail"] == "1 of 2 chat messages since the last run."
        # Counting continues on platforms that were skipped.
        assert counts(await editor.get(made)) == {"twitch": 0, "kick": 1}


async def test_timer_skips_a_quiet_chat(on_twitch: TimerEditor, scheduler: TimerScheduler, clock: FrozenClock) -> None:
    made = await on_twitch.make(min_chat_messages=5)
    await on_twitch.send_chat("Anybody here?")
    clock.advance(600)
    async with on_twitch.timer_events() as live_events:
        await scheduler.poll()
        assert await live_events.wait_for_skip(made) == "Twitch: 1 of 5 chat messages since the last run."
    assert await on_twitch.count_sent_messages() == 0


async def test_messages_before_creation_do_not_count(on_twitch: TimerEditor) -> None:
    await on_twitch.make(name="First")
    await on_twitch.send_chat("Hello")
    second = await on_twitch.make(name="Second")
    assert counts(second) == {"twitch": 0}
    await on_twitch.send_chat("Hello again")
    assert [counts(one)["twitch"] for one in await on_twitch.list_timers()] == [2, 1]


async def test_own_messages_do_not_count(on_twitch: TimerEditor) -> None:
    """Neither what the timer posts as the streamer, nor what the streamer types."""
    made = await on_twitch.make()
    async with on_twitch.timer_events() as live_events:
        await on_twitch.run(made)
        await live_events.wait_for_run(made, "sent")
    await on_twitch.send_chat("I am the streamer", viewer="junoplays")
    assert counts(await on_twitch.get(made)) == {"twitch": 0}
    await on_twitch.send_chat("And I am not", viewer=PLAIN_VIEWER)
    assert counts(await on_twitch.get(made)) == {"twitch": 1}


async def test_only_live_messages_of_this_chat_count(editor: TimerEditor) -> None:
    channel_id, connection = UUID(editor.channel_id), UUID(int=9)
    cache = TimerCache(editor.greenroom.kernel)
    cache.start()
    await editor.make()
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
    assert await count(editor.greenroom, cache, editor.channel_id, lines) == {connection.hex: 1}
    two = [pending_message(channel_id, UUID(int=8), number=7), pending_message(channel_id, connection, number=8)]
    assert await count(editor.greenroom, cache, editor.channel_id, two) == {connection.hex: 2, UUID(int=8).hex: 1}
    # Counts of removed connections are deleted.
    await delete_unused_counts(editor.greenroom.kernel)
    assert await editor.greenroom.rows("SELECT * FROM timer_lines") == []


@pytest.mark.both_databases
async def test_messages_are_counted_while_a_timer_is_enabled(editor: TimerEditor) -> None:
    cache = TimerCache(editor.greenroom.kernel)
    cache.start()
    line = [pending_message(UUID(editor.channel_id), UUID(int=9))]
    assert await count(editor.greenroom, cache, editor.channel_id, line) == {}
    made = await editor.make()
    assert await count(editor.greenroom, cache, editor.channel_id, line) == {UUID(int=9).hex: 1}
    await editor.switch(made, enabled=False)
    assert await count(editor.greenroom, cache, editor.channel_id, line) == {UUID(int=9).hex: 1}


async def test_counts_are_broadcast_while_people_write(editor: TimerEditor) -> None:
    await editor.connect("twitch", "kick")
    made = await editor.make(min_chat_messages=5)
    async with editor.timer_events() as live_events:
        await editor.send_chat("One", "twitch")
        await editor.send_chat("Two", "twitch")
        await editor.send_chat("Three", "kick")
        wanted = {editor.connections["twitch"]: 2, editor.connections["kick"]: 1}
        await live_events.until(lambda event: event["type"] == "chat_counted" and totals(event["lines"]) == wanted)
    assert totals((await editor.get(made))["chat_messages"]) == wanted


def totals(lines: list[Json]) -> dict[str, int]:
    return {one["connection_id"]: one["total"] for one in lines}


async def test_busy_chat_is_broadcast_once_per_interval(editor: TimerEditor) -> None:
    kernel, channel_id = editor.greenroom.kernel, UUID(editor.channel_id)
    cache = TimerCache(kernel)
    cache.start()
    await editor.make()
    await count(editor.greenroom, cache, editor.channel_id, [pending_message(channel_id, UUID(int=9))])
    queue: asyncio.Queue[bytes] = asyncio.Queue()
    kernel.bus.subscribe(lambda _, payload: queue.put_nowait(payload), f"{channel_id}:timers")
    broadcast = CountBroadcast(kernel.database, kernel.bus, every_seconds=0.01)
    for _ in range(20):
        broadcast.record(channel_id)
    assert totals(json.loads(await asyncio.wait_for(queue.get(), MAX_WAIT_SECONDS))["lines"]) == {str(UUID(int=9)): 1}
    await broadcast.stop()
    assert queue.empty()


async def test_counts_are_broadcast_after_commit(editor: TimerEditor) -> None:
    kernel, channel_id = editor.greenroom.kernel, UUID(editor.channel_id)
    await editor.make()
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
