"""A filter type: its settings, its check, and the texts that describe it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar
from uuid import UUID

import msgspec

from greenroom.features.filters.fields import FilterFields
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.matching.term_matcher import Term, TermMatcher
from greenroom.forms.settings import EditedSettings
from greenroom.kernel.schema import Schema

Settings = TypeVar("Settings", bound=EditedSettings)
Spans = tuple[tuple[int, int], ...]


class Catch(msgspec.Struct, frozen=True):
    """Why a filter caught a message, and the matching spans of the message's text."""

    reason: str
    spans: Spans = ()


class FilterCheck(Protocol):
    def catch(self, message: Message) -> Catch | None:
        """Why the filter caught the message; None if it passes. Never raises, and takes time linear in the length."""
        ...

    def explain_pass(self, message: Message) -> str:
        """Why the message passes; with the number that decides, if there is one."""
        ...


class SavedFilter(Schema):
    """Fields that the server adds to a saved filter."""

    id: UUID
    summary: str
    # Since midnight UTC.
    hits_today: int
    # A save that sends the revision does not overwrite a newer version.
    revision: int
    created_at: datetime
    updated_at: datetime
    updated_by: str


@dataclass(frozen=True, slots=True, kw_only=True)
class FilterType(Generic[Settings]):
    key: str
    # Name of a new filter.
    title: str
    # What the editor calls a filter of this type.
    tag: str
    # Sentence for the choice of a type.
    description: str
    # Which messages it catches: sentence above its settings.
    rule: str
    # Name of an icon of the web.
    icon: str
    # Request model.
    filter: type[FilterFields]
    # Response model.
    saved: type[SavedFilter]
    # Model of `settings` in requests and responses.
    settings: type[Settings]
    # Builds the check; a type with terms adds them to the channel's matcher.
    check: Callable[[Settings, Sequence[Term], TermMatcher], FilterCheck]
    # One line for the list, from the settings and the number of terms.
    summary: Callable[[Settings, int], str]


def pluralize(number: int, one: str, many: str) -> str:
    return f"{number:,} {one if number == 1 else many}"


def in_seconds(number: int) -> str:
    return pluralize(number, "second", "seconds")
