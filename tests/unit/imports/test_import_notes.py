"""Notes and validation errors in the review of an import."""

import json

import pytest

from greenroom.features.imports.schemas import ReviewRow, Source
from support.import_reviews import review


def row_of(source: Source, **record: object) -> ReviewRow:
    (row,) = review(source, json.dumps([record])).rows
    return row


def nightbot_notes(text: str) -> list[str]:
    return row_of("nightbot", name="!a", message=text, coolDown=5, userLevel="everyone").notes


INVALID_VARIABLE = "not a valid variable, kept as plain text"


def test_negative_cooldown_becomes_zero_with_a_note() -> None:
    row = row_of("nightbot", name="!a", message="Hello", coolDown=-5, userLevel="everyone")
    assert (row.entry["global_cooldown"], row.maps) == (0, "changed")
    assert row.notes == ["No cooldown (was -5 s)"]


@pytest.mark.parametrize(
    ("lines", "note"),
    [
        (-3, "Minimum chat messages set to 0 (was -3)"),
        (5_000_000, "Minimum chat messages set to 10,000 (was 5,000,000)"),
    ],
)
def test_minimum_of_chat_messages_out_of_range_is_limited_with_a_note(lines: int, note: str) -> None:
    row = row_of("nightbot", name="T", message="Hello", interval="*/5 * * * *", lines=lines)
    assert note in row.notes


@pytest.mark.parametrize("text", ["Hi $(user", "Hi ${user", "Hi $(touser $(user)", "$(count $(1) of it"])
def test_unclosed_variable_stays_text_with_a_note(text: str) -> None:
    (note,) = nightbot_notes(text)
    assert note.endswith(f": {INVALID_VARIABLE}")


def test_note_names_the_unclosed_variable() -> None:
    assert nightbot_notes("Hi $(user) and $(touser and more") == [f"$(touser: {INVALID_VARIABLE}"]


def test_brackets_without_variable_need_no_note() -> None:
    assert nightbot_notes("(Hi :-{ $5 {x}") == []


@pytest.mark.parametrize(
    ("source", "record"),
    [
        ("streamelements", {"command": "a", "reply": "Hi ${user", "cooldown": {"user": 1, "global": 5}}),
        ("streamlabs", {"command": "!a", "response": "Hi {user.name", "cooldown": 5}),
        ("streamlabs", {"Command": "!a", "Response": "Hi $randnum(1,", "Cooldown": 1, "UserCooldown": 1}),
        ("tbot", {"cmds": ["!a"], "response": "Hi {sender", "global_cooldown": 1, "chatter_cooldown": 1}),
    ],
)
def test_unclosed_variable_of_each_bot_has_a_note(source: Source, record: dict[str, object]) -> None:
    assert any(note.endswith(INVALID_VARIABLE) for note in row_of(source, **record).notes)


def test_brace_without_variable_needs_no_note() -> None:
    row = row_of("tbot", cmds=["!a"], response="Hi :-{ there", global_cooldown=1, chatter_cooldown=1)
    assert row.notes == []


def test_response_that_is_too_long_is_a_problem() -> None:
    row = row_of("nightbot", name="!a", message="x" * 3_000, coolDown=5, userLevel="everyone")
    assert row.problems == ["responses.0.text: must be at most 1500 characters long"]


def test_pattern_that_is_too_long_is_a_problem() -> None:
    cooldown = {"user": 1, "global": 5}
    row = row_of("streamelements", command="a", reply="Hi", regex="x" * 3_000, cooldown=cooldown)
    assert row.problems == ["patterns.0.text: must be at most 200 characters long"]


@pytest.mark.parametrize(
    ("number", "message"), [(-1, "must be at least 1"), (9_999_999_999, "must be at most 2147483647")]
)
def test_quote_number_out_of_range_is_a_problem(number: int, message: str) -> None:
    assert row_of("tbot", number=number, message="Well said").problems == [f"number: {message}"]


def test_shortened_command_fields_have_notes() -> None:
    record = {"Command": "!a", "Response": "Hi", "Permission": "Everyone", "Cooldown": 0, "UserCooldown": 0}
    row = row_of("streamlabs", **record, Description="d" * 501, Group="g" * 51)
    assert (len(str(row.entry["description"])), len(str(row.entry["group"]))) == (500, 50)
    assert row.notes == [
        "Description shortened to 500 characters",
        "Group shortened to 50 characters",
    ]
    assert row_of("streamlabs", **record, Description="d" * 500, Group="g" * 50).notes == []


def test_shortened_timer_name_has_a_note() -> None:
    row = row_of("nightbot", name="T" * 101, message="Hello", interval="*/5 * * * *", lines=0)
    assert (row.entry["name"], row.notes) == ("T" * 100, ["Name shortened to 100 characters"])


def test_shortened_quote_fields_have_notes() -> None:
    row = row_of("tbot", number=1, message="Well said", quoted_display_name="u" * 101, category="g" * 101)
    assert row.notes == [
        "Quoted user shortened to 100 characters",
        "Category shortened to 100 characters",
    ]
