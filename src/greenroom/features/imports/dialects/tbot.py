"""tbot's variables, as its source has them."""

from greenroom.features.imports.dialects.pieces import Call, Pieces, read_braces
from greenroom.features.imports.dialects.wording import Same, Work, lacking, look_up, ours, within

TABLE = {
    "sender": Same("user"),
    "user": Same("touser"),
    "time": Same("time", takes=True),
    "countdown": Same("countdown", takes=True),
    "randint": Same("random", takes=True),
    "title": Same("title"),
    "set_title": Same("settitle", takes=True),
    "game": Same("game"),
    "category": Same("game"),
    "set_game": Same("setgame", takes=True),
    "set_category": Same("setgame", takes=True),
    "accountage": Same("accountage", takes=True),
    "followage": Same("followage", takes=True),
    "points": Same("points", takes=True),
    "points_rank": Same("points.rank", takes=True),
    "points_name": Same("pointsname"),
    "permit_manager": Same("permit", takes=True),
    "user.streams_row": Same("streak"),
    "user.streams_row_peak": Same("streak.best"),
    "user.streams_total": Same("streak.streams"),
    "quote.add": Same("quote.add", takes=True),
    "quote.edit": Same("quote.edit", takes=True),
    "quote.delete": Same("quote.delete", takes=True),
    "quote.message": Same("quote.text", takes=True),
    "quote.number": Same("quote.number", takes=True),
    "quote.user": Same("quote.name", takes=True),
    "quote.date": Same("quote.date", takes=True),
    "gamble_roulette": Same("roulette", takes=True),
    "gamble_slots": Same("slots", takes=True),
    "queue_join": Same("queue.join", takes=True),
    "queue.position": Same("queue.position", takes=True),
    "queue.leave": Same("queue.leave", takes=True),
}
# Written alone these take what stands behind the command.
FROM_CHAT = {"quote.add", "quote.edit", "quote.delete", "quote.message", "set_title", "set_game", "set_category"}


def read(text: str) -> Pieces:
    return read_braces(text)


def dialect(call: Call, work: Work) -> str:
    if call.name.isdecimal() and call.name.isascii():
        return ours(call.name, "", call, dialect, work)
    if call.name in FROM_CHAT and not within(call.arguments, dialect, work).strip():
        return ours(TABLE[call.name].name, "$(query)", call, dialect, work)
    if call.name == "permit_manager" and not call.arguments:
        return ours("permit", "$(1)", call, dialect, work)
    found = look_up(TABLE, call, dialect, work)
    if found is not None:
        return found
    why = "points and games come with later features" if "point" in call.name or "gambl" in call.name else ""
    return lacking(call, work, why or "there is nothing like it here")
