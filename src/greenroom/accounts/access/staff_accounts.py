"""The platform accounts of a channel's staff with their roles in chat; cached for each channel."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime
from typing import NoReturn
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.models.users import SignInIdentity, User
from greenroom.accounts.topics import STAFF_CHANGED, notify_processes
from greenroom.kernel.channel_cache import ChannelCache
from greenroom.kernel.context import Kernel
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.tasks.background import BackgroundTasks

# Interval for reading all cached roles again; used only if several processes share the bus.
RELOAD_SECONDS = 60.0
# A plain number: every message has a level, and Python takes twice as long for an enum.
PUBLIC = int(Role.PUBLIC)


class StaffRole(Struct, frozen=True):
    level: int
    # None: without end.
    ends_at: datetime | None


class StaffAccounts(Struct, frozen=True):
    """Roles by platform and account id; a role may have ended, which `level_of` checks."""

    roles: dict[tuple[str, str], StaffRole]

    def level_of(self, provider: str, account_id: str, now: datetime) -> int:
        role = self.roles.get((provider, account_id))
        if role is None or (role.ends_at is not None and role.ends_at <= now):
            return PUBLIC
        return role.level


async def staff_accounts(session: AsyncSession, channel_id: UUID) -> StaffAccounts:
    """The staff's accounts, without those of suspended users and those that a user only shares with a channel."""
    rows = await session.execute(
        select(UserProvider.provider, UserProvider.provider_user_id, ChannelUser.level, ChannelUser.expires_at)
        .join(ChannelUser, ChannelUser.user_id == UserProvider.user_id)
        .join(User, User.id == UserProvider.user_id)
        .join(SignInIdentity, is_proven())
        .where(ChannelUser.channel_id == channel_id, User.suspended_at.is_(None))
    )
    return StaffAccounts({(row[0], row[1]): StaffRole(row[2], row[3]) for row in rows})


async def staff_name(session: AsyncSession, channel_id: UUID, provider: str, account_id: str) -> str | None:
    """Display name in Greenroom of the member of staff with this platform account; None if there is none."""
    member = await staff_member(session, channel_id, provider, account_id)
    return None if member is None else member[1]


async def changed_in_chat(
    session: AsyncSession, channel_id: UUID, account: tuple[str, str], name: str, at: datetime, level: int = 0
) -> ChangedBy:
    """Author of a change that a command in chat made; staff get their name in Greenroom, as on the screens."""
    provider, account_id = account
    member = await staff_member(session, channel_id, provider, account_id)
    user_id, shown_name = (None, name) if member is None else member
    return ChangedBy(shown_name, at, level, "chat", user_id, f"{provider}:{account_id}")


async def staff_member(
    session: AsyncSession, channel_id: UUID, provider: str, account_id: str
) -> tuple[UUID, str] | None:
    """Id and display name in Greenroom of the member of staff with this platform account."""
    rows = await session.execute(
        select(User.id, User.display_name)
        .join(UserProvider, UserProvider.user_id == User.id)
        .join(ChannelUser, ChannelUser.user_id == User.id)
        .join(SignInIdentity, is_proven())
        .where(
            ChannelUser.channel_id == channel_id,
            UserProvider.provider == provider,
            UserProvider.provider_user_id == account_id,
        )
    )
    found = rows.first()
    return None if found is None else (found[0], found[1])


def is_proven() -> ColumnElement[bool]:
    """Condition: the user signs in with the account or has connected it, so it is the user's own."""
    return and_(
        SignInIdentity.user_id == UserProvider.user_id,
        SignInIdentity.provider == UserProvider.provider,
        SignInIdentity.provider_user_id == UserProvider.provider_user_id,
    )


async def _load(session: AsyncSession, channel_id: UUID, _: StaffAccounts | None) -> StaffAccounts:
    return await staff_accounts(session, channel_id)


class StaffCache:
    def __init__(self, kernel: Kernel, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep) -> None:
        self._bus = kernel.bus
        self._sleep = sleep
        self._tasks = BackgroundTasks()
        self._cache = ChannelCache(kernel, "staff_accounts", _load)
        self.get = self._cache.get
        self.ready = self._cache.ready
        self.get_after_ready = self._cache.get_after_ready

    def start(self) -> None:
        self._cache.start(self._on_change, STAFF_CHANGED)
        if self._bus.is_shared:
            self._tasks.start(self._reload_regularly(), name="staff_reloads")

    async def stop(self) -> None:
        await self._tasks.stop()
        await self._cache.stop()

    async def _reload_regularly(self) -> NoReturn:
        """Reloads the cache at an interval, because an announcement of another process may be lost."""
        while True:
            await self._sleep(RELOAD_SECONDS)
            await self._cache.refresh_all()

    def _on_change(self, _: str, payload: bytes) -> None:
        self._cache.invalidate(UUID(payload.decode()))


async def notify_staff_changed(session: AsyncSession, user_id: UUID) -> None:
    """Invalidates the cached staff accounts of the user's channels; call it before the user is deleted."""
    for channel_id in await session.scalars(select(ChannelUser.channel_id).where(ChannelUser.user_id == user_id)):
        notify_processes(session, STAFF_CHANGED, channel_id)
