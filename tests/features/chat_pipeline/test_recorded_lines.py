"""Messages and notices are stored and published as lines, removals change lines, and authors become viewers."""

import msgspec
import pytest
from msgspec.structs import replace

from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.removal import remove_lines, restore_lines
from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    Chatter,
    Fragment,
    MessageDeleted,
    NoticeReceived,
    Parent,
    ViewerBanned,
    ViewerUnbanned,
)
from support.pipeline import QUICK, RecordingPipeline
from support.sql_statements import statements


def notice(pipeline: RecordingPipeline, text: str, notice_id: str = "n1", **fields: object) -> NoticeReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    default = NoticeReceived(notice_id, "gift", text, chatter, "", (), pipeline.now(-3), pipeline.now())
    return msgspec.structs.replace(default, **fields)


def gift(pipeline: RecordingPipeline, count: int, **fields: object) -> ActivityReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    icon = (Fragment("Rose", "gift", id="5", url="https://example.com/rose.png"),)
    default = ActivityReceived(
        "a1", ActivityKind.TIKTOK_GIFT, chatter, pipeline.now(-3), pipeline.now(), count, title="Rose", fragments=icon
    )
    return msgspec.structs.replace(default, **fields)


async def removals(pipeline: RecordingPipeline) -> dict[str, str | None]:
    return {line["text"]: line["removal"] and line["removal"]["how"] for line in await pipeline.lines()}


@pytest.mark.both_databases
async def test_repeated_message_is_stored_and_published_once(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("once"), pipeline.chat_message("once"), pipeline.chat_message("other"))
    await pipeline.process(pipeline.chat_message("once", text="changed"), pipeline.chat_message("new"))
    assert await pipeline.texts() == ["once", "other", "new"]
    for topic in ("chat", "public-chat"):
        assert [event["line"]["text"] for event in pipeline.published_events("line", topic)] == ["once", "other", "new"]
    assert (await pipeline.viewers())["7"]["message_count"] == 3


async def test_public_reply_names_the_author_without_the_quoted_text(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("rude"))
    await pipeline.process(MessageDeleted("rude", pipeline.now()))
    reply = msgspec.structs.replace(pipeline.chat_message("reply"), reply_to=Parent("rude", "rude", "7", "Viewer7"))
    await pipeline.process(reply, pipeline.chat_message("other"))
    to_staff, to_all = pipeline.published_events("line")[1:], pipeline.published_events("line", "public-chat")[1:]
    assert to_staff[0]["line"]["reply_to"]["text"] == "rude"
    assert to_all[0]["line"]["reply_to"] == {**to_staff[0]["line"]["reply_to"], "text": ""}
    assert to_all[0]["line"]["text"] == "reply"
    assert to_all[1] == to_staff[1]


async def test_deletion_is_published_to_staff_with_the_actor_and_publicly_without(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("oops"), pipeline.chat_message("fine"))
    await pipeline.process(
        MessageDeleted("oops", pipeline.now(), moderator="Odalys"), MessageDeleted("oops", pipeline.now())
    )
    assert await removals(pipeline) == {"oops": "deleted", "fine": None}
    (to_staff,), (to_all,) = pipeline.published_events("removed"), pipeline.published_events("removed", "public-chat")
    assert to_staff["removal"]["by"] == "Odalys"
    assert "by" not in to_all["removal"]
    assert (
        to_staff["lines"] == to_all["lines"] == [{"connection_id": str(pipeline.connection_id), "message_id": "oops"}]
    )


@pytest.mark.both_databases
async def test_deletion_reported_before_its_message_removes_the_message(pipeline: RecordingPipeline) -> None:
    await pipeline.process(MessageDeleted("late", pipeline.now(), moderator="Odalys"))
    await pipeline.process(pipeline.chat_message("late"), pipeline.chat_message("other"))
    assert await removals(pipeline) == {"late": "deleted", "other": None}
    # Staff see the line as removed; public viewers never get the line.
    assert [event["line"]["text"] for event in pipeline.published_events("line", "public-chat")] == ["other"]
    assert [event["lines"][0]["message_id"] for event in pipeline.published_events("removed")] == ["late"]


@pytest.mark.both_databases
async def test_message_from_before_a_ban_that_arrives_later_is_removed(pipeline: RecordingPipeline) -> None:
    await pipeline.process(ViewerBanned("7", "Viewer7", pipeline.now(600), "spam", "Odalys", pipeline.now()))
    await pipeline.process(
        pipeline.chat_message("said before", at=-2), pipeline.chat_message("of another", by="8", at=-2)
    )
    assert await removals(pipeline) == {"said before": "timed_out", "of another": None}
    await pipeline.process(ViewerUnbanned("7", "Viewer7", "Odalys", pipeline.now()))
    await pipeline.process(pipeline.chat_message("back again"))
    assert (await removals(pipeline))["back again"] is None


