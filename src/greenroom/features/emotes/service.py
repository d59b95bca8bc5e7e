from math import ceil
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.emote_cache import EmoteCache, Emotes, RefreshedJustNow
from greenroom.chat.emotes import Place
from greenroom.kernel.errors import AppError
from greenroom.tenancy.channel_providers.models import ChannelProvider


class RefreshedTooOften(AppError):
    status = 429
    type = "too_many_requests"

    def __init__(self, after_seconds: float) -> None:
        super().__init__(f"The emotes are fresh. Try again in {max(ceil(after_seconds), 1)} seconds.")


async def places_of(session: AsyncSession, channel_id: UUID) -> list[Place]:
    """Where the channel streams, first connected first."""
    rows = await session.execute(
        select(ChannelProvider.provider, ChannelProvider.provider_channel_id)
        .where(ChannelProvider.channel_id == channel_id)
        .order_by(ChannelProvider.id)
    )
    return [Place(provider, provider_channel_id) for provider, provider_channel_id in rows]


async def refresh_emotes(cache: EmoteCache, places: list[Place]) -> Emotes:
    try:
        return await cache.refresh(places)
    except RefreshedJustNow as error:
        raise RefreshedTooOften(error.after_seconds) from error
