"""Reads values from untrusted JSON."""

import json
import math
import re
from collections.abc import Iterator
from typing import cast

from greenroom.kernel.errors import Invalid

MAX_DEPTH = 5
MAX_IGNORED = 100
_SURROGATES = re.compile(r"[\ud800-\udfff]")
_DECODER = json.JSONDecoder()
_SPACE = re.compile(r"\s*")

Record = dict[str, object]


def read_json(content: str) -> list[object] | None:
    """The JSON values of the content, which may be concatenated; None if it begins with no bracket (pasted text)."""
    at = _SPACE.match(content, 1 if content.startswith("\ufeff") else 0)
    start = at.end() if at else 0
    if content[start : start + 1] not in {"{", "["}:
        return None
    values: list[object] = []
    try:
        while start < len(content):
            value, end = _DECODER.raw_decode(content, start)
            values.append(value)
            space = _SPACE.match(content, end)
            start = space.end() if space else end
    except json.JSONDecodeError as error:
        message = f"is not valid JSON (line {error.lineno}: {error.msg.lower()})"
        raise Invalid("content", message) from error
    except (RecursionError, ValueError) as error:
        raise Invalid("content", "is JSON with too many levels or too long numbers") from error
    return values


def records(roots: list[object]) -> Iterator[tuple[str, object]]:
    """Yields each object with its key, and each item of a list with the key of the list; does not look inside items."""
    waiting: list[tuple[str, object, int]] = [("", root, 0) for root in reversed(roots)]
    while waiting:
        name, value, depth = waiting.pop()
        if isinstance(value, list):
            for item in cast("list[object]", value):
                yield name, item
        elif isinstance(value, dict) and depth < MAX_DEPTH:
            inner = as_record(cast("object", value)) or {}
            yield name, inner
            nested = [key for key in reversed(inner) if isinstance(inner[key], list | dict)]
            waiting.extend((key, inner[key], depth + 1) for key in nested)


def as_record(value: object) -> Record | None:
    return cast("Record", value) if isinstance(value, dict) else None


def text_in(record: Record, *names: str) -> str:
    """The first of these fields that is a text or an integer, as text without characters that databases reject."""
    for name in names:
        value = record.get(name)
        if isinstance(value, str):
            return clean(value)
        if isinstance(value, int) and not isinstance(value, bool):
            return str(value)[:50]
    return ""


def clean(text: str) -> str:
    return _SURROGATES.sub("\ufffd", text.replace("\0", ""))


def texts_in(record: Record, *names: str) -> list[str]:
    for name in names:
        value = record.get(name)
        if isinstance(value, list):
            return [clean(one) for one in cast("list[object]", value) if isinstance(one, str)]
        if isinstance(value, dict):
            return [clean(one) for one in cast("dict[str, object]", value).values() if isinstance(one, str)]
    return []


def number_in(record: Record, *names: str) -> int | None:
    """The first of these fields that is a number or a numeric string, as an integer; None if none is."""
    for name in names:
        value = record.get(name)
        if isinstance(value, bool):
            continue
        if isinstance(value, int) and abs(value) < 10**12:
            return value
        if isinstance(value, float) and math.isfinite(value) and abs(value) < 10**12:
            return int(value)
        if isinstance(value, str) and re.fullmatch(r"-?[0-9]{1,11}", value.strip()):
            return int(value)
    return None


def flag_in(record: Record, name: str, *, default: bool) -> bool:
    value = record.get(name)
    if isinstance(value, str):
        return value.strip().lower() not in {"", "0", "false", "no", "off"}
    return default if value is None or isinstance(value, list | dict) else bool(value)


def record_in(record: Record, name: str) -> Record:
    return as_record(record.get(name)) or {}
