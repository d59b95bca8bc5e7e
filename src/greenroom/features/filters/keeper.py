"""What this process knows about each channel's filters: read when it is first needed, and again when told so."""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.keeping import Keeping
from greenroom.chat.own_accounts import own_accounts
from greenroom.features.filters.engine import Engine, Permit, Permits, Spec, Viewer
from greenroom.features.filters.models import Filter, FilterPermit, FilterTerms
from greenroom.features.filters.reading import spec_of
from greenroom.kernel.context import Kernel
from greenroom.kernel.db import publish
from greenroom.tenancy.topics import ACCOUNTS_CHANGED, FILTERS_CHANGED

# More terms than these are made ready beside the loop.
TERMS_AT_ONCE = 500
PERMIT_GIVEN = "internal:filter_permit_given"
# What is doubted when only they changed.
ACCOUNTS = "accounts"


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


class Keeper:
    def __init__(self, kernel: Kernel) -> None:
        self._clock = kernel.clock
        self._keeping = Keeping(kernel, "filters", self._load, _mend)
        self.stop = self._keeping.stop
        self.known = self._keeping.known
        self.known_again = self._keeping.known_again

    def start(self) -> None:
        self._keeping.start(self._hear, FILTERS_CHANGED, ACCOUNTS_CHANGED, PERMIT_GIVEN)

    async def _load(self, session: AsyncSession, channel_id: UUID, before: Known | None) -> Known:
        return await load(session, channel_id, self._clock(), before)

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic == FILTERS_CHANGED:
            self._keeping.doubt(UUID(payload.decode()))
        elif topic == ACCOUNTS_CHANGED:
            self._keeping.doubt(UUID(payload.decode()), ACCOUNTS)
        elif topic == PERMIT_GIVEN:
            self._let_pass(msgspec.json.decode(payload, type=PermitGiven))

    def _let_pass(self, given: PermitGiven) -> None:
        known = self._keeping.peek(given.channel_id)
        if known is not None:
            permit = Permit.until(given.expires_at, self._clock().timestamp())
            known.permits[given.provider, given.viewer_id] = permit


async def _mend(session: AsyncSession, channel_id: UUID, known: Known, _: frozenset[Hashable]) -> None:
    """Nothing but the accounts is ever doubted by its name."""
    known.own = await own_accounts(session, channel_id)


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
    """In the order in which they look; of those that are off nobody asks for the terms, which may be thousands."""
    rows = await session.execute(
        select(Filter, FilterTerms.terms)
        .outerjoin(FilterTerms, and_(FilterTerms.filter_id == Filter.id, Filter.is_enabled))
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
