"""What an operator sees of a channel in which they have no role: names and numbers, no content."""

from collections.abc import Awaitable, Callable
from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.tenancy.admin.schemas import AdminChannelDetails, AdminConnectionOut
from greenroom.tenancy.models.channel_providers import ChannelProvider


class LastStreams(Struct, frozen=True):
    """Finds start and end of a channel's newest stream, or None; the end is None while the stream is live.

    Declared where streams are stored.
    """

    find: Callable[[AsyncSession, UUID], Awaitable[tuple[datetime, datetime | None] | None]]


async def channel_details(
    session: AsyncSession, channel_id: UUID, streams: LastStreams, sizes: dict[str, int]
) -> AdminChannelDetails:
    started_at, ended_at = await streams.find(session, channel_id) or (None, None)
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
