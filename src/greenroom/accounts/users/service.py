from datetime import datetime
from uuid import UUID

from sqlalchemy import delete, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.users import Installation, SignInIdentity, User, UserSettings
from greenroom.accounts.platforms import Grant
from greenroom.accounts.topics import notify_user
from greenroom.accounts.users.rules import merge_settings, username_candidates
from greenroom.kernel.db.database import JsonObject, advisory_lock
from greenroom.kernel.errors import AppError
from greenroom.kernel.text import tidy_line, web_address

INSTALLATION_ID = 1


async def user_of_identity(session: AsyncSession, provider: str, provider_user_id: str) -> UUID | None:
    return await session.scalar(
        select(SignInIdentity.user_id).where(
            SignInIdentity.provider == provider, SignInIdentity.provider_user_id == provider_user_id
        )
    )


class UserSuspended(AppError):
    status = 403
    type = "user_suspended"
    message = "Your account is suspended. Contact your server admin."


async def find_user(session: AsyncSession, grant: Grant) -> UUID | None:
    """The user of this account; raises if suspended. If None, other transactions create no users until this ends."""
    provider, account_id = grant.provider, grant.identity.provider_user_id
    known = await user_of_identity(session, provider, account_id)
    if known is None:
        # Serialised: only one user becomes the first, and two tabs of one user create one account.
        await advisory_lock(session, "users")
        known = await user_of_identity(session, provider, account_id)
    if known is not None and (await session.get_one(User, known)).suspended_at is not None:
        raise UserSuspended
    return known


async def is_first_user(session: AsyncSession) -> bool:
    """Whether no user has ever been created here."""
    return await session.get(Installation, INSTALLATION_ID) is None


async def create_user(session: AsyncSession, grant: Grant, now: datetime, *, may_become_operator: bool) -> User:
    """Creates a user; call `find_user` first, which takes the advisory lock `users` for this transaction."""
    identity = grant.identity
    login = tidy_line(identity.login, 50, "viewer").replace(" ", "").lower()
    taken = set(await session.scalars(select(User.username).where(User.username.startswith(login, autoescape=True))))
    is_first = await is_first_user(session)
    if is_first:
        session.add(Installation(id=INSTALLATION_ID, first_user_at=now))
    user = User(
        username=next(name for name in username_candidates(login) if name not in taken),
        display_name=tidy_line(identity.display_name, 100, login),
        avatar_url=web_address(identity.avatar_url),
        is_operator=is_first and may_become_operator,
        created_at=now,
    )
    session.add(user)
    await session.flush()
    # Created at once, so that concurrent changes have a row to lock.
    session.add(UserSettings(user_id=user.id, data={}))
    await add_identity(session, user.id, grant.provider, identity.provider_user_id)
    return user


async def add_identity(session: AsyncSession, user_id: UUID, provider: str, provider_user_id: str) -> None:
    """Lets this user sign in with the platform account, unless it already belongs to a user."""
    if await user_of_identity(session, provider, provider_user_id) is None:
        session.add(SignInIdentity(user_id=user_id, provider=provider, provider_user_id=provider_user_id))


async def remove_identity(session: AsyncSession, user_id: UUID, provider: str, provider_user_id: str) -> None:
    """Removes the identity, unless it is the user's last."""
    count = await session.scalar(
        select(func.count()).select_from(SignInIdentity).where(SignInIdentity.user_id == user_id)
    )
    if count and count > 1:
        await session.execute(
            delete(SignInIdentity).where(
                SignInIdentity.user_id == user_id,
                SignInIdentity.provider == provider,
                SignInIdentity.provider_user_id == provider_user_id,
            )
        )


async def get_settings(session: AsyncSession, user_id: UUID) -> JsonObject:
    return (await session.get_one(UserSettings, user_id)).data


async def change_settings(session: AsyncSession, user_id: UUID, change: JsonObject) -> JsonObject:
    stored = await session.get_one(UserSettings, user_id, with_for_update=True)
    stored.data = merge_settings(stored.data, change)
    notify_user(session, user_id, "settings_changed")
    return stored.data
