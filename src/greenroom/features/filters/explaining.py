"""Why the filters did what they did with a message that was said."""

from collections.abc import Mapping
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.explaining import Asked, Considered, Span
from greenroom.features.filters.engine import REMEMBERING, Ready
from greenroom.features.filters.keeper import Keeper
from greenroom.features.filters.message import Message
from greenroom.features.filters.models import FilterHit
from greenroom.kernel.db import Database


class Explainer:
    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper

    async def explain(self, database: Database, asked: Asked) -> list[Considered]:
        """Each filter of the channel in the order in which they look, with the first condition that decided."""
        message = Message.of(asked.line)
        if message is None:
            return []
        async with database.read() as session:
            known = await self._keeper.known(session, asked.channel_id)
            hits = await _hits(session, asked)
        is_own = (message.provider, message.viewer_id) in known.own
        decided = ""
        considered: list[Considered] = []
        for ready in known.engine.ready:
            one = _consider(ready, message, hits, decided, outside=_outside(asked, is_own=is_own))
            considered.append(one)
            if one.verdict == "acted":
                decided = one.name
        return considered


def _outside(asked: Asked, *, is_own: bool) -> str:
    """Why no filter looked at all."""
    if is_own:
        return "the channel's own accounts are exempt"
    return "said before we listened" if asked.line.is_backlog else ""


async def _hits(session: AsyncSession, asked: Asked) -> dict[UUID, FilterHit]:
    rows = await session.scalars(
        select(FilterHit).where(
            FilterHit.channel_id == asked.channel_id,
            FilterHit.message_id == asked.line.message_id,
            FilterHit.connection_id == asked.line.connection_id,
        )
    )
    return {row.filter_id: row for row in rows}


def _consider(
    ready: Ready, message: Message, hits: Mapping[UUID, FilterHit], decided: str, *, outside: str
) -> Considered:
    spec = ready.spec
    hit = hits.get(spec.id)
    if hit is not None:
        return Considered(
            kind="filter",
            id=spec.id,
            name=spec.name,
            verdict="would_act" if hit.is_shadow else "acted",
            reason=f"caught: {hit.reason}" + (" (shadow: nobody was touched)" if hit.is_shadow else ""),
            spans=[Span(start=start, end=end) for start, end in hit.spans],
        )
    skipped = outside or spec.skips(message) or (f"“{decided}” had caught it already" if decided else "")
    if skipped:
        return Considered(kind="filter", id=spec.id, name=spec.name, verdict="skipped", reason=skipped)
    return _judge_now(ready, message)


def _judge_now(ready: Ready, message: Message) -> Considered:
    """As the filter is today; what it remembered then is gone, and asking must not add to what it remembers."""
    spec, check = ready.spec, ready.check
    catch = None if spec.type in REMEMBERING else check.catch(message)
    if catch is None:
        reason = check.passing(message)
        return Considered(kind="filter", id=spec.id, name=spec.name, verdict="passed", reason=reason)
    return Considered(
        kind="filter",
        id=spec.id,
        name=spec.name,
        verdict="would_act",
        reason=f"{catch.reason}: caught today, let through then (a permit, or the filter was changed since)",
        spans=[Span(start=start, end=end) for start, end in catch.spans],
    )
