"""StreamElements' variables."""

import re

from greenroom.features.imports.dialects.pieces import Call, Pieces, plain_of, read_dollars, words_of
from greenroom.features.imports.dialects.wording import (
    Same,
    Work,
    fetched,
    lacking,
    look_up,
    ours,
    quoted,
    short,
    within,
)

_PEOPLE = {
    "": Same("user"),
    ".name": Same("user"),
    ".level": Same("user.level", "roles have names here, not numbers"),
    ".lastseen": Same("lastseen", takes=True),
    ".lastactive": Same("lastseen", takes=True),
    ".time_online": Same("watchtime", "it is counted anew here", takes=True),
    ".points": Same("points", takes=True),
    ".points_rank": Same("points.rank", takes=True),
}
TABLE = {
    **{f"{name}{part}": same for name in ("user", "sender", "source") for part, same in _PEOPLE.items()},
    "touser": Same("touser"),
    "args": Same("query"),
    "query": Same("query"),
    "channel": Same("channel"),
    "channel.display_name": Same("channel"),
    "channel.alias": Same("channel"),
    "channel.title": Same("title"),
    "channel.game": Same("game"),
    "channel.viewers": Same("channel.viewers"),
    "channel.followers": Same("channel.followers"),
    "channel.subs": Same("channel.subs"),
    "channel.provider": Same("provider"),
    "count": Same("count", takes=True),
    "getcount": Same("getcount", takes=True),
    "settitle": Same("settitle", takes=True),
    "setgame": Same("setgame", takes=True),
    "math": Same("math", takes=True),
    "msgid": Same("msgid"),
    "pathescape": Same("pathescape", takes=True),
    "queryescape": Same("queryescape", takes=True),
    "querystring": Same("querystring", takes=True),
    "pointsname": Same("pointsname"),
    "quote": Same("quote", takes=True),
    "repeat": Same("repeat", takes=True),
    "7tvemotes": Same("emotes.7tv"),
    "bttvemotes": Same("emotes.bttv"),
    "ffzemotes": Same("emotes.ffz"),
    "twitchemotes": Same("emotes.twitch"),
}
_PLACE = re.compile(r"(\d{1,2}(?::\d{0,2})?)(\.(?:emote|word))?")


def read(text: str) -> Pieces:
    return read_dollars(text)


def dialect(call: Call, work: Work) -> str:
    head, _, rest = call.name.partition(".")
    special = SPECIAL.get(head)
    if special is not None:
        return special(call, rest, work)
    place = _PLACE.fullmatch(call.name)
    if place is not None:
        if place.group(2):
            work.note(f"{short(call.raw)}: any word is taken here")
        return ours(place.group(1), "", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    return lacking(call, work) if found is None else found


def _fetch(call: Call, rest: str, work: Work) -> str:
    """`customapi.https://…` and `customapi https://…` are the same."""
    return fetched((rest, *call.arguments) if rest else call.arguments, call, dialect, work)


def _of_stream(call: Call, rest: str, work: Work) -> str:
    """Of the channel; of another one nothing is looked up."""
    about = plain_of(call.arguments).strip().lower()
    if rest or about not in {"", "$(channel)", "${channel}"}:
        return lacking(call, work, "other channels are not looked up here")
    return ours(call.name, "", call, dialect, work)


def _random(call: Call, rest: str, work: Work) -> str:
    if rest == "chatter":
        return ours("random.chatter", "", call, dialect, work)
    if rest == "emote":
        return lacking(call, work, "emotes are not picked by chance here")
    if rest == "pick" or rest.startswith("pick"):
        words = words_of(_spaced(call.arguments))
        return ours("random.pick", " ".join(quoted(word, dialect, work) for word in words), call, dialect, work)
    bounds = within(call.arguments, dialect, work).strip() if rest in {"", "number"} else rest
    return ours("random", bounds, call, dialect, work)


def _spaced(pieces: Pieces) -> Pieces:
    """`'a''b'` are two words there."""
    return tuple(re.sub(r"(?<=['\"])(?=['\"])", " ", piece) if isinstance(piece, str) else piece for piece in pieces)


def _time(call: Call, rest: str, work: Work) -> str:
    if rest.lower() == "until":
        return ours("countdown", within(call.arguments, dialect, work).strip(), call, dialect, work)
    behind = within((rest,), dialect, work) if rest else within(call.arguments, dialect, work).strip()
    return ours("time", behind, call, dialect, work)


SPECIAL = {
    "customapi": _fetch,
    "urlfetch": _fetch,
    "game": _of_stream,
    "title": _of_stream,
    "uptime": _of_stream,
    "random": _random,
    "time": _time,
}
