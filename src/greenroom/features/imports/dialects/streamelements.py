"""StreamElements' variables."""

import re

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_dollars, source_text, words_of
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    TranslationNotes,
    argument_text,
    fetch_variable,
    look_up,
    quoted,
    shortened,
    unsupported,
    variable,
)

_PEOPLE = {
    "": Equivalent("user"),
    ".name": Equivalent("user"),
    ".level": Equivalent("user.level", "roles have names here, not numbers"),
    ".lastseen": Equivalent("lastseen", takes=True),
    ".lastactive": Equivalent("lastseen", takes=True),
    ".time_online": Equivalent("watchtime", "it is counted anew here", takes=True),
    ".points": Equivalent("points", takes=True),
    ".points_rank": Equivalent("points.rank", takes=True),
}
TABLE = {
    **{f"{name}{part}": same for name in ("user", "sender", "source") for part, same in _PEOPLE.items()},
    "touser": Equivalent("touser"),
    "args": Equivalent("query"),
    "query": Equivalent("query"),
    "channel": Equivalent("channel"),
    "channel.display_name": Equivalent("channel"),
    "channel.alias": Equivalent("channel"),
    "channel.title": Equivalent("title"),
    "channel.game": Equivalent("game"),
    "channel.viewers": Equivalent("channel.viewers"),
    "channel.followers": Equivalent("channel.followers"),
    "channel.subs": Equivalent("channel.subs"),
    "channel.provider": Equivalent("provider"),
    "count": Equivalent("count", takes=True),
    "getcount": Equivalent("getcount", takes=True),
    "settitle": Equivalent("settitle", takes=True),
    "setgame": Equivalent("setgame", takes=True),
    "math": Equivalent("math", takes=True),
    "msgid": Equivalent("msgid"),
    "pathescape": Equivalent("pathescape", takes=True),
    "queryescape": Equivalent("queryescape", takes=True),
    "querystring": Equivalent("querystring", takes=True),
    "pointsname": Equivalent("pointsname"),
    "quote": Equivalent("quote", takes=True),
    "repeat": Equivalent("repeat", takes=True),
    "7tvemotes": Equivalent("emotes.7tv"),
    "bttvemotes": Equivalent("emotes.bttv"),
    "ffzemotes": Equivalent("emotes.ffz"),
    "twitchemotes": Equivalent("emotes.twitch"),
}
_PLACE = re.compile(r"(\d{1,2}(?::\d{0,2})?)(\.(?:emote|word))?")


def read(text: str) -> Pieces:
    return parse_dollars(text)


def dialect(call: SourceVariable, work: TranslationNotes) -> str:
    head, _, rest = call.name.partition(".")
    special = SPECIAL.get(head)
    if special is not None:
        return special(call, rest, work)
    place = _PLACE.fullmatch(call.name)
    if place is not None:
        if place.group(2):
            work.note(f"{shortened(call.raw)}: any word is taken here")
        return variable(place.group(1), "", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    return unsupported(call, work) if found is None else found


def _fetch(call: SourceVariable, rest: str, work: TranslationNotes) -> str:
    """`customapi.https://…` and `customapi https://…` are the same."""
    return fetch_variable((rest, *call.arguments) if rest else call.arguments, call, dialect, work)


def _of_stream(call: SourceVariable, rest: str, work: TranslationNotes) -> str:
    """Of the channel; of another one nothing is looked up."""
    about = source_text(call.arguments).strip().lower()
    if rest or about not in {"", "$(channel)", "${channel}"}:
        return unsupported(call, work, "other channels are not looked up here")
    return variable(call.name, "", call, dialect, work)


def _random(call: SourceVariable, rest: str, work: TranslationNotes) -> str:
    if rest == "chatter":
        return variable("random.chatter", "", call, dialect, work)
    if rest == "emote":
        return unsupported(call, work, "emotes are not picked by chance here")
    if rest == "pick" or rest.startswith("pick"):
        words = words_of(_spaced(call.arguments))
        return variable("random.pick", " ".join(quoted(word, dialect, work) for word in words), call, dialect, work)
    bounds = argument_text(call.arguments, dialect, work).strip() if rest in {"", "number"} else rest
    return variable("random", bounds, call, dialect, work)


def _spaced(pieces: Pieces) -> Pieces:
    """`'a''b'` are two words there."""
    return tuple(re.sub(r"(?<=['\"])(?=['\"])", " ", piece) if isinstance(piece, str) else piece for piece in pieces)


def _time(call: SourceVariable, rest: str, work: TranslationNotes) -> str:
    if rest.lower() == "until":
        return variable("countdown", argument_text(call.arguments, dialect, work).strip(), call, dialect, work)
    behind = argument_text((rest,), dialect, work) if rest else argument_text(call.arguments, dialect, work).strip()
    return variable("time", behind, call, dialect, work)


SPECIAL = {
    "customapi": _fetch,
    "urlfetch": _fetch,
    "game": _of_stream,
    "title": _of_stream,
    "uptime": _of_stream,
    "random": _random,
    "time": _time,
}
