"""What an operator sees of a channel in which they have no role: names and numbers, no content."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.features.admin.schemas import AdminChannelDetails, AdminConnectionOut
from greenroom.features.stats.streams.last_stream import last_stream


async def channel_details(session: AsyncSession, channel_id: UUID, sizes: dict[str, int]) -> AdminChannelDetails:
    started_at, ended_at = await last_stream(session, channel_id) or (None, None)
    columns = (ChannelProvider.provider, ChannelProvider.provider_channel_name, ChannelProvider.is_live)
    connections = await session.execute(
        select(*columns).where(ChannelProvider.channel_id == channel_id).order_by(ChannelProvider.id)
    )
    return AdminChannelDetails(
        connections=[
            AdminConnectionOut(provider=provider, name=name, is_live=is_live) for provider, name, is_live in connections
        ],
        last_stream_started_at=started_at,
        last_stream_ended_at=ended_at,
        sizes=sizes,
    )
