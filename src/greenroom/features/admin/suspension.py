"""Suspending a channel: nothing connects, nothing is sent, and its staff sees only the reason."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound
from greenroom.accounts.audit.record import record_change
from greenroom.accounts.channels.service import member_ids
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.topics import (
    ACCESS_CHANGED,
    CHANNEL_SUSPENDED,
    CONNECTIONS_CHANGED,
    notify_processes,
    notify_user,
)
from greenroom.kernel.db.change_tracking import ChangedBy


async def suspend(session: AsyncSession, channel_id: UUID, reason: str, by: ChangedBy) -> None:
    """Suspends the channel, or changes the reason if the channel is suspended already."""
    channel = await _lock(session, channel_id)
    before, channel.suspended_reason = channel.suspended_reason, reason
    channel.suspended_at = channel.suspended_at or by.at
    record_change(
        session,
        channel_id,
        by,
        section="channel",
        title="Suspended the channel",
        old={"suspended_reason": before},
        new={"suspended_reason": reason},
        no_undo="Only an operator can lift the suspension.",
    )
    await _announce(session, channel_id)


async def lift(session: AsyncSession, channel_id: UUID, by: ChangedBy) -> None:
    channel = await _lock(session, channel_id)
    if channel.suspended_at is None:
        return
    record_change(
        session,
        channel_id,
        by,
        section="channel",
        title="Lifted the suspension",
        old={"suspended_reason": channel.suspended_reason},
        new={"suspended_reason": ""},
        no_undo="Only an operator can suspend the channel again.",
    )
    channel.suspended_at, channel.suspended_reason = None, ""
    await _announce(session, channel_id)


async def _lock(session: AsyncSession, channel_id: UUID) -> Channel:
    channel = await session.get(Channel, channel_id, with_for_update=True)
    if channel is None:
        raise ChannelNotFound
    return channel


async def _announce(session: AsyncSession, channel_id: UUID) -> None:
    for user_id in await member_ids(session, channel_id):
        notify_user(session, user_id, "channels_changed")
        notify_processes(session, ACCESS_CHANGED, user_id)
    notify_processes(session, CHANNEL_SUSPENDED, channel_id)
    notify_processes(session, CONNECTIONS_CHANGED, channel_id)
