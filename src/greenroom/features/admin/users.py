"""The list of all users for operators, and the suspension of users."""

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.guards import OPERATOR
from greenroom.accounts.access.rules import Role
from greenroom.accounts.access.service import Forbidden
from greenroom.accounts.access.staff_accounts import notify_staff_changed
from greenroom.accounts.channels.rules import ListQuery
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.sessions import Session
from greenroom.accounts.models.users import SignInIdentity, User
from greenroom.accounts.sessions.service import Person, end_all_sessions
from greenroom.accounts.topics import ACCESS_CHANGED, notify_processes
from greenroom.features.admin.schemas import AdminUserOut
from greenroom.features.admin.service import names_by_id
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.db.pages import decode_cursor, encode_cursor
from greenroom.kernel.errors import Invalid, NotFound


class UserNotFound(NotFound):
    message = "This user no longer exists."


async def list_users(session: AsyncSession, query: ListQuery) -> tuple[list[AdminUserOut], str | None, int]:
    """One page of all users, newest first."""
    users = select(User)
    if query.name:
        wanted = query.name.lower()
        has_username = User.username.contains(wanted, autoescape=True)
        has_lower_name = func.lower(User.display_name).contains(wanted, autoescape=True)
        # SQLite lowers only ASCII letters, so the display name is also searched for the text as typed.
        users = users.where(or_(has_username, has_lower_name, User.display_name.contains(query.name, autoescape=True)))
    total = await session.scalar(select(func.count()).select_from(users.subquery()))
    if query.cursor:
        users = users.where(User.id < query.cursor_id(decode_cursor(query.cursor, 1)[0]))
    found = list(await session.scalars(users.order_by(User.id.desc()).limit(query.per_page + 1)))
    page = found[: query.per_page]
    cursor = encode_cursor(str(page[-1].id)) if len(found) > len(page) else None
    return await _present(session, page), cursor, total or 0


async def _present(session: AsyncSession, users: Sequence[User]) -> list[AdminUserOut]:
    user_ids = [user.id for user in users]
    channels = await _names(
        session,
        select(ChannelUser.user_id, Channel.display_name)
        .join(Channel, Channel.id == ChannelUser.channel_id)
        .where(ChannelUser.user_id.in_(user_ids), ChannelUser.level >= Role.OWNER)
        .order_by(Channel.sort_name, Channel.id),
    )
    platforms = await _names(
        session,
        select(SignInIdentity.user_id, SignInIdentity.provider)
        .where(SignInIdentity.user_id.in_(user_ids))
        .order_by(SignInIdentity.id),
    )
    visits = await session.execute(
        select(Session.user_id, func.max(Session.last_seen_at))
        .where(Session.user_id.in_(user_ids))
        .group_by(Session.user_id)
    )
    last_seen = {row[0]: row[1] for row in visits}
    return [
        AdminUserOut(
            id=user.id,
            username=user.username,
            display_name=user.display_name,
            avatar_url=user.avatar_url,
            is_operator=user.is_operator,
            created_at=user.created_at,
            last_seen_at=last_seen.get(user.id),
            suspended_at=user.suspended_at,
            platforms=platforms.get(user.id, []),
            owned_channels=channels.get(user.id, []),
        )
        for user in users
    ]


async def _names(session: AsyncSession, query: Select[UUID, str]) -> dict[UUID, list[str]]:
    return names_by_id((await session.execute(query)).all())


async def lock_other_user(session: AsyncSession, operator: Person, user_id: UUID) -> User:
    """Like `lock_user`, but raises if `user_id` is the operator's own id."""
    user = await lock_user(session, operator, user_id)
    if user_id == operator.user_id:
        raise Invalid("user_id", "is your own account")
    return user


async def lock_user(session: AsyncSession, operator: Person, user_id: UUID) -> User:
    """The user with this id; until the commit no other operator can change users."""
    # Serialised: two operators who suspend each other at once must not both succeed.
    await advisory_lock(session, "users")
    acting = await session.get(User, operator.user_id)
    if acting is None or not acting.is_operator or acting.suspended_at is not None:
        raise Forbidden(OPERATOR)
    user = await session.get(User, user_id)
    if user is None:
        raise UserNotFound
    return user


async def suspend(session: AsyncSession, user: User, now: datetime) -> None:
    """Suspends the user and ends their sessions and sockets; connections and channels stay."""
    user.suspended_at = user.suspended_at or now
    await end_all_sessions(session, user.id)
    await _notify_access_changed(session, user)


async def lift_suspension(session: AsyncSession, user: User) -> None:
    user.suspended_at = None
    await _notify_access_changed(session, user)


async def _notify_access_changed(session: AsyncSession, user: User) -> None:
    notify_processes(session, ACCESS_CHANGED, user.id)
    await notify_staff_changed(session, user.id)
