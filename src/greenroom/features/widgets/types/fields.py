"""Fields that the settings of several types have."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.reports import NOT_STORED
from greenroom.features.activity.records.values import MAX_NUMBER
from greenroom.kernel.text import Limited, clean_message

STORED_KINDS = tuple(kind for kind in ActivityKind if kind not in NOT_STORED)
MAX_TITLE_LENGTH = 100

_MEDIA = re.compile(r"/media/[A-Za-z0-9-]{1,64}")
_COLOUR = re.compile(r"#[0-9a-f]{6}(?:[0-9a-f]{2})?")


def _check_media(path: str) -> str:
    if path and not _MEDIA.fullmatch(path):
        raise ValueError("must be a file of your media, such as /media/0192…")
    return path


def _clean_colour(text: str) -> str:
    colour = text.strip().lower()
    if not _COLOUR.fullmatch(colour):
        raise ValueError("must be a colour such as #3ddc97")
    return colour


def _check_stored(kind: ActivityKind) -> ActivityKind:
    if kind in NOT_STORED:
        raise ValueError("is not stored")
    return kind


def _clean_title(text: str, max_length: int) -> str:
    return clean_message(text, max_length) if text.strip() else ""


# The address of an uploaded file; empty for none.
MediaPath = Annotated[str, Field(max_length=100), AfterValidator(_check_media)]
Colour = Annotated[str, Field(max_length=20), AfterValidator(_clean_colour)]
Percent = Annotated[int, Field(ge=0, le=100)]
# In pixels.
TextSize = Annotated[int, Field(ge=8, le=200)]
Kinds = Annotated[list[Annotated[ActivityKind, AfterValidator(_check_stored)]], Field(max_length=len(STORED_KINDS))]
# Millionths of a US dollar, as the value of an activity.
Value = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
# One line; may be empty.
Title = Annotated[str, Limited(MAX_TITLE_LENGTH, _clean_title)]
Align = Literal["left", "center", "right"]
