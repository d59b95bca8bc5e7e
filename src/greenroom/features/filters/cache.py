"""What this process knows about each channel's filters: read when it is first needed, and again when told so."""

import asyncio
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

import msgspec
from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.features.filters.engine import FilterEngine, FilterSpec, LinkPermit, LinkPermits, ViewerKey
from greenroom.features.filters.models import Filter, FilterPermit, FilterTerms
from greenroom.features.filters.rows import spec_of
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import publish
from greenroom.tenancy.topics import ACCOUNTS_CHANGED, FILTERS_CHANGED

# More terms than these are made ready beside the loop.
MAX_TERMS_ON_EVENT_LOOP = 500
PERMIT_GIVEN = "internal:filter_permit_given"
# What is doubted when only they changed.
ACCOUNTS = "accounts"


class PermitGiven(msgspec.Struct, frozen=True):
    channel_id: UUID
    provider: str
    viewer_id: str
    expires_at: float


def publish_permit(session: AsyncSession, permit: PermitGiven) -> None:
    publish(session, PERMIT_GIVEN, msgspec.json.encode(permit))


@dataclass(slots=True)
class CompiledFilters:
    engine: FilterEngine
    permits: LinkPermits
    # The channel's own accounts and bots, which no filter looks at.
    own: frozenset[ViewerKey]


class FilterCache:
    def __init__(self, kernel: Kernel) -> None:
        self._clock = kernel.clock
        self._cache = ChannelCache(kernel, "filters", self._load, _mend)
        self.stop = self._cache.stop
        self.get = self._cache.get
        self.reload = self._cache.reload

    def start(self) -> None:
        self._cache.start(self._hear, FILTERS_CHANGED, ACCOUNTS_CHANGED, PERMIT_GIVEN)

    async def _load(self, session: AsyncSession, channel_id: UUID, before: CompiledFilters | None) -> CompiledFilters:
        return await load(session, channel_id, self._clock(), before)

    def _hear(self, topic: str, payload: bytes) -> None:
        if topic == FILTERS_CHANGED:
            self._cache.invalidate(UUID(payload.decode()))
        elif topic == ACCOUNTS_CHANGED:
            self._cache.invalidate(UUID(payload.decode()), ACCOUNTS)
        elif topic == PERMIT_GIVEN:
            self._let_pass(msgspec.json.decode(payload, type=PermitGiven))

    def _let_pass(self, given: PermitGiven) -> None:
        known = self._cache.peek(given.channel_id)
        if known is not None:
            permit = LinkPermit.until(given.expires_at, self._clock().timestamp())
            known.permits[given.provider, given.viewer_id] = permit


async def _mend(session: AsyncSession, channel_id: UUID, known: CompiledFilters, _: frozenset[Hashable]) -> None:
    """Nothing but the accounts is ever doubted by its name."""
    known.own = await own_accounts(session, channel_id)


async def load(
    session: AsyncSession, channel_id: UUID, now: datetime, before: CompiledFilters | None
) -> CompiledFilters:
    specs = await read_specs(session, channel_id)
    permits = await _permits(session, channel_id, now)
    own = await own_accounts(session, channel_id)
    engine = await compile_filters(specs, before.engine if before else None)
    if before is not None:
        _keep_newer(permits, before.permits, now.timestamp())
    return CompiledFilters(engine, permits, own)


def _keep_newer(read: LinkPermits, known: LinkPermits, now: float) -> None:
    """What was given or used while the database answered, which it could not tell."""
    for viewer, permit in known.items():
        stored = read.get(viewer)
        if permit.expires_at > now and (stored is None or permit.expires_at >= stored.expires_at):
            read[viewer] = permit


async def compile_filters(specs: Sequence[FilterSpec], before: FilterEngine | None = None) -> FilterEngine:
    if sum(len(spec.terms) for spec in specs) <= MAX_TERMS_ON_EVENT_LOOP:
        return FilterEngine.of(specs, before)
    return await asyncio.to_thread(FilterEngine.of, specs, before)


async def read_specs(session: AsyncSession, channel_id: UUID) -> list[FilterSpec]:
    """In the order in which they look; of those that are off nobody asks for the terms, which may be thousands."""
    rows = await session.execute(
        select(Filter, FilterTerms.terms)
        .outerjoin(FilterTerms, and_(FilterTerms.filter_id == Filter.id, Filter.is_enabled))
        .where(Filter.channel_id == channel_id)
        .order_by(Filter.place, Filter.id)
    )
    return [spec_of(one, terms) for one, terms in rows]


async def _permits(session: AsyncSession, channel_id: UUID, now: datetime) -> LinkPermits:
    rows = await session.execute(
        select(FilterPermit.provider, FilterPermit.viewer_id, FilterPermit.expires_at, FilterPermit.used_for).where(
            FilterPermit.channel_id == channel_id, FilterPermit.expires_at > now
        )
    )
    return {
        (provider, viewer): LinkPermit.until(expires.timestamp(), now.timestamp(), used)
        for provider, viewer, expires, used in rows
    }
