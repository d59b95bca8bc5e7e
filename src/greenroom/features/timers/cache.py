"""What this process knows of a channel's timers, so that most messages cost no question."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Generic, TypeVar
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.own_accounts import OwnAccount, own_accounts
from greenroom.features.timers.models import Timer
from greenroom.kernel.bus.bus import Bus, Unsubscribe
from greenroom.tenancy.topics import ACCOUNTS_CHANGED, TIMERS_CHANGED

# The one asked for longest ago goes first.
MAX_CHANNELS = 1_000

Fact = TypeVar("Fact")


@dataclass(slots=True, eq=False)
class _Place(Generic[Fact]):
    facts: list[Fact] = field(default_factory=list[Fact])


class ChannelFact(Generic[Fact]):
    """One fact about each channel, until it is doubted."""

    def __init__(self, read: Callable[[AsyncSession, UUID], Awaitable[Fact]]) -> None:
        self._read = read
        self._places: dict[UUID, _Place[Fact]] = {}

    async def of(self, session: AsyncSession, channel_id: UUID) -> Fact:
        place = self._places.pop(channel_id, None) or _Place[Fact]()
        self._places[channel_id] = place
        if len(self._places) > MAX_CHANNELS:
            del self._places[next(iter(self._places))]
        if not place.facts:
            fact = await self._read(session, channel_id)
            # Doubted meanwhile, it has another place: this one is not looked at again.
            place.facts.append(fact)
        return place.facts[-1]

    def doubt(self, channel_id: UUID) -> None:
        self._places.pop(channel_id, None)

    def doubt_all(self) -> None:
        self._places.clear()


class TimerCache:
    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._is_counted = ChannelFact(_has_timers)
        self._own = ChannelFact(own_accounts)
        self._leave: tuple[Unsubscribe, ...] = ()

    def start(self) -> None:
        hearing = self._bus.subscribe(self._hear, TIMERS_CHANGED, ACCOUNTS_CHANGED)
        self._leave = (hearing, self._bus.on_gap(self._doubt_everything))

    def stop(self) -> None:
        for leave in self._leave:
            leave()

    async def is_counted(self, session: AsyncSession, channel_id: UUID) -> bool:
        return await self._is_counted.of(session, channel_id)

    async def own_accounts(self, session: AsyncSession, channel_id: UUID) -> frozenset[OwnAccount]:
        return await self._own.of(session, channel_id)

    def _hear(self, topic: str, payload: bytes) -> None:
        known = self._is_counted if topic == TIMERS_CHANGED else self._own
        known.doubt(UUID(payload.decode()))

    def _doubt_everything(self) -> None:
        self._is_counted.doubt_all()
        self._own.doubt_all()


async def _has_timers(session: AsyncSession, channel_id: UUID) -> bool:
    found = select(Timer.id).where(Timer.channel_id == channel_id, Timer.is_enabled).limit(1)
    return await session.scalar(found) is not None
