"""Message counts of a busy chat are written later, without losses or duplicates."""

import asyncio

import pytest

from greenroom.chat.messages.line import Author
from greenroom.chat.pipeline.batch import Batch
from greenroom.features.viewers.message_counts import BUSY_FROM, MessageCounts
from greenroom.features.viewers.writer import SeenViewer
from support.pipeline import RecordingPipeline
from support.waiting import MAX_WAIT_SECONDS

# The first of a crowd goes alone, all others follow together.
CROWD = [str(number) for number in range(100, 101 + BUSY_FROM)]


async def all_viewers_say(pipeline: RecordingPipeline, word: str, at: float) -> None:
    await pipeline.process(*(pipeline.chat_message(f"{word} {by}", by=by, at=at) for by in CROWD))


async def counts(pipeline: RecordingPipeline) -> set[int]:
    found = await pipeline.viewers()
    return {found[by]["message_count"] for by in CROWD}


@pytest.mark.both_databases
async def test_many_viewers_are_counted_by_the_next_small_batch(pipeline: RecordingPipeline) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await all_viewers_say(pipeline, word, at)
    before = await pipeline.viewers()
    await pipeline.process(
        pipeline.chat_message("calm", at=-1, by=CROWD[0]), pipeline.chat_message("calm too", by=CROWD[1])
    )
    after = await pipeline.viewers()
    assert sorted(after[by]["message_count"] for by in CROWD) == [3] * (len(CROWD) - 2) + [4, 4]
    assert all(after[by]["last_seen_at"] > before[by]["last_seen_at"] for by in CROWD)


@pytest.mark.both_databases
async def test_many_viewers_are_counted_when_the_process_stops(pipeline: RecordingPipeline) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await all_viewers_say(pipeline, word, at)
    await pipeline.viewer_tracker.stop()
    assert await counts(pipeline) == {3}
    await pipeline.viewer_tracker.stop()
    assert await counts(pipeline) == {3}


@pytest.mark.both_databases
async def test_counts_of_a_failed_commit_are_counted_once_later(pipeline: RecordingPipeline) -> None:
    failures = iter([True])

    async def stumble(batch: Batch) -> None:
        if len(batch.messages) == 1 and next(failures, False):
            raise ValueError("once")

    pipeline.build(stumble)
    for word, at in (("one", -9), ("two", -8)):
        await all_viewers_say(pipeline, word, at)
    await pipeline.process(pipeline.chat_message("calm", at=-1, by=CROWD[0]))
    found = await pipeline.viewers()
    assert sorted(found[by]["message_count"] for by in CROWD) == [2] * (len(CROWD) - 1) + [3]


@pytest.mark.both_databases
async def test_pending_counts_are_written_without_a_new_batch(pipeline: RecordingPipeline) -> None:
    await all_viewers_say(pipeline, "one", -9)
    tally = MessageCounts(pipeline.kernel.database, held_seconds=0.01)
    crowd = {("drill", by): Author(by, f"viewer{by}", f"Viewer{by}", "#ffffff") for by in CROWD}
    tally.hold(
        pipeline.channel_id,
        {who: SeenViewer("drill", one, pipeline.now(), pipeline.now(), 1) for who, one in crowd.items()},
    )
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        while await counts(pipeline) != {2}:  # noqa: ASYNC110  # there is no event to await
            await asyncio.sleep(0.001)
    await tally.stop()
    assert await counts(pipeline) == {2}
