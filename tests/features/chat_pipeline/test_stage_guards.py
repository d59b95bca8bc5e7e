"""A guard is a stage that checks every message, such as the filters.

It is skipped only for a message that makes it fail, or if it cannot be prepared.
"""

import asyncio
from uuid import UUID

import pytest
from msgspec.structs import replace

from greenroom.chat.pipeline import inbox
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import ViewerBanned
from support.pipeline import QUICK, RecordingPipeline
from support.waiting import wait_until

TEXTS = [f"line {number}" for number in range(9)]


async def nothing_to_prepare(_: UUID) -> None:
    pass


class Guard:
    """A stage that records the texts it has checked; subclasses fail or hang."""

    def __init__(self) -> None:
        self.checked: list[str] = []

    async def __call__(self, batch: Batch) -> None:
        texts = [one.line.text for one in batch.messages if one.line is not None]
        await self.check(texts)
        batch.after_commit.append(lambda: self.checked.extend(texts))

    async def check(self, texts: list[str]) -> None:
        pass


class FailingGuard(Guard):
    """Raises an error for the given text, `times` times at most."""

    def __init__(self, text: str, times: int) -> None:
        super().__init__()
        self.text = text
        self.times = times

    async def check(self, texts: list[str]) -> None:
        if self.text in texts and self.times:
            self.times -= 1
            raise ValueError(self.text)


class SlowGuard(Guard):
    """Hangs when it gets more than two messages at once."""

    async def check(self, texts: list[str]) -> None:
        if len(texts) > 2:
            await asyncio.Event().wait()


class HangingGuard(Guard):
    """Hangs for its first `times` batches, however small."""

    def __init__(self, times: int) -> None:
        super().__init__()
        self.times = times

    async def check(self, texts: list[str]) -> None:
        if self.times:
            self.times -= 1
            await asyncio.Event().wait()


async def send_lines(pipeline: RecordingPipeline) -> None:
    # The first message is processed in its own batch, the other eight in one batch.
    await pipeline.enqueue(*(pipeline.chat_message(text) for text in TEXTS))
    await pipeline.wait_until_idle()
    assert sorted(await pipeline.texts()) == TEXTS


async def test_only_the_message_for_which_a_guard_fails_is_shown_unchecked(pipeline: RecordingPipeline) -> None:
    guard = FailingGuard("line 5", times=1_000)
    inboxes = pipeline.build(guard, guards={guard: nothing_to_prepare})
    await send_lines(pipeline)
    assert sorted(guard.checked) == [text for text in TEXTS if text != "line 5"]
    assert pipeline.published_events("unfiltered") == [{"type": "unfiltered", "count": 1}]
    assert pipeline.published_events("held")
    assert pipeline.published_events("released") == [{"type": "released"}]
    assert inboxes.counts.unguarded == 1


async def test_guard_that_fails_at_first_checks_every_message_in_the_end(pipeline: RecordingPipeline) -> None:
    guard = FailingGuard("line 5", times=3)
    inboxes = pipeline.build(guard, guards={guard: nothing_to_prepare})
    await send_lines(pipeline)
    assert sorted(guard.checked) == TEXTS
    assert (inboxes.counts.unguarded, pipeline.published_events("unfiltered")) == (0, [])


async def test_slow_guard_gets_fewer_messages_at_once(pipeline: RecordingPipeline) -> None:
    guard = SlowGuard()
    inboxes = pipeline.build(
        guard, guards={guard: nothing_to_prepare}, limits=replace(QUICK, guard_seconds=0.05, hold_repeat_seconds=60.0)
    )
    await send_lines(pipeline)
    assert sorted(guard.checked) == TEXTS
    assert (inboxes.counts.unguarded, inboxes.counts.skipped_stages) == (0, 0)


async def test_single_message_waits_for_a_guard_that_hangs(
    pipeline: RecordingPipeline, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inbox, "STAGE_SECONDS", 0.05)
    guard = HangingGuard(times=2)
    inboxes = pipeline.build(guard, guards={guard: nothing_to_prepare})
    await pipeline.enqueue(pipeline.chat_message("waits"))
    await pipeline.wait_until_idle()
    assert guard.checked == ["waits"]
    assert pipeline.published_events("held")
    assert pipeline.published_events("released") == [{"type": "released"}]
    assert (inboxes.counts.unguarded, inboxes.counts.skipped_stages) == (0, 0)


async def test_batch_waits_for_the_preparation_of_a_guard(pipeline: RecordingPipeline) -> None:
    guard, prepared = Guard(), asyncio.Event()

    async def wait(_: UUID) -> None:
        await prepared.wait()

    pipeline.build(
        guard,
        guards={guard: wait},
        limits=replace(QUICK, hold_notice_seconds=0.0),
    )
    await pipeline.enqueue(pipeline.chat_message("waits"))
    await wait_until(lambda: bool(pipeline.published_events("held")))
    assert await pipeline.texts() == []
    prepared.set()
    await pipeline.wait_until_idle()
    assert guard.checked == ["waits"]
    assert pipeline.published_events("released") == [{"type": "released"}]


async def test_messages_are_reported_as_unchecked_if_a_guard_cannot_be_prepared(pipeline: RecordingPipeline) -> None:
    async def fail(_: UUID) -> None:
        raise ValueError("cannot be compiled")

    guard = Guard()
    inboxes = pipeline.build(guard, guards={guard: fail})
    await send_lines(pipeline)
    await pipeline.enqueue(ViewerBanned("99", "Viewer99", None, "", "", pipeline.now()))
    await pipeline.wait_until_idle()
    assert (guard.checked, inboxes.counts.unguarded) == ([], len(TEXTS))
    assert sum(event["count"] for event in pipeline.published_events("unfiltered")) == len(TEXTS)
