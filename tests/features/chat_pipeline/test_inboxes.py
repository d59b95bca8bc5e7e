"""Inboxes: events are processed in atomic batches without blocking other channels."""

import asyncio
from uuid import UUID, uuid4

import pytest
from msgspec.structs import replace
from sqlalchemy import delete, select

from greenroom.accounts.channels.service import create_channel
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.actions import DeleteMessage
from greenroom.chat.protocol.events import ChatCleared, MessageReceived, ViewerBanned
from greenroom.chat.sending.deferred import DeferredAction
from greenroom.kernel.db.database import publish
from support.pipeline import QUICK, RecordingPipeline
from support.waiting import wait_until


class Gate:
    """A stage that blocks until it is opened and records the batch sizes."""

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self.opened = asyncio.Event()
        self.sizes: list[int] = []

    async def __call__(self, batch: Batch) -> None:
        self.sizes.append(len(batch.messages) + len(batch.events))
        self.reached.set()
        await self.opened.wait()


class FailingStage:
    """A stage that publishes an event, defers an action, and then raises if a message is the given word."""

    def __init__(self, word: str, error: type[Exception] = ValueError) -> None:
        self.word = word
        self.error = error

    async def __call__(self, batch: Batch) -> None:
        publish(batch.session, f"{batch.channel_id}:chat", b'{"type":"never"}')
        batch.deferred.append(DeferredAction(uuid4(), DeleteMessage("never")))
        if any(isinstance(one.event, MessageReceived) and one.event.text == self.word for one in batch.messages):
            raise self.error(self.word)


