"""Finishes log entries of actions whose result no request waits for: of filters, and of processes that died."""

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import ColumnElement, literal_column, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.chat.moderation.entries import BAN_ACTIONS, of_viewer
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.sending.queues import Outcome
from greenroom.chat.sending.sender import ActionLedger, Interrupted
from greenroom.features.moderation.rules import ActionResult, StillBanned, refuse_banned, result_of, settled_within
from greenroom.features.moderation.service import Target, finish_entry, lock_entry, same_ban
from greenroom.kernel.context import Kernel
from greenroom.kernel.logs import get_logger

log = get_logger(__name__)

ENTRIES_PER_BATCH = 200
# A literal, because the partial index is not used with a bound parameter.
IS_ASKED = ModerationEntry.outcome == literal_column("'asked'")


class EntryLedger(ActionLedger):
    """Records the outcomes of deferred actions in the log entries of these actions."""

    def __init__(self, kernel: Kernel) -> None:
        self._kernel = kernel

    async def is_wanted(self, entry_id: UUID) -> bool:
        """Whether the action is still to be sent; False if it has failed, was undone, or is reported as done.

        A time-out of a banned viewer might end the ban: it is recorded as failed and not sent.
        """
        async with self._kernel.database.read() as session:
            entry = await session.scalar(
                select(ModerationEntry).where(
                    ModerationEntry.id == entry_id,
                    ModerationEntry.outcome != "failed",
                    ModerationEntry.undone_at.is_(None),
                    ModerationEntry.is_confirmed.is_(False),
                )
            )
            refusal = None if entry is None else await _refusal(session, entry, self._kernel.clock())
        if refusal is not None:
            await self.settle(entry_id, refusal)
        return entry is not None and refusal is None

    async def settle(self, entry_id: UUID, outcome: Outcome) -> None:
        async with self._kernel.database.write() as session:
            entry = await lock_entry(session, entry_id)
            if entry is not None:
                await finish_entry(session, entry, result_of(outcome), self._kernel.clock())


async def _refusal(session: AsyncSession, entry: ModerationEntry, now: datetime) -> StillBanned | None:
    if entry.action != "timeout":
        return None
    target = Target(entry.connection_id, entry.provider, entry.viewer_id, entry.viewer_name, level=0)
    try:
        refuse_banned(await same_ban(session, entry.channel_id, target, None, now))
    except StillBanned as refusal:
        return refusal
    return None


async def withdraw_waiting(
    session: AsyncSession, access: Access, target: Target, now: datetime, *, is_under_way: bool
) -> None:
    """Withdraws the viewer's unanswered bans and time-outs by filters, so that none is performed after the unban.

    A ban that is being sent may still succeed: the platform's report then confirms its entry.
    """
    waiting = await session.scalars(
        select(ModerationEntry)
        .where(
            *of_viewer(access.channel_id, target.provider, target.viewer_id),
            ModerationEntry.connection_id == target.connection_id,
            ModerationEntry.action.in_(BAN_ACTIONS),
            ModerationEntry.actor_kind == "filter",
            ModerationEntry.outcome == "asked",
        )
        .order_by(ModerationEntry.id)
        .with_for_update()
    )
    detail = f"Withdrawn: {access.person.display_name} unbanned the viewer."
    for entry in waiting:
        await finish_entry(session, entry, ActionResult("failed", detail), now)
        entry.is_in_doubt = is_under_way


async def give_up_unanswered(session: AsyncSession, now: datetime) -> bool:
    """Marks entries as failed whose process died before the platform answered; True if there may be more."""
    is_overdue = _is_long_ago(now, settled_within("user"))
    is_filter_overdue = _is_long_ago(now, settled_within("filter"))
    overdue = await session.scalars(
        select(ModerationEntry)
        .where(IS_ASKED, is_overdue, or_(ModerationEntry.actor_kind != "filter", is_filter_overdue))
        .order_by(ModerationEntry.id)
        .limit(ENTRIES_PER_BATCH)
        .with_for_update(skip_locked=True)
        .execution_options(populate_existing=True)
    )
    entries = list(overdue)
    for entry in entries:
        log.warning("moderation_interrupted", channel=str(entry.channel_id), entry=str(entry.id), action=entry.action)
        await finish_entry(session, entry, result_of(Interrupted()), now)
    return len(entries) == ENTRIES_PER_BATCH


def _is_long_ago(now: datetime, within: timedelta) -> ColumnElement[bool]:
    """Whether the entry is older than `within`, or, because the clock was set back, that far in the future."""
    return or_(ModerationEntry.created_at <= now - within, ModerationEntry.created_at >= now + within)
