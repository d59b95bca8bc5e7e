"""Deletes a user with their platform accounts, tokens and the channels that only they own; ends their sessions."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.staff_accounts import notify_staff_changed
from greenroom.accounts.channel_deletion.service import start_deletion
from greenroom.accounts.channels.service import notify_members
from greenroom.accounts.credentials.service import RetiredToken, retire
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.sessions import Session
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.models.users import User
from greenroom.accounts.sessions.service import Person
from greenroom.accounts.topics import ACCESS_CHANGED, SESSIONS_ENDED, notify_processes
from greenroom.features.accounts.deletion.anonymisation import anonymise
from greenroom.features.accounts.deletion.rules import DeletionEffects
from greenroom.features.members.service import members_lock
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Invalid


async def channels_after_deletion(session: AsyncSession, user_id: UUID, now: datetime) -> DeletionEffects:
    """The user's channels: those without another owner are deleted with the account, all others are kept."""
    other = aliased(ChannelUser)
    has_other_owner = exists().where(
        other.channel_id == Channel.id,
        other.user_id != user_id,
        other.level >= Role.OWNER,
        or_(other.expires_at.is_(None), other.expires_at > now),
    )
    rows = await session.execute(
        select(Channel, ChannelUser.level, has_other_owner)
        .join(ChannelUser, ChannelUser.channel_id == Channel.id)
        .where(ChannelUser.user_id == user_id, Channel.deleting_since.is_(None))
        .order_by(Channel.sort_name, Channel.id)
    )
    effects = DeletionEffects([], [])
    for channel, level, is_owned_otherwise in rows:
        (effects.deleted if level >= Role.OWNER and not is_owned_otherwise else effects.kept).append(channel)
    return effects


async def delete_user(session: AsyncSession, person: Person, username: str, now: datetime) -> list[RetiredToken]:
    """Deletes the person's own account if `username` is theirs; returns the tokens to revoke after the commit."""
    if username != person.username:
        raise Invalid("username", "is not your username")
    return await delete_account(session, person.user_id, now)


async def delete_account(session: AsyncSession, user_id: UUID, now: datetime) -> list[RetiredToken]:
    """Deletes any account; returns the tokens to revoke after the commit."""
    # Two owners who delete their accounts at once must not each count on the other.
    await advisory_lock(session, "users")
    await _lock_memberships(session, user_id)
    effects = await channels_after_deletion(session, user_id, now)
    retired = [token for channel in effects.deleted for token in await start_deletion(session, channel.id, None, now)]
    for channel in effects.kept:
        await notify_members(session, channel.id)
    await notify_staff_changed(session, user_id)
    connections = delete(UserProvider).where(UserProvider.user_id == user_id).returning(UserProvider.credential_id)
    retired += await retire(session, list(await session.scalars(connections)))
    await _end_sessions(session, user_id)
    await _detach_providers(session, user_id)
    await anonymise(session, user_id)
    await session.execute(delete(User).where(User.id == user_id))
    notify_processes(session, ACCESS_CHANGED, user_id)
    return retired


async def _lock_memberships(session: AsyncSession, user_id: UUID) -> None:
    """Locks the members of the user's channels, so that no other owner leaves at the same moment."""
    for channel_id in sorted(
        await session.scalars(select(ChannelUser.channel_id).where(ChannelUser.user_id == user_id))
    ):
        await advisory_lock(session, members_lock(channel_id))


async def _detach_providers(session: AsyncSession, user_id: UUID) -> None:
    """Clears `connected_by_id`; locks the connections before the user row, as updates of their state do."""
    connected = select(ChannelProvider).where(ChannelProvider.connected_by_id == user_id).order_by(ChannelProvider.id)
    for provider in await session.scalars(connected.with_for_update()):
        provider.connected_by_id = None
    await session.flush()


async def _end_sessions(session: AsyncSession, user_id: UUID) -> None:
    """Ends the sessions; their rows stay without a user, so that an open tab can report the deleted account."""
    ended = await session.scalars(
        update(Session).where(Session.user_id == user_id).values(browser="", user_id=None).returning(Session.id)
    )
    for session_id in ended:
        notify_processes(session, SESSIONS_ENDED, session_id)
