"""Picking a response, levels, cooldowns, edits of commands in chat, and the fields of a command."""

import time
from datetime import UTC, datetime, timedelta
from itertools import repeat
from pathlib import Path

import msgspec
import pytest
from pydantic import ValidationError

from greenroom.app import create_app
from greenroom.chat.messages.levels import badge_level
from greenroom.chat.messages.line import Author
from greenroom.features.commands.editing.chat_admin import ChatEdit, InvalidChatEdit, is_chat_edit, parse_chat_edit
from greenroom.features.commands.editing.starter_set import STARTER_COMMANDS
from greenroom.features.commands.explain import similar_names
from greenroom.features.commands.matching.prefix import admin_names
from greenroom.features.commands.matching.responses import ResponseCompiler, without_variables
from greenroom.features.commands.responding.cooldowns import MAX_OWNER_LENGTH, cooldown_owner
from greenroom.features.commands.rules import (
    ResponseChoice,
    UseConditions,
    UseContext,
    is_cooldown_over,
    parse_message,
    pick_response,
    seconds_left,
    unmet_condition,
)
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.variables import comma_list
from greenroom.kernel.services import services_of
from greenroom.settings import Settings

NOW = datetime(2030, 1, 2, tzinfo=UTC)
EDIT_NAMES = admin_names("!")


def chat_edit(text: str) -> ChatEdit:
    return parse_chat_edit(parse_message(text, is_reply=False))


def test_random_pick_of_a_response_follows_the_weights() -> None:
    choices = [
        ResponseChoice("a", frozenset(), 1),
        ResponseChoice("b", frozenset(), 3),
        ResponseChoice("t", frozenset({"twitch"}), 100),
    ]
    picked = [
        pick_response(choices, "kick", "random", use_count=1, chance=repeat(at / 100).__next__) for at in range(100)
    ]
    assert [one.text for one in picked if one].count("a") == 25
    assert len({one.text for one in picked if one}) == 2


LEVEL_OF_ROLE: dict[str, int] = {"": 0, "subscriber": 1, "vip": 2, "moderator": 7, "broadcaster": 500}
NAME_OF_LEVEL = {0: "Public", 1: "Sub", 2: "VIP", 7: "Mod", 500: "Owner"}


def author(*roles: str, is_bot: bool = False) -> Author:
    flags = {f"is_{role}": True for role in roles if role}
    return msgspec.structs.replace(Author("7", "viewer7", "Viewer7", "", is_bot=is_bot), **flags)


@pytest.mark.rows("E9")
def test_badge_level_is_that_of_the_highest_badge() -> None:
    assert {role: badge_level(author(role)) for role in LEVEL_OF_ROLE} == LEVEL_OF_ROLE
    assert badge_level(author("subscriber", "vip")) == 2
    assert badge_level(author("vip", "subscriber", "moderator")) == 7
    assert badge_level(author("moderator", "broadcaster", "subscriber")) == 500
    assert badge_level(author(is_bot=True)) == 0


@pytest.mark.rows("E9")
@pytest.mark.parametrize("role", LEVEL_OF_ROLE)
@pytest.mark.parametrize("needed", NAME_OF_LEVEL)
def test_command_requires_its_level_or_higher(needed: int, role: str) -> None:
    level = badge_level(author(role))
    found = unmet_condition(
        UseConditions(True, frozenset(), needed, "always"), UseContext("twitch", level, is_live=False)
    )
    refused = f"requires {NAME_OF_LEVEL[needed]} or higher, user is {NAME_OF_LEVEL[LEVEL_OF_ROLE[role]]}"
    assert found == ("" if LEVEL_OF_ROLE[role] >= needed else refused)


def test_one_viewer_id_on_two_platforms_has_two_cooldowns() -> None:
    assert cooldown_owner("twitch", "7") != cooldown_owner("kick", "7")
    assert len(cooldown_owner("youtube", "x" * 200)) == MAX_OWNER_LENGTH


def test_cooldown_with_more_time_left_than_its_length_is_over() -> None:
    assert not is_cooldown_over(NOW + timedelta(seconds=5), 5, NOW)
    assert is_cooldown_over(NOW + timedelta(seconds=6), 5, NOW)
    assert is_cooldown_over(NOW, 5, NOW)
    assert seconds_left(NOW + timedelta(milliseconds=1), NOW) == 1


