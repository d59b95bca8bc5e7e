"""What a type of filter is made of: settings that people choose, and a check made from them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol
from uuid import UUID

import msgspec
from pydantic import BaseModel

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher

Spans = tuple[tuple[int, int], ...]


class Catch(msgspec.Struct, frozen=True):
    """Why a message was caught, in words, and the characters of its text that did it."""

    reason: str
    spans: Spans = ()


class FilterCheck(Protocol):
    def catch(self, message: Message) -> Catch | None:
        """Never fails, whatever was written; the time it takes grows no faster than the message."""
        ...

    def passing(self, message: Message) -> str:
        """Why this message is let through, with the figure that decided."""
        ...


class SavedFilter(BaseModel):
    """What the server adds to a filter that it keeps."""

    id: UUID
    # One line for the list.
    summary: str
    # Since midnight UTC.
    hits_today: int
    # Sent along with a save, it keeps that from overwriting what somebody else saved meanwhile.
    revision: int
    created_at: datetime
    updated_at: datetime
    # The name of whoever changed it last.
    updated_by: str


@dataclass(frozen=True, slots=True)
class FilterType:
    key: str
    title: str
    description: str
    # What is sent to make one, what is answered, and the part of both that is its own.
    filter: type[FilterFields]
    saved: type[SavedFilter]
    settings: type[BaseModel]
    # Made once from the settings; whatever has terms adds them to the channel's lexicon.
    check: Callable[[BaseModel, Sequence[Term], TermMatcher], FilterCheck]
    # One line for the list, from the settings and the number of terms.
    summary: Callable[[BaseModel, int], str]


def pluralize(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"
