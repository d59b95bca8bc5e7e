"""Translation of the variables of other bots."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from greenroom.features.imports.dialects import nightbot, streamelements, streamlabs, tbot
from greenroom.features.imports.dialects.parser import (
    Pieces,
    SourceVariable,
    parse_braces,
    parse_dollars,
    parse_words,
    source_text,
)
from greenroom.features.imports.dialects.translation import Dialect, ImportNotes, translate
from greenroom.responses.parsing import parse
from greenroom.responses.tree import Quoted, Template, Text, VariableCall
from support.call_count import count_calls
from support.variable_rendering import REGISTRY

# Variables of Greenroom that are not in the registry of these tests.
SERVER_VARIABLES = {
    *(
        "channel",
        "channel.viewers",
        "title",
        "game",
        "uptime",
        "urlfetch",
        "count",
        "getcount",
        "settitle",
        "quote.text",
    ),
    *("command", "watchtime", "random.chatter", "followage"),
}
PARSERS_AND_DIALECTS = {
    "nightbot": (nightbot.read, nightbot.dialect),
    "streamelements": (streamelements.read, streamelements.dialect),
    "cloudbot": (streamlabs.read_cloud, streamlabs.cloud),
    "chatbot": (streamlabs.read_desktop, streamlabs.desktop),
    "tbot": (tbot.read, tbot.dialect),
}


def new_notes() -> ImportNotes:
    return ImportNotes(lambda name: name in SERVER_VARIABLES or REGISTRY.find(name) is not None)


def translate_text(bot: str, text: str) -> str:
    read, dialect = PARSERS_AND_DIALECTS[bot]
    return translate(read(text), dialect, new_notes())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("Hi $(user), $(touser), $(1) $(9) $(query)", "Hi $(user), $(touser), $(1) $(9) $(query)"),
        ("$(userid) $(userlevel)", "$(user.id) $(user.level)"),
        ("$(querystring $(query))", "$(querystring $(query))"),
        ('$(time Europe/Berlin "h:mm a")', '$(time Europe/Berlin "h:mm a")'),
        ('$(time US/Eastern "Do MMMM")', '$(time US/Eastern "D MMMM")'),
        ("$(countdown Dec 25 2030 12:00:00 AM PST)", "$(countdown Dec 25 2030 12:00:00 AM -08:00)"),
        ("$(countdown 12/24/2030 11:59:00 PM CEST)", "$(countdown 2030-12-24 11:59:00 PM +02:00)"),
        ("$(urlfetch http://a.example/x?u=$(user))", "$(urlfetch https://a.example/x?u=$(user))"),
        ("$(urlfetch a.example)", "$(urlfetch https://a.example)"),
        ('$(twitch $(channel) "{{uptimeLength}}")', "$(uptime)"),
        ('$(twitch $(channel) "{{displayName}}: {{game}} ({{viewers}})")', "$(channel): $(game) ($(channel.viewers))"),
        ('$(twitch $(touser) "{{displayName}} {{url}}")', "$(touser) https://twitch.tv/$(touser)"),
        ("$(eval Math.floor(Math.random() * 6) + 1)", "$(random 1-6)"),
        ("$(eval Math.ceil(Math.random()*20))", "$(random 1-20)"),
        ("$(eval ['a', \"b c\", 5][Math.floor(Math.random()*3)])", '$(random.pick "a" "b c" "5")'),
        ("a ) b ( $(user) :)", "a ) b ( $(user) :)"),
        ("5 $ \\ and $(", "5 $ \\ and \\$("),
        ("C:\\$(user)", "C:\\\\$(user)"),
    ],
)
def test_nightbot_variables_are_translated(source: str, expected: str) -> None:
    assert translate_text("nightbot", source) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("$(sender) ${user.name} $(source)", "$(user) $(user) $(user)"),
        ("${1} ${1:} ${2:4} $(1|nobody) ${1|$(sender)}", "$(1) $(1:) $(2:4) $(1|nobody) $(1|$(user))"),
        ("${random.1-20} $(random.number 1-6) $(random 1-3)", "$(random 1-20) $(random 1-6) $(random 1-3)"),
        ("$(random.pick 'a' \"b b\") ${random.pick'x''y'}", '$(random.pick "a" "b b") $(random.pick "x" "y")'),
        ("$(customapi.https://x.example/$(1))", "$(urlfetch https://x.example/$(1))"),
        ("$(customapi https://x.example/a|b)", "$(urlfetch https://x.example/a|b)"),
        ("$(count deaths +1) $(getcount deaths)", "$(count deaths +1) $(getcount deaths)"),
        ("$(time.Europe/Berlin) $(time.until 18:00)", "$(time Europe/Berlin) $(countdown 18:00)"),
        ("${followage} $(followage $(1))", "$(followage) $(followage $(1))"),
        ("$(uptime) $(title $(channel)) $(game)", "$(uptime) $(title) $(game)"),
        ("${repeat 3 $(1)} $(math 2*(3+4))", "$(repeat 3 $(1)) $(math 2*(3+4))"),
        ('$(settitle "${1:}")', "$(settitle $(1:))"),
        ('$(repeat 3 "hey you")', '$(repeat 3 "hey you")'),
        ("$(math 5' + 1)", "$(math 5' + 1)"),
    ],
)
def test_streamelements_variables_are_translated(source: str, expected: str) -> None:
    assert translate_text("streamelements", source) == expected


@pytest.mark.parametrize(
    ("bot", "source", "expected"),
    [
        ("cloudbot", "{user.name} {touser.name} {1} {2:}", "$(user) $(touser) $(1) $(2:)"),
        (
            "cloudbot",
            "{readapi.https://x.example/?u={user.name}&t={1}}",
            "$(urlfetch https://x.example/?u=$(user)&t=$(1))",
        ),
        ("cloudbot", "{count deaths} {random.1-6} {uptime}", "$(count deaths) $(random 1-6) $(uptime)"),
        ("cloudbot", "{ no } {} :} {", "{ no } {} :} {"),
        ("chatbot", "$username hugs $tousername for $5", "$(user) hugs $(touser) for $5"),
        ("chatbot", "$readapi(https://x.example/?u=$userid)", "$(urlfetch https://x.example/?u=$(user.login))"),
        ("chatbot", "$randnum(1,7) $randnum(6)", "$(random 1-6) $(random 0-5)"),
        ("chatbot", "$user(s) ($user)", "$(user)(s) ($(user))"),
        ("tbot", "{sender} hugs {user} {randint 1 6}", "$(user) hugs $(touser) $(random 1 6)"),
        ("tbot", "{quote.message} {set_title}", "$(quote.text $(query)) $(settitle $(query))"),
    ],
)
def test_streamlabs_and_tbot_variables_are_translated(bot: str, source: str, expected: str) -> None:
    assert translate_text(bot, source) == expected


@pytest.mark.parametrize(
    ("bot", "text", "expected"),
    [
        ("streamelements", "$(user.points)", "$(points)"),
        ("streamelements", "$(pointsname)", "$(pointsname)"),
        ("cloudbot", "{user.points}", "$(points)"),
        ("chatbot", "$points $currencyname", "$(points) $(pointsname)"),
        ("tbot", "{points_rank}", "$(points.rank)"),
        ("tbot", "{gamble_roulette 5}", "$(roulette 5)"),
        ("tbot", "{gamble_slots 5}", "$(slots 5)"),
        ("tbot", "{queue_join}", "$(queue.join)"),
    ],
)
def test_variables_of_points_games_and_queues_are_translated(bot: str, text: str, expected: str) -> None:
    read, dialect = PARSERS_AND_DIALECTS[bot]
    notes = ImportNotes(is_variable=lambda _: True)
    assert translate(read(text), dialect, notes) == expected
    assert notes.missing == []


@pytest.mark.parametrize(
    ("bot", "text"),
    [
        ("nightbot", "$(weather Berlin)"),
        ("nightbot", "$(eval $(query))"),
        ("nightbot", "$(eval while(true){})"),
        ("nightbot", "$(channelid)"),
        ("nightbot", '$(twitch $(1) "{{game}}")'),
        ("streamelements", "$(user.points)"),
        ("streamelements", "$(game $(1))"),
        ("cloudbot", "{user.points}"),
        ("chatbot", "$readline(C:\\x.txt)"),
        ("tbot", "{gamble_roulette 5}"),
    ],
)
def test_unsupported_variable_is_noted_and_becomes_an_unknown_one(bot: str, text: str) -> None:
    read, dialect = PARSERS_AND_DIALECTS[bot]
    notes = new_notes()
    translated = translate(read(text), dialect, notes)
    assert notes.missing
    calls = [item for item in parse(translated).template if isinstance(item, VariableCall)]
    assert any(not notes.is_variable(call.name) for call in calls)


ANY_TEXT = st.text(st.sampled_from("$(){}|'\" \\abuser1.,:[]!/\n") | st.characters(), max_size=80)


def calls_in(template: Template) -> Iterator[VariableCall]:
    """All variables of a template, also those inside other variables."""
    for item in template:
        if isinstance(item, VariableCall):
            yield item
            yield from calls_in((*item.arguments, *(item.fallback or ())))
        elif isinstance(item, Quoted):
            yield from calls_in(item.content)


@given(st.sampled_from(sorted(PARSERS_AND_DIALECTS)), ANY_TEXT)
def test_translation_is_valid_and_has_an_unknown_variable_exactly_if_the_notes_say_so(bot: str, text: str) -> None:
    read, dialect = PARSERS_AND_DIALECTS[bot]
    notes = new_notes()
    parsed = parse(translate(read(text), dialect, notes))
    assert list(parsed.problems) == []
    is_unknown = [not notes.is_variable(call.name) for call in calls_in(parsed.template)]
    assert any(is_unknown) == bool(notes.missing)


@given(st.sampled_from([parse_dollars, parse_braces, parse_words]), ANY_TEXT)
def test_parsing_keeps_the_whole_text(read: Callable[[str], Pieces], text: str) -> None:
    assert source_text(read(text)) == text


@given(st.sampled_from(sorted(PARSERS_AND_DIALECTS)), ANY_TEXT)
def test_text_without_variables_is_unchanged(bot: str, text: str) -> None:
    read, dialect = PARSERS_AND_DIALECTS[bot]
    pieces: Pieces = read(text)
    if any(isinstance(piece, SourceVariable) for piece in pieces):
        return
    parsed = parse(_translate_pieces(pieces, dialect))
    assert all(isinstance(item, Text) for item in parsed.template)
    assert "".join(item.text for item in parsed.template if isinstance(item, Text)) == text


def _translate_pieces(pieces: Pieces, dialect: Dialect) -> str:
    return translate(pieces, dialect, new_notes())


def translation_calls(bot: str, text: str) -> int:
    with count_calls() as count:
        translate_text(bot, text)
    return count.calls


@pytest.mark.parametrize("bot", sorted(PARSERS_AND_DIALECTS))
@pytest.mark.parametrize(
    ("start", "repeated"), [("", "$("), ("", "$({"), ("", "{"), ("", "$a("), ("", "$(a '"), ("$(eval [", "'a',")]
)
def test_unclosed_variables_stay_text_and_are_translated_in_linear_time(bot: str, start: str, repeated: str) -> None:
    text = start + repeated * (5_000 // len(repeated))
    assert translate_text(bot, text).replace("\\$", "$") == text
    half = start + repeated * (2_500 // len(repeated))
    assert translation_calls(bot, text) < 2.2 * translation_calls(bot, half)


def test_no_nightbot_variable_has_two_translations() -> None:
    assert set(nightbot.TABLE) & set(nightbot.SPECIAL) == set()
