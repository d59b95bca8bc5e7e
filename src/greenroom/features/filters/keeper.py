"""What this process knows about each channel's filters: read when it is first needed, and again when told so."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.own_accounts import own_accounts
from greenroom.features.filters.engine import Engine, Permit, Permits, Spec, Viewer
from greenroom.features.filters.models import Filter, FilterPermit, FilterTerms
from greenroom.features.filters.reading import spec_of
from greenroom.kernel.context import Kernel
from greenroom.kernel.db import publish
from greenroom.kernel.logs import get_logger
from greenroom.tenancy.topics import FILTERS_CHANGED

log = get_logger(__name__)

# Channels whose filters are held ready; the one asked for longest ago goes first.
MOST_CHANNELS = 500
# More terms than these are made ready beside the loop.
TERMS_AT_ONCE = 500
# A message waits this long for filters that were just changed.
PATIENCE_SECONDS = 0.1
PERMIT_GIVEN = "internal:filter_permit_given"
# How the topics end on which the accounts of a channel are told.
PROVIDERS = ":providers"


class PermitGiven(msgspec.Struct, frozen=True):
    channel_id: UUID
    provider: str
    viewer_id: str
    expires_at: float


def tell_permit(session: AsyncSession, permit: PermitGiven) -> None:
    publish(session, PERMIT_GIVEN, msgspec.json.encode(permit))


@dataclass(slots=True)
class Known:
    engine: Engine
    permits: Permits
    # The channel's own accounts and bots, which no filter looks at.
    own: frozenset[Viewer]


@dataclass(slots=True, eq=False)
class Place:
    channel_id: UUID
    known: Known | None = None
    is_stale: bool = False
    are_accounts_stale: bool = False
    task: asyncio.Task[None] | None = None


@dataclass(slots=True, eq=False)
class Keeper:
    kernel: Kernel
    _places: dict[UUID, Place] = field(default_factory=dict[UUID, Place])

    def start(self) -> None:
        self.kernel.bus.subscribe(self._hear, FILTERS_CHANGED, PERMIT_GIVEN, PROVIDERS)
        self.kernel.bus.on_gap(self._doubt_everything)

    async def stop(self) -> None:
        tasks = [place.task for place in self._places.values() if place.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def known(self, session: AsyncSession, channel_id: UUID) -> Known:
        place = self._places.pop(channel_id, None) or Place(channel_id)
        self._places[channel_id] = place
        if len(self._places) > MOST_CHANNELS:
            self._forget(next(iter(self._places)))
        if place.task is not None:
            await asyncio.wait({place.task}, timeout=PATIENCE_SECONDS)
        if place.known is None:
            loaded = await load(session, channel_id, self.kernel.clock(), None)
            # What was read meanwhile because something changed is newer.
            place.known = place.known or loaded
        return place.known

    async def known_again(self, session: AsyncSession, channel_id: UUID) -> Known:
        """As it is stored now, whatever was known."""
        place = self._places[channel_id]
        place.known = await load(session, channel_id, self.kernel.clock(), place.known)
        return place.known

    def _forget(self, channel_id: UUID) -> None:
        place = self._places.pop(channel_id)
        if place.task is not None:
            place.task.cancel()

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic.endswith(PROVIDERS):
            # A bot may have come or gone.
            self._doubt_accounts(UUID(topic.removesuffix(PROVIDERS)))
        elif topic == FILTERS_CHANGED:
            self._doubt(UUID(payload.decode()))
        elif topic == PERMIT_GIVEN:
            self._let_pass(msgspec.json.decode(payload, type=PermitGiven))

    def _doubt_accounts(self, channel_id: UUID) -> None:
        place = self._places.get(channel_id)
        if place is not None:
            place.are_accounts_stale = True
            self._refresh_soon(place)

    def _doubt(self, channel_id: UUID) -> None:
        place = self._places.get(channel_id)
        if place is not None:
            place.is_stale = True
            self._refresh_soon(place)

    def _doubt_everything(self) -> None:
        for place in self._places.values():
            place.is_stale = place.are_accounts_stale = True
            self._refresh_soon(place)

    def _let_pass(self, given: PermitGiven) -> None:
        place = self._places.get(given.channel_id)
        if place is not None and place.known is not None:
            permit = Permit.until(given.expires_at, self.kernel.clock().timestamp())
            place.known.permits[given.provider, given.viewer_id] = permit

    def _refresh_soon(self, place: Place) -> None:
        if place.task is None:
            place.task = asyncio.create_task(self._refresh(place), name=f"filters:{place.channel_id}")

    async def _refresh(self, place: Place) -> None:
        """As often as something changes meanwhile; until then the old filters stand."""
        try:
            while place.is_stale or place.are_accounts_stale:
                is_all, place.is_stale, place.are_accounts_stale = place.is_stale, False, False
                async with self.kernel.database.read() as session:
                    if is_all or place.known is None:
                        place.known = await load(session, place.channel_id, self.kernel.clock(), place.known)
                    else:
                        place.known.own = await own_accounts(session, place.channel_id)
        except Exception as error:  # noqa: BLE001  # whatever it was, old rules must not go on standing
            # The next change, or the next message, asks again.
            log.warning("filters_not_read", channel=str(place.channel_id), error=repr(error))
            place.known = None
        finally:
            place.task = None


async def load(session: AsyncSession, channel_id: UUID, now: datetime, before: Known | None) -> Known:
    specs = await read_specs(session, channel_id)
    permits = await _permits(session, channel_id, now)
    own = await own_accounts(session, channel_id)
    engine = await make_ready(specs, before.engine if before else None)
    if before is not None:
        _keep_newer(permits, before.permits, now.timestamp())
    return Known(engine, permits, own)


def _keep_newer(read: Permits, known: Permits, now: float) -> None:
    """What was given or used while the database answered, which it could not tell."""
    for viewer, permit in known.items():
        stored = read.get(viewer)
        if permit.expires_at > now and (stored is None or permit.expires_at >= stored.expires_at):
            read[viewer] = permit


async def make_ready(specs: Sequence[Spec], before: Engine | None = None) -> Engine:
    if sum(len(spec.terms) for spec in specs) <= TERMS_AT_ONCE:
        return Engine.of(specs, before)
    return await asyncio.to_thread(Engine.of, specs, before)


async def read_specs(session: AsyncSession, channel_id: UUID) -> list[Spec]:
    """In the order in which they look."""
    rows = await session.execute(
        select(Filter, FilterTerms.terms)
        .outerjoin(FilterTerms, FilterTerms.filter_id == Filter.id)
        .where(Filter.channel_id == channel_id)
        .order_by(Filter.place, Filter.id)
    )
    return [spec_of(one, terms) for one, terms in rows]


async def _permits(session: AsyncSession, channel_id: UUID, now: datetime) -> Permits:
    rows = await session.execute(
        select(FilterPermit.provider, FilterPermit.viewer_id, FilterPermit.expires_at, FilterPermit.used_for).where(
            FilterPermit.channel_id == channel_id, FilterPermit.expires_at > now
        )
    )
    return {
        (provider, viewer): Permit.until(expires.timestamp(), now.timestamp(), used)
        for provider, viewer, expires, used in rows
    }
