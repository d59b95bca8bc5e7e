"""Per-channel cache of compiled filters, permits and expected texts; reloaded when a change is announced on the bus."""

from collections.abc import Callable, Hashable, Sequence
from datetime import datetime
from uuid import UUID

import msgspec
from msgspec import Struct
from sqlalchemy import and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.topics import ACCOUNTS_CHANGED
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.moderation.expected_texts import EXPECTED_TEXTS_CHANGED, ExpectedTexts, TextEffect
from greenroom.features.filters.engine import FilterEngine, FilterSpec, LinkPermit, PermitsByViewer, ViewerKey
from greenroom.features.filters.models import Filter, FilterPermit, FilterTerms
from greenroom.features.filters.rows import spec_of
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.database import publish
from greenroom.kernel.tasks.threads import COMPILING, Threads

# With more terms in all filters together, or with any regex, the filters are compiled in a thread.
MAX_TERMS_ON_EVENT_LOOP = 500
# Topics between processes.
FILTERS_CHANGED = "internal:filters_changed"
PERMIT_GIVEN = "internal:filter_permit_given"
# Keys of a partial refresh.
ACCOUNTS = "accounts"
EXPECTED_TEXTS = "expected texts"


class PermitGiven(msgspec.Struct, frozen=True):
    channel_id: UUID
    provider: str
    viewer_id: str
    expires_at: float


def publish_permit(session: AsyncSession, permit: PermitGiven) -> None:
    publish(session, PERMIT_GIVEN, msgspec.json.encode(permit))


class CompiledFilters(Struct):
    engine: FilterEngine
    permits: PermitsByViewer
    # The channel's own accounts and bots: exempt from all filters.
    own_accounts: frozenset[ViewerKey]
    # Effects of the texts that viewers are asked to write.
    text_effects: Sequence[TextEffect] = ()


class FilterCache:
    def __init__(self, kernel: Kernel, expected: Callable[[], ExpectedTexts] = ExpectedTexts) -> None:
        self._clock = kernel.clock
        self._expected = expected
        self._cache = ChannelCache(kernel, "filters", self._load, self._refresh_partial)
        self.stop = self._cache.stop
        self.get = self._cache.get
        self.ready = self._cache.ready
        self.get_after_ready = self._cache.get_after_ready
        self.reload = self._cache.reload

    def start(self) -> None:
        self._cache.start(self._on_change, FILTERS_CHANGED, ACCOUNTS_CHANGED, EXPECTED_TEXTS_CHANGED, PERMIT_GIVEN)

    async def _load(self, session: AsyncSession, channel_id: UUID, before: CompiledFilters | None) -> CompiledFilters:
        text_effects = await self._expected().read(session, channel_id)
        compiled = await load_filters(session, channel_id, self._clock(), before)
        compiled.text_effects = text_effects
        return compiled

    async def _refresh_partial(
        self, session: AsyncSession, channel_id: UUID, compiled: CompiledFilters, what: frozenset[Hashable]
    ) -> None:
        if ACCOUNTS in what:
            compiled.own_accounts = await own_accounts(session, channel_id)
        if EXPECTED_TEXTS in what:
            compiled.text_effects = await self._expected().read(session, channel_id)

    def _on_change(self, topic: str, payload: bytes) -> None:
        if topic == FILTERS_CHANGED:
            self._cache.invalidate(UUID(payload.decode()))
        elif topic == ACCOUNTS_CHANGED:
            self._cache.invalidate(UUID(payload.decode()), ACCOUNTS)
        elif topic == EXPECTED_TEXTS_CHANGED:
            self._cache.invalidate(UUID(payload.decode()), EXPECTED_TEXTS)
        elif topic == PERMIT_GIVEN:
            self._add_permit(msgspec.json.decode(payload, type=PermitGiven))

    def _add_permit(self, event: PermitGiven) -> None:
        compiled = self._cache.peek(event.channel_id)
        if compiled is not None:
            permit = LinkPermit.until(event.expires_at, self._clock().timestamp())
            compiled.permits[event.provider, event.viewer_id] = permit


async def load_filters(
    session: AsyncSession, channel_id: UUID, now: datetime, before: CompiledFilters | None
) -> CompiledFilters:
    specs = await read_specs(session, channel_id)
    permits = await _permits(session, channel_id, now)
    own = await own_accounts(session, channel_id)
    engine = await compile_filters(specs, before.engine if before else None)
    if before is not None:
        _keep_current_permits(permits, before.permits, now.timestamp())
    return CompiledFilters(engine, permits, own)


def _keep_current_permits(stored_permits: PermitsByViewer, current: PermitsByViewer, now: float) -> None:
    """Copies valid permits from `current` to `stored_permits`, but not over a permit that expires later."""
    # A cached permit may be newer, or used, since the query read the table.
    for viewer, permit in current.items():
        stored = stored_permits.get(viewer)
        if permit.expires_at > now and (stored is None or permit.expires_at >= stored.expires_at):
            stored_permits[viewer] = permit


async def compile_filters(
    specs: Sequence[FilterSpec], before: FilterEngine | None = None, threads: Threads = COMPILING
) -> FilterEngine:
    terms = [term for spec in specs for term in spec.terms]
    if len(terms) <= MAX_TERMS_ON_EVENT_LOOP and not any(term.kind == "regex" for term in terms):
        return FilterEngine.of(specs, before)
    return await threads.run(FilterEngine.of, specs, before)


async def read_specs(session: AsyncSession, channel_id: UUID) -> list[FilterSpec]:
    """Filters in the order they run, without the terms of disabled filters."""
    rows = await session.execute(
        select(Filter, FilterTerms.terms)
        .outerjoin(FilterTerms, and_(FilterTerms.filter_id == Filter.id, Filter.is_enabled))
        .where(Filter.channel_id == channel_id)
        .order_by(Filter.place, Filter.id)
    )
    return [spec_of(one, terms) for one, terms in rows]


async def _permits(session: AsyncSession, channel_id: UUID, now: datetime) -> PermitsByViewer:
    rows = await session.execute(
        select(FilterPermit.provider, FilterPermit.viewer_id, FilterPermit.expires_at, FilterPermit.used_for).where(
            FilterPermit.channel_id == channel_id, FilterPermit.expires_at > now
        )
    )
    return {
        (provider, viewer): LinkPermit.until(expires.timestamp(), now.timestamp(), used)
        for provider, viewer, expires, used in rows
    }
