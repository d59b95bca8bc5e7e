"""The message counts of the viewers of a busy chat are written later, without losses or duplicates."""

import pytest

from greenroom.chat.messages.line import Author
from greenroom.chat.pipeline.batch import Batch
from greenroom.features.viewers.message_counts import BUSY_FROM, MessageCounts
from greenroom.features.viewers.writer import SeenViewer
from support.pipeline import RecordingPipeline
from support.waiting import wait_until

# The first message is processed in its own batch, the other BUSY_FROM messages in one batch.
VIEWER_IDS = [str(number) for number in range(100, 101 + BUSY_FROM)]


async def all_viewers_write(pipeline: RecordingPipeline, word: str, at: float) -> None:
    await pipeline.process(*(pipeline.chat_message(f"{word} {by}", by=by, at=at) for by in VIEWER_IDS))


async def counts(pipeline: RecordingPipeline) -> set[int]:
    found = await pipeline.viewers()
    return {found[by]["message_count"] for by in VIEWER_IDS}


@pytest.mark.both_databases
async def test_counts_of_busy_batches_are_written_with_the_next_small_batch(pipeline: RecordingPipeline) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await all_viewers_write(pipeline, word, at)
    before = await pipeline.viewers()
    await pipeline.process(
        pipeline.chat_message("calm", at=-1, by=VIEWER_IDS[0]), pipeline.chat_message("calm too", by=VIEWER_IDS[1])
    )
    after = await pipeline.viewers()
    assert sorted(after[by]["message_count"] for by in VIEWER_IDS) == [3] * (len(VIEWER_IDS) - 2) + [4, 4]
    assert all(after[by]["last_seen_at"] > before[by]["last_seen_at"] for by in VIEWER_IDS)


@pytest.mark.both_databases
async def test_counts_of_busy_batches_are_written_when_the_process_stops(pipeline: RecordingPipeline) -> None:
    for word, at in (("one", -9), ("two", -8), ("three", -7)):
        await all_viewers_write(pipeline, word, at)
    await pipeline.viewer_tracker.stop()
    assert await counts(pipeline) == {3}
    await pipeline.viewer_tracker.stop()
    assert await counts(pipeline) == {3}


@pytest.mark.both_databases
async def test_pending_counts_are_written_once_if_the_batch_with_them_is_retried(pipeline: RecordingPipeline) -> None:
    failures = iter([True])

    async def fail_once(batch: Batch) -> None:
        if [one.event.text for one in batch.messages] == ["calm"] and next(failures, False):
            raise ValueError("once")

    pipeline.build(fail_once)
    for word, at in (("one", -9), ("two", -8)):
        await all_viewers_write(pipeline, word, at)
    await pipeline.process(pipeline.chat_message("calm", at=-1, by=VIEWER_IDS[0]))
    found = await pipeline.viewers()
    assert sorted(found[by]["message_count"] for by in VIEWER_IDS) == [2] * (len(VIEWER_IDS) - 1) + [3]


@pytest.mark.both_databases
async def test_pending_counts_are_written_after_a_while_without_a_new_batch(pipeline: RecordingPipeline) -> None:
    await all_viewers_write(pipeline, "one", -9)
    message_counts = MessageCounts(pipeline.kernel.database, held_seconds=0.01)
    authors = {("drill", by): Author(by, f"viewer{by}", f"Viewer{by}", "#ffffff") for by in VIEWER_IDS}
    message_counts.hold(
        pipeline.channel_id,
        {who: SeenViewer("drill", one, pipeline.now(), pipeline.now(), 1) for who, one in authors.items()},
    )

    async def are_stored() -> bool:
        return await counts(pipeline) == {2}

    await wait_until(are_stored)
    await message_counts.stop()
    assert await counts(pipeline) == {2}
