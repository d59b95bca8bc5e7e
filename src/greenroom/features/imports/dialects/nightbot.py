"""Nightbot variables."""

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
    Equivalent,
    ImportNotes,
    argument_text,
    look_up,
    placeholder,
    quoted,
    render_urlfetch,
    render_variable,
    shorten,
    translate,
    unsupported,
)

TABLE = {
    "user": Equivalent("user"),
    "userid": Equivalent("user.id"),
    "userlevel": Equivalent("user.level", "shows Public, Sub, VIP, Mod or Owner"),
    "touser": Equivalent("touser"),
    "query": Equivalent("query"),
    "querystring": Equivalent("querystring", passes_arguments=True),
    "channel": Equivalent("channel"),
    "command": Equivalent("command"),
    "provider": Equivalent("provider"),
    "count": Equivalent("count"),
}
# Field of a template such as `$(twitch $(channel) "{{title}}")` → our variable, if the template is about this channel.
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
# Date format letters with the same meaning in Greenroom; `Do` and similar are not supported.
_DATE_LETTERS = re.compile(
    r"\[[^\]]*\]|YYYY|YY|MMMM|MMM|MM|M|(?<!D)DD(?!D)|(?<!D)D(?![Do])|dddd|ddd|HH|H|hh|h|mm|m|ss|s|A|a|Z|z"
)
_LETTER = re.compile(r"[A-Za-z]")
_FIELD = re.compile(r"\{\{\s*([A-Za-z]+)\s*\}\}")
# Time zone abbreviations that IANA does not have.
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
_RANDOM_NUMBER = re.compile(
    rf"(?:Math\.(?:floor|round|ceil)|~~|parseInt)?\(*\s*{_RANDOM}\s*\*\s*\(?(\d{{1,9}})\)?\s*\)*\s*(?:\+\s*(\d{{1,9}}))?\s*\)*;?"
)
_RANDOM_CHOICE = re.compile(
    rf"(?:(?:const|let|var)\s+)?(?:(\w+)\s*=\s*)?\[(?P<items>.+)\]\s*(?:;?\s*\1)?\s*"
    rf"\[\s*(?:Math\.floor|~~|parseInt)\s*\(\s*{_RANDOM}\s*\*\s*[\w.]+\s*\)\s*\]\s*;?",
    re.DOTALL,
)
_CHOICE_ITEM = re.compile(r"\s*(?:'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"|`((?:[^`\\$]|\\.)*)`|(-?\d+))\s*(?:,|$)")


def read(text: str) -> Pieces:
    return parse_dollars(text)


def dialect(source: SourceVariable, notes: ImportNotes) -> str:
    special = SPECIAL.get(source.name)
    if special is not None:
        return special(source, notes)
    if source.name.isdecimal() and source.name.isascii():
        return render_variable(source.name, "", source, dialect, notes)
    found = look_up(TABLE, source, dialect, notes)
    return unsupported(source, notes) if found is None else found


def _fetch(source: SourceVariable, notes: ImportNotes) -> str:
    words = words_of(source.arguments)
    if words and source_text(words[0]).lower() == "json":
        rest: list[Piece] = []
        for word in words[1:]:
            rest += word
        notes.add(f"{shorten(source.raw)}: shows the full JSON; add json.name before the URL to show one value")
        return render_urlfetch(tuple(rest), source, dialect, notes)
    return render_urlfetch(source.arguments, source, dialect, notes)


def _time(source: SourceVariable, notes: ImportNotes) -> str:
    words = words_of(source.arguments)
    if not words:
        return render_variable("time", "", source, dialect, notes)
    zone = source_text(words[0])
    pattern = source_text(words[1]) if len(words) > 1 else ""
    if _LETTER.search(_DATE_LETTERS.sub("", pattern)):
        notes.add(f"{shorten(source.raw)}: some date format letters aren't supported")
        pattern = pattern.replace("Do", "D")
    arguments = argument_text((ZONES.get(zone.lower(), zone),), dialect, notes)
    return render_variable("time", f'{arguments} "{pattern}"' if pattern else arguments, source, dialect, notes)


def _countdown_date(source: SourceVariable, notes: ImportNotes) -> str:
    """Renders `countdown` or `countup`; converts a date such as 12/31/2026 (month first) and a zone such as PST."""
    text = source_text(source.arguments).strip().strip("\"'")
    slashed = _SLASHED.sub(lambda found: f"{found[3]}-{int(found[1]):02}-{int(found[2]):02}", text)
    first, _, last = slashed.rpartition(" ")
    zone = ZONES.get(last.lower())
    arguments = f"{first} {zone}" if first and zone else slashed
    if slashed != text:
        notes.add(f"{shorten(source.raw)}: date read as month/day/year")
    return render_variable(source.name, argument_text(read(arguments), dialect, notes), source, dialect, notes)


def _twitch(source: SourceVariable, notes: ImportNotes) -> str:
    words = words_of(source.arguments)
    about = words[0] if words else ()
    template = source_text(words[1]) if len(words) > 1 else "{{displayName}}"
    is_own = not about or source_text(about).lower() in {"$(channel)", "$(channelid)"}
    parts: list[str] = []
    at = 0
    for found in _FIELD.finditer(template):
        parts.append(translate((template[at : found.start()],), dialect, notes))
        parts.append(_twitch_field(found.group(1).lower(), source, about, is_own=is_own, notes=notes))
        at = found.end()
    parts.append(translate((template[at:],), dialect, notes))
    return "".join(parts)


def _twitch_field(name: str, source: SourceVariable, about: Pieces, *, is_own: bool, notes: ImportNotes) -> str:
    if is_own and name in OWN_FIELDS:
        if OWN_FIELDS[name] in {"title", "game", "channel.viewers", "uptime"}:
            notes.add(f"{shorten(source.raw)}: uses the platform the command was used on, not always Twitch")
        return render_variable(OWN_FIELDS[name], "", source, dialect, notes)
    if not is_own and name in {"name", "displayname"}:
        return translate(about, dialect, notes)
    if not is_own and name == "url":
        return f"https://twitch.tv/{translate(about, dialect, notes)}"
    return unsupported(source, notes, f"{{{{{name}}}}} isn't supported")


def _eval(source: SourceVariable, notes: ImportNotes) -> str:
    """Replaces the two common scripts that have an equivalent variable: a random number and a random choice."""
    script = source_text(source.arguments).strip()
    number = _RANDOM_NUMBER.fullmatch(script)
    if number is not None:
        return render_variable(
            "random", _random_bounds(script, int(number.group(1)), int(number.group(2) or 0)), source, dialect, notes
        )
    choices = _RANDOM_CHOICE.fullmatch(script) if len(script) < 2_000 else None
    items = None if choices is None else _parse_items(choices.group("items"))
    if items:
        arguments = " ".join(quoted(read(item), dialect, notes) for item in items)
        return render_variable("random.pick", arguments, source, dialect, notes)
    notes.add_missing("$(eval) scripts aren't supported")
    return placeholder(source, notes)


def _random_bounds(script: str, count: int, low: int) -> str:
    first = low + script.startswith("Math.ceil")
    return f"{first}-{low + count - (not script.startswith(('Math.ceil', 'Math.round')))}"


def _parse_items(text: str) -> list[str] | None:
    items: list[str] = []
    at = 0
    while at < len(text):
        found = _CHOICE_ITEM.match(text, at)
        if found is None:
            return None
        items.append(re.sub(r"\\(.)", r"\1", next(part for part in found.groups() if part is not None)))
        at = found.end()
    return items


SPECIAL = {
    "urlfetch": _fetch,
    "customapi": _fetch,
    "time": _time,
    "countdown": _countdown_date,
    "countup": _countdown_date,
    "twitch": _twitch,
    "eval": _eval,
}
