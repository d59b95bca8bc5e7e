"""Nightbot's variables."""

import re

from greenroom.features.imports.dialects.parser import (
    Piece,
    Pieces,
    SourceVariable,
    parse_dollars,
    source_text,
    words_of,
)
from greenroom.features.imports.dialects.translation import (
    NO_EQUIVALENT,
    Equivalent,
    TranslationNotes,
    argument_text,
    fetch_variable,
    look_up,
    quoted,
    shortened,
    translate,
    unsupported,
    variable,
)

TABLE = {
    "user": Equivalent("user"),
    "userid": Equivalent("user.id"),
    "userlevel": Equivalent("user.level", "the roles are called Public, Sub, VIP, Mod and Owner here"),
    "touser": Equivalent("touser"),
    "query": Equivalent("query"),
    "querystring": Equivalent("querystring", takes=True),
    "channel": Equivalent("channel"),
    "command": Equivalent("command"),
    "provider": Equivalent("provider"),
    "count": Equivalent("count"),
    "countdown": Equivalent("countdown", takes=True),
    "countup": Equivalent("countup", takes=True),
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
    return parse_dollars(text)


def dialect(call: SourceVariable, work: TranslationNotes) -> str:
    special = SPECIAL.get(call.name)
    if special is not None:
        return special(call, work)
    if call.name.isdecimal() and call.name.isascii():
        return variable(call.name, "", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    return unsupported(call, work, REASONS.get(call.name, NO_EQUIVALENT)) if found is None else found


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


def _fetch(call: SourceVariable, work: TranslationNotes) -> str:
    words = words_of(call.arguments)
    if words and source_text(words[0]).lower() == "json":
        rest: list[Piece] = []
        for word in words[1:]:
            rest += word
        work.note(
            f"{shortened(call.raw)}: all of the JSON is shown; put json.name before the address to show one value"
        )
        return fetch_variable(tuple(rest), call, dialect, work)
    return fetch_variable(call.arguments, call, dialect, work)


def _time(call: SourceVariable, work: TranslationNotes) -> str:
    words = words_of(call.arguments)
    if not words:
        return variable("time", "", call, dialect, work)
    zone = source_text(words[0])
    pattern = source_text(words[1]) if len(words) > 1 else ""
    if _LETTER.search(_KNOWN.sub("", pattern)):
        work.note(f"{shortened(call.raw)}: some of these letters are not known in times here")
        pattern = pattern.replace("Do", "D")
    behind = argument_text((ZONES.get(zone.lower(), zone),), dialect, work)
    return variable("time", f'{behind} "{pattern}"' if pattern else behind, call, dialect, work)


def _moment(call: SourceVariable, work: TranslationNotes) -> str:
    """Zones by the letters that people know them by, and dates with slashes, month first."""
    text = source_text(call.arguments).strip().strip("\"'")
    slashed = _SLASHED.sub(lambda found: f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}", text)
    first, _, last = slashed.rpartition(" ")
    zone = ZONES.get(last.lower())
    behind = f"{first} {zone}" if first and zone else slashed
    if slashed != text:
        work.note(f"{shortened(call.raw)}: the date is read as month, day and year")
    return variable(call.name, argument_text(read(behind), dialect, work), call, dialect, work)


def _twitch(call: SourceVariable, work: TranslationNotes) -> str:
    words = words_of(call.arguments)
    about = words[0] if words else ()
    template = source_text(words[1]) if len(words) > 1 else "{{displayName}}"
    is_own = not about or source_text(about).lower() in {"$(channel)", "$(channelid)"}
    parts: list[str] = []
    at = 0
    for found in _FIELD.finditer(template):
        parts.append(translate((template[at : found.start()],), dialect, work))
        parts.append(_twitch_field(found.group(1).lower(), call, about, is_own=is_own, work=work))
        at = found.end()
    parts.append(translate((template[at:],), dialect, work))
    return "".join(parts)


def _twitch_field(name: str, call: SourceVariable, about: Pieces, *, is_own: bool, work: TranslationNotes) -> str:
    if is_own and name in OWN_FIELDS:
        if OWN_FIELDS[name] in {"title", "game", "channel.viewers", "uptime"}:
            work.note(f"{shortened(call.raw)}: it is that of the platform on which somebody asks, not always Twitch")
        return variable(OWN_FIELDS[name], "", call, dialect, work)
    if not is_own and name in {"name", "displayname"}:
        return translate(about, dialect, work)
    if not is_own and name == "url":
        return f"https://twitch.tv/{translate(about, dialect, work)}"
    return unsupported(
        call, work, f"{{{{{name}}}}} of {'the' if is_own else 'another'} channel cannot be looked up here"
    )


def _eval(call: SourceVariable, work: TranslationNotes) -> str:
    """Programs are not run; two that many people have mean something that a variable does."""
    program = source_text(call.arguments).strip()
    number = _UP_TO.fullmatch(program)
    if number is not None:
        return variable(
            "random", _bounds(program, int(number.group(1)), int(number.group(2) or 0)), call, dialect, work
        )
    choices = _CHOICES.fullmatch(program) if len(program) < 2_000 else None
    items = None if choices is None else _items(choices.group("items"))
    if items:
        behind = " ".join(quoted(read(item), dialect, work) for item in items)
        return variable("random.pick", behind, call, dialect, work)
    return unsupported(call, work, "programs are not run here")


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
