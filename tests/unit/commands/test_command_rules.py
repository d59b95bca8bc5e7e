"""Choosing an answer, reading an order from chat, and the fields of a command."""

import time
from datetime import UTC, datetime, timedelta
from itertools import repeat
from pathlib import Path

import msgspec
import pytest
from pydantic import ValidationError

from greenroom.app import create_app
from greenroom.chat.messages.levels import level_of
from greenroom.chat.messages.line import Author
from greenroom.chat.sending.recently_sent import RecentlySent
from greenroom.features.commands.editing.chat_admin import ChatEdit, InvalidChatEdit, is_chat_edit, parse_chat_edit
from greenroom.features.commands.matching.explain import similar_names
from greenroom.features.commands.responding.cooldowns import MAX_WHO_LENGTH, who
from greenroom.features.commands.responding.responses import without_variables
from greenroom.features.commands.rules import (
    ResponseChoice,
    UseConditions,
    UseContext,
    is_over,
    parse_message,
    pick_response,
    seconds_left,
    unmet_condition,
)
from greenroom.features.commands.schemas import CommandIn
from greenroom.features.commands.starter_set import STARTER_COMMANDS
from greenroom.features.commands.variables import comma_list
from greenroom.kernel.ids import new_id
from greenroom.settings import Settings

NOW = datetime(2030, 1, 2, tzinfo=UTC)


def order(text: str) -> ChatEdit:
    return parse_chat_edit(parse_message(text, is_reply=False))


def test_weights_decide_how_often_an_answer_is_picked() -> None:
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


ROLES: dict[str, int] = {"": 0, "subscriber": 1, "vip": 2, "moderator": 7, "broadcaster": 500}
NAMES = {0: "Public", 1: "Sub", 2: "VIP", 7: "Mod", 500: "Owner"}


def author(*roles: str, is_bot: bool = False) -> Author:
    shown = {f"is_{role}": True for role in roles if role}
    return msgspec.structs.replace(Author("7", "viewer7", "Viewer7", "", is_bot=is_bot), **shown)


@pytest.mark.rows("E9")
def test_the_highest_role_that_a_platform_tells_of_is_the_level() -> None:
    assert {role: level_of(author(role)) for role in ROLES} == ROLES
    assert level_of(author("subscriber", "vip")) == 2
    assert level_of(author("vip", "subscriber", "moderator")) == 7
    assert level_of(author("moderator", "broadcaster", "subscriber")) == 500
    assert level_of(author(is_bot=True)) == 0


@pytest.mark.rows("E9")
@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize("needed", NAMES)
def test_a_command_is_for_its_level_and_above(needed: int, role: str) -> None:
    level = level_of(author(role))
    found = unmet_condition(
        UseConditions(True, frozenset(), needed, "always"), UseContext("twitch", level, is_live=False)
    )
    refused = f"for {NAMES[needed]} and above, this is {NAMES[ROLES[role]]}"
    assert found == ("" if ROLES[role] >= needed else refused)


def test_one_id_on_two_platforms_is_two_viewers() -> None:
    assert who("twitch", "7") != who("kick", "7")
    assert len(who("youtube", "x" * 200)) == MAX_WHO_LENGTH


def test_no_cooldown_lasts_longer_than_its_length() -> None:
    assert not is_over(NOW + timedelta(seconds=5), 5, NOW)
    assert is_over(NOW + timedelta(seconds=6), 5, NOW)
    assert is_over(NOW, 5, NOW)
    assert seconds_left(NOW + timedelta(milliseconds=1), NOW) == 1


