from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role, check_grantable, has_permission
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.users import User
from greenroom.accounts.sessions.api_token_use import SessionRequired
from greenroom.accounts.sessions.service import Person
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.errors import AppError, FieldError, NotFound


class ChannelNotFound(NotFound):
    """There is no such channel, or the user has no role in it and must not learn that it exists."""

    type = "channel_not_found"
    message = "Channel not found"


class Forbidden(AppError):
    status = 403
    type = "forbidden"
    close_code = 4403

    def __init__(self, permission: str) -> None:
        message = f"You need the permission {permission} for this."
        super().__init__(message, [FieldError(field="permission", message=permission)])


class ChannelSuspended(AppError):
    """An operator has suspended the channel; the error contains the reason for staff, not for viewers."""

    status = 403
    type = "channel_suspended"
    close_code = 4403

    def __init__(self, reason: str = "") -> None:
        message = f"This channel is suspended: {reason}" if reason else "This channel is suspended."
        super().__init__(message, [FieldError(field="reason", message=reason)] if reason else ())


class ScopeMissing(Forbidden):
    def __init__(self, permission: str) -> None:
        super().__init__(permission)
        self.message = f"This API token doesn't have the scope {permission}."


# Level; end of the access, None if it has no end; reason why the channel is suspended, None if it is not suspended.
Membership = tuple[int, datetime | None, str | None]


class Access(Struct, frozen=True):
    """A user's authorised access to a channel."""

    person: Person
    channel_id: UUID
    level: int

    def may(self, permission: Permission) -> bool:
        """Whether the role has this permission, and so does the API token if one is used."""
        return has_permission(self.level, permission) and is_in_scope(self.person, permission)

    def require(self, permission: Permission) -> None:
        """Raises unless the caller has the permission; the error tells whether the role or the API token lacks it."""
        authorize(self.person, self.channel_id, self.level, permission)

    def check_grantable(self, level: int) -> Role:
        """The role of this level; raises if the caller may not give it. No API token may make a member owner."""
        role = check_grantable(level, self.level)
        if role is Role.OWNER and self.person.token is not None:
            raise SessionRequired
        return role

    def changed_by(self, now: datetime) -> ChangedBy:
        return ChangedBy(self.person.display_name, now, self.level, user_id=self.person.user_id)


def is_in_scope(person: Person, permission: Permission) -> bool:
    return person.scopes is None or permission in person.scopes


async def find_channel(session: AsyncSession, channel_id: UUID) -> Channel | None:
    """The channel; None if there is none or it is being deleted."""
    channel = await session.get(Channel, channel_id)
    return None if channel is None or channel.deleting_since is not None else channel


async def open_channel(session: AsyncSession, channel_id: UUID) -> Channel:
    """The channel; raises if it does not exist or is being deleted."""
    channel = await find_channel(session, channel_id)
    if channel is None:
        raise ChannelNotFound
    return channel


async def level_in(session: AsyncSession, channel_id: UUID, user_id: UUID, now: datetime) -> int | None:
    """Level of the user's current role; None without one, for a suspended user, or if the channel is being deleted."""
    row = await membership(session, channel_id, user_id)
    return _level_now(row, now)


def _level_now(row: Membership | None, now: datetime) -> int | None:
    if row is None:
        return None
    level, expires_at, _ = row
    return level if expires_at is None or expires_at > now else None


async def membership(session: AsyncSession, channel_id: UUID, user_id: UUID) -> Membership | None:
    """The stored role, even if it has expired; None for a suspended user, or if the channel is being deleted."""
    row = (
        await session.execute(
            select(ChannelUser.level, ChannelUser.expires_at, Channel.suspended_at, Channel.suspended_reason)
            .join(Channel, Channel.id == ChannelUser.channel_id)
            .join(User, User.id == ChannelUser.user_id)
            .where(ChannelUser.channel_id == channel_id, ChannelUser.user_id == user_id, User.suspended_at.is_(None))
            .where(Channel.deleting_since.is_(None))
        )
    ).one_or_none()
    return None if row is None else (row[0], row[1], None if row[2] is None else row[3])


async def check_permission(
    session: AsyncSession, person: Person, channel_id: UUID, permission: Permission, now: datetime
) -> Access:
    row = await membership(session, channel_id, person.user_id)
    return authorize(person, channel_id, _level_now(row, now), permission, row[2] if row else None)


def authorize(
    person: Person, channel_id: UUID, level: int | None, permission: Permission, suspension: str | None = None
) -> Access:
    """Returns the access, or raises; `suspension` is the reason why the channel is suspended, None if it is not."""
    if level is None:
        raise ChannelNotFound
    if suspension is not None and level >= Role.MOD:
        raise ChannelSuspended(suspension)
    if not has_permission(level, permission):
        raise ChannelNotFound if level < Role.MOD else Forbidden(permission)
    if not is_in_scope(person, permission):
        raise ScopeMissing(permission)
    return Access(person=person, channel_id=channel_id, level=level)


def is_open() -> ColumnElement[bool]:
    """Condition for jobs: the channel is neither suspended nor being deleted."""
    return and_(Channel.suspended_at.is_(None), Channel.deleting_since.is_(None))


async def refuse_suspended(session: AsyncSession, channel_id: UUID) -> None:
    """Raises if the channel is suspended, without the reason, which viewers may not see."""
    suspended_at = select(Channel.suspended_at).where(Channel.id == channel_id)
    if await session.scalar(suspended_at) is not None:
        raise ChannelSuspended
