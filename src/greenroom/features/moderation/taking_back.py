"""What is not wanted any more once somebody was let in or a line is shown again."""

from datetime import datetime

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.models import ModerationEntry
from greenroom.chat.moderation import LONGEST_NAME, SENT_OUT
from greenroom.features.moderation.rules import Ending
from greenroom.features.moderation.service import Target, finish_entry, mark_undone
from greenroom.tenancy.access.service import Access


async def withdraw_waiting(
    session: AsyncSession, access: Access, target: Target, now: datetime, *, is_under_way: bool
) -> None:
    """Whoever is let in must not be sent out a minute later by what a filter asked for before.

    What is under way may be done all the same: the platform's news of it are then no news.
    """
    waiting = await session.scalars(
        select(ModerationEntry)
        .where(
            ModerationEntry.channel_id == access.channel_id,
            ModerationEntry.provider == target.provider,
            ModerationEntry.viewer_id == target.viewer_id,
            ModerationEntry.connection_id == target.connection_id,
            ModerationEntry.action.in_(SENT_OUT),
            ModerationEntry.actor_kind == "filter",
            ModerationEntry.outcome == "asked",
        )
        .order_by(ModerationEntry.id)
        .with_for_update()
    )
    words = f"Withdrawn: {access.person.display_name} let them in."
    for entry in waiting:
        await finish_entry(session, entry, Ending("failed", words), now)
        entry.is_in_doubt = is_under_way


async def take_back_deletion(session: AsyncSession, entry: ModerationEntry, by: str, now: datetime) -> None:
    """A filter deletes what it sends somebody out for: that line is shown again with the rest."""
    if not entry.message_id:
        return
    deletions = await session.scalars(
        select(ModerationEntry)
        .where(
            ModerationEntry.channel_id == entry.channel_id,
            ModerationEntry.provider == entry.provider,
            ModerationEntry.viewer_id == entry.viewer_id,
            ModerationEntry.connection_id == entry.connection_id,
            ModerationEntry.message_id == entry.message_id,
            ModerationEntry.action == "delete",
            ModerationEntry.actor_kind == "filter",
            ModerationEntry.outcome == "done",
        )
        .order_by(ModerationEntry.id)
        .with_for_update()
    )
    for deletion in deletions:
        mark_undone(session, deletion, by[:LONGEST_NAME], now)
