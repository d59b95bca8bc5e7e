"""A channel's own bot, which speaks instead of the installation's."""

from datetime import datetime
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.crypto import Vault
from greenroom.kernel.errors import NotFound
from greenroom.tenancy.channel_providers.service import announce, get_provider
from greenroom.tenancy.credentials.service import Retired, retire, store_grant
from greenroom.tenancy.platforms import Grant, Platforms


async def connect_own_bot(
    session: AsyncSession,
    vault: Vault,
    platforms: Platforms,
    *,
    channel_id: UUID,
    provider_id: UUID,
    grant: Grant,
    now: datetime,
) -> list[Retired]:
    loaded = await get_provider(session, channel_id, provider_id)
    credential = await store_grant(session, vault, grant, now)
    loaded.provider.bot_credential_id = credential.id
    await announce(session, platforms, "updated", provider_id)
    return await retire(session, [loaded.own_bot.id] if loaded.own_bot else [])


async def disconnect_own_bot(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, provider_id: UUID
) -> list[Retired]:
    loaded = await get_provider(session, channel_id, provider_id)
    if loaded.own_bot is None:
        raise NotFound("This channel has no bot of its own here.")
    loaded.provider.bot_credential_id = None
    await announce(session, platforms, "updated", provider_id)
    return await retire(session, [loaded.own_bot.id])