async def test_first_event_is_processed_at_once_and_waiting_events_together(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    pipeline.build(before=(gate,))
    await pipeline.enqueue(pipeline.chat_message("first"))
    await gate.reached.wait()
    await pipeline.enqueue(*(pipeline.chat_message(f"later {number}") for number in range(120)))
    gate.opened.set()
    await pipeline.wait_until_idle()
    assert gate.sizes == [1, 120]
    assert await pipeline.texts() == ["first", *(f"later {number}" for number in range(120))]


async def test_batch_has_a_maximum_size(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    gate.opened.set()
    pipeline.build(before=(gate,), limits=replace(QUICK, batch=50))
    await pipeline.process(*(pipeline.chat_message(f"line {number}") for number in range(120)))
    assert gate.sizes == [50, 50, 20]


async def test_messages_of_a_batch_are_stored_in_order_of_the_platforms_timestamps(pipeline: RecordingPipeline) -> None:
    await pipeline.process(
        pipeline.chat_message("third", at=-1),
        pipeline.chat_message("first", at=-9),
        pipeline.chat_message("second", at=-5),
    )
    assert await pipeline.texts() == ["first", "second", "third"]


async def test_ban_and_clearing_remove_earlier_messages_only(pipeline: RecordingPipeline) -> None:
    await pipeline.process(
        pipeline.chat_message("before"),
        ViewerBanned("7", "Viewer7", None, "", "mod", pipeline.now()),
        pipeline.chat_message("of another", by="8"),
        ChatCleared(pipeline.now()),
        pipeline.chat_message("after the clearing", by="8"),
    )
    removals = {line["text"]: line["removal"] and line["removal"]["how"] for line in await pipeline.lines()}
    assert removals == {"before": "banned", "of another": "cleared", "after the clearing": None}


async def test_inbox_of_a_quiet_channel_is_closed(pipeline: RecordingPipeline) -> None:
    await pipeline.enqueue(pipeline.chat_message("one"))
    assert pipeline.inboxes.open_channel_count == 1
    await pipeline.wait_until_idle()
    assert pipeline.inboxes.open_channel_count == 0


async def test_stop_processes_waiting_events(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    pipeline.build(before=(gate,))
    await pipeline.enqueue(*(pipeline.chat_message(f"line {number}") for number in range(30)))
    await gate.reached.wait()
    await pipeline.enqueue(*(pipeline.chat_message(f"late {number}") for number in range(30)))
    stopping = asyncio.create_task(pipeline.inboxes.stop())
    gate.opened.set()
    await stopping
    assert len(await pipeline.texts()) == 60


async def test_stop_does_not_wait_forever(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    inboxes = pipeline.build(before=(gate,), limits=replace(QUICK, drain_seconds=0.05))
    await pipeline.enqueue(pipeline.chat_message("stuck"))
    await gate.reached.wait()
    await inboxes.stop()
    assert (inboxes.open_channel_count, await pipeline.texts()) == (0, [])


async def test_overload_drops_the_oldest_messages_and_reports_a_gap(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    inboxes = pipeline.build(before=(gate,), limits=replace(QUICK, waiting=100, dropped_at_once=10))
    await pipeline.enqueue(pipeline.chat_message("at once"))
    await gate.reached.wait()
    ban = ViewerBanned("9", "Viewer9", None, "", "mod", pipeline.now())
    await pipeline.enqueue(ban, *(pipeline.chat_message(f"line {number}", by="8") for number in range(150)))
    gate.opened.set()
    await pipeline.wait_until_idle()
    lines = await pipeline.lines()
    (gap,) = [line for line in lines if line["kind"] == "gap"]
    texts = [line["text"] for line in lines if line["kind"] == "text"]
    dropped = 151 - len(texts)
    assert inboxes.counts.dropped == dropped
    assert gap["headline"] == f"{dropped} messages were skipped: chat is too busy"
    assert texts == ["at once", *(f"line {number}" for number in range(dropped, 150))]
    # The gap is where the messages are missing, in the stored and the published chat.
    assert [line["kind"] for line in lines].index("gap") == 1
    assert [event["line"]["kind"] for event in pipeline.published_events("line")].count("gap") == 1
    assert gate.sizes[0] == 1
    assert sum(gate.sizes[1:]) == len(texts) - 1 + 2


async def test_connection_waits_if_a_full_inbox_has_no_event_to_drop(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    pipeline.build(before=(gate,), limits=replace(QUICK, waiting=10, dropped_at_once=2))
    await pipeline.enqueue(pipeline.chat_message("at once"))
    await gate.reached.wait()
    bans = [ViewerBanned(str(number), "", None, "", "", pipeline.now()) for number in range(40)]
    enqueuing = asyncio.create_task(pipeline.enqueue(*bans))
    await asyncio.sleep(0.05)
    assert not enqueuing.done()
    gate.opened.set()
    await enqueuing
    await pipeline.wait_until_idle()
    assert sum(gate.sizes) == 41


@pytest.mark.both_databases
async def test_failing_stage_is_skipped_and_its_messages_are_stored(pipeline: RecordingPipeline) -> None:
    inboxes = pipeline.build(FailingStage("bad"))
    await pipeline.process(pipeline.chat_message("good"), pipeline.chat_message("bad"))
    assert await pipeline.texts() == ["good", "bad"]
    assert inboxes.counts.skipped_stages == 1
    assert [event["line"]["text"] for event in pipeline.published_events("line")] == ["good", "bad"]
    # Nothing of the rolled-back attempt was published or sent.
    assert (pipeline.published_events("never"), pipeline.deferred_actions) == ([], [])
    assert {who: one["message_count"] for who, one in (await pipeline.viewers()).items()} == {"7": 2}


async def test_first_message_is_marked_although_a_later_stage_raised(pipeline: RecordingPipeline) -> None:
    pipeline.build(FailingStage("bad"))
    await pipeline.process(pipeline.chat_message("bad"))
    assert [line.get("is_first") for line in await pipeline.lines()] == [True]


async def test_only_the_event_that_cannot_be_stored_is_skipped(pipeline: RecordingPipeline) -> None:
    poisoned = pipeline.chat_message("poison", message_id=b"no text at all")
    inboxes = pipeline.build()
    events = [pipeline.chat_message(f"line {number}") for number in range(20)]
    await pipeline.process(*events[:13], poisoned, *events[13:])
    assert await pipeline.texts() == [f"line {number}" for number in range(20)]
    assert inboxes.counts.poisoned == 1
    assert len(pipeline.published_events("line")) == 20


async def test_events_of_a_deleted_channel_are_dropped(pipeline: RecordingPipeline) -> None:
    gate = Gate()
    inboxes = pipeline.build(before=(gate,))
    await pipeline.enqueue(pipeline.chat_message("first"))
    await gate.reached.wait()
    await pipeline.enqueue(pipeline.chat_message("second"))
    gate.opened.set()
    await pipeline.wait_until_idle()
    async with pipeline.kernel.database.write() as session:
        await session.execute(delete(Channel).where(Channel.id == pipeline.channel_id))
    await pipeline.process(*(pipeline.chat_message(f"ghost {number}") for number in range(30)))
    assert (inboxes.open_channel_count, inboxes.counts.poisoned, await pipeline.texts()) == (0, 0, [])


async def test_deleted_channel_does_not_count_as_a_failed_stage(pipeline: RecordingPipeline) -> None:
    inboxes = pipeline.build(before=(FailingStage("ghost"),))
    async with pipeline.kernel.database.write() as session:
        await session.execute(delete(Channel).where(Channel.id == pipeline.channel_id))
    await pipeline.process(pipeline.chat_message("ghost"))
    assert (inboxes.open_channel_count, inboxes.counts.skipped_stages) == (0, 0)


class SlowStage:
    """A stage that delays one channel until it is released.

    On SQLite a waiting stage would hold the only write lock, so the stage fails there and is retried.
    """

    def __init__(self, channel_id: UUID, *, is_single_writer: bool) -> None:
        self.reached = asyncio.Event()
        self.released = asyncio.Event()
        self._channel_id = channel_id
        self._is_single_writer = is_single_writer

    async def __call__(self, batch: Batch) -> None:
        if batch.channel_id != self._channel_id or self.released.is_set():
            return
        self.reached.set()
        if self._is_single_writer:
            raise TimeoutError
        await self.released.wait()


async def test_slow_channel_does_not_delay_another(pipeline: RecordingPipeline) -> None:
    other = await second_channel(pipeline)
    slow = SlowStage(pipeline.channel_id, is_single_writer=pipeline.kernel.database.is_sqlite)
    pipeline.build(before=(slow,), essential=(slow,))
    await pipeline.enqueue(pipeline.chat_message("slow"))
    await slow.reached.wait()
    await pipeline.enqueue(pipeline.chat_message("quick"), channel_id=other)
    await wait_until(lambda: bool(pipeline.published_events("line")))
    assert [event["line"]["text"] for event in pipeline.published_events("line")] == ["quick"]
    slow.released.set()
    await pipeline.wait_until_idle()
    assert await pipeline.texts() == ["quick", "slow"]


async def second_channel(pipeline: RecordingPipeline) -> UUID:
    async with pipeline.kernel.database.write() as session:
        owner = (await session.scalars(select(ChannelUser))).one()
        return (await create_channel(session, owner.user_id, "Another shift", pipeline.now())).id