def test_chat_edit_with_options_is_parsed() -> None:
    options = '-cd=30 -ucd=60 -cost=50 -level=MOD -type=reply -alias=!x,!y -group="Two words" -on=kick'
    edit = chat_edit(f"!cmd add !social {options} Hi -cd=1")
    assert (edit.verb, edit.name, edit.aliases, edit.text) == ("add", "!social", ("!x", "!y"), "Hi -cd=1")
    assert edit.changes == {
        "global_cooldown": 30,
        "chatter_cooldown": 60,
        "cost": 50,
        "access_level": 7,
        "response_type": "reply",
        "group": "Two words",
        "providers": ["kick"],
    }
    edit = chat_edit(
        '!cmd edit !social -mode=Online -pick=round_robin -desc="Where else we are" -public=no -platform=all'
    )
    assert (edit.verb, edit.text) == ("edit", "")
    assert edit.changes == {
        "active_mode": "online",
        "pick": "round_robin",
        "description": "Where else we are",
        "public": False,
        "providers": [],
    }
    assert chat_edit("!cmd edit !x -public=yes").changes == {"public": True}


@pytest.mark.parametrize(
    ("word", "verb"), [("enable", "enable"), ("ON", "enable"), ("disable", "disable"), ("off", "disable")]
)
def test_enabling_and_disabling_accept_the_spellings_of_other_bots(word: str, verb: str) -> None:
    assert chat_edit(f"!cmd {word} !x") == ChatEdit(verb, "!x", text_at=len(f"!cmd {word} !x"))  # pyright: ignore[reportArgumentType]  # one of the verbs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!cmd add", "Usage: !cmd add"),
        ("!cmd add !x", "Usage: !cmd add !x <response>"),
        ("!cmd edit !x", r"Usage: !cmd edit !x \[options\]"),
        ("!cmd add !x -cd=soon text", "Character 13: cooldown must be 0–86400 seconds"),
        ("!cmd add !x -level=king text", "Character 13: must be one of everyone"),
        ("!cmd add !x -nope=1 text", "Character 13: unknown option -nope"),
        ("!cmd add !x -mode=live text", "Character 13: must be one of always, online, offline"),
        ("!cmd add !x -pick=any text", "Character 13: must be one of first, random, round_robin"),
        ("!cmd add !x -cd=1 -public=maybe text", "Character 19: must be one of yes, no"),
        ("!cmd add !x -on=myspace text", "Character 13: must be one of twitch, youtube, kick, tiktok"),
    ],
)
def test_invalid_chat_edit_shows_the_usage_or_the_position(text: str, words: str) -> None:
    with pytest.raises(InvalidChatEdit, match=words):
        chat_edit(text)


def test_listing_commands_is_not_a_chat_edit() -> None:
    assert not is_chat_edit(parse_message("!commands", is_reply=False), EDIT_NAMES)
    assert not is_chat_edit(parse_message("!commands please", is_reply=False), EDIT_NAMES)
    assert is_chat_edit(parse_message("!Commands ADD !x y", is_reply=False), EDIT_NAMES)
    # Viewers list commands this way: the channel's own !commands responds.
    for text in ("!commands on youtube?", "!commands show", "!command new", "!commands show me"):
        assert not is_chat_edit(parse_message(text, is_reply=False), EDIT_NAMES)
    assert is_chat_edit(parse_message("!command show !x", is_reply=False), EDIT_NAMES)
    assert is_chat_edit(parse_message("!cmd show x", is_reply=False), EDIT_NAMES)


def fields(**changes: object) -> dict[str, object]:
    return {"cmds": ["!x"], "responses": [{"text": "y"}], **changes}


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("cmds", {"cmds": []}),
        ("cmds", {"cmds": ["!a", "!A"]}),
        ("cmds.0", {"cmds": ["two words"]}),
        ("cmds.0", {"cmds": ["/me"]}),
        ("cmds.0", {"cmds": ["x" * 51]}),
        ("cmds.0", {"cmds": ["!a\u202eb"]}),
        ("cmds.0", {"cmds": ["!CMD"]}),
        ("cmds.1", {"cmds": ["!a", "!cmd\u200b"]}),
        ("cmds", {"cmds": [f"!{number}" for number in range(16)]}),
        ("patterns", {"patterns": [{"text": f"word{number}"} for number in range(16)]}),
        ("patterns.0.text", {"patterns": [{"kind": "words", "text": "  "}]}),
        ("patterns.0.text", {"patterns": [{"kind": "regex", "text": "x" * 201}]}),
        ("responses", {"responses": []}),
        ("responses", {"responses": [{"text": "x"}] * 11}),
        ("responses.0.text", {"responses": [{"text": "x" * 10_000}]}),
        ("responses.0.text", {"responses": [{"text": "\0"}]}),
        ("responses.0.weight", {"responses": [{"text": "x", "weight": 0}]}),
        ("description", {"description": "x" * 501}),
        ("access_level", {"access_level": 300}),
        ("global_cooldown", {"global_cooldown": 86_401}),
        ("chatter_cooldown", {"chatter_cooldown": -1}),
        ("providers.0", {"providers": ["myspace"]}),
        ("group", {"group": "x" * 51}),
        ("unknown", {"unknown": 1}),
    ],
)
def test_invalid_field_is_named(field: str, changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as caught:
        CommandIn.model_validate(fields(**changes))
    assert ".".join(map(str, caught.value.errors()[0]["loc"])) == field


# Zero-width, soft hyphen, direction, variation selectors and tags without an emoji, fillers, joiners.
INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202d\u2066\u061c\ufe0e\ufe0f\ufe00\u180e\u034f\u115f\u2800\u3164"
    "\u2061\u206a\ufff9\U000e0001\U000e0041\U000e0100"
)


