"""Texts that viewers of a channel are asked to write: filters must not take them for spam because many write them."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.tenancy.topics import notify_processes

# Topic between processes: the expected texts of a channel have changed; the payload is the channel's id.
EXPECTED_TEXTS_CHANGED = "internal:expected_texts_changed"

# Says what a text does, such as “enters the giveaway …”; empty if viewers are not asked for exactly this text.
Purpose = Callable[[str], str]


class Period(Struct, frozen=True):
    start: datetime
    end: datetime


# Reads which texts a feature asks a channel's viewers to write, now or at any time in the period; None: no texts.
ReadPurpose = Callable[[AsyncSession, UUID, Period | None], Awaitable[Purpose | None]]


class ExpectedTexts(tuple[ReadPurpose, ...]):
    """The expected texts of all features."""

    __slots__ = ()

    async def read(self, session: AsyncSession, channel_id: UUID, period: Period | None = None) -> Sequence[Purpose]:
        read = [await one(session, channel_id, period) for one in self]
        return [purpose for purpose in read if purpose is not None]


def purpose_of(text: str, purposes: Sequence[Purpose]) -> str:
    return next((found for purpose in purposes if (found := purpose(text))), "")


def announce_expected_texts(session: AsyncSession, channel_id: UUID) -> None:
    notify_processes(session, EXPECTED_TEXTS_CHANGED, channel_id)
