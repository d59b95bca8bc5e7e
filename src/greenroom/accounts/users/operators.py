"""Makes users operators and revokes that right, in the admin area and on the command line."""

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.users import User
from greenroom.accounts.topics import ACCESS_CHANGED, notify_processes, notify_user
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Conflict, Invalid, NotFound


class LastOperator(Conflict):
    type = "last_operator"
    message = "This is the last operator. Make someone else an operator first."


async def set_operator(session: AsyncSession, username: str, *, is_operator: bool) -> None:
    # Serialised: of two operators who are removed at once, one remains.
    await advisory_lock(session, "users")
    user = await session.scalar(select(User).where(User.username == username))
    if user is None:
        raise NotFound(f"There is no user called {username!r}. Users exist after their first sign-in.")
    if is_operator and user.suspended_at is not None:
        raise Conflict(f"{username} is suspended. Lift the suspension first.")
    await (grant_operator if is_operator else revoke_operator)(session, user)


async def grant_operator(session: AsyncSession, user: User) -> None:
    if user.suspended_at is not None:
        raise Invalid("user_id", "is suspended")
    user.is_operator = True
    _notify_operator_changed(session, user)


async def revoke_operator(session: AsyncSession, user: User) -> None:
    """Raises if the user is the last operator; the caller holds the advisory lock `users`."""
    others = select(User.id).where(User.is_operator, User.suspended_at.is_(None), User.id != user.id).limit(1)
    if user.is_operator and await session.scalar(others) is None:
        raise LastOperator
    user.is_operator = False
    _notify_operator_changed(session, user)


def _notify_operator_changed(session: AsyncSession, user: User) -> None:
    notify_processes(session, ACCESS_CHANGED, user.id)
    notify_user(session, user.id, "user_changed")


async def list_operators(session: AsyncSession) -> list[str]:
    """Usernames of all operators, even suspended ones."""
    return list(await session.scalars(select(User.username).where(User.is_operator).order_by(User.username)))
