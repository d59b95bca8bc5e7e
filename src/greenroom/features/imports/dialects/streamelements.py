"""StreamElements variables."""

import re

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_dollars, source_text, words_of
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    ImportNotes,
    argument_text,
    look_up,
    quoted,
    render_urlfetch,
    render_variable,
    shorten,
    unsupported,
)

_USER_FIELDS = {
    "": Equivalent("user"),
    ".name": Equivalent("user"),
    ".level": Equivalent("user.level", "shows the role name instead of a number"),
    ".lastseen": Equivalent("lastseen", passes_arguments=True),
    ".lastactive": Equivalent("lastseen", passes_arguments=True),
    ".time_online": Equivalent("watchtime", "starts at 0 here", passes_arguments=True),
    ".points": Equivalent("points", passes_arguments=True),
    ".points_rank": Equivalent("points.rank", passes_arguments=True),
}
TABLE = {
    **{f"{name}{part}": ours for name in ("user", "sender", "source") for part, ours in _USER_FIELDS.items()},
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
    "count": Equivalent("count", passes_arguments=True),
    "followage": Equivalent("followage", passes_arguments=True),
    "getcount": Equivalent("getcount", passes_arguments=True),
    "settitle": Equivalent("settitle", passes_arguments=True),
    "setgame": Equivalent("setgame", passes_arguments=True),
    "math": Equivalent("math", passes_arguments=True),
    "msgid": Equivalent("msgid"),
    "pathescape": Equivalent("pathescape", passes_arguments=True),
    "queryescape": Equivalent("queryescape", passes_arguments=True),
    "querystring": Equivalent("querystring", passes_arguments=True),
    "pointsname": Equivalent("pointsname"),
    "quote": Equivalent("quote", passes_arguments=True),
    "repeat": Equivalent("repeat", passes_arguments=True),
    "7tvemotes": Equivalent("emotes.7tv"),
    "bttvemotes": Equivalent("emotes.bttv"),
    "ffzemotes": Equivalent("emotes.ffz"),
    "twitchemotes": Equivalent("emotes.twitch"),
}
_ARGUMENT_NUMBER = re.compile(r"(\d{1,2}(?::\d{0,2})?)(\.(?:emote|word))?")


def read(text: str) -> Pieces:
    return parse_dollars(text)


def dialect(source: SourceVariable, notes: ImportNotes) -> str:
    head, _, rest = source.name.partition(".")
    special = SPECIAL.get(head)
    if special is not None:
        return special(source, rest, notes)
    number = _ARGUMENT_NUMBER.fullmatch(source.name)
    if number is not None:
        if number.group(2):
            notes.add(f"{shorten(source.raw)}: accepts any word")
        return render_variable(number.group(1), "", source, dialect, notes)
    found = look_up(TABLE, source, dialect, notes)
    return unsupported(source, notes) if found is None else found


def _fetch(source: SourceVariable, rest: str, notes: ImportNotes) -> str:
    """Renders `$(urlfetch)` for `customapi https://…`, or for `customapi.https://…` where `rest` is the URL."""
    return render_urlfetch((rest, *source.arguments) if rest else source.arguments, source, dialect, notes)


def _stream_data(source: SourceVariable, rest: str, notes: ImportNotes) -> str:
    """Translates a variable about a channel; only data of this channel is supported."""
    about = source_text(source.arguments).strip().lower()
    if rest or about not in {"", "$(channel)", "${channel}"}:
        return unsupported(source, notes, "data of other channels isn't supported")
    return render_variable(source.name, "", source, dialect, notes)


def _random(source: SourceVariable, rest: str, notes: ImportNotes) -> str:
    if rest == "chatter":
        return render_variable("random.chatter", "", source, dialect, notes)
    if rest == "emote":
        return unsupported(source, notes)
    if rest == "pick" or rest.startswith("pick"):
        words = words_of(_separate_quoted(source.arguments))
        return render_variable(
            "random.pick", " ".join(quoted(word, dialect, notes) for word in words), source, dialect, notes
        )
    bounds = argument_text(source.arguments, dialect, notes).strip() if rest in {"", "number"} else rest
    return render_variable("random", bounds, source, dialect, notes)


def _separate_quoted(pieces: Pieces) -> Pieces:
    """Inserts spaces between adjacent quoted arguments: `'a''b'` are two."""
    return tuple(re.sub(r"(?<=['\"])(?=['\"])", " ", piece) if isinstance(piece, str) else piece for piece in pieces)


def _time(source: SourceVariable, rest: str, notes: ImportNotes) -> str:
    if rest.lower() == "until":
        return render_variable(
            "countdown", argument_text(source.arguments, dialect, notes).strip(), source, dialect, notes
        )
    arguments = (
        argument_text((rest,), dialect, notes) if rest else argument_text(source.arguments, dialect, notes).strip()
    )
    return render_variable("time", arguments, source, dialect, notes)


SPECIAL = {
    "customapi": _fetch,
    "urlfetch": _fetch,
    "game": _stream_data,
    "title": _stream_data,
    "uptime": _stream_data,
    "random": _random,
    "time": _time,
}
