"""Texts that viewers are asked to write; filters must not count them as spam, although many viewers write the same."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import notify_processes

# Topic between processes: the expected texts of a channel have changed; the payload is the channel's id.
EXPECTED_TEXTS_CHANGED = "internal:expected_texts_changed"

# Says what a text does, such as “enters the giveaway …”; empty if the feature does not ask for exactly this text.
TextEffect = Callable[[str], str]


class Period(Struct, frozen=True):
    start: datetime
    end: datetime


# Loads what a feature asks a channel's viewers to write, now or (with a period) at any time in it; None if nothing.
ReadTextEffect = Callable[[AsyncSession, UUID, Period | None], Awaitable[TextEffect | None]]


class ExpectedTexts(tuple[ReadTextEffect, ...]):
    """The expected texts of all features."""

    __slots__ = ()

    async def read(self, session: AsyncSession, channel_id: UUID, period: Period | None = None) -> Sequence[TextEffect]:
        read = [await one(session, channel_id, period) for one in self]
        return [effect for effect in read if effect is not None]


def effect_of(text: str, text_effects: Sequence[TextEffect]) -> str:
    return next((found for effect in text_effects if (found := effect(text))), "")


def announce_expected_texts(session: AsyncSession, channel_id: UUID) -> None:
    notify_processes(session, EXPECTED_TEXTS_CHANGED, channel_id)
