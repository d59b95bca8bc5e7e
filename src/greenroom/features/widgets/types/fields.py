"""Fields that the settings of several types have."""

import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from greenroom.accounts.stream_platforms import StreamProviders
from greenroom.chat.protocol.events import ActivityKind
from greenroom.features.activity.records.reports import NOT_STORED
from greenroom.features.activity.records.values import MAX_NUMBER
from greenroom.forms.fields import ActivityKindsField, Choice, ChoiceField, NumberField, PlatformsField, TextField
from greenroom.kernel.text import Limited, clean_message

STORED_KINDS = tuple(kind for kind in ActivityKind if kind not in NOT_STORED)
# A test of each kind; the web has their labels.
KIND_TESTS = dict.fromkeys((kind.value for kind in STORED_KINDS), "")
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
Background = Annotated[Percent, NumberField("Background", look="slider", unit="%")]
TextSize = Annotated[int, Field(ge=8, le=200), NumberField("Text size", look="slider", unit="px")]
# Empty means all platforms.
Platforms = Annotated[StreamProviders, PlatformsField("Platforms")]
# Empty means all kinds.
Kinds = Annotated[
    list[Annotated[ActivityKind, AfterValidator(_check_stored)]],
    Field(max_length=len(STORED_KINDS)),
    ActivityKindsField("Events"),
]
# Millionths of a US dollar, as the value of an activity.
Value = Annotated[int, Field(ge=0, le=MAX_NUMBER)]
# One line; may be empty.
Title = Annotated[str, Limited(MAX_TITLE_LENGTH, _clean_title), TextField("Title")]
Align = Annotated[
    Literal["left", "center", "right"],
    ChoiceField("Align", choices=(Choice("left", "Left"), Choice("center", "Centre"), Choice("right", "Right"))),
]


def seconds_field(label: str, help_text: str = "") -> NumberField:
    return NumberField(label, help_text, look="steps", unit="s", unit_name="seconds")
