from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from sqlalchemy import and_, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Role
from greenroom.accounts.channels.rules import ListQuery, sort_name
from greenroom.accounts.channels.service import page_of
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel, ChannelUser
from greenroom.accounts.models.users import User
from greenroom.features.admin.schemas import AdminChannelOut

NO_ROLE = -1


async def list_all_channels(
    session: AsyncSession, operator_id: UUID, query: ListQuery, now: datetime
) -> tuple[list[AdminChannelOut], str | None, int]:
    has_not_ended = or_(ChannelUser.expires_at.is_(None), ChannelUser.expires_at > now)
    operator_role = and_(ChannelUser.channel_id == Channel.id, ChannelUser.user_id == operator_id, has_not_ended)
    channels = select(Channel, func.coalesce(ChannelUser.level, NO_ROLE)).outerjoin(ChannelUser, operator_role)
    channels = channels.where(Channel.deleting_since.is_(None))
    if query.name:
        channels = channels.where(Channel.sort_name.contains(sort_name(query.name), autoescape=True))
    rows, cursor, total = await page_of(session, channels, query)
    channel_ids = [channel.id for channel, _ in rows]
    owners, platforms = await _owners(session, channel_ids), await _platforms(session, channel_ids)
    records = [
        AdminChannelOut(
            id=channel.id,
            display_name=channel.display_name,
            created_at=channel.created_at,
            owner_names=owners.get(channel.id, []),
            platforms=platforms.get(channel.id, []),
            suspended_at=channel.suspended_at,
            suspended_reason=channel.suspended_reason,
            level=level if level >= Role.MOD else None,
        )
        for channel, level in rows
    ]
    return records, cursor, total


async def _owners(session: AsyncSession, channel_ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    rows = await session.execute(
        select(ChannelUser.channel_id, User.display_name)
        .join(User, User.id == ChannelUser.user_id)
        .where(ChannelUser.channel_id.in_(channel_ids), ChannelUser.level >= Role.OWNER)
        .order_by(ChannelUser.created_at, User.id)
    )
    return names_by_id(rows.all())


async def _platforms(session: AsyncSession, channel_ids: Sequence[UUID]) -> dict[UUID, list[str]]:
    rows = await session.execute(
        select(ChannelProvider.channel_id, ChannelProvider.provider)
        .where(ChannelProvider.channel_id.in_(channel_ids))
        .order_by(ChannelProvider.id)
    )
    return names_by_id(rows.all())


def names_by_id(rows: Sequence[tuple[UUID, str]]) -> dict[UUID, list[str]]:
    """Groups the names by id, in the order of the rows."""
    groups: dict[UUID, list[str]] = {}
    for row_id, name in rows:
        groups.setdefault(row_id, []).append(name)
    return groups
