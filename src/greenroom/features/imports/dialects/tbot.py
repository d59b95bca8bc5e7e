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
    "time": Equivalent("time", passes_arguments=True),
    "countdown": Equivalent("countdown", passes_arguments=True),
    "randint": Equivalent("random", passes_arguments=True),
    "title": Equivalent("title"),
    "set_title": Equivalent("settitle", passes_arguments=True),
    "game": Equivalent("game"),
    "category": Equivalent("game"),
    "set_game": Equivalent("setgame", passes_arguments=True),
    "set_category": Equivalent("setgame", passes_arguments=True),
    "accountage": Equivalent("accountage", passes_arguments=True),
    "followage": Equivalent("followage", passes_arguments=True),
    "points": Equivalent("points", passes_arguments=True),
    "points_rank": Equivalent("points.rank", passes_arguments=True),
    "points_name": Equivalent("pointsname"),
    "permit_manager": Equivalent("permit", passes_arguments=True),
    "user.streams_row": Equivalent("streak"),
    "user.streams_row_peak": Equivalent("streak.best"),
    "user.streams_total": Equivalent("streak.streams"),
    "quote.add": Equivalent("quote.add", passes_arguments=True),
    "quote.edit": Equivalent("quote.edit", passes_arguments=True),
    "quote.delete": Equivalent("quote.delete", passes_arguments=True),
    "quote.message": Equivalent("quote.text", passes_arguments=True),
    "quote.number": Equivalent("quote.number", passes_arguments=True),
    "quote.user": Equivalent("quote.name", passes_arguments=True),
    "quote.date": Equivalent("quote.date", passes_arguments=True),
    "gamble_roulette": Equivalent("roulette", passes_arguments=True),
    "gamble_slots": Equivalent("slots", passes_arguments=True),
    "queue_join": Equivalent("queue.join", passes_arguments=True),
    "queue.position": Equivalent("queue.position", passes_arguments=True),
    "queue.leave": Equivalent("queue.leave", passes_arguments=True),
}
# Variables that take the arguments of the command if they have no arguments themselves.
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
    return unsupported(source, notes)