def test_order_with_options_is_read() -> None:
    options = '-cd=30 -ucd=60 -level=MOD -type=reply -alias=!x,!y -group="Two words" -on=kick'
    read = order(f"!cmd add !social {options} Hi -cd=1")
    assert (read.verb, read.name, read.aliases, read.text) == ("add", "!social", ("!x", "!y"), "Hi -cd=1")
    assert read.changes == {
        "global_cooldown": 30,
        "chatter_cooldown": 60,
        "access_level": 7,
        "response_type": "reply",
        "group": "Two words",
        "providers": ["kick"],
    }
    read = order('!cmd edit !social -mode=Online -pick=round_robin -desc="Where else we are" -public=no -platform=all')
    assert (read.verb, read.text) == ("edit", "")
    assert read.changes == {
        "active_mode": "online",
        "pick": "round_robin",
        "description": "Where else we are",
        "public": False,
        "providers": [],
    }
    assert order("!cmd edit !x -public=yes").changes == {"public": True}


@pytest.mark.parametrize(
    ("word", "verb"), [("enable", "enable"), ("ON", "enable"), ("disable", "disable"), ("off", "disable")]
)
def test_switching_takes_the_words_of_other_bots(word: str, verb: str) -> None:
    assert order(f"!cmd {word} !x") == ChatEdit(verb, "!x", text_at=len(f"!cmd {word} !x"))  # pyright: ignore[reportArgumentType]  # one of the verbs


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("!cmd add", "Say which command"),
        ("!cmd add !x", "Say what !x answers"),
        ("!cmd edit !x", "Say what to change"),
        ("!cmd add !x -cd=soon text", "At 13: a cooldown is a number of seconds"),
        ("!cmd add !x -level=king text", "At 13: this is one of everyone"),
        ("!cmd add !x -nope=1 text", "At 13: there is no option -nope"),
        ("!cmd add !x -mode=live text", "At 13: this is one of always, online, offline"),
        ("!cmd add !x -pick=any text", "At 13: this is one of first, random, round_robin"),
        ("!cmd add !x -cd=1 -public=maybe text", "At 19: this is one of yes, no"),
        ("!cmd add !x -on=myspace text", "At 13: this is one of twitch, youtube, kick, tiktok"),
    ],
)
def test_order_that_cannot_be_read_says_where(text: str, words: str) -> None:
    with pytest.raises(InvalidChatEdit, match=words):
        order(text)


def test_asking_for_the_commands_is_no_order() -> None:
    assert not is_chat_edit(parse_message("!commands", is_reply=False))
    assert not is_chat_edit(parse_message("!commands please", is_reply=False))
    assert is_chat_edit(parse_message("!Commands ADD !x y", is_reply=False))
    # What viewers ask, not what staff order: the channel's own !commands answers it.
    for text in ("!commands on youtube?", "!commands show", "!command new", "!commands show me"):
        assert not is_chat_edit(parse_message(text, is_reply=False))
    assert is_chat_edit(parse_message("!command show !x", is_reply=False))
    assert is_chat_edit(parse_message("!cmd show x", is_reply=False))


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
        ("access_level", {"access_level": 100}),
        ("global_cooldown", {"global_cooldown": 86_401}),
        ("chatter_cooldown", {"chatter_cooldown": -1}),
        ("providers.0", {"providers": ["myspace"]}),
        ("group", {"group": "x" * 51}),
        ("unknown", {"unknown": 1}),
    ],
)
def test_what_cannot_be_taken_is_named(field: str, changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError) as caught:
        CommandIn.model_validate(fields(**changes))
    assert ".".join(map(str, caught.value.errors()[0]["loc"])) == field


# Zero-width, soft hyphen, the direction, variation selectors and tags without an emoji, fillers, joiners of marks.
UNSEEN = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u200e\u202d\u2066\u061c\ufe0e\ufe0f\ufe00\u180e\u034f\u115f\u2800\u3164"
    "\u2061\u206a\ufff9\U000e0001\U000e0041\U000e0100"
)


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_nothing_unseen_stands_in_a_name(unseen: str) -> None:
    """Else two of them would look the same."""
    with pytest.raises(ValidationError) as caught:
        CommandIn.model_validate(fields(cmds=["!b", f"!a{unseen}b"]))
    assert [error["loc"] for error in caught.value.errors()] == [("cmds", 1)]


