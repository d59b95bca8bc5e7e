"""How much one user may have: channels, connected platforms, open invitations, API tokens."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.models.api_tokens import ApiToken
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.invites import ChannelInvite
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.errors import Conflict


class LimitReached(Conflict):
    type = "limit_reached"

    def __init__(self, maximum: int, noun: str, advice: str) -> None:
        super().__init__(f"You have {maximum} {noun}, the maximum per user. {advice}, or ask your server admin.")


async def check_channels(session: AsyncSession, user_id: UUID, maximum: int) -> None:
    owned = select(func.count()).where(ChannelUser.user_id == user_id, ChannelUser.level >= Role.OWNER)
    if await _count(session, user_id, owned) >= maximum:
        raise LimitReached(maximum, "channels", "Delete one first")


async def check_platforms(session: AsyncSession, user_id: UUID, maximum: int) -> None:
    connected = select(func.count()).where(ChannelProvider.connected_by_id == user_id)
    if await _count(session, user_id, connected) >= maximum:
        raise LimitReached(maximum, "connected platforms", "Disconnect one first")


async def check_invites(session: AsyncSession, user_id: UUID, maximum: int, now: datetime) -> None:
    is_open = (ChannelInvite.used_at.is_(None), ChannelInvite.revoked_at.is_(None), ChannelInvite.expires_at > now)
    invited = select(func.count()).where(ChannelInvite.created_by_id == user_id, *is_open)
    if await _count(session, user_id, invited) >= maximum:
        raise LimitReached(maximum, "open invitations", "Revoke one first")


async def check_api_tokens(session: AsyncSession, user_id: UUID, maximum: int) -> None:
    if await _count(session, user_id, select(func.count()).where(ApiToken.user_id == user_id)) >= maximum:
        raise LimitReached(maximum, "API tokens", "Revoke one first")


async def _count(session: AsyncSession, user_id: UUID, query: Select[int]) -> int:
    # Serialised: otherwise concurrent requests would not count each other.
    await advisory_lock(session, f"limits of {user_id}")
    return await session.scalar(query) or 0