async def test_ban_has_duration_actor_and_reason(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("rude"))
    await pipeline.process(
        ViewerBanned("7", "Viewer7", pipeline.now(600), "rude \u202ewords", "Odalys", pipeline.now())
    )
    (line,) = await pipeline.lines()
    removal = line["removal"]
    assert (removal["how"], removal["seconds"], removal["by"], removal["reason"]) == (
        "timed_out",
        600,
        "Odalys",
        "rude words",
    )
    (swept,) = pipeline.published_events("swept")
    assert (swept["author_id"], swept["removal"]["seconds"]) == ("7", 600)
    (to_all,) = pipeline.published_events("swept", "public-chat")
    assert set(to_all["removal"]) == {"how", "at"}


async def test_ban_reported_after_a_clearing_is_the_cause_of_the_removal(pipeline: RecordingPipeline) -> None:
    await pipeline.process(
        pipeline.chat_message("rude"),
        ChatCleared(pipeline.now(), chatter_id="7"),
        ViewerBanned("7", "Viewer7", None, "", "Odalys", pipeline.now()),
    )
    assert await removals(pipeline) == {"rude": "banned"}


@pytest.mark.both_databases
async def test_removal_with_an_actor_is_not_overwritten(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("deleted first"), pipeline.chat_message("banned first"))
    await pipeline.process(MessageDeleted("deleted first", pipeline.now(), moderator="Odalys"))
    await pipeline.process(ViewerBanned("7", "Viewer7", None, "", "Marek", pipeline.now()))
    await pipeline.process(
        MessageDeleted("banned first", pipeline.now(), moderator="Odalys"), ChatCleared(pipeline.now())
    )
    assert await removals(pipeline) == {"deleted first": "deleted", "banned first": "banned"}


async def test_line_is_removed_once_and_restored_once(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("innocent"))
    ref = LineRef(pipeline.connection_id, "innocent")
    async with pipeline.kernel.database.write() as session:
        assert await remove_lines(session, pipeline.channel_id, [ref, ref], Removal("filtered", pipeline.now())) == 1
        assert await remove_lines(session, pipeline.channel_id, [ref], Removal("deleted", pipeline.now())) == 0
    async with pipeline.kernel.database.write() as session:
        assert await restore_lines(session, pipeline.channel_id, [ref]) == 1
        assert await restore_lines(session, pipeline.channel_id, [ref]) == 0
    assert await removals(pipeline) == {"innocent": None}
    assert len(pipeline.published_events("restored")) == len(pipeline.published_events("refetch", "public-chat")) == 1


@pytest.mark.both_databases
async def test_updated_notice_replaces_the_earlier_one_in_its_position(pipeline: RecordingPipeline) -> None:
    await pipeline.process(notice(pipeline, "Viewer7 sent Rose ×1"))
    await pipeline.process(pipeline.chat_message("between"))
    await pipeline.process(
        notice(pipeline, "Viewer7 sent Rose ×5"), notice(pipeline, "Viewer7 sent Rose ×9", sent_at=pipeline.now())
    )
    await pipeline.process(notice(pipeline, "Viewer7 sent Rose ×9"))
    rose, _ = await pipeline.lines()
    assert rose["headline"] == "Viewer7 sent Rose ×9"
    published = [event["line"] for event in pipeline.published_events("line") if event["line"]["kind"] == "notice"]
    assert [line["headline"] for line in published] == ["Viewer7 sent Rose ×1", "Viewer7 sent Rose ×9"]
    assert {line["sent_at"] for line in published} == {rose["sent_at"]}


@pytest.mark.both_databases
async def test_growing_combo_of_a_gift_stays_one_line_and_a_follow_has_no_line(pipeline: RecordingPipeline) -> None:
    await pipeline.process(gift(pipeline, 1))
    await pipeline.process(gift(pipeline, 12))
    (line,) = await pipeline.lines()
    assert (line["kind"], line["notice"], line["headline"]) == ("notice", "tiktok_gift", "Viewer7 sent Rose ×12")
    assert line["message_id"] == "activity:a1"
    assert [(part["kind"], part["url"]) for part in line["parts"]] == [("gift", "https://example.com/rose.png")]
    await pipeline.process(gift(pipeline, 1, activity_id="a2", kind=ActivityKind.FOLLOW))
    assert len(await pipeline.lines()) == 1


async def test_message_is_marked_as_first_once_per_viewer_or_if_its_kind_is_first(pipeline: RecordingPipeline) -> None:
    await pipeline.process(
        pipeline.chat_message("hello", is_backlog=True),
        pipeline.chat_message("again"),
        pipeline.chat_message("me too", by="8"),
    )
    pipeline.viewer_tracker = type(pipeline.viewer_tracker)(pipeline.kernel.database)
    pipeline.build()
    await pipeline.process(
        pipeline.chat_message("third"),
        pipeline.chat_message("new", by="9"),
        pipeline.chat_message("intro", by="8", kind="first"),
    )
    marked = [line["text"] for line in await pipeline.lines() if line.get("is_first")]
    assert marked == ["hello", "me too", "new", "intro"]


