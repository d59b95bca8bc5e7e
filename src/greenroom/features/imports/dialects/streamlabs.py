"""Streamlabs' variables: `{…}` in Cloudbot, `$…` in the Chatbot for desktops."""

import re

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_braces, parse_words, source_text
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    TranslationNotes,
    argument_text,
    fetch_variable,
    look_up,
    unsupported,
    variable,
)

POINTS = "points come with a later feature"
FILES = "files of another computer are not read here"

CLOUD = {
    "user": Equivalent("user"),
    "user.name": Equivalent("user"),
    "user.id": Equivalent("user.id"),
    "user.points": Equivalent("points", takes=True),
    "user.time": Equivalent("watchtime", "it is counted anew here"),
    "touser": Equivalent("touser"),
    "touser.name": Equivalent("touser"),
    "target": Equivalent("touser"),
    "target.name": Equivalent("touser"),
    "message": Equivalent("query"),
    "msg": Equivalent("query"),
    "args": Equivalent("query"),
    "channel": Equivalent("channel"),
    "channel.name": Equivalent("channel"),
    "channel.title": Equivalent("title"),
    "channel.game": Equivalent("game"),
    "channel.viewers": Equivalent("channel.viewers"),
    "channel.followers": Equivalent("channel.followers"),
    "streamer": Equivalent("channel"),
    "streamer.name": Equivalent("channel"),
    "title": Equivalent("title"),
    "game": Equivalent("game"),
    "uptime": Equivalent("uptime"),
    "stream.uptime": Equivalent("uptime"),
    "followage": Equivalent("followage"),
    "quote": Equivalent("quote", takes=True),
    "count": Equivalent("count", takes=True),
    "time": Equivalent("time", takes=True),
    "random.user": Equivalent("random.chatter"),
    "randomuser": Equivalent("random.chatter"),
    "randuser": Equivalent("random.chatter"),
    "randuser.name": Equivalent("random.chatter"),
}
DESKTOP = {
    "user": Equivalent("user"),
    "username": Equivalent("user"),
    "userid": Equivalent("user.login"),
    "touser": Equivalent("touser"),
    "tousername": Equivalent("touser"),
    "touserid": Equivalent("touser"),
    "target": Equivalent("1"),
    "targetname": Equivalent("1"),
    "targetid": Equivalent("1"),
    "msg": Equivalent("query"),
    "dummyormsg": Equivalent("query"),
    "mychannel": Equivalent("channel"),
    "mygame": Equivalent("game"),
    "mystatus": Equivalent("title"),
    "mytitle": Equivalent("title"),
    "game": Equivalent("game"),
    "uptime": Equivalent("uptime"),
    "myuptime": Equivalent("uptime"),
    "randuser": Equivalent("random.chatter"),
    "randusername": Equivalent("random.chatter"),
    "randuserid": Equivalent("random.chatter"),
    "randquote": Equivalent("quote"),
    "quotes": Equivalent("quote.count"),
    "quote": Equivalent("quote", takes=True),
    "count": Equivalent("count"),
    "points": Equivalent("points", takes=True),
    "currencyname": Equivalent("pointsname"),
    "hours": Equivalent("watchtime", "it is counted anew here, in days, hours and minutes"),
    "time": Equivalent("time"),
}
_RANGE = re.compile(r"random\.(?:number\.)?(\d+)-(\d+)")
_ARGUMENT = re.compile(r"(?:arg|argl|num)([1-9])")


def read_cloud(text: str) -> Pieces:
    return parse_braces(text)


def read_desktop(text: str) -> Pieces:
    return parse_words(text)


def cloud(call: SourceVariable, work: TranslationNotes) -> str:
    head, _, rest = call.name.partition(".")
    if head.lower() in {"readapi", "customapi", "urlfetch"}:
        return fetch_variable((rest, *call.arguments) if rest else call.arguments, call, cloud, work)
    if call.name.rstrip(":").isdecimal() and len(call.name) <= 3:
        return variable(call.name, "", call, cloud, work)
    bounds = _RANGE.fullmatch(call.name)
    if bounds is not None:
        return variable("random", f"{bounds[1]}-{bounds[2]}", call, cloud, work)
    found = look_up(CLOUD, call, cloud, work)
    return unsupported(call, work, _why(call.name)) if found is None else found


def desktop(call: SourceVariable, work: TranslationNotes) -> str:
    if call.name == "readapi":
        return fetch_variable(call.arguments, call, desktop, work)
    if call.name == "randnum":
        return _random_number(call, work)
    if call.name == "dummy":
        # Nothing is said there when nothing stands behind the command.
        work.note("$dummy: it is answered here also when nothing stands behind the command")
        return ""
    argument = _ARGUMENT.fullmatch(call.name)
    if argument is not None:
        work.note(f"{call.raw}: it is answered here also when that word is missing")
        return variable(argument.group(1), "", call, desktop, work)
    found = look_up(DESKTOP, call, desktop, work)
    if found is not None:
        return f"{found}{_after(call, work)}"
    return unsupported(call, work, _why(call.name))


def _after(call: SourceVariable, work: TranslationNotes) -> str:
    """Brackets behind a name that takes nothing belong to the text."""
    if not call.arguments or DESKTOP[call.name].takes:
        return ""
    return f"({argument_text(call.arguments, desktop, work)})"


def _random_number(call: SourceVariable, work: TranslationNotes) -> str:
    bounds = [part.strip() for part in source_text(call.arguments).split(",")]
    if not all(part.isdecimal() and part.isascii() for part in bounds) or len(bounds) > 2:
        return unsupported(call, work, "its bounds are not two numbers")
    low, high = (0, int(bounds[0])) if len(bounds) == 1 else (int(bounds[0]), int(bounds[1]))
    # The upper one is not among the numbers there.
    return variable("random", f"{low}-{max(high - 1, low)}", call, desktop, work)


def _why(name: str) -> str:
    if "point" in name or "currency" in name:
        return POINTS
    if name.startswith(("read", "save", "overwrite")):
        return FILES
    return "there is nothing like it here"
