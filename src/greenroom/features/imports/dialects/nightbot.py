"""Nightbot's variables."""

import re

from greenroom.features.imports.dialects.pieces import Call, Piece, Pieces, plain_of, read_dollars, words_of
from greenroom.features.imports.dialects.wording import (
    NOTHING,
    Same,
    Work,
    fetched,
    lacking,
    look_up,
    ours,
    quoted,
    short,
    translate,
    within,
)

TABLE = {
    "user": Same("user"),
    "userid": Same("user.id"),
    "userlevel": Same("user.level", "the roles are called Public, Sub, VIP, Mod and Owner here"),
    "touser": Same("touser"),
    "query": Same("query"),
    "querystring": Same("querystring", takes=True),
    "channel": Same("channel"),
    "command": Same("command"),
    "provider": Same("provider"),
    "count": Same("count"),
    "countdown": Same("countdown", takes=True),
    "countup": Same("countup", takes=True),
}
# Of `$(twitch … "{{…}}")`, when it asks for the channel itself.
OWN_FIELDS = {
    "name": "channel",
    "displayname": "channel",
    "title": "title",
    "status": "title",
    "game": "game",
    "viewers": "channel.viewers",
    "followers": "channel.followers",
    "subscribercount": "channel.subs",
    "uptimelength": "uptime",
}
# Letters of times that mean the same here; `Do` and others like it do not.
_KNOWN = re.compile(
    r"\[[^\]]*\]|YYYY|YY|MMMM|MMM|MM|M|(?<!D)DD(?!D)|(?<!D)D(?![Do])|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a|Z|z"
)
_LETTER = re.compile(r"[A-Za-z]")
_FIELD = re.compile(r"\{\{\s*([A-Za-z]+)\s*\}\}")
# What people call times that have other names here.
ZONES = {
    "pst": "-08:00",
    "pdt": "-07:00",
    "cst": "-06:00",
    "cdt": "-05:00",
    "edt": "-04:00",
    "mdt": "-06:00",
    "bst": "+01:00",
    "cest": "+02:00",
    "aest": "+10:00",
    "aedt": "+11:00",
}
_SLASHED = re.compile(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b")
_RANDOM = r"Math\.random\(\)"
_UP_TO = re.compile(
    rf"(?:Math\.(?:floor|round|ceil)|~~|parseInt)?\(*\s*{_RANDOM}\s*\*\s*\(?(\d{{1,9}})\)?\s*\)*\s*(?:\+\s*(\d{{1,9}}))?\s*\)*;?"
)
_CHOICES = re.compile(
    rf"(?:(?:const|let|var)\s+)?(?:(\w+)\s*=\s*)?\[(?P<items>.+)\]\s*(?:;?\s*\1)?\s*"
    rf"\[\s*(?:Math\.floor|~~|parseInt)\s*\(\s*{_RANDOM}\s*\*\s*[\w.]+\s*\)\s*\]\s*;?",
    re.DOTALL,
)
_ITEM = re.compile(r"\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\$]|\\.)*)`|(-?\d+))\s*(?:,|$)")


def read(text: str) -> Pieces:
    return read_dollars(text)


def dialect(call: Call, work: Work) -> str:
    special = SPECIAL.get(call.name)
    if special is not None:
        return special(call, work)
    if call.name.isdecimal() and call.name.isascii():
        return ours(call.name, "", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    return lacking(call, work, REASONS.get(call.name, NOTHING)) if found is None else found


REASONS = {
    "channelid": "there is no variable for the id of a channel",
    "chatid": "there is no variable for the id of a chat",
    "lastfm": "music is not read from Last.fm",
    "tweet": "nothing is posted elsewhere",
    "weather": "the weather is not known here",
    "djkhaled": "its sayings are Nightbot's own",
    "leagueoflegends": "games are not looked up here",
    "teamfighttactics": "games are not looked up here",
    "steam": "profiles of Steam are not looked up here",
    "rainwave": "music is not read from Rainwave",
}


def _fetch(call: Call, work: Work) -> str:
    words = words_of(call.arguments)
    if words and plain_of(words[0]).lower() == "json":
        rest: list[Piece] = []
        for word in words[1:]:
            rest += word
        work.note(f"{short(call.raw)}: all of the JSON is shown; put json.name before the address to show one value")
        return fetched(tuple(rest), call, dialect, work)
    return fetched(call.arguments, call, dialect, work)


def _time(call: Call, work: Work) -> str:
    words = words_of(call.arguments)
    if not words:
        return ours("time", "", call, dialect, work)
    zone = plain_of(words[0])
    pattern = plain_of(words[1]) if len(words) > 1 else ""
    if _LETTER.search(_KNOWN.sub("", pattern)):
        work.note(f"{short(call.raw)}: some of these letters are not known in times here")
        pattern = pattern.replace("Do", "D")
    behind = within((ZONES.get(zone.lower(), zone),), dialect, work)
    return ours("time", f'{behind} "{pattern}"' if pattern else behind, call, dialect, work)


def _moment(call: Call, work: Work) -> str:
    """Zones by the letters that people know them by, and dates with slashes, month first."""
    text = plain_of(call.arguments).strip().strip("\"'")
    slashed = _SLASHED.sub(lambda found: f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}", text)
    first, _, last = slashed.rpartition(" ")
    zone = ZONES.get(last.lower())
    behind = f"{first} {zone}" if first and zone else slashed
    if slashed != text:
        work.note(f"{short(call.raw)}: the date is read as month, day and year")
    return ours(call.name, within(read(behind), dialect, work), call, dialect, work)


def _twitch(call: Call, work: Work) -> str:
    words = words_of(call.arguments)
    about = words[0] if words else ()
    template = plain_of(words[1]) if len(words) > 1 else "{{displayName}}"
    is_own = not about or plain_of(about).lower() in {"$(channel)", "$(channelid)"}
    parts: list[str] = []
    at = 0
    for found in _FIELD.finditer(template):
        parts.append(translate((template[at : found.start()],), dialect, work))
        parts.append(_twitch_field(found.group(1).lower(), call, about, is_own=is_own, work=work))
        at = found.end()
    parts.append(translate((template[at:],), dialect, work))
    return "".join(parts)


def _twitch_field(name: str, call: Call, about: Pieces, *, is_own: bool, work: Work) -> str:
    if is_own and name in OWN_FIELDS:
        if OWN_FIELDS[name] in {"title", "game", "channel.viewers", "uptime"}:
            work.note(f"{short(call.raw)}: it is that of the platform on which somebody asks, not always Twitch")
        return ours(OWN_FIELDS[name], "", call, dialect, work)
    if not is_own and name in {"name", "displayname"}:
        return translate(about, dialect, work)
    if not is_own and name == "url":
        return f"https://twitch.tv/{translate(about, dialect, work)}"
    return lacking(call, work, f"{{{{{name}}}}} of {'the' if is_own else 'another'} channel cannot be looked up here")


def _eval(call: Call, work: Work) -> str:
    """Programs are not run; two that many people have mean something that a variable does."""
    program = plain_of(call.arguments).strip()
    number = _UP_TO.fullmatch(program)
    if number is not None:
        return ours("random", _bounds(program, int(number.group(1)), int(number.group(2) or 0)), call, dialect, work)
    choices = _CHOICES.fullmatch(program) if len(program) < 2_000 else None
    items = None if choices is None else _items(choices.group("items"))
    if items:
        behind = " ".join(quoted(read(item), dialect, work) for item in items)
        return ours("random.pick", behind, call, dialect, work)
    return lacking(call, work, "programs are not run here")


def _bounds(program: str, top: int, low: int) -> str:
    first = low + program.startswith("Math.ceil")
    return f"{first}-{low + top - (not program.startswith(('Math.ceil', 'Math.round')))}"


def _items(text: str) -> list[str] | None:
    items: list[str] = []
    at = 0
    while at < len(text):
        found = _ITEM.match(text, at)
        if found is None:
            return None
        items.append(re.sub(r"\\(.)", r"\1", next(part for part in found.groups() if part is not None)))
        at = found.end()
    return items


SPECIAL = {
    "urlfetch": _fetch,
    "customapi": _fetch,
    "time": _time,
    "countdown": _moment,
    "countup": _moment,
    "twitch": _twitch,
    "eval": _eval,
}
