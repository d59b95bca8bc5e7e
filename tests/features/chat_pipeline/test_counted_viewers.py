"""For an unchanged viewer, only the message count and the time of the last message are written."""

import pytest
from sqlalchemy import delete

from greenroom.chat.messages.models import Viewer
from support.pipeline import RecordingPipeline
from support.sql_statements import statements


@pytest.mark.both_databases
async def test_returning_chatter_is_counted_and_their_last_seen_time_updated(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("one", at=-9), pipeline.chat_message("of another", by="8", at=-9))
    before = await pipeline.viewers()
    await pipeline.process(pipeline.chat_message("two", at=-5), pipeline.chat_message("three", at=-4))
    after = await pipeline.viewers()
    assert after["7"]["message_count"] == 3
    assert after["7"]["last_seen_at"] > before["7"]["last_seen_at"]
    assert after["7"]["first_seen_at"] == before["7"]["first_seen_at"]
    assert after["8"] == before["8"]


@pytest.mark.both_databases
async def test_late_line_still_sets_the_first_seen_time(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("now", at=-1))
    before = (await pipeline.viewers())["7"]
    await pipeline.process(pipeline.chat_message("earlier", at=-60))
    after = (await pipeline.viewers())["7"]
    assert after["first_seen_at"] < before["first_seen_at"]
    assert (after["last_seen_at"], after["message_count"]) == (before["last_seen_at"], 2)


@pytest.mark.both_databases
async def test_late_lines_do_not_set_back_the_last_seen_time(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("now", at=-1))
    before = (await pipeline.viewers())["7"]
    for text, at in (("earlier", -60), ("less early", -30)):
        await pipeline.process(pipeline.chat_message(text, at=at))
    after = (await pipeline.viewers())["7"]
    assert (after["last_seen_at"], after["message_count"]) == (before["last_seen_at"], 3)


@pytest.mark.both_databases
async def test_viewer_deleted_between_two_messages_is_stored_again_once(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("one", at=-9), pipeline.chat_message("of another", by="8", at=-9))
    async with pipeline.kernel.database.write() as session:
        await session.execute(delete(Viewer).where(Viewer.viewer_id == "7"))
    await pipeline.process(
        pipeline.chat_message("two", at=-5), pipeline.chat_message("of another again", by="8", at=-5)
    )
    counts = {viewer_id: viewer["message_count"] for viewer_id, viewer in (await pipeline.viewers()).items()}
    assert counts == {"7": 1, "8": 2}


@pytest.mark.both_databases
async def test_unchanged_viewer_costs_one_update_and_no_query(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("one", at=-9))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(pipeline.chat_message("two", at=-5))
    on_viewers = [statement for statement in executed if " viewers" in statement]
    assert [statement.split()[0] for statement in on_viewers] == ["UPDATE"]
