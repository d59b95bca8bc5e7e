"""Changes of a channel's members; each locks them first, so that two changes cannot remove the last two owners."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role, check_grantable, role_of
from greenroom.accounts.access.service import Access, ChannelNotFound, authorize
from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.channels.service import notify_access_changed
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.users import User
from greenroom.accounts.topics import ACCESS_END_CHANGED, members_topic, notify_processes, notify_user
from greenroom.features.members.rules import (
    NEVER,
    AccessEnd,
    LastOwner,
    RoleTooLow,
    access_end,
    check_access_end,
    check_can_change,
    lasts_as_long,
)
from greenroom.features.members.schemas import AccessEndIn, MembersChanged
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject, advisory_lock, publish
from greenroom.kernel.errors import Conflict, Invalid, NotFound


class MemberNotFound(NotFound):
    message = "This person is no longer a member of the channel."


class LockedMembers(Struct, frozen=True):
    """The members of a channel, which no other transaction changes until this one ends."""

    channel_id: UUID
    rows: dict[UUID, ChannelUser]
    # Owners whose access has no end and who are not suspended.
    owner_ids: frozenset[UUID]

    def get(self, user_id: UUID, now: datetime) -> ChannelUser:
        found = self.rows.get(user_id)
        if found is None or (found.expires_at is not None and found.expires_at <= now):
            raise MemberNotFound
        return found

    def check_not_last_owner(self, member: ChannelUser) -> None:
        if member.level >= Role.OWNER and not self.owner_ids - {member.user_id}:
            raise LastOwner


async def lock_members(session: AsyncSession, channel_id: UUID) -> LockedMembers:
    await advisory_lock(session, members_lock(channel_id))
    # Locks the channel before its members, as its deletion does.
    channel = select(Channel.id).where(Channel.id == channel_id).with_for_update(read=True, key_share=True)
    if await session.scalar(channel) is None:
        raise ChannelNotFound
    members = (
        select(ChannelUser, User.suspended_at)
        .join(User, User.id == ChannelUser.user_id)
        .where(ChannelUser.channel_id == channel_id)
        .order_by(ChannelUser.user_id)
        .with_for_update(of=ChannelUser)
    )
    found = (await session.execute(members, execution_options={"populate_existing": True})).all()
    owner_ids = (member.user_id for member, suspended_at in found if suspended_at is None and _is_owner(member))
    return LockedMembers(channel_id, {member.user_id: member for member, _ in found}, frozenset(owner_ids))


def members_lock(channel_id: UUID) -> str:
    """Name of the lock of every transaction that changes members."""
    return f"members:{channel_id}"


def _is_owner(member: ChannelUser) -> bool:
    return member.level >= Role.OWNER and member.expires_at is None


async def change_level(session: AsyncSession, access: Access, user_id: UUID, level: int, by: ChangedBy) -> None:
    access.check_grantable(level)
    members, actor, member = await _lock_for_change(session, access, user_id, by)
    check_can_change(actor.level, member.level)
    # Checked again with the locked role, which may have been lowered meanwhile.
    role = check_grantable(level, actor.level)
    if role < Role.OWNER:
        members.check_not_last_owner(member)
    await _set_role(session, member, role, NEVER if role is Role.OWNER else _end_of(member), by)


async def set_access_end(
    session: AsyncSession, access: Access, user_id: UUID, body: AccessEndIn, by: ChangedBy
) -> None:
    _, actor, member = await _lock_for_change(session, access, user_id, by)
    check_can_change(actor.level, member.level)
    check_access_end(body.access_ends, body.access_ends_at, member.level, by.at)
    await _set_role(session, member, member.level, access_end(body.access_ends, body.access_ends_at, by.at), by)


async def remove_member(session: AsyncSession, access: Access, user_id: UUID, by: ChangedBy) -> None:
    members, actor, member = await _lock_for_change(session, access, user_id, by)
    check_can_change(actor.level, member.level)
    members.check_not_last_owner(member)
    await delete_member(session, member, by, "Removed a member")


async def leave(session: AsyncSession, access: Access, by: ChangedBy) -> None:
    members = await lock_members(session, access.channel_id)
    member = members.get(access.person.user_id, by.at)
    members.check_not_last_owner(member)
    await delete_member(session, member, by, "Left the channel")


async def transfer_ownership(session: AsyncSession, access: Access, user_id: UUID, by: ChangedBy) -> None:
    """The member becomes owner, and the caller admin."""
    _, actor, member = await _lock_for_change(session, access, user_id, by)
    if actor.level < Role.OWNER:
        raise RoleTooLow("Only an owner can transfer the channel.")
    if member is actor:
        raise Invalid("user_id", "is you")
    if await session.scalar(select(User.suspended_at).where(User.id == user_id)) is not None:
        raise Conflict("This person is suspended. Choose another member.")
    await _set_role(session, member, Role.OWNER, NEVER, by)
    await _set_role(session, actor, Role.ADMIN, NEVER, by)


async def grant_role(
    session: AsyncSession, channel_id: UUID, user_id: UUID, level: int, *, end: AccessEnd, by: ChangedBy
) -> int:
    """Gives this role unless the user has a higher one, or the same for as long; returns their level afterwards."""
    members = await lock_members(session, channel_id)
    member = members.rows.get(user_id)
    if member is None or not _is_current(member, by.at):
        return await _add_member(session, member or ChannelUser(channel_id=channel_id, user_id=user_id), level, end, by)
    if member.level > level or (member.level == level and lasts_as_long(_end_of(member), end)):
        return member.level
    if end != NEVER and _end_of(member) == NEVER:
        # The user would lose the role without end that they have now.
        raise Conflict("You already have access without an end. Ask for an invitation without one.")
    await _set_role(session, member, level, end, by)
    return level


async def _add_member(session: AsyncSession, member: ChannelUser, level: int, end: AccessEnd, by: ChangedBy) -> int:
    member.created_at = by.at
    member.level, member.expires_at, member.ends_after_stream = level, end.expires_at, end.after_stream
    session.add(member)
    await _record(session, member, by, title="New member", new=_facts(member))
    announce(session, member)
    return level


async def _set_role(session: AsyncSession, member: ChannelUser, level: int, end: AccessEnd, by: ChangedBy) -> None:
    old = _facts(member)
    member.level, member.expires_at, member.ends_after_stream = level, end.expires_at, end.after_stream
    await _record(session, member, by, title="Access of a member", old=old, new=_facts(member))
    announce(session, member)


async def delete_member(session: AsyncSession, member: ChannelUser, by: ChangedBy, title: str) -> None:
    await _record(session, member, by, title=title, old=_facts(member))
    await session.delete(member)
    await session.flush()
    announce(session, member)


def _facts(member: ChannelUser) -> JsonObject:
    """The values for the audit log."""
    after_stream = "after the stream" if member.ends_after_stream else None
    ends = member.expires_at.isoformat() if member.expires_at else after_stream
    return {"role": role_of(member.level).label, "access_ends": ends}


async def _record(
    session: AsyncSession,
    member: ChannelUser,
    by: ChangedBy,
    *,
    title: str,
    old: JsonObject | None = None,
    new: JsonObject | None = None,
) -> None:
    name = await session.scalar(select(User.display_name).where(User.id == member.user_id)) or ""
    record_change(
        session,
        member.channel_id,
        by,
        section="access",
        item=str(member.user_id),
        title=title,
        old=old,
        new=new,
        subject=Subject(name, member.user_id),
        no_undo="Change the role under User Access, or invite the person again.",
    )


def announce(session: AsyncSession, member: ChannelUser) -> None:
    """Notifies the user's pages, the channel's pages and all processes of an added, changed or removed member."""
    notify_user(session, member.user_id, "channels_changed")
    notify_access_changed(session, member.channel_id, member.user_id)
    announce_members(session, member.channel_id)
    if member.expires_at is not None:
        notify_processes(session, ACCESS_END_CHANGED, member.channel_id)


def announce_members(session: AsyncSession, channel_id: UUID) -> None:
    publish(session, members_topic(channel_id), MembersChanged())


async def _lock_for_change(
    session: AsyncSession, access: Access, user_id: UUID, by: ChangedBy
) -> tuple[LockedMembers, ChannelUser, ChannelUser]:
    """The members, the caller and the member to change; the caller's role is checked again, as it may have changed."""
    members = await lock_members(session, access.channel_id)
    actor = members.rows.get(access.person.user_id)
    level = actor.level if actor is not None and _is_current(actor, by.at) else None
    authorize(access.person, access.channel_id, level, Permission.ACCESS_MANAGE)
    if actor is None:
        raise ChannelNotFound
    return members, actor, members.get(user_id, by.at)


def _is_current(member: ChannelUser, now: datetime) -> bool:
    return member.expires_at is None or member.expires_at > now


def _end_of(member: ChannelUser) -> AccessEnd:
    return AccessEnd(member.expires_at, member.ends_after_stream)
