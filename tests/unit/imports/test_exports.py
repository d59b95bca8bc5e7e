"""Parsing exports of other bots, valid and broken."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.imports.aliases import merge_aliases
from greenroom.features.imports.exports.formats import cron_minutes
from greenroom.features.imports.exports.items import ExportedCommand
from greenroom.features.imports.levels import level_of
from greenroom.features.imports.review import parse_export
from greenroom.features.imports.schemas import ReviewOut, ReviewRow, Source
from greenroom.kernel.errors import Invalid
from support.import_reviews import review

FIELD_NAMES = st.sampled_from(
    [
        *(
            "commands",
            "timers",
            "quotes",
            "data",
            "name",
            "message",
            "alias",
            "interval",
            "lines",
            "userLevel",
            "coolDown",
        ),
        *(
            "command",
            "reply",
            "accessLevel",
            "cooldown",
            "aliases",
            "messages",
            "online",
            "enabled",
            "keywords",
            "regex",
        ),
        *("Command", "Response", "Permission", "Cooldown", "response", "permission", "cmds", "number", "created_at"),
    ]
)
LEAVES = (
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20) | st.sampled_from(["!a", "$(user)"])
)
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(FIELD_NAMES, inner, max_size=6), max_leaves=25
)
SOURCES = st.sampled_from(["nightbot", "streamelements", "streamlabs", "tbot"])


def rows_and_invalid_fields(source: Source, content: str) -> tuple[list[ReviewRow], list[str]]:
    """Returns the rows of the review and the names of the invalid fields; one of the two lists is empty."""
    try:
        found = review(source, content)
    except Invalid as error:
        return [], [one.field for one in error.errors]
    # Serialized as in the response of the API.
    return ReviewOut.model_validate_json(found.model_dump_json()).rows, []


@given(SOURCES, VALUES)
def test_any_json_is_reviewed_or_rejected(source: Source, value: object) -> None:
    found, fields = rows_and_invalid_fields(source, json.dumps(value))
    assert fields == ([] if found else ["content"])
    assert all(row.problems for row in found if row.maps == "cannot")


@given(SOURCES, st.text(max_size=200))
def test_any_text_is_reviewed_or_rejected(source: Source, content: str) -> None:
    found, fields = rows_and_invalid_fields(source, content)
    assert fields == ([] if found else ["content"])


def test_pasted_lists_are_parsed_line_by_line() -> None:
    found = parse_export(
        "nightbot",
        "Command\tMessage\tUserlevel\n!discord\tJoin us\tModerator\t30\n"
        "!addcom !hug -ul=subscriber -cd=10 $(user) hugs $(touser)\n!commands add !hi hello\n"
        "!so Go and see $(1)\nnothing\n",
    )
    assert found.items == [
        ExportedCommand("!discord", "Join us", level="moderator", global_cooldown=30),
        ExportedCommand("!hug", "$(user) hugs $(touser)", level="subscriber", global_cooldown=10),
        ExportedCommand("!hi", "hello"),
        ExportedCommand("!so", "Go and see $(1)"),
    ]
    assert found.ignored == ["line 6: nothing"]


@pytest.mark.parametrize(
    ("source", "given_level", "level", "is_noted"),
    [
        ("nightbot", "everyone", 0, False),
        ("nightbot", "regular", 1, True),
        ("nightbot", "twitch_vip", 2, False),
        ("nightbot", "Moderator", 7, False),
        ("nightbot", "owner", 500, False),
        ("nightbot", "unknown level", 500, True),
        ("streamelements", 100, 0, False),
        ("streamelements", 250, 1, False),
        ("streamelements", 300, 1, True),
        ("streamelements", 400, 2, False),
        ("streamelements", 1000, 500, True),
        ("streamelements", 1500, 500, False),
        ("streamlabs", 34, 1, False),
        ("streamlabs", "Editor", 500, True),
        ("streamlabs", "Min_Points", 500, True),
        ("tbot", 8, 500, True),
        ("tbot", None, 0, False),
    ],
)
def test_levels_never_grant_more_access(source: str, given_level: str | int | None, level: int, is_noted: bool) -> None:
    found, note = level_of(source, given_level)
    assert (found, bool(note)) == (level, is_noted)


@pytest.mark.parametrize(
    ("cron", "minutes"),
    [
        ("*/15 * * * *", 15),
        ("0,30 * * * *", 30),
        ("5 * * * *", 60),
        ("0 */2 * * *", 120),
        ("0 0 * * 1", None),
        ("", None),
    ],
)
def test_cron_becomes_an_interval(cron: str, minutes: int | None) -> None:
    assert cron_minutes(cron)[0] == minutes


def test_aliases_without_a_text_or_level_of_their_own_become_names_of_their_command() -> None:
    listed = [
        ExportedCommand("!a", "x", level="everyone"),
        ExportedCommand("!b", "$(query)", alias_of="!A", level="everyone"),
        ExportedCommand("!c", "", alias_of="!b", level="everyone"),
        ExportedCommand("!d", "", alias_of="!a", level="moderator"),
        ExportedCommand("!e", "words", alias_of="!a", level="everyone"),
        ExportedCommand("!f", "", alias_of="!f", level="everyone"),
    ]
    remaining = [one for one in merge_aliases(listed) if isinstance(one, ExportedCommand)]
    assert [one.name for one in remaining] == ["!a", "!d", "!e", "!f"]
    assert remaining[0].aliases == ["!b", "!c"]


def test_first_of_duplicate_commands_gets_the_alias() -> None:
    items = [ExportedCommand("!a", "first"), ExportedCommand("!A", "second"), ExportedCommand("!b", "", alias_of="!a")]
    remaining = [one for one in merge_aliases(items) if isinstance(one, ExportedCommand)]
    assert [(one.text, one.aliases) for one in remaining] == [("first", ["!b"]), ("second", [])]


def test_alias_of_itself_cannot_be_imported() -> None:
    (row,) = review("nightbot", json.dumps({"commands": [{"name": "!loop", "alias": "!Loop", "message": ""}]})).rows
    assert (row.maps, row.notes[0]) == ("cannot", "Runs itself")


def test_duplicate_in_ten_thousand_commands_is_marked() -> None:
    commands = [{"name": f"!c{at % 9_999}", "message": "hi $(user)"} for at in range(10_000)]
    rows = review("nightbot", json.dumps({"commands": commands})).rows
    assert sum(row.repeats for row in rows) == 1


def test_invalid_names_are_reported_in_the_review() -> None:
    names = ("!cmd", "!a\u200bb", "\u200b!b\u200b", "\ufeffc")
    commands = [{"command": name, "reply": "hi"} for name in names]
    rows = review("streamelements", json.dumps(commands)).rows
    assert [(row.key, [one.partition(":")[0] for one in row.problems]) for row in rows] == [
        ("!cmd", ["cmds.0"]),
        ("!a\u200bb", ["cmds.0"]),
        ("!b", []),
        ("!c", []),
    ]


def test_unsupported_row_does_not_reserve_its_name() -> None:
    texts = (("!a", "$(eval 1)"), ("!A", "one"), ("!a", "two"))
    rows = review("nightbot", json.dumps({"commands": [{"name": name, "message": text} for name, text in texts]})).rows
    assert [(row.maps, row.repeats) for row in rows] == [("cannot", False), ("changed", False), ("changed", True)]
