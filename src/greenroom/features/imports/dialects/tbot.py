"""tbot variables."""

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_braces
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    ImportNotes,
    argument_text,
    look_up,
    render_variable,
    unsupported,
)

TABLE = {
    "sender": Equivalent("user"),
    "user": Equivalent("touser"),
    "time": Equivalent("time", takes=True),
    "countdown": Equivalent("countdown", takes=True),
    "randint": Equivalent("random", takes=True),
    "title": Equivalent("title"),
    "set_title": Equivalent("settitle", takes=True),
    "game": Equivalent("game"),
    "category": Equivalent("game"),
    "set_game": Equivalent("setgame", takes=True),
    "set_category": Equivalent("setgame", takes=True),
    "accountage": Equivalent("accountage", takes=True),
    "followage": Equivalent("followage", takes=True),
    "points": Equivalent("points", takes=True),
    "points_rank": Equivalent("points.rank", takes=True),
    "points_name": Equivalent("pointsname"),
    "permit_manager": Equivalent("permit", takes=True),
    "user.streams_row": Equivalent("streak"),
    "user.streams_row_peak": Equivalent("streak.best"),
    "user.streams_total": Equivalent("streak.streams"),
    "quote.add": Equivalent("quote.add", takes=True),
    "quote.edit": Equivalent("quote.edit", takes=True),
    "quote.delete": Equivalent("quote.delete", takes=True),
    "quote.message": Equivalent("quote.text", takes=True),
    "quote.number": Equivalent("quote.number", takes=True),
    "quote.user": Equivalent("quote.name", takes=True),
    "quote.date": Equivalent("quote.date", takes=True),
    "gamble_roulette": Equivalent("roulette", takes=True),
    "gamble_slots": Equivalent("slots", takes=True),
    "queue_join": Equivalent("queue.join", takes=True),
    "queue.position": Equivalent("queue.position", takes=True),
    "queue.leave": Equivalent("queue.leave", takes=True),
}
# Without arguments these take the arguments of the command.
FROM_CHAT = {"quote.add", "quote.edit", "quote.delete", "quote.message", "set_title", "set_game", "set_category"}


def read(text: str) -> Pieces:
    return parse_braces(text)


def dialect(source: SourceVariable, notes: ImportNotes) -> str:
    if source.name.isdecimal() and source.name.isascii():
        return render_variable(source.name, "", source, dialect, notes)
    if source.name in FROM_CHAT and not argument_text(source.arguments, dialect, notes).strip():
        return render_variable(TABLE[source.name].name, "$(query)", source, dialect, notes)
    if source.name == "permit_manager" and not source.arguments:
        return render_variable("permit", "$(1)", source, dialect, notes)
    found = look_up(TABLE, source, dialect, notes)
    if found is not None:
        return found
    is_planned = "point" in source.name or "gambl" in source.name
    return unsupported(source, notes, "not supported yet" if is_planned else "")
