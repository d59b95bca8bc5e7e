"""Explains for one message what each filter did and why."""

from collections.abc import Callable, Mapping, Sequence
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import StaffCache
from greenroom.chat.moderation.expected_texts import ExpectedTexts, Period, effect_of
from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest, Span
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.engine import STATEFUL_TYPES, CompiledFilter
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.models import FilterHit
from greenroom.kernel.db.database import Database
from greenroom.kernel.tasks.threads import MATCHING


class FilterExplainer:
    def __init__(self, cache: FilterCache, staff: StaffCache, expected: Callable[[], ExpectedTexts]) -> None:
        self._cache = cache
        self._staff = staff
        self._expected = expected

    async def explain(self, database: Database, request: ExplainRequest) -> list[ConsideredRule]:
        """All filters in the order they run, each with the condition that decided."""
        async with database.read() as session:
            staff = await self._staff.get(session, request.channel_id)
            message = Message.of(request.line, staff, request.now)
            if message is None:
                return []
            filters = await self._cache.get(session, request.channel_id)
            hits = await _hits(session, request)
            sent = Period(request.line.sent_at, request.line.sent_at)
            text_effects = await self._expected().read(session, request.channel_id, sent)
        message.effect = effect_of(message.text, text_effects)
        is_own = (message.provider, message.viewer_id) in filters.own_accounts
        skipped, compiled = _skip_reason(request, is_own=is_own), filters.engine.filters
        return await MATCHING.run(_consider_all, compiled, message, hits, skipped=skipped)


def _consider_all(
    filters: Sequence[CompiledFilter], message: Message, hits: Mapping[UUID, FilterHit], *, skipped: str
) -> list[ConsideredRule]:
    decided_by = ""
    considered: list[ConsideredRule] = []
    for compiled in filters:
        one = _consider(compiled, message, hits, decided_by, skipped=skipped)
        considered.append(one)
        if one.verdict == "acted":
            decided_by = one.name
    return considered


def _skip_reason(request: ExplainRequest, *, is_own: bool) -> str:
    """Why no filter ran; empty if filters ran."""
    if is_own:
        return "the channel's own accounts are exempt"
    return "sent before the bot connected" if request.line.is_backlog else ""


async def _hits(session: AsyncSession, request: ExplainRequest) -> dict[UUID, FilterHit]:
    rows = await session.scalars(
        select(FilterHit).where(
            FilterHit.channel_id == request.channel_id,
            FilterHit.message_id == request.line.message_id,
            FilterHit.connection_id == request.line.connection_id,
        )
    )
    return {row.filter_id: row for row in rows}


def _consider(
    compiled: CompiledFilter, message: Message, hits: Mapping[UUID, FilterHit], decided_by: str, *, skipped: str
) -> ConsideredRule:
    spec = compiled.spec
    hit = hits.get(spec.id)
    if hit is not None:
        return ConsideredRule(
            kind="filter",
            id=spec.id,
            name=spec.name,
            verdict="would_act" if hit.is_shadow else "acted",
            reason=f"caught: {hit.reason}" + (" (shadow: log only)" if hit.is_shadow else ""),
            spans=[Span(start=start, end=end) for start, end in hit.spans],
        )
    skipped = skipped or spec.skip_reason(message) or (f"already caught by “{decided_by}”" if decided_by else "")
    if skipped:
        return ConsideredRule(kind="filter", id=spec.id, name=spec.name, verdict="skipped", reason=skipped)
    return _evaluate_now(compiled, message)


def _evaluate_now(compiled: CompiledFilter, message: Message) -> ConsideredRule:
    """The verdict of the filter as it is now; a check that keeps state is not run, and passes the message."""
    spec, check = compiled.spec, compiled.check
    catch = None if spec.type in STATEFUL_TYPES else check.catch(message)
    if catch is None:
        reason = check.explain_pass(message)
        return ConsideredRule(kind="filter", id=spec.id, name=spec.name, verdict="passed", reason=reason)
    return ConsideredRule(
        kind="filter",
        id=spec.id,
        name=spec.name,
        verdict="would_act",
        reason=f"{catch.reason}: would be caught now, but passed then (permit used or filter changed since)",
        spans=[Span(start=start, end=end) for start, end in catch.spans],
    )