@pytest.mark.parametrize("invisible", INVISIBLE, ids=ascii)
def test_invisible_characters_in_a_name_are_rejected(invisible: str) -> None:
    # Two names must not look the same.
    with pytest.raises(ValidationError) as caught:
        CommandIn.model_validate(fields(cmds=["!b", f"!a{invisible}b"]))
    assert [error["loc"] for error in caught.value.errors()] == [("cmds", 1)]


def test_invisible_characters_around_a_name_are_removed() -> None:
    pasted = CommandIn.model_validate(fields(cmds=["\ufeff!a", "!b\u200b \u200d", " \u2060 !c"]))
    assert pasted.cmds == ["!a", "!b", "!c"]
    with pytest.raises(ValidationError, match="contains !a twice"):
        CommandIn.model_validate(fields(cmds=["!a", "!A\u200b"]))
    with pytest.raises(ValidationError, match="must not be empty"):
        CommandIn.model_validate(fields(cmds=["\u200b"]))


@pytest.mark.parametrize("emoji", ["👩🏽‍💻", "❤️", "🏳️‍🌈", "👁️‍🗨️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺︎", "👨‍👩‍👧", "©️", "‼️"])
def test_joined_emoji_are_valid_names(emoji: str) -> None:
    assert CommandIn.model_validate(fields(cmds=[f"!{emoji}"])).cmds == [f"!{emoji}"]


def test_maximum_of_every_field_is_accepted() -> None:
    maximum: dict[str, object] = {
        "cmds": [f"!{number:02}".ljust(50, "x") for number in range(15)],
        "patterns": [{"kind": "words", "text": f"{number:02}".ljust(200, "x")} for number in range(15)],
        "responses": [{"text": "y" * 1_500, "weight": 100}] * 10,
        "description": "x" * 500,
        "group": "x" * 50,
        "global_cooldown": 86_400,
        "chatter_cooldown": 86_400,
    }
    accepted = CommandIn.model_validate(maximum).model_dump()
    assert (accepted["cmds"], accepted["description"], accepted["group"]) == (maximum["cmds"], "x" * 500, "x" * 50)
    assert (accepted["patterns"], len(accepted["responses"])) == (maximum["patterns"], 10)


def test_line_break_in_a_response_becomes_a_space() -> None:
    assert CommandIn.model_validate(fields(responses=[{"text": "a\nb"}])).responses[0].text == "a b"


def test_starter_commands_use_existing_variables(tmp_path: Path) -> None:
    compiler = services_of(create_app(Settings(data_dir=tmp_path))).get(ResponseCompiler)
    assert [compiler.problems(fields) for fields in STARTER_COMMANDS] == [[]] * len(STARTER_COMMANDS)
    assert {"!commands", "!uptime", "!followage", "!so", "!quote", "!title", "!game", "!lurk"} <= {
        fields.cmds[0] for fields in STARTER_COMMANDS
    }


def test_public_text_of_a_response_hides_its_variables() -> None:
    assert without_variables("Weather: $(urlfetch https://api.example/?key=secret) now") == "Weather: … now"


def test_long_list_of_commands_ends_with_the_number_of_omitted_names() -> None:
    names = [f"!command{number:03}" for number in range(100)]
    assert comma_list(names).endswith(" and 70 more")
    assert comma_list(["!a"]) == "!a"


@pytest.mark.parametrize("space", [" ", "\u3000", "\u00a0", "\t"])
def test_any_unicode_space_ends_a_word(space: str) -> None:
    message = parse_message(f"!so{space}Robin Two", is_reply=False)
    assert (message.word, message.query) == ("!so", "Robin Two")
    assert parse_message(f"@Juno{space}!so Robin", is_reply=True).word == "!so"
    assert chat_edit(f"!cmd{space}add !x{space}text") == chat_edit("!cmd add !x text")


def test_similar_names_are_found_quickly_among_ten_thousand() -> None:
    names = [f"!{number:05}".ljust(50, "x") for number in range(10_000)]
    began = time.process_time()
    assert similar_names("!0123x".ljust(50, "x"), names)
    assert time.process_time() - began < 1
    assert similar_names("!helo", ["!hello", "!other", "?helo"]) == ["!hello"]
