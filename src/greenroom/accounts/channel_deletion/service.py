"""Starts the deletion of a channel: from then on the channel is gone for everyone, and a job deletes its rows."""

from collections.abc import Mapping
from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound, open_channel
from greenroom.accounts.channel_deletion.plan import deletion_plan, rows_in
from greenroom.accounts.channel_deletion.schemas import ChannelDeletionOut, DeletedRows, DeletionPreview
from greenroom.accounts.channels.service import member_ids
from greenroom.accounts.credentials.service import RetiredToken, retire
from greenroom.accounts.models.channel_deletions import ChannelDeletion
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.accounts.models.oauth_states import OAuthState
from greenroom.accounts.topics import (
    ACCESS_CHANGED,
    CHANNEL_DELETED,
    CONNECTIONS_CHANGED,
    STAFF_CHANGED,
    notify_processes,
    notify_user,
)
from greenroom.kernel.db.database import Table
from greenroom.kernel.errors import Invalid


class CountedTables(dict[str, type[Table]]):
    """Tables whose rows the preview of a deletion counts, by their name on screen; declared by the features."""


async def preview_deletion(
    session: AsyncSession, channel_id: UUID, tables: Mapping[str, type[Table]]
) -> DeletionPreview:
    channel = await open_channel(session, channel_id)
    plan = deletion_plan()
    counts = [
        DeletedRows(name=name, count=await session.scalar(rows_in(plan, table).count(channel_id)) or 0)
        for name, table in tables.items()
    ]
    return DeletionPreview(display_name=channel.display_name, counts=counts)


async def check_channel_name(session: AsyncSession, channel_id: UUID, display_name: str) -> None:
    channel = await open_channel(session, channel_id)
    if channel.display_name != display_name:
        raise Invalid("display_name", "is not the name of this channel")


async def start_deletion(
    session: AsyncSession, channel_id: UUID, started_by_id: UUID | None, now: datetime
) -> list[RetiredToken]:
    """Stops the connections and ends all access; returns the tokens to revoke after the commit."""
    user_ids = await member_ids(session, channel_id)
    # Locks these rows before the channel, as state updates, accepted invitations and sign-ins do.
    of_channel = select(ChannelProvider).where(ChannelProvider.channel_id == channel_id).order_by(ChannelProvider.id)
    providers = list(await session.scalars(of_channel.with_for_update()))
    for table in (ChannelInvite, OAuthState):
        await session.execute(delete(table).where(table.channel_id == channel_id))
    channel = await session.get(Channel, channel_id, with_for_update=True, populate_existing=True)
    if channel is None or channel.deleting_since is not None:
        raise ChannelNotFound
    channel.deleting_since = now
    session.add(ChannelDeletion(channel_id=channel_id, started_by_id=started_by_id, started_at=now, total=None))
    await session.flush()
    for table in (ChannelProvider, ChannelUser):
        await session.execute(delete(table).where(table.channel_id == channel_id))
    credential_ids = {provider.credential_id for provider in providers}
    credential_ids |= {provider.bot_credential_id for provider in providers if provider.bot_credential_id}
    for user_id in user_ids:
        notify_user(session, user_id, "channels_changed")
        notify_processes(session, ACCESS_CHANGED, user_id)
    for topic in (STAFF_CHANGED, CONNECTIONS_CHANGED, CHANNEL_DELETED):
        notify_processes(session, topic, channel_id)
    return await retire(session, credential_ids)


async def list_deletions(session: AsyncSession, user_id: UUID) -> list[ChannelDeletionOut]:
    """Unfinished deletions that this user started."""
    rows = await session.execute(
        select(ChannelDeletion, Channel.display_name)
        .join(Channel, Channel.id == ChannelDeletion.channel_id)
        .where(ChannelDeletion.started_by_id == user_id)
        .order_by(ChannelDeletion.started_at)
    )
    return [
        ChannelDeletionOut(
            channel_id=row.channel_id,
            display_name=name,
            started_at=row.started_at,
            total=row.total,
            deleted=row.deleted,
        )
        for row, name in rows
    ]
