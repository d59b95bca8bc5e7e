"""Finds the channel of a public watch page by its name on a platform, and checks whether a topic is public now."""

from uuid import UUID

from sqlalchemy import false, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import ChannelNotFound, ChannelSuspended
from greenroom.accounts.channel_providers.public_presentation import PublicStream, public_stream
from greenroom.accounts.channel_providers.service import load_providers
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.platforms import Platforms
from greenroom.features.watch.rules import PublicTopic
from greenroom.features.watch.schemas import Watch, WatchedChannel


async def find_watch(session: AsyncSession, platforms: Platforms, provider: str, name: str) -> Watch:
    """Finds a channel by its name on the platform, ignoring case, or by its id there."""
    has_name = func.lower(ChannelProvider.provider_channel_name) == func.lower(name)
    channel = await session.scalar(
        select(Channel)
        .join(ChannelProvider, ChannelProvider.channel_id == Channel.id)
        .where(
            ChannelProvider.provider == provider,
            ChannelProvider.provider.in_(platforms.with_streams),
            # With `= true` SQLite would choose the index of proven accounts, and read all of the platform.
            ChannelProvider.is_proven.is_not(false()),
            or_(has_name, ChannelProvider.provider_channel_id == name),
        )
        # A name may have moved to another account while the old owner is still stored: the newer connection wins.
        .order_by(has_name.desc(), ChannelProvider.id.desc())
        .limit(1)
    )
    if channel is None:
        raise ChannelNotFound
    if channel.suspended_at is not None:
        raise ChannelSuspended
    shown = WatchedChannel(id=channel.id, display_name=channel.display_name, is_chat_public=channel.is_chat_public)
    return Watch(channel=shown, streams=await _streams(session, platforms, channel.id))


async def _streams(session: AsyncSession, platforms: Platforms, channel_id: UUID) -> list[PublicStream]:
    found = await load_providers(session, channel_id)
    return [stream for one in reversed(found) if (stream := public_stream(platforms, one))]


async def is_public_now(session: AsyncSession, topic: PublicTopic) -> bool:
    found = select(Channel.id).where(
        Channel.id == topic.channel_id, Channel.deleting_since.is_(None), Channel.suspended_at.is_(None)
    )
    if topic.is_chat:
        found = found.where(Channel.is_chat_public)
    return await session.scalar(found) is not None
