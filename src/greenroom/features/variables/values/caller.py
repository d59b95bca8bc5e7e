"""Who asks, and what stands behind the command."""

import re
from urllib.parse import quote, quote_plus

from greenroom.responses.variables import Arguments, Caller, NoValue, Variable, VariableContext
from greenroom.tenancy.access.rules import role_of

PEOPLE = "People"
MESSAGE = "The message"

_PLACES = re.compile(r"(\d{1,2})(?:(:)(\d{1,2})?)?")


def _caller(occasion: VariableContext) -> Caller:
    if occasion.caller is None:
        raise NoValue("Nobody has asked")
    return occasion.caller


def _name(occasion: VariableContext, _: Arguments) -> str:
    return _caller(occasion).name


def _to_user(occasion: VariableContext, given: Arguments) -> str:
    words = occasion.words
    named = words[0].lstrip("@") if words else ""
    return named or _name(occasion, given)


def _query(occasion: VariableContext, _: Arguments) -> str:
    if not occasion.query:
        raise NoValue("Nothing stands behind the command")
    return occasion.query


def _word(occasion: VariableContext, given: Arguments) -> str:
    """`3` is the third word, `3:` that and all behind it, `3:5` the third to the fifth."""
    found = _PLACES.fullmatch(given.name)
    if found is None:
        raise NoValue("Words are numbered from 1 to 99")
    first, is_range, last = found.groups()
    begin = int(first)
    end = begin if is_range is None else int(last or 99)
    if begin == 0:
        raise NoValue("Words are numbered from 1 on")
    chosen = occasion.words[begin - 1 : end]
    if not chosen:
        raise NoValue(f"There is no word {begin} behind the command")
    return " ".join(chosen)


def _query_string(occasion: VariableContext, given: Arguments) -> str:
    return quote(given.text or _query(occasion, given), safe="")


CALLER_VARIABLES = (
    Variable(
        name="user",
        aliases=("sender", "source", "user.name", "sender.name", "source.name", "user.display_name"),
        group=PEOPLE,
        summary="The name of whoever asks.",
        example="Hello $(user)!",
        shows="Hello Juno!",
        evaluate=_name,
        needs_caller=True,
    ),
    Variable(
        name="user.login",
        aliases=("sender.login", "source.login"),
        group=PEOPLE,
        summary="The name in the address of whoever asks.",
        example="twitch.tv/$(user.login)",
        shows="twitch.tv/juno",
        evaluate=lambda occasion, _: _caller(occasion).login,
        needs_caller=True,
    ),
    Variable(
        name="user.id",
        aliases=("sender.id", "source.id", "userid"),
        group=PEOPLE,
        summary="The id that the platform gave to whoever asks.",
        example="$(user.id)",
        shows="12826",
        evaluate=lambda occasion, _: _caller(occasion).viewer_id,
        needs_caller=True,
    ),
    Variable(
        name="user.level",
        aliases=("sender.level", "source.level", "userlevel"),
        group=PEOPLE,
        summary="The role of whoever asks: Public, Sub, VIP, Mod, Editor, Admin or Owner.",
        example="You are $(user.level).",
        shows="You are Mod.",
        evaluate=lambda occasion, _: role_of(_caller(occasion).level).label,
        needs_caller=True,
    ),
    Variable(
        name="user.platform",
        aliases=("sender.platform", "source.platform"),
        group=PEOPLE,
        summary="The platform on which somebody asks.",
        example="$(user.platform)",
        shows="kick",
        evaluate=lambda occasion, _: _caller(occasion).provider,
        needs_caller=True,
    ),
    Variable(
        name="touser",
        group=PEOPLE,
        summary="The first word behind the command without its @, else the name of whoever asks.",
        example="A hug for $(touser)!",
        shows="A hug for Robin!",
        evaluate=_to_user,
        needs_caller=True,
    ),
    Variable(
        name="1",
        also=_PLACES,
        group=MESSAGE,
        summary="A word behind the command, `1` to `99`; `2:` is the second and all behind it, `2:4` the second to "
        "the fourth.",
        example="$(user) throws $(1|a ball) at $(2:|the wall).",
        shows="Juno throws snow at the wall.",
        evaluate=_word,
        needs_caller=True,
    ),
    Variable(
        name="query",
        aliases=("args",),
        group=MESSAGE,
        summary="Everything behind the command.",
        example="$(user) asks: $(query|nothing)",
        shows="Juno asks: what is this song?",
        evaluate=_query,
        needs_caller=True,
    ),
    Variable(
        name="querystring",
        group=MESSAGE,
        summary="A text as part of an address; without one, everything behind the command.",
        example="example.com/search?q=$(querystring)",
        shows="example.com/search?q=two%20words",
        evaluate=_query_string,
        takes="text",
    ),
    Variable(
        name="queryescape",
        group=MESSAGE,
        summary="A text as a value behind the question mark of an address, with + for spaces.",
        example="$(queryescape two words)",
        shows="two+words",
        evaluate=lambda _, given: quote_plus(given.text),
        takes="text",
    ),
    Variable(
        name="pathescape",
        group=MESSAGE,
        summary="A text as a part of an address before the question mark.",
        example="$(pathescape two words)",
        shows="two%20words",
        evaluate=lambda _, given: quote(given.text, safe=""),
        takes="text",
    ),
    Variable(
        name="msgid",
        group=MESSAGE,
        summary="The id that the platform gave to the message that asks.",
        example="$(msgid)",
        shows="cc106a89-1814-919d",
        evaluate=lambda occasion, _: occasion.message_id,
        needs_caller=True,
    ),
    Variable(
        name="provider",
        aliases=("platform", "channel.provider"),
        group=MESSAGE,
        summary="The platform on which this is said: twitch, youtube, kick or tiktok.",
        example="You watch on $(provider).",
        shows="You watch on youtube.",
        evaluate=lambda occasion, _: occasion.provider,
    ),
)
