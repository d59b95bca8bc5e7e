"""Whatever cannot be taken over as it is, is told before anything is written, in words of ours."""

import json

import pytest

from greenroom.features.imports.schemas import ReviewRow, Source
from imported import review


def row_of(source: Source, **record: object) -> ReviewRow:
    (row,) = review(source, json.dumps([record])).rows
    return row


def told_by_nightbot(text: str) -> list[str]:
    return row_of("nightbot", name="!a", message=text, coolDown=5, userLevel="everyone").notes


UNREAD = "it cannot be read as a variable, so it is shown as it is written"


def test_cooldown_below_nothing_is_none_and_told() -> None:
    row = row_of("nightbot", name="!a", message="Hello", coolDown=-5, userLevel="everyone")
    assert (row.entry["global_cooldown"], row.maps) == (0, "changed")
    assert row.notes == ["a cooldown of -5 s is read as none"]


@pytest.mark.parametrize(
    ("lines", "read"), [(-3, "-3 chat lines are read as 0"), (5_000_000, "5,000,000 chat lines are read as 10,000")]
)
def test_chat_lines_that_no_timer_waits_for_are_told(lines: int, read: str) -> None:
    row = row_of("nightbot", name="T", message="Hello", interval="*/5 * * * *", lines=lines)
    assert read in row.notes


@pytest.mark.parametrize("text", ["Hi $(user", "Hi ${user", "Hi $(touser $(user)", "$(count $(1) of it"])
def test_variable_that_never_ends_stays_text_and_is_told(text: str) -> None:
    (note,) = told_by_nightbot(text)
    assert note.endswith(f": {UNREAD}")


def test_it_is_told_which_one_never_ends() -> None:
    assert told_by_nightbot("Hi $(user) and $(touser and more") == [f"$(touser: {UNREAD}"]


def test_brackets_that_are_no_variable_are_nothing_to_tell() -> None:
    assert told_by_nightbot("(Hi :-{ $5 {x}") == []


@pytest.mark.parametrize(
    ("source", "record"),
    [
        ("streamelements", {"command": "a", "reply": "Hi ${user", "cooldown": {"user": 1, "global": 5}}),
        ("streamlabs", {"command": "!a", "response": "Hi {user.name", "cooldown": 5}),
        ("streamlabs", {"Command": "!a", "Response": "Hi $randnum(1,", "Cooldown": 1, "UserCooldown": 1}),
        ("tbot", {"cmds": ["!a"], "response": "Hi {sender", "global_cooldown": 1, "chatter_cooldown": 1}),
    ],
)
def test_each_bots_way_to_leave_a_variable_open_is_told(source: Source, record: dict[str, object]) -> None:
    assert any(note.endswith(UNREAD) for note in row_of(source, **record).notes)


def test_brace_that_opens_nothing_is_nothing_to_tell() -> None:
    row = row_of("tbot", cmds=["!a"], response="Hi :-{ there", global_cooldown=1, chatter_cooldown=1)
    assert row.notes == []


def test_answer_that_is_too_long_is_told_in_words_of_ours() -> None:
    row = row_of("nightbot", name="!a", message="x" * 3_000, coolDown=5, userLevel="everyone")
    assert row.problems == ["responses.0.text: must be at most 1500 characters long"]


def test_pattern_that_is_too_long_is_told_in_words_of_ours() -> None:
    cooldown = {"user": 1, "global": 5}
    row = row_of("streamelements", command="a", reply="Hi", regex="x" * 3_000, cooldown=cooldown)
    assert row.problems == ["patterns.0.text: must be at most 200 characters long"]


@pytest.mark.parametrize(
    ("number", "words"), [(-1, "must be at least 1"), (9_999_999_999, "must be at most 2147483647")]
)
def test_number_of_a_quote_that_there_cannot_be_is_told_in_words_of_ours(number: int, words: str) -> None:
    assert row_of("tbot", number=number, message="Well said").problems == [f"number: {words}"]


def test_words_about_a_command_that_are_cut_are_told() -> None:
    record = {"Command": "!a", "Response": "Hi", "Permission": "Everyone", "Cooldown": 0, "UserCooldown": 0}
    row = row_of("streamlabs", **record, Description="d" * 501, Group="g" * 51)
    assert (len(str(row.entry["description"])), len(str(row.entry["group"]))) == (500, 50)
    assert row.notes == [
        "its description is cut: at most 500 characters are kept",
        "its group is cut: at most 50 characters are kept",
    ]
    assert row_of("streamlabs", **record, Description="d" * 500, Group="g" * 50).notes == []


def test_name_of_a_timer_that_is_cut_is_told() -> None:
    row = row_of("nightbot", name="T" * 101, message="Hello", interval="*/5 * * * *", lines=0)
    assert (row.entry["name"], row.notes) == ("T" * 100, ["its name is cut: at most 100 characters are kept"])


def test_words_about_a_quote_that_are_cut_are_told() -> None:
    row = row_of("tbot", number=1, message="Well said", quoted_display_name="u" * 101, category="g" * 101)
    assert row.notes == [
        "whose words they are is cut: at most 100 characters are kept",
        "its category is cut: at most 100 characters are kept",
    ]
