"""What becomes of what was heard: lines, viewers, and what is struck through."""

from dataclasses import replace

import msgspec
import pytest

from asked_statements import statements
from greenroom.chat.events import (
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    Chatter,
    Fragment,
    MessageDeleted,
    NoticeReceived,
    ReplyTo,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.chat.line import LineRef, Removal
from greenroom.chat.removing import remove_lines, restore_lines
from recording_desk import QUICK, Desk

# The database is asked nothing that other tests do not ask of both kinds.
on_sqlite = pytest.mark.parametrize("database_url", ["sqlite"], indirect=True)


def notice(desk: Desk, text: str, notice_id: str = "n1", **facts: object) -> NoticeReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    made = NoticeReceived(notice_id, "gift", text, chatter, "", (), desk.now(-3), desk.now())
    return msgspec.structs.replace(made, **facts)


def gift(desk: Desk, count: int, **facts: object) -> ActivityReceived:
    chatter = Chatter(id="7", login="viewer7", name="Viewer7")
    icon = (Fragment("Rose", "gift", id="5", url="https://example.com/rose.png"),)
    made = ActivityReceived(
        "a1", ActivityKind.TIKTOK_GIFT, chatter, desk.now(-3), desk.now(), count, title="Rose", fragments=icon
    )
    return msgspec.structs.replace(made, **facts)


async def removals(desk: Desk) -> dict[str, str | None]:
    return {line["text"]: line["removal"] and line["removal"]["how"] for line in await desk.lines()}


async def test_same_message_is_stored_and_told_once_within_a_batch_and_after(desk: Desk) -> None:
    await desk.hear(desk.said("once"), desk.said("once"), desk.said("other"))
    await desk.hear(desk.said("once", text="changed"), desk.said("new"))
    assert await desk.texts() == ["once", "other", "new"]
    for topic in ("chat", "public-chat"):
        assert [news["line"]["text"] for news in desk.told("line", topic)] == ["once", "other", "new"]
    assert (await desk.viewers())["7"]["message_count"] == 3


@on_sqlite
async def test_reply_is_told_to_the_public_with_whom_it_answers_but_not_what_was_said(desk: Desk) -> None:
    await desk.hear(desk.said("rude"))
    await desk.hear(MessageDeleted("rude", desk.now()))
    answer = msgspec.structs.replace(desk.said("answer"), reply_to=ReplyTo("rude", "rude", "7", "Viewer7"))
    await desk.hear(answer, desk.said("other"))
    to_staff, to_all = desk.told("line")[1:], desk.told("line", "public-chat")[1:]
    assert to_staff[0]["line"]["reply_to"]["text"] == "rude"
    assert to_all[0]["line"]["reply_to"] == {**to_staff[0]["line"]["reply_to"], "text": ""}
    assert to_all[0]["line"]["text"] == "answer"
    assert to_all[1] == to_staff[1]


@on_sqlite
async def test_deletion_is_told_to_staff_with_a_name_and_to_all_without(desk: Desk) -> None:
    await desk.hear(desk.said("oops"), desk.said("fine"))
    await desk.hear(MessageDeleted("oops", desk.now(), moderator="Odalys"), MessageDeleted("oops", desk.now()))
    assert await removals(desk) == {"oops": "deleted", "fine": None}
    (to_staff,), (to_all,) = desk.told("removed"), desk.told("removed", "public-chat")
    assert to_staff["removal"]["by"] == "Odalys"
    assert "by" not in to_all["removal"]
    assert to_staff["lines"] == to_all["lines"] == [{"connection_id": str(desk.connection_id), "message_id": "oops"}]


async def test_deletion_that_overtakes_its_message_holds(desk: Desk) -> None:
    await desk.hear(MessageDeleted("late", desk.now(), moderator="Odalys"))
    await desk.hear(desk.said("late"), desk.said("other"))
    assert await removals(desk) == {"late": "deleted", "other": None}
    # Staff see it struck through; nobody else ever sees it.
    assert [news["line"]["text"] for news in desk.told("line", "public-chat")] == ["other"]
    assert [news["lines"][0]["message_id"] for news in desk.told("removed")] == ["late"]


async def test_message_that_was_overtaken_by_a_ban_is_swept_too(desk: Desk) -> None:
    await desk.hear(ViewerBanned("7", "Viewer7", desk.now(600), "spam", "Odalys", desk.now()))
    await desk.hear(desk.said("said before", at=-2), desk.said("of another", by="8", at=-2))
    assert await removals(desk) == {"said before": "timed_out", "of another": None}
    await desk.hear(ViewerUnbanned("7", "Viewer7", "Odalys", desk.now()))
    await desk.hear(desk.said("back again"))
    assert (await removals(desk))["back again"] is None


@on_sqlite
async def test_ban_says_how_long_by_whom_and_why(desk: Desk) -> None:
    await desk.hear(desk.said("rude"))
    await desk.hear(ViewerBanned("7", "Viewer7", desk.now(600), "rude \u202ewords", "Odalys", desk.now()))
    (line,) = await desk.lines()
    removal = line["removal"]
    assert (removal["how"], removal["seconds"], removal["by"], removal["reason"]) == (
        "timed_out",
        600,
        "Odalys",
        "rude words",
    )
    (swept,) = desk.told("swept")
    assert (swept["author_id"], swept["removal"]["seconds"]) == ("7", 600)
    (to_all,) = desk.told("swept", "public-chat")
    assert set(to_all["removal"]) == {"how", "at"}


@on_sqlite
async def test_ban_that_comes_with_a_clearing_says_more_than_the_clearing(desk: Desk) -> None:
    await desk.hear(
        desk.said("rude"),
        ChatCleared(desk.now(), chatter_id="7"),
        ViewerBanned("7", "Viewer7", None, "", "Odalys", desk.now()),
    )
    assert await removals(desk) == {"rude": "banned"}


async def test_earlier_removal_is_never_overwritten(desk: Desk) -> None:
    await desk.hear(desk.said("deleted first"), desk.said("banned first"))
    await desk.hear(MessageDeleted("deleted first", desk.now(), moderator="Odalys"))
    await desk.hear(ViewerBanned("7", "Viewer7", None, "", "Marek", desk.now()))
    await desk.hear(MessageDeleted("banned first", desk.now(), moderator="Odalys"), ChatCleared(desk.now()))
    assert await removals(desk) == {"deleted first": "deleted", "banned first": "banned"}


@on_sqlite
async def test_line_that_is_restored_stands_again(desk: Desk) -> None:
    await desk.hear(desk.said("innocent"))
    ref = LineRef(desk.connection_id, "innocent")
    async with desk.kernel.database.write() as session:
        assert await remove_lines(session, desk.channel_id, [ref, ref], Removal("filtered", desk.now())) == 1
        assert await remove_lines(session, desk.channel_id, [ref], Removal("deleted", desk.now())) == 0
    async with desk.kernel.database.write() as session:
        assert await restore_lines(session, desk.channel_id, [ref]) == 1
        assert await restore_lines(session, desk.channel_id, [ref]) == 0
    assert await removals(desk) == {"innocent": None}
    assert len(desk.told("restored")) == len(desk.told("refetch", "public-chat")) == 1


async def test_notice_that_grows_replaces_itself_in_its_place(desk: Desk) -> None:
    await desk.hear(notice(desk, "Viewer7 sent Rose ×1"))
    await desk.hear(desk.said("between"))
    await desk.hear(notice(desk, "Viewer7 sent Rose ×5"), notice(desk, "Viewer7 sent Rose ×9", sent_at=desk.now()))
    await desk.hear(notice(desk, "Viewer7 sent Rose ×9"))
    rose, _ = await desk.lines()
    assert rose["headline"] == "Viewer7 sent Rose ×9"
    told = [news["line"] for news in desk.told("line") if news["line"]["kind"] == "notice"]
    assert [line["headline"] for line in told] == ["Viewer7 sent Rose ×1", "Viewer7 sent Rose ×9"]
    assert {line["sent_at"] for line in told} == {rose["sent_at"]}


async def test_gift_is_a_line_and_a_combo_stays_one(desk: Desk) -> None:
    await desk.hear(gift(desk, 1))
    await desk.hear(gift(desk, 12))
    (line,) = await desk.lines()
    assert (line["kind"], line["notice"], line["headline"]) == ("notice", "tiktok_gift", "Viewer7 sent Rose ×12")
    assert line["message_id"] == "activity:a1"
    assert [(part["kind"], part["url"]) for part in line["parts"]] == [("gift", "https://example.com/rose.png")]
    await desk.hear(gift(desk, 1, activity_id="a2", kind=ActivityKind.FOLLOW))
    assert len(await desk.lines()) == 1


@on_sqlite
async def test_first_message_is_marked_once_also_after_a_restart(desk: Desk) -> None:
    await desk.hear(desk.said("hello", is_backlog=True), desk.said("again"), desk.said("me too", by="8"))
    desk.door = type(desk.door)(desk.kernel.database)
    desk.build()
    await desk.hear(desk.said("third"), desk.said("new", by="9"), desk.said("intro", by="8", kind="first"))
    marked = [line["text"] for line in await desk.lines() if line.get("is_first")]
    assert marked == ["hello", "me too", "new", "intro"]


async def test_viewer_who_renames_keeps_the_former_name(desk: Desk) -> None:
    await desk.hear(desk.said("hello"))
    renamed = Chatter(id="7", login="newname", name="NewName", colour="#ff0000", is_moderator=True)
    desk.door = type(desk.door)(desk.kernel.database)
    desk.build()
    await desk.hear(desk.said("it is me", chatter=renamed))
    await desk.hear(desk.said("still me", chatter=renamed))
    viewer = (await desk.viewers())["7"]
    names = viewer["former_names"]
    assert ("Viewer7" in names, "NewName" in names) == (True, False)
    assert (viewer["name"], viewer["search_name"], viewer["login"]) == ("NewName", "newname", "newname")
    assert (viewer["level"], viewer["message_count"]) == (7, 3)


async def test_old_news_does_not_turn_back_when_somebody_was_last_seen(desk: Desk) -> None:
    await desk.hear(desk.said("now"))
    before = (await desk.viewers())["7"]
    await desk.hear(desk.said("long ago", at=-3600, is_backlog=True))
    after = (await desk.viewers())["7"]
    assert after["last_seen_at"] == before["last_seen_at"]
    assert after["first_seen_at"] < before["first_seen_at"]


async def test_clock_that_is_ahead_does_not_keep_a_line_at_the_end(desk: Desk) -> None:
    await desk.hear(desk.said("from the future", at=3600))
    (line,) = await desk.lines()
    assert line["sent_at"] == desk.now().isoformat().replace("+00:00", "Z")


async def test_hostile_texts_and_names_are_stored_whole(desk: Desk) -> None:
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
    await desk.hear(
        *(
            desk.said(text, message_id=key, chatter=chatter, fragments=(Fragment(text),))
            for key, text in hostile.items()
        )
    )
    lines = {line["message_id"]: line for line in await desk.lines()}
    assert lines.keys() == hostile.keys()
    assert (lines["nul"]["text"], lines["half"]["text"]) == ("ab", "half ? of an emoji")
    for key in hostile.keys() - {"nul", "half"}:
        assert lines[key]["text"] == hostile[key]
    for line in lines.values():
        assert "".join(part["text"] for part in line["parts"]) == line["text"]
        assert line["author"]["name"] == ("<b>" + "N" * 300)[:100]
        assert line["author"].get("avatar_url", "") == ""
        assert len(line["author"]["colour"]) == 7
    assert (await desk.viewers())["7"]["message_count"] == len(hostile)


async def test_message_id_longer_than_any_still_names_its_line(desk: Desk) -> None:
    await desk.hear(desk.said("i" * 1_000), desk.said("i" * 999), desk.said("i" * 1_000))
    await desk.hear(MessageDeleted("i" * 1_000, desk.now()))
    assert await removals(desk) == {"i" * 1_000: "deleted", "i" * 999: None}


async def test_statements_do_not_grow_with_the_batch(desk: Desk) -> None:
    desk.build(limits=replace(QUICK, batch=200))
    await desk.hear(*(desk.said(f"warm {number}", by=str(number)) for number in range(100)))
    with statements(desk.kernel.database) as asked:
        await desk.hear(*(desk.said(f"line {number}", by=str(number)) for number in range(100)))
    # One for the lines and one for the viewers; beginning a transaction is one more on SQLite. Emotes are looked up
    # beside it, and seldom.
    own = [one for one in asked if "channel_providers" not in one and one != "BEGIN"]
    assert len(own) <= 3, own
