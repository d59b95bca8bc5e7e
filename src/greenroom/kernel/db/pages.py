"""Cursor pagination: the cursor names the last row, so every page costs the same."""

import base64
from typing import Generic, TypeVar

import msgspec
from pydantic import BaseModel

from greenroom.kernel.errors import Invalid

MAX_PER_PAGE = 100
# For a name of 40 characters; Unicode normalisation can turn one of them into 18.
MAX_CURSOR_LENGTH = 4_000

Record = TypeVar("Record")


class Page(BaseModel, Generic[Record]):
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
        raise Invalid("cursor", "is not a cursor of this list") from error
    if len(values) != parts or any("\0" in value for value in values):
        raise Invalid("cursor", "is not a cursor of this list")
    return values
