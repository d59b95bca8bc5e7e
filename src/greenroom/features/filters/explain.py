"""Why the filters did what they did with a message that was said."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest, Span
from greenroom.features.filters.cache import FilterCache
from greenroom.features.filters.engine import STATEFUL_TYPES, CompiledFilter
from greenroom.features.filters.matching.message import Message
from greenroom.features.filters.models import FilterHit
from greenroom.kernel.db.database import Database


class FilterExplainer:
    def __init__(self, cache: FilterCache) -> None:
        self._cache = cache

    async def explain(self, database: Database, asked: ExplainRequest) -> list[ConsideredRule]:
        """Each filter of the channel in the order in which they look, with the first condition that decided."""
        message = Message.of(asked.line)
        if message is None:
            return []
        async with database.read() as session:
            known = await self._cache.get(session, asked.channel_id)
            hits = await _hits(session, asked)
        is_own = (message.provider, message.viewer_id) in known.own
        decided = ""
        considered: list[ConsideredRule] = []
        for ready in known.engine.ready:
            one = _consider(ready, message, hits, decided, outside=_outside(asked, is_own=is_own))
            considered.append(one)
            if one.verdict == "acted":
                decided = one.name
        return considered


def _outside(asked: ExplainRequest, *, is_own: bool) -> str:
    """Why no filter looked at all."""
    if is_own:
        return "the channel's own accounts are exempt"
    return "said before we listened" if asked.line.is_backlog else ""


async def _hits(session: AsyncSession, asked: ExplainRequest) -> dict[UUID, FilterHit]:
    rows = await session.scalars(
        select(FilterHit).where(
            FilterHit.channel_id == asked.channel_id,
            FilterHit.message_id == asked.line.message_id,
            FilterHit.connection_id == asked.line.connection_id,
        )
    )
    return {row.filter_id: row for row in rows}


def _consider(
    ready: CompiledFilter, message: Message, hits: Mapping[UUID, FilterHit], decided: str, *, outside: str
) -> ConsideredRule:
    spec = ready.spec
    hit = hits.get(spec.id)
    if hit is not None:
        return ConsideredRule(
            kind="filter",
            id=spec.id,
            name=spec.name,
            verdict="would_act" if hit.is_shadow else "acted",
            reason=f"caught: {hit.reason}" + (" (shadow: nobody was touched)" if hit.is_shadow else ""),
            spans=[Span(start=start, end=end) for start, end in hit.spans],
        )
    skipped = outside or spec.skips(message) or (f"“{decided}” had caught it already" if decided else "")
    if skipped:
        return ConsideredRule(kind="filter", id=spec.id, name=spec.name, verdict="skipped", reason=skipped)
    return _judge_now(ready, message)


def _judge_now(ready: CompiledFilter, message: Message) -> ConsideredRule:
    """As the filter is today; what it remembered then is gone, and asking must not add to what it remembers."""
    spec, check = ready.spec, ready.check
    catch = None if spec.type in STATEFUL_TYPES else check.catch(message)
    if catch is None:
        reason = check.passing(message)
        return ConsideredRule(kind="filter", id=spec.id, name=spec.name, verdict="passed", reason=reason)
    return ConsideredRule(
        kind="filter",
        id=spec.id,
        name=spec.name,
        verdict="would_act",
        reason=f"{catch.reason}: caught today, let through then (a permit, or the filter was changed since)",
        spans=[Span(start=start, end=end) for start, end in catch.spans],
    )
