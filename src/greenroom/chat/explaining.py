"""Why a message was caught, answered, or neither: every feature that looks at messages can say so."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from uuid import UUID

from pydantic import BaseModel

from greenroom.chat.line import ChatLine
from greenroom.kernel.db import Database


@dataclass(frozen=True, slots=True)
class Asked:
    """A stored message that somebody asks about."""

    channel_id: UUID
    line: ChatLine
    is_removed: bool
    now: datetime


class Span(BaseModel):
    """Characters of the text, from `start` up to and without `end`."""

    start: int
    end: int


class Considered(BaseModel):
    """One thing that looked at the message, and the first condition that decided."""

    kind: Literal["filter", "command"]
    id: UUID
    name: str
    verdict: Literal["acted", "would_act", "passed", "skipped"]
    reason: str
    spans: list[Span] = []


# Given no session: whoever asks a platform meanwhile must not hold a transaction.
Explain = Callable[[Database, Asked], Awaitable[list[Considered]]]
