"""Lines for public viewers: what a later stage removed, and what is not new, is not published."""

from greenroom.chat.messages.line import Removal
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import Chatter, MessageDeleted, NoticeReceived
from support.pipeline import RecordingPipeline


def poll(pipeline: RecordingPipeline, text: str) -> NoticeReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    return NoticeReceived("n1", "poll", text, chatter, "", (), pipeline.now(-3), pipeline.now())


def public_texts(pipeline: RecordingPipeline) -> list[str]:
    return [event["line"]["text"] for event in pipeline.published_events("line", "public-chat")]


async def test_line_that_a_later_stage_removes_is_shown_to_staff_only(pipeline: RecordingPipeline) -> None:
    async def remove_rude(batch: Batch) -> None:
        for one in batch.messages:
            if one.line is not None and one.line.text == "rude":
                one.removal = Removal("filtered", batch.now)

    pipeline.build(remove_rude)
    await pipeline.process(pipeline.chat_message("rude"), pipeline.chat_message("kind"))
    assert public_texts(pipeline) == ["kind"]
    assert [event["line"]["text"] for event in pipeline.published_events("line")] == ["rude", "kind"]


async def test_line_that_is_deleted_in_its_own_batch_is_not_published(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("gone"), MessageDeleted("gone", pipeline.now()))
    assert public_texts(pipeline) == []


async def test_changed_notice_is_published_once_more_unless_it_was_removed(pipeline: RecordingPipeline) -> None:
    await pipeline.process(poll(pipeline, "A poll began"))
    await pipeline.process(poll(pipeline, "A poll ended"))
    await pipeline.process(poll(pipeline, "A poll ended"))
    await pipeline.process(MessageDeleted("n1", pipeline.now()))
    await pipeline.process(poll(pipeline, "A poll was counted again"))
    published = pipeline.published_events("line", "public-chat")
    assert [event["line"]["headline"] for event in published] == ["A poll began", "A poll ended"]
