from collections.abc import Collection
from datetime import datetime
from uuid import UUID

from sqlalchemy import or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channels import ChannelUser
from greenroom.accounts.models.users import User
from greenroom.features.presence.schemas import PresentMemberOut


async def list_present(
    session: AsyncSession, channel_id: UUID, online: Collection[UUID], now: datetime
) -> list[PresentMemberOut]:
    """Highest role first, then by name."""
    found = await session.scalars(
        select(User)
        .join(ChannelUser, ChannelUser.user_id == User.id)
        .where(ChannelUser.channel_id == channel_id, User.id.in_(online))
        .where(or_(ChannelUser.expires_at.is_(None), ChannelUser.expires_at > now))
        .order_by(ChannelUser.level.desc(), User.display_name, User.id)
    )
    return [
        PresentMemberOut(user_id=user.id, display_name=user.display_name, avatar_url=user.avatar_url) for user in found
    ]


async def record_visit(session: AsyncSession, channel_id: UUID, user_ids: Collection[UUID], now: datetime) -> None:
    """Stores that these members had the channel open just now."""
    await session.execute(
        update(ChannelUser)
        .where(ChannelUser.channel_id == channel_id, ChannelUser.user_id.in_(user_ids))
        .values(last_seen_at=now)
    )
