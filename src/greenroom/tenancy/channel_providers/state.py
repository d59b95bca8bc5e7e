"""What the platforms report about a connection is written here and told to everybody who looks."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.text import tidy_line
from greenroom.tenancy.channel_providers.models import ChannelProvider
from greenroom.tenancy.channel_providers.rules import ConnectionState
from greenroom.tenancy.channel_providers.service import announce
from greenroom.tenancy.channels.service import tell_people
from greenroom.tenancy.platforms import Platforms


@dataclass(frozen=True, slots=True)
class LiveState:
    """A stream that runs, or None of it."""

    stream_id: str
    started_at: datetime


async def set_connection_state(
    session: AsyncSession, platforms: Platforms, provider_id: UUID, state: ConnectionState, detail: str, now: datetime
) -> None:
    provider = await session.get(ChannelProvider, provider_id)
    if provider is None or (provider.connection_state, provider.connection_detail) == (state, detail):
        return
    provider.connection_state, provider.connection_detail, provider.connection_since = state, detail[:300], now
    await announce(session, platforms, "updated", provider_id)


async def set_live(
    session: AsyncSession, platforms: Platforms, provider_id: UUID, live: LiveState | None, heard_at: datetime
) -> None:
    provider = await session.get(ChannelProvider, provider_id)
    if provider is None:
        return
    was_live = provider.is_live
    provider.is_live = live is not None
    provider.live_stream_id = live.stream_id if live else None
    provider.live_since = live.started_at if live else None
    provider.last_event_at = heard_at
    await announce(session, platforms, "updated", provider_id)
    if was_live != provider.is_live:
        await tell_people(session, provider.channel_id)


async def set_title(
    session: AsyncSession, platforms: Platforms, provider_id: UUID, title: str, category: str, heard_at: datetime
) -> None:
    provider = await session.get(ChannelProvider, provider_id)
    if provider is None:
        return
    provider.title, provider.category = tidy_line(title, 200, "") or None, tidy_line(category, 200, "") or None
    provider.last_event_at = heard_at
    await announce(session, platforms, "updated", provider_id)