def test_what_was_pasted_with_a_name_is_left_out() -> None:
    pasted = CommandIn.model_validate(fields(cmds=["\ufeff!a", "!b\u200b \u200d", " \u2060 !c"]))
    assert pasted.cmds == ["!a", "!b", "!c"]
    with pytest.raises(ValidationError, match="names !a twice"):
        CommandIn.model_validate(fields(cmds=["!a", "!A\u200b"]))
    with pytest.raises(ValidationError, match="must not be empty"):
        CommandIn.model_validate(fields(cmds=["\u200b"]))


@pytest.mark.parametrize("emoji", ["👩🏽‍💻", "❤️", "🏳️‍🌈", "👁️‍🗨️", "1️⃣", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "☺︎", "👨‍👩‍👧", "©️", "‼️"])
def test_emoji_are_names_with_all_that_joins_them(emoji: str) -> None:
    assert CommandIn.model_validate(fields(cmds=[f"!{emoji}"])).cmds == [f"!{emoji}"]


def test_as_many_as_are_allowed_are_taken() -> None:
    most: dict[str, object] = {
        "cmds": [f"!{number:02}".ljust(50, "x") for number in range(15)],
        "patterns": [{"kind": "words", "text": f"{number:02}".ljust(200, "x")} for number in range(15)],
        "responses": [{"text": "y" * 1_500, "weight": 100}] * 10,
        "description": "x" * 500,
        "group": "x" * 50,
        "global_cooldown": 86_400,
    }
    taken = CommandIn.model_validate(most).model_dump()
    assert (taken["cmds"], taken["description"], taken["group"]) == (most["cmds"], "x" * 500, "x" * 50)
    assert (taken["patterns"], len(taken["responses"])) == (most["patterns"], 10)


def test_line_breaks_become_spaces_and_keep_their_places() -> None:
    assert CommandIn.model_validate(fields(responses=[{"text": "a\nb"}])).responses[0].text == "a b"


def test_starters_use_only_variables_that_exist(tmp_path: Path) -> None:
    phrasing = create_app(Settings(data_dir=tmp_path)).state.command_phrasing
    assert [phrasing.problems(given) for given in STARTER_COMMANDS] == [[]] * len(STARTER_COMMANDS)
    assert {"!commands", "!uptime", "!followage", "!so", "!quote", "!title", "!game", "!lurk"} <= {
        given.cmds[0] for given in STARTER_COMMANDS
    }


def test_what_variables_hold_is_open_to_nobody() -> None:
    assert without_variables("Weather: $(urlfetch https://api.example/?key=secret) now") == "Weather: … now"


def test_long_list_says_how_many_more_there_are() -> None:
    names = [f"!command{number:03}" for number in range(100)]
    assert comma_list(names).endswith(" and 70 more")
    assert comma_list(["!a"]) == "!a"


def test_own_words_are_known_again_for_a_minute() -> None:
    words, here = RecentlySent(), new_id()
    words.remember(here, "Hello  You", 100.0)
    assert words.were_said(here, "hello you", 150.0)
    assert words.were_said(here, "@somebody Hello You", 150.0)
    assert not words.were_said(new_id(), "hello you", 150.0)
    assert not words.were_said(here, "hello", 150.0)
    assert not words.were_said(here, "hello you", 161.0)


@pytest.mark.parametrize("space", [" ", "\u3000", "\u00a0", "\t"])
def test_word_ends_at_whatever_space_a_keyboard_has(space: str) -> None:
    asked = parse_message(f"!so{space}Robin Two", is_reply=False)
    assert (asked.word, asked.query) == ("!so", "Robin Two")
    assert parse_message(f"@Juno{space}!so Robin", is_reply=True).word == "!so"
    assert order(f"!cmd{space}add !x{space}text") == order("!cmd add !x text")


def test_names_that_somebody_had_in_mind_are_found_soon_among_very_many() -> None:
    names = [f"!{number:05}".ljust(50, "x") for number in range(10_000)]
    began = time.process_time()
    assert similar_names("!0123x".ljust(50, "x"), names)
    assert time.process_time() - began < 1
    assert similar_names("!helo", ["!hello", "!other", "?helo"]) == ["!hello"]
