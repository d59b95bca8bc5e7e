"""tbot's variables, as its source has them."""

from greenroom.features.imports.dialects.parser import Pieces, SourceVariable, parse_braces
from greenroom.features.imports.dialects.translation import (
    Equivalent,
    TranslationNotes,
    argument_text,
    look_up,
    unsupported,
    variable,
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
# Written alone these take what stands behind the command.
FROM_CHAT = {"quote.add", "quote.edit", "quote.delete", "quote.message", "set_title", "set_game", "set_category"}


def read(text: str) -> Pieces:
    return parse_braces(text)


def dialect(call: SourceVariable, work: TranslationNotes) -> str:
    if call.name.isdecimal() and call.name.isascii():
        return variable(call.name, "", call, dialect, work)
    if call.name in FROM_CHAT and not argument_text(call.arguments, dialect, work).strip():
        return variable(TABLE[call.name].name, "$(query)", call, dialect, work)
    if call.name == "permit_manager" and not call.arguments:
        return variable("permit", "$(1)", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    if found is not None:
        return found
    why = "points and games come with later features" if "point" in call.name or "gambl" in call.name else ""
    return unsupported(call, work, why or "there is nothing like it here")
