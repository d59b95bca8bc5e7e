"""The envelope of successful responses, and the cursors of pages."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence

from pydantic import JsonValue

from rehearsal.platforms.kick.errors import KickError

Json = dict[str, JsonValue]

MIN_CURSOR_LENGTH, MAX_CURSOR_LENGTH = 4, 28


def ok(data: JsonValue) -> Json:
    return {"data": data, "message": "OK"}


def page(rows: Sequence[JsonValue], cursor: str | None, limit: int) -> Json:
    """The page of the rows that begins at `cursor`; `next_cursor` is empty on the last page."""
    start = read_cursor(cursor)
    end = start + limit
    following = write_cursor(end) if end < len(rows) else ""
    return {**ok(list(rows[start:end])), "pagination": {"next_cursor": following}}


def write_cursor(position: int) -> str:
    return urlsafe_b64encode(f"at:{position}".encode()).decode()


def read_cursor(text: str | None) -> int:
    if not text:
        return 0
    try:
        mark, _, position = urlsafe_b64decode(text.encode()).decode().partition(":")
        if mark == "at" and MIN_CURSOR_LENGTH <= len(text) <= MAX_CURSOR_LENGTH:
            return int(position)
    except ValueError:
        pass
    raise KickError(400, "cursor is not valid")
