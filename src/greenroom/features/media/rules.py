"""Conditional and range requests (RFC 9110), and the headers of a served file."""

from urllib.parse import quote

from msgspec import Struct

FOREVER = "public, max-age=31536000, immutable"


class ByteRange(Struct, frozen=True):
    """From `start` up to, but without, `end`."""

    start: int
    end: int


class RangeNotSatisfiable(Exception):
    """The range begins after the end of the file."""


def requested_range(header: str | None, size: int) -> ByteRange | None:
    """The range that the header asks for; None, for the whole file, if it has none, several or a malformed one."""
    unit, _, text = (header or "").partition("=")
    first, dash, last = text.strip().partition("-")
    numbers = [part for part in (first, last) if part]
    if unit.strip().lower() != "bytes" or not dash or not numbers or not all(map(_is_number, numbers)):
        return None
    if not first:
        start, end = max(0, size - int(last)), size
    else:
        start, end = int(first), min(size, int(last) + 1) if last else size
        if last and int(last) < start:
            return None
    if start >= size:
        raise RangeNotSatisfiable
    return ByteRange(start, end)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 18


def is_unchanged(if_none_match: str | None, etag: str) -> bool:
    tags = [tag.strip().removeprefix("W/") for tag in (if_none_match or "").split(",")]
    return etag in tags or "*" in tags


def applies_range(if_range: str | None, etag: str) -> bool:
    """Whether a range may be sent; False if the client continues the download of another version (If-Range)."""
    return if_range is None or if_range.strip() == etag


def file_headers(name: str, etag: str) -> dict[str, str]:
    """Headers that keep the browser to the checked type and let no script run if the file is opened as a page.

    They let pages of any origin load the file, because the custom HTML of a widget runs in a frame without an origin.
    """
    return {
        "Accept-Ranges": "bytes",
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": FOREVER,
        "Content-Disposition": f"inline; filename*=UTF-8''{quote(name, safe='')}",
        "Content-Security-Policy": "sandbox; default-src 'none'",
        "Cross-Origin-Resource-Policy": "cross-origin",
        "ETag": etag,
        "Referrer-Policy": "no-referrer",
        "X-Content-Type-Options": "nosniff",
    }
