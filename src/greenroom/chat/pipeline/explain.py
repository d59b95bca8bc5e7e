"""Explanations of what filters, commands and giveaways did with a message."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct

from greenroom.chat.messages.line import ChatLine
from greenroom.kernel.db.database import Database
from greenroom.kernel.schema import Schema


class ExplainRequest(Struct, frozen=True):
    """The stored message to explain."""

    channel_id: UUID
    line: ChatLine
    is_removed: bool
    now: datetime


class Span(Schema):
    """Characters of the text, from `start` up to and without `end`."""

    start: int
    end: int


class ConsideredRule(Schema):
    """A filter, command or giveaway that was checked, and the first condition that decided."""

    kind: Literal["filter", "command", "giveaway"]
    id: UUID
    name: str
    verdict: Literal["acted", "would_act", "passed", "skipped"]
    reason: str
    spans: list[Span] = []


# Gets no session: an explainer that calls a platform must not hold a transaction open.
Explain = Callable[[Database, ExplainRequest], Awaitable[list[ConsideredRule]]]


class Explainers(tuple[Explain, ...]):
    """Explainers of all features, in the order of the features."""

    __slots__ = ()
