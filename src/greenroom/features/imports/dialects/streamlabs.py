"""Streamlabs' variables: `{…}` in Cloudbot, `$…` in the Chatbot for desktops."""

import re

from greenroom.features.imports.dialects.pieces import Call, Pieces, plain_of, read_braces, read_words
from greenroom.features.imports.dialects.wording import Same, Work, fetched, lacking, look_up, ours, within

POINTS = "points come with a later feature"
FILES = "files of another computer are not read here"

CLOUD = {
    "user": Same("user"),
    "user.name": Same("user"),
    "user.id": Same("user.id"),
    "user.points": Same("points", takes=True),
    "user.time": Same("watchtime", "it is counted anew here"),
    "touser": Same("touser"),
    "touser.name": Same("touser"),
    "target": Same("touser"),
    "target.name": Same("touser"),
    "message": Same("query"),
    "msg": Same("query"),
    "args": Same("query"),
    "channel": Same("channel"),
    "channel.name": Same("channel"),
    "channel.title": Same("title"),
    "channel.game": Same("game"),
    "channel.viewers": Same("channel.viewers"),
    "channel.followers": Same("channel.followers"),
    "streamer": Same("channel"),
    "streamer.name": Same("channel"),
    "title": Same("title"),
    "game": Same("game"),
    "uptime": Same("uptime"),
    "stream.uptime": Same("uptime"),
    "followage": Same("followage"),
    "quote": Same("quote", takes=True),
    "count": Same("count", takes=True),
    "time": Same("time", takes=True),
    "random.user": Same("random.chatter"),
    "randomuser": Same("random.chatter"),
    "randuser": Same("random.chatter"),
    "randuser.name": Same("random.chatter"),
}
DESKTOP = {
    "user": Same("user"),
    "username": Same("user"),
    "userid": Same("user.login"),
    "touser": Same("touser"),
    "tousername": Same("touser"),
    "touserid": Same("touser"),
    "target": Same("1"),
    "targetname": Same("1"),
    "targetid": Same("1"),
    "msg": Same("query"),
    "dummyormsg": Same("query"),
    "mychannel": Same("channel"),
    "mygame": Same("game"),
    "mystatus": Same("title"),
    "mytitle": Same("title"),
    "game": Same("game"),
    "uptime": Same("uptime"),
    "myuptime": Same("uptime"),
    "randuser": Same("random.chatter"),
    "randusername": Same("random.chatter"),
    "randuserid": Same("random.chatter"),
    "randquote": Same("quote"),
    "quotes": Same("quote.count"),
    "quote": Same("quote", takes=True),
    "count": Same("count"),
    "points": Same("points", takes=True),
    "currencyname": Same("pointsname"),
    "hours": Same("watchtime", "it is counted anew here, in days, hours and minutes"),
    "time": Same("time"),
}
_RANGE = re.compile(r"random\.(?:number\.)?(\d+)-(\d+)")
_ARGUMENT = re.compile(r"(?:arg|argl|num)([1-9])")


def read_cloud(text: str) -> Pieces:
    return read_braces(text)


def read_desktop(text: str) -> Pieces:
    return read_words(text)


def cloud(call: Call, work: Work) -> str:
    head, _, rest = call.name.partition(".")
    if head.lower() in {"readapi", "customapi", "urlfetch"}:
        return fetched((rest, *call.arguments) if rest else call.arguments, call, cloud, work)
    if call.name.rstrip(":").isdecimal() and len(call.name) <= 3:
        return ours(call.name, "", call, cloud, work)
    bounds = _RANGE.fullmatch(call.name)
    if bounds is not None:
        return ours("random", f"{bounds[1]}-{bounds[2]}", call, cloud, work)
    found = look_up(CLOUD, call, cloud, work)
    return lacking(call, work, _why(call.name)) if found is None else found


def desktop(call: Call, work: Work) -> str:
    if call.name == "readapi":
        return fetched(call.arguments, call, desktop, work)
    if call.name == "randnum":
        return _random_number(call, work)
    if call.name == "dummy":
        # Nothing is said there when nothing stands behind the command.
        work.note("$dummy: it is answered here also when nothing stands behind the command")
        return ""
    argument = _ARGUMENT.fullmatch(call.name)
    if argument is not None:
        work.note(f"{call.raw}: it is answered here also when that word is missing")
        return ours(argument.group(1), "", call, desktop, work)
    found = look_up(DESKTOP, call, desktop, work)
    if found is not None:
        return f"{found}{_after(call, work)}"
    return lacking(call, work, _why(call.name))


def _after(call: Call, work: Work) -> str:
    """Brackets behind a name that takes nothing belong to the text."""
    if not call.arguments or DESKTOP[call.name].takes:
        return ""
    return f"({within(call.arguments, desktop, work)})"


def _random_number(call: Call, work: Work) -> str:
    bounds = [part.strip() for part in plain_of(call.arguments).split(",")]
    if not all(part.isdecimal() and part.isascii() for part in bounds) or len(bounds) > 2:
        return lacking(call, work, "its bounds are not two numbers")
    low, high = (0, int(bounds[0])) if len(bounds) == 1 else (int(bounds[0]), int(bounds[1]))
    # The upper one is not among the numbers there.
    return ours("random", f"{low}-{max(high - 1, low)}", call, desktop, work)


def _why(name: str) -> str:
    if "point" in name or "currency" in name:
        return POINTS
    if name.startswith(("read", "save", "overwrite")):
        return FILES
    return "there is nothing like it here"
