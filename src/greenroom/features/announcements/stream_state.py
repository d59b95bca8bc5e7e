"""Reads the stream that is announced, from the streams and connections of a channel."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import cast
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.presentation import link_fields
from greenroom.accounts.channel_providers.rules import fill
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.channels import Channel
from greenroom.accounts.platforms import Platforms
from greenroom.features.announcements.rules import AnnouncedPart, AnnouncedStream, newest_parts
from greenroom.features.stats.streams.models import Stream, StreamPart
from greenroom.features.stats.streams.report import read_minutes
from greenroom.features.stats.streams.rules import Minute, viewer_numbers

SAMPLE_TITLE = "Title of the stream"


async def read_stream(session: AsyncSession, platforms: Platforms, stream_id: UUID) -> AnnouncedStream | None:
    """The stream without unlisted parts (seen only by URL); None if no part is left, or stream or channel is gone."""
    stream = await session.get(Stream, stream_id, populate_existing=True)
    channel = None if stream is None else await session.get(Channel, stream.channel_id)
    if stream is None or channel is None:
        return None
    rows = await session.execute(
        select(StreamPart, ChannelProvider)
        .outerjoin(ChannelProvider, ChannelProvider.id == StreamPart.connection_id)
        .where(StreamPart.stream_id == stream.id)
    )
    # The ChannelProvider is None if the platform was disconnected since; the part is still announced.
    pairs = cast("Sequence[tuple[StreamPart, ChannelProvider | None]]", rows.all())
    listed = [(part, provider) for part, provider in pairs if provider is None or provider.is_listed]
    minutes: Mapping[str, Sequence[Minute]] = {}
    if any(part.ended_at for part, _ in listed):
        minutes = await read_minutes(session, stream.id)
    parts = newest_parts(_part(platforms, part, provider, minutes) for part, provider in listed)
    if not parts:
        return None
    peak = viewer_numbers(minutes.values()).peak
    return AnnouncedStream(channel.display_name, stream.started_at, stream.ended_at, parts, peak)


def _part(
    platforms: Platforms, part: StreamPart, provider: ChannelProvider | None, minutes: Mapping[str, Sequence[Minute]]
) -> AnnouncedPart:
    info = platforms.info(part.provider)
    return AnnouncedPart(
        part.connection_id,
        part.provider,
        info.name,
        info.descriptor.colour,
        "" if provider is None else watch_url(platforms, provider) or "",
        part.title,
        part.category,
        part.started_at,
        part.ended_at,
        viewer_numbers([minutes.get(part.provider, ())]).peak,
    )


def watch_url(platforms: Platforms, provider: ChannelProvider) -> str | None:
    """URL of the stream's page, else of the channel's page; None if both are unknown."""
    descriptor, fields = platforms.info(provider.provider).descriptor, link_fields(platforms, provider)
    return fill(descriptor.watchUrl, fields) or fill(descriptor.channelUrl, fields)


async def sample_stream(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, now: datetime
) -> AnnouncedStream:
    """The channel's platforms as if they were live now, for the preview and for a test announcement."""
    channel = await session.get(Channel, channel_id)
    rows: Sequence[ChannelProvider] = (
        await session.scalars(
            select(ChannelProvider)
            .where(ChannelProvider.channel_id == channel_id, ChannelProvider.provider.in_(platforms.with_streams))
            .order_by(ChannelProvider.connected_at)
        )
    ).all()
    name = channel.display_name if channel else ""
    parts = [_sample_part(platforms, row, now) for row in rows]
    info = platforms.info(platforms.with_streams[0])
    placeholder = AnnouncedPart(
        UUID(int=0), info.provider, info.name, info.descriptor.colour, "", SAMPLE_TITLE, "", now
    )
    return AnnouncedStream(name, now, None, tuple(parts) or (placeholder,))


def _sample_part(platforms: Platforms, row: ChannelProvider, now: datetime) -> AnnouncedPart:
    info = platforms.info(row.provider)
    return AnnouncedPart(
        row.id,
        row.provider,
        info.name,
        info.descriptor.colour,
        watch_url(platforms, row) or "",
        row.title or SAMPLE_TITLE,
        row.category or "",
        now,
    )
