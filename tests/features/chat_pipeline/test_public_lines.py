"""Public viewers get only new lines that the guards (the filters) checked, and only if sent while chat was public."""

from uuid import UUID

from msgspec.structs import replace

from greenroom.chat.messages.line import Removal
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import Chatter, MessageDeleted, NoticeReceived
from greenroom.features.messages.schemas import ChatSettingsChange
from greenroom.features.messages.service import change_settings
from greenroom.kernel.db.change_tracking import ChangedBy
from support.frozen_clock import FrozenClock
from support.pipeline import RecordingPipeline


async def nothing_to_prepare(_: UUID) -> None:
    pass


def poll(pipeline: RecordingPipeline, text: str) -> NoticeReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    return NoticeReceived("n1", "poll", text, chatter, "", (), pipeline.now(-3), pipeline.now())


def public_texts(pipeline: RecordingPipeline) -> list[str]:
    return [event["line"]["text"] for event in pipeline.published_events("line", "public-chat")]


async def set_public(pipeline: RecordingPipeline, *, is_public: bool) -> None:
    async with pipeline.kernel.database.write() as session:
        change = ChatSettingsChange(is_public=is_public)
        await change_settings(session, pipeline.channel_id, change, ChangedBy("Juno", pipeline.now()))


async def test_line_that_is_removed_before_it_is_published_is_shown_to_staff_only(
    pipeline: RecordingPipeline,
) -> None:
    async def remove_rude(batch: Batch) -> None:
        for one in batch.messages:
            if one.line is not None and one.line.text == "rude":
                one.removal = Removal("filtered", batch.now)

    pipeline.build(remove_rude)
    await pipeline.process(pipeline.chat_message("rude"), pipeline.chat_message("kind"))
    assert public_texts(pipeline) == ["kind"]
    assert [event["line"]["text"] for event in pipeline.published_events("line")] == ["rude", "kind"]


async def test_line_that_is_deleted_in_its_own_batch_is_not_public(pipeline: RecordingPipeline) -> None:
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


async def test_line_from_before_the_connection_is_shown_to_staff_only(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("missed", is_backlog=True), pipeline.chat_message("live"))
    assert public_texts(pipeline) == ["live"]
    assert [event["line"]["text"] for event in pipeline.published_events("line")] == ["missed", "live"]


async def test_changed_notice_from_before_the_connection_is_shown_to_staff_only(pipeline: RecordingPipeline) -> None:
    await pipeline.process(replace(poll(pipeline, "A poll began"), is_backlog=True))
    await pipeline.process(poll(pipeline, "A poll ended"))
    assert public_texts(pipeline) == []
    staff = pipeline.published_events("line")
    assert [event["line"]["headline"] for event in staff] == ["A poll began", "A poll ended"]


async def test_line_sent_while_the_chat_was_private_is_not_published_later(
    pipeline: RecordingPipeline, clock: FrozenClock
) -> None:
    pipeline.public_lines.start()
    await set_public(pipeline, is_public=False)
    await pipeline.process(poll(pipeline, "A poll began"))
    clock.advance(60)
    await set_public(pipeline, is_public=True)
    await pipeline.process(
        poll(pipeline, "A poll ended"), pipeline.chat_message("late", at=-1), pipeline.chat_message("in time")
    )
    assert public_texts(pipeline) == ["in time"]


async def test_line_that_a_guard_did_not_check_is_shown_to_staff_only(pipeline: RecordingPipeline) -> None:
    async def guard(batch: Batch) -> None:
        if any(one.line is not None and one.line.text == "unusual" for one in batch.messages):
            raise ValueError

    pipeline.build(guard, guards={guard: nothing_to_prepare})
    await pipeline.process(pipeline.chat_message("unusual"), pipeline.chat_message("usual"))
    assert public_texts(pipeline) == ["usual"]
    marks = {line["text"]: line.get("is_unfiltered", False) for line in await pipeline.lines()}
    assert marks == {"unusual": True, "usual": False}


async def test_notice_is_shown_to_staff_only_from_its_first_unchecked_change_on(pipeline: RecordingPipeline) -> None:
    async def guard(batch: Batch) -> None:
        if any(one.line is not None and one.line.headline == "A poll ended" for one in batch.messages):
            raise ValueError

    pipeline.build(guard, guards={guard: nothing_to_prepare})
    for text in ("A poll began", "A poll ended", "A poll was counted"):
        await pipeline.process(poll(pipeline, text))
    published = pipeline.published_events("line", "public-chat")
    assert [event["line"]["headline"] for event in published] == ["A poll began"]


async def test_public_viewers_do_not_see_who_writes_for_the_first_time(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("hello"))
    ((to_staff,), (to_all,)) = (pipeline.published_events("line", topic) for topic in ("chat", "public-chat"))
    assert to_staff["line"]["is_first"]
    assert to_all["line"] == {name: value for name, value in to_staff["line"].items() if name != "is_first"}


async def test_line_of_kind_first_is_an_ordinary_text_line_in_public(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("hello", kind="first"))
    (public,) = pipeline.published_events("line", "public-chat")
    (staff,) = pipeline.published_events("line")
    assert (public["line"]["kind"], staff["line"]["kind"]) == ("text", "first")
