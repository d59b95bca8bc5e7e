"""Variables for the caller and the arguments of a command."""

import re
from urllib.parse import quote, quote_plus

from greenroom.accounts.access.rules import role_of
from greenroom.accounts.stream_platforms import stream_providers
from greenroom.responses.variables import Arguments, Caller, NoValue, Variable, VariableContext

USERS = "Users"
MESSAGE = "Message"

_NUMBERS = re.compile(r"(\d{1,2})(?:(:)(\d{1,2})?)?")


def _caller(context: VariableContext) -> Caller:
    if context.caller is None:
        raise NoValue("Not available in timers")
    return context.caller


def _name(context: VariableContext, _: Arguments) -> str:
    return _caller(context).name


def _to_user(context: VariableContext, arguments: Arguments) -> str:
    words = context.words
    named = words[0].lstrip("@") if words else ""
    return named or _name(context, arguments)


def _query(context: VariableContext, _: Arguments) -> str:
    if not context.query:
        raise NoValue("No arguments")
    return context.query


def _word(context: VariableContext, arguments: Arguments) -> str:
    """Arguments by number: `3` is the third, `3:` the third and all after it, `3:5` the third to the fifth."""
    found = _NUMBERS.fullmatch(arguments.name)
    if found is None:
        raise NoValue("Arguments are numbered 1 to 99")
    first, is_range, last = found.groups()
    begin = int(first)
    end = begin if is_range is None else int(last or 99)
    if begin == 0:
        raise NoValue("Arguments are numbered from 1")
    chosen = context.words[begin - 1 : end]
    if not chosen:
        raise NoValue(f"No argument {begin}")
    return " ".join(chosen)


def _query_string(context: VariableContext, arguments: Arguments) -> str:
    return quote(arguments.text or _query(context, arguments), safe="")


# long-because: one table, read from top to bottom
def caller_variables() -> list[Variable]:
    return [
        Variable(
            name="user",
            aliases=("sender", "source", "user.name", "sender.name", "source.name", "user.display_name"),
            group=USERS,
            summary="The user's display name",
            example="Hello $(user)!",
            shows="Hello Juno!",
            evaluate=_name,
            needs_caller=True,
        ),
        Variable(
            name="user.login",
            aliases=("sender.login", "source.login"),
            group=USERS,
            summary="The user's username (login)",
            example="@$(user.login)",
            shows="@juno",
            evaluate=lambda context, _: _caller(context).login,
            needs_caller=True,
        ),
        Variable(
            name="user.id",
            aliases=("sender.id", "source.id", "userid"),
            group=USERS,
            summary="The user's ID on the platform",
            example="$(user.id)",
            shows="12826",
            evaluate=lambda context, _: _caller(context).viewer_id,
            needs_caller=True,
        ),
        Variable(
            name="user.level",
            aliases=("sender.level", "source.level", "userlevel"),
            group=USERS,
            summary="The user's role: Public, Sub, VIP, Mod, Editor, Admin or Owner",
            example="You are $(user.level).",
            shows="You are Mod.",
            evaluate=lambda context, _: role_of(_caller(context).level).label,
            needs_caller=True,
        ),
        Variable(
            name="user.platform",
            aliases=("sender.platform", "source.platform"),
            group=USERS,
            summary="The user's platform",
            example="$(user.platform)",
            shows=stream_providers()[0],
            evaluate=lambda context, _: _caller(context).provider,
            needs_caller=True,
        ),
        Variable(
            name="touser",
            group=USERS,
            summary="The first argument without its @, or the sender",
            example="A hug for $(touser)!",
            shows="A hug for Robin!",
            evaluate=_to_user,
            needs_caller=True,
        ),
        Variable(
            name="1",
            also=_NUMBERS,
            group=MESSAGE,
            summary="An argument by number, `1` to `99`; `2:` is from the second on, `2:4` the second to the fourth",
            example="$(user) throws $(1|a ball) at $(2:|the wall).",
            shows="Juno throws snow at the wall.",
            evaluate=_word,
            needs_caller=True,
        ),
        Variable(
            name="query",
            aliases=("args",),
            group=MESSAGE,
            summary="All arguments",
            example="$(user) asks: $(query|nothing)",
            shows="Juno asks: what is this song?",
            evaluate=_query,
            needs_caller=True,
        ),
        Variable(
            name="querystring",
            group=MESSAGE,
            summary="URL-encodes a text, or all arguments",
            example="example.com/search?q=$(querystring)",
            shows="example.com/search?q=two%20words",
            evaluate=_query_string,
            takes="text",
        ),
        Variable(
            name="queryescape",
            group=MESSAGE,
            summary="URL-encodes a text for the query string, with + for spaces",
            example="$(queryescape two words)",
            shows="two+words",
            evaluate=lambda _, arguments: quote_plus(arguments.text),
            takes="text",
        ),
        Variable(
            name="pathescape",
            group=MESSAGE,
            summary="URL-encodes a text for the path",
            example="$(pathescape two words)",
            shows="two%20words",
            evaluate=lambda _, arguments: quote(arguments.text, safe=""),
            takes="text",
        ),
        Variable(
            name="msgid",
            group=MESSAGE,
            summary="The message's ID on the platform",
            example="$(msgid)",
            shows="cc106a89-1814-919d",
            evaluate=lambda context, _: context.message_id,
            needs_caller=True,
        ),
        Variable(
            name="provider",
            aliases=("platform", "channel.provider"),
            group=MESSAGE,
            summary="The platform of this chat, in lower case",
            example="You watch on $(provider).",
            shows=f"You watch on {stream_providers()[0]}.",
            evaluate=lambda context, _: context.provider,
        ),
    ]