@pytest.mark.both_databases
async def test_former_name_of_a_viewer_who_renames_is_stored(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("hello"))
    renamed = Chatter(id="7", login="newname", name="NewName", colour="#ff0000", is_moderator=True)
    pipeline.viewer_tracker = type(pipeline.viewer_tracker)(pipeline.kernel.database)
    pipeline.build()
    await pipeline.process(pipeline.chat_message("it is me", chatter=renamed))
    await pipeline.process(pipeline.chat_message("still me", chatter=renamed))
    viewer = (await pipeline.viewers())["7"]
    names = viewer["former_names"]
    assert ("Viewer7" in names, "NewName" in names) == (True, False)
    assert (viewer["name"], viewer["search_name"], viewer["login"]) == ("NewName", "newname", "newname")
    assert (viewer["level"], viewer["message_count"]) == (7, 3)


@pytest.mark.both_databases
async def test_old_event_does_not_set_back_the_last_seen_time(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("now"))
    before = (await pipeline.viewers())["7"]
    await pipeline.process(pipeline.chat_message("long ago", at=-3600, is_backlog=True))
    after = (await pipeline.viewers())["7"]
    assert after["last_seen_at"] == before["last_seen_at"]
    assert after["first_seen_at"] < before["first_seen_at"]


@pytest.mark.both_databases
async def test_future_timestamp_is_replaced_by_the_current_time(pipeline: RecordingPipeline) -> None:
    await pipeline.process(pipeline.chat_message("from the future", at=3600))
    (line,) = await pipeline.lines()
    assert line["sent_at"] == pipeline.now().isoformat().replace("+00:00", "Z")


@pytest.mark.both_databases
async def test_hostile_texts_and_names_are_stored_safely(pipeline: RecordingPipeline) -> None:
    hostile = {
        "nul": "a\0b",
        "bidi": "\u202eevil\u202c",
        "zalgo": "h\u0335\u0321" * 200,
        "half": "half \ud83d of an emoji",
        "emoji": "👩‍👩‍👧‍👦" * 100,
        "long": "x" * 10_000,
        "script": "<script>alert(1)</script>",
        "sql": "'); DROP TABLE chat_messages; --",
        "lines": "one\ntwo\r\n\x1b[31m",
    }
    name = "\u202e<b>\0\n" + "N" * 300
    chatter = Chatter(id="7\0", login="\0", name=name, colour="javascript:alert(1)", avatar_url="javascript:alert(1)")
    await pipeline.process(
        *(
            pipeline.chat_message(text, message_id=key, chatter=chatter, fragments=(Fragment(text),))
            for key, text in hostile.items()
        )
    )
    lines = {line["message_id"]: line for line in await pipeline.lines()}
    assert lines.keys() == hostile.keys()
    assert (lines["nul"]["text"], lines["half"]["text"]) == ("ab", "half ? of an emoji")
    for key in hostile.keys() - {"nul", "half"}:
        assert lines[key]["text"] == hostile[key]
    for line in lines.values():
        assert "".join(part["text"] for part in line["parts"]) == line["text"]
        assert line["author"]["name"] == ("<b>" + "N" * 300)[:100]
        assert line["author"].get("avatar_url", "") == ""
        assert len(line["author"]["colour"]) == 7
    assert (await pipeline.viewers())["7"]["message_count"] == len(hostile)


@pytest.mark.both_databases
async def test_very_long_message_id_identifies_its_line(pipeline: RecordingPipeline) -> None:
    await pipeline.process(
        pipeline.chat_message("i" * 1_000), pipeline.chat_message("i" * 999), pipeline.chat_message("i" * 1_000)
    )
    await pipeline.process(MessageDeleted("i" * 1_000, pipeline.now()))
    assert await removals(pipeline) == {"i" * 1_000: "deleted", "i" * 999: None}


@pytest.mark.both_databases
async def test_number_of_statements_does_not_grow_with_the_batch(pipeline: RecordingPipeline) -> None:
    pipeline.build(limits=replace(QUICK, batch=200))
    await pipeline.process(*(pipeline.chat_message(f"warm {number}", by=str(number)) for number in range(100)))
    with statements(pipeline.kernel.database) as executed:
        await pipeline.process(*(pipeline.chat_message(f"line {number}", by=str(number)) for number in range(100)))
    # One statement is for the lines, one for the viewers, and on SQLite one begins the transaction. The occasional
    # query for emotes is ignored.
    own = [one for one in executed if "channel_providers" not in one and one != "BEGIN"]
    assert len(own) <= 3, own
