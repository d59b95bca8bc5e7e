"""Streamlabs variables: `{…}` in Cloudbot, `$…` in Desktop Chatbot."""

import re

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_braces, parse_words, source_text
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    ImportNotes,
    argument_text,
    look_up,
    render_urlfetch,
    render_variable,
    unsupported,
)

POINTS = "use points.add or points.take"
FILES = "local files aren't supported"

CLOUD = {
    "user": Equivalent("user"),
    "user.name": Equivalent("user"),
    "user.id": Equivalent("user.id"),
    "user.points": Equivalent("points", passes_arguments=True),
    "user.time": Equivalent("watchtime", "starts at 0 here"),
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
    "quote": Equivalent("quote", passes_arguments=True),
    "count": Equivalent("count", passes_arguments=True),
    "time": Equivalent("time", passes_arguments=True),
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
    "quote": Equivalent("quote", passes_arguments=True),
    "count": Equivalent("count"),
    "points": Equivalent("points", passes_arguments=True),
    "currencyname": Equivalent("pointsname"),
    "hours": Equivalent("watchtime", "starts at 0 here, shown in days, hours and minutes"),
    "time": Equivalent("time"),
}
_RANGE = re.compile(r"random\.(?:number\.)?(\d+)-(\d+)")
_ARGUMENT = re.compile(r"(?:arg|argl|num)([1-9])")


def read_cloud(text: str) -> Pieces:
    return parse_braces(text)


def read_desktop(text: str) -> Pieces:
    return parse_words(text)


def cloud(source: SourceVariable, notes: ImportNotes) -> str:
    head, _, rest = source.name.partition(".")
    if head.lower() in {"readapi", "customapi", "urlfetch"}:
        return render_urlfetch((rest, *source.arguments) if rest else source.arguments, source, cloud, notes)
    if source.name.rstrip(":").isdecimal() and len(source.name) <= 3:
        return render_variable(source.name, "", source, cloud, notes)
    bounds = _RANGE.fullmatch(source.name)
    if bounds is not None:
        return render_variable("random", f"{bounds[1]}-{bounds[2]}", source, cloud, notes)
    found = look_up(CLOUD, source, cloud, notes)
    return unsupported(source, notes, _reason(source.name)) if found is None else found


def desktop(source: SourceVariable, notes: ImportNotes) -> str:
    if source.name == "readapi":
        return render_urlfetch(source.arguments, source, desktop, notes)
    if source.name == "randnum":
        return _random_number(source, notes)
    if source.name == "dummy":
        # In Streamlabs `$dummy` suppresses the response if the command has no arguments.
        notes.add("$dummy: also responds without arguments")
        return ""
    argument = _ARGUMENT.fullmatch(source.name)
    if argument is not None:
        notes.add(f"{source.raw}: also responds if the argument is missing")
        return render_variable(argument.group(1), "", source, desktop, notes)
    found = look_up(DESKTOP, source, desktop, notes)
    if found is not None:
        return f"{found}{_bracket_text(source, notes)}"
    return unsupported(source, notes, _reason(source.name))


def _bracket_text(source: SourceVariable, notes: ImportNotes) -> str:
    """Renders the text in brackets after a variable that takes no arguments, so that it is not lost."""
    if not source.arguments or DESKTOP[source.name].passes_arguments:
        return ""
    return f"({argument_text(source.arguments, desktop, notes)})"


def _random_number(source: SourceVariable, notes: ImportNotes) -> str:
    bounds = [part.strip() for part in source_text(source.arguments).split(",")]
    if not all(part.isdecimal() and part.isascii() for part in bounds) or len(bounds) > 2:
        return unsupported(source, notes, "needs one or two numbers")
    low, high = (0, int(bounds[0])) if len(bounds) == 1 else (int(bounds[0]), int(bounds[1]))
    # In Streamlabs the upper bound is exclusive.
    return render_variable("random", f"{low}-{max(high - 1, low)}", source, desktop, notes)


def _reason(name: str) -> str:
    if "point" in name or "currency" in name:
        return POINTS
    if name.startswith(("read", "save", "overwrite")):
        return FILES
    return ""
