"""Cursor pagination: the cursor names the last row, so every page costs the same."""

import base64
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Generic, TypeVar
from uuid import UUID

import msgspec

from greenroom.kernel.errors import Invalid
from greenroom.kernel.schema import Schema

MAX_PER_PAGE = 100
# Enough for a name of 40 characters, each of which Unicode normalisation can turn into 18.
MAX_CURSOR_LENGTH = 4_000

Record = TypeVar("Record")


class Page(Schema, Generic[Record]):
    records: list[Record]
    cursor: str | None
    total: int


def encode_cursor(*parts: str) -> str:
    return base64.urlsafe_b64encode(msgspec.json.encode(parts)).rstrip(b"=").decode()


def decode_cursor(cursor: str, parts: int) -> tuple[str, ...]:
    try:
        raw = base64.b64decode(cursor + "=" * (-len(cursor) % 4), altchars=b"-_", validate=True)
        values = msgspec.json.decode(raw, type=tuple[str, ...])
    except (ValueError, msgspec.MsgspecError) as error:
        raise Invalid("cursor", "is not a valid cursor") from error
    if len(values) != parts or any("\0" in value for value in values):
        raise Invalid("cursor", "is not a valid cursor")
    return values


Id = TypeVar("Id", int, UUID)


def decode_time_cursor(cursor: str, read_id: Callable[[str], Id]) -> tuple[datetime, Id]:
    """The time and the id in a cursor of a list that is sorted by them."""
    moment, row_id = decode_cursor(cursor, 2)
    try:
        return datetime.fromisoformat(moment).astimezone(UTC), read_id(row_id)
    except (ValueError, OverflowError) as error:
        raise Invalid("cursor", "is not a valid cursor") from error
