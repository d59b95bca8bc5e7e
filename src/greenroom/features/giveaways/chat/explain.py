"""Explains why a message entered its author into a giveaway, or why it did not."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.messages.line import Author
from greenroom.chat.messages.own_accounts import own_accounts
from greenroom.chat.pipeline.explain import ConsideredRule, ExplainRequest
from greenroom.features.giveaways.entries import StoredEntry, find_entries, find_persons
from greenroom.features.giveaways.models import Giveaway
from greenroom.features.giveaways.rules import entry_problem, fold_message
from greenroom.features.giveaways.schemas import GiveawaySettings
from greenroom.kernel.db.database import Database

WRITTEN_KINDS = ("text", "action", "highlight", "first", "paid")


async def explain(database: Database, request: ExplainRequest) -> list[ConsideredRule]:
    """Explains giveaways that a message enters; those that are entered by a command are explained by the command."""
    line, author = request.line, request.line.author
    if author is None or line.kind not in WRITTEN_KINDS:
        return []
    folded, account = fold_message(line.text), (line.provider, author.id)
    async with database.read() as session:
        running = await _running(session, request)
        matching = [row for row in running if row.keyword_key in folded]
        if not matching:
            return []
        own = await own_accounts(session, request.channel_id)
        persons = await find_persons(session, request.channel_id, [account])
        stored = {row.id: await find_entries(session, row.id, persons.values()) for row in matching}
    skipped = _skip_reason(request, author, is_own=account in own)
    return [_consider(row, folded, list(stored[row.id].values()), skipped) for row in matching]


async def _running(session: AsyncSession, request: ExplainRequest) -> Sequence[Giveaway]:
    """Giveaways not entered by a command that were open or paused when the message was sent."""
    sent_at = request.line.sent_at
    rows = await session.scalars(
        select(Giveaway)
        .where(
            Giveaway.channel_id == request.channel_id,
            Giveaway.opened_at <= sent_at,
            or_(Giveaway.closed_at.is_(None), Giveaway.closed_at >= sent_at),
        )
        .order_by(Giveaway.id)
    )
    return [row for row in rows if GiveawaySettings.model_validate(row.settings).entry != "command"]


def _skip_reason(request: ExplainRequest, author: Author, *, is_own: bool) -> str:
    """Why the message could enter no giveaway at all; empty if it could."""
    line = request.line
    if line.is_backlog:
        return "sent before Greenroom connected"
    if author.is_bot:
        return "bots can't enter"
    if is_own:
        return "the channel's own accounts can't enter"
    if line.source_channel_id:
        return "sent in the shared chat of another channel"
    return "message was deleted" if request.is_removed else ""


def _consider(row: Giveaway, folded: str, stored: Sequence[StoredEntry], skipped: str) -> ConsideredRule:
    """The verdict on the message; its reason names all tickets that the person has now."""
    title = GiveawaySettings.model_validate(row.settings).title
    problem = skipped or (entry_problem(folded, row.keyword_key) if row.keyword_key else "")
    if problem:
        return _rule(row.id, title, "skipped", problem)
    entered = sum(each.tickets for each in stored if each.status == "entered")
    if entered:
        return _rule(row.id, title, "acted", f"has {entered} {'ticket' if entered == 1 else 'tickets'}")
    refused = next((each.reason for each in stored if each.status == "refused"), "")
    return _rule(row.id, title, "skipped", refused or "paused or closed when the message arrived")


def _rule(giveaway_id: UUID, title: str, verdict: Literal["acted", "skipped"], reason: str) -> ConsideredRule:
    return ConsideredRule(kind="giveaway", id=giveaway_id, name=title, verdict=verdict, reason=reason)
