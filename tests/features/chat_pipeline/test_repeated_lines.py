"""A repeated line is stored once, even hours later, from another process or with an unusual id."""

import pytest

from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import MessageDeleted
from greenroom.features.messages.storage.recent_ids import MIN_RETENTION
from greenroom.kernel.ids import new_id
from support.frozen_clock import FrozenClock
from support.pipeline import RecordingPipeline

UNUSUAL_IDS = [
    "LCC.EhwKGkNL_dash-and.dots",
    "lcc.ehwkgknl_dash-and.dots",
    "a-b",
    "ab",
    "A-B",
    "---",
    "--",
    '"',
    '") OR marks : ("c',
    "x OR y",
    "NEAR(a b)",
    "%",
    "*",
    "💥",
    "i",
    "é",
    "e",
    "'; --",
    "y" * 300,
]


def restart(pipeline: RecordingPipeline) -> None:
    pipeline.recorder = type(pipeline.recorder)(pipeline.emotes, {})
    pipeline.build()


@pytest.mark.both_databases
async def test_line_repeated_with_a_later_timestamp_is_stored_once(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("once", at=-9))
    await pipeline.process(pipeline.chat_message("once", at=-2), pipeline.chat_message("another", at=-1))
    assert await pipeline.texts() == ["once", "another"]
    assert len(pipeline.published_events("line")) == 2


@pytest.mark.both_databases
@pytest.mark.parametrize("is_restarted", [True, False])
async def test_line_repeated_hours_later_with_another_timestamp_is_stored_once(
    pipeline: RecordingPipeline, clock: FrozenClock, is_restarted: bool
) -> None:
    await pipeline.process(pipeline.chat_message("once"))
    clock.advance(MIN_RETENTION.total_seconds() - 3600)
    if is_restarted:
        restart(pipeline)
    await pipeline.process(pipeline.chat_message("once"), pipeline.chat_message("another", at=1))
    assert await pipeline.texts() == ["once", "another"]


@pytest.mark.both_databases
async def test_line_repeated_after_a_restart_is_stored_once(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("once", at=-9))
    restart(pipeline)
    await pipeline.process(pipeline.chat_message("once", at=-2), pipeline.chat_message("another", at=-1))
    assert await pipeline.texts() == ["once", "another"]


@pytest.mark.both_databases
@pytest.mark.parametrize("is_restarted", [True, False])
async def test_line_repeated_long_after_with_the_same_timestamp_is_stored_once(
    pipeline: RecordingPipeline, clock: FrozenClock, is_restarted: bool
) -> None:
    old = pipeline.chat_message("long ago", at=-5)
    await pipeline.process(old)
    for number in range(5):
        clock.advance(MIN_RETENTION.total_seconds() + 1)
        await pipeline.process(pipeline.chat_message(f"filler {number}"))
    if is_restarted:
        restart(pipeline)
    await pipeline.process(old, pipeline.chat_message("new"))
    assert (await pipeline.texts()).count("long ago") == 1


@pytest.mark.both_databases
async def test_line_repeated_in_the_backlog_is_stored_once(pipeline: RecordingPipeline, clock: FrozenClock) -> None:
    await pipeline.process(pipeline.chat_message("long ago", at=-5))
    clock.advance(3 * MIN_RETENTION.total_seconds())
    restart(pipeline)
    await pipeline.process(pipeline.chat_message("long ago", is_backlog=True), pipeline.chat_message("new", at=1))
    assert await pipeline.texts() == ["long ago", "new"]


@pytest.mark.both_databases
async def test_line_stored_by_another_process_is_not_stored_again(pipeline: RecordingPipeline) -> None:
    """While a connection moves to another process, both may receive the same events."""
    await pipeline.process(pipeline.chat_message("first", at=-9))
    first_recorder = pipeline.recorder
    restart(pipeline)
    await pipeline.process(pipeline.chat_message("elsewhere", at=-5))
    pipeline.recorder = first_recorder
    pipeline.build()
    await pipeline.process(pipeline.chat_message("elsewhere", at=-4), pipeline.chat_message("here", at=-3))
    assert await pipeline.texts() == ["first", "elsewhere", "here"]


@pytest.mark.both_databases
async def test_lines_of_a_rolled_back_batch_are_stored_once(pipeline: RecordingPipeline) -> None:
    failures = iter([True])

    async def fail_once(batch: Batch) -> None:
        if next(failures, False):
            raise ValueError("once")

    pipeline.build(fail_once)
    await pipeline.process(pipeline.chat_message("one"), pipeline.chat_message("two"))
    await pipeline.process(pipeline.chat_message("one"), pipeline.chat_message("three"))
    assert await pipeline.texts() == ["one", "two", "three"]


@pytest.mark.both_databases
async def test_each_unusual_id_identifies_exactly_one_line(pipeline: RecordingPipeline) -> None:
    messages = [
        pipeline.chat_message(f"line {number}", message_id=key, at=number - 60)
        for number, key in enumerate(UNUSUAL_IDS)
    ]
    await pipeline.process(*messages)
    restart(pipeline)
    await pipeline.process(*(pipeline.chat_message("again", message_id=key, is_backlog=True) for key in UNUSUAL_IDS))
    assert await pipeline.texts() == [f"line {number}" for number in range(len(UNUSUAL_IDS))]
    for number, key in enumerate(UNUSUAL_IDS):
        await pipeline.process(MessageDeleted(key, pipeline.now()))
        removed = [line["text"] for line in await pipeline.lines() if line["removal"]]
        assert removed == [f"line {count}" for count in range(number + 1)]


@pytest.mark.both_databases
async def test_two_connections_may_have_lines_with_the_same_id(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("same id", message_id="m"))
    other = ChannelEvent(
        pipeline.channel_id, new_id(), "drill", pipeline.chat_message("same id, elsewhere", message_id="m")
    )
    for _ in range(2):
        await pipeline.inboxes([other])
        await pipeline.wait_until_idle()
    assert await pipeline.texts() == ["same id", "same id, elsewhere"]
