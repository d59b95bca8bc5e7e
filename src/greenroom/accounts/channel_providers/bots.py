"""A channel's own bot, used instead of the system bot."""

from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.audit_lines import DISCONNECTED, record_platform
from greenroom.accounts.channel_providers.service import announce, get_provider
from greenroom.accounts.credentials.service import RetiredToken, retire, store_grant
from greenroom.accounts.platforms import Grant, Platforms
from greenroom.accounts.topics import ACCOUNTS_CHANGED, notify_processes
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.change_tracking import ChangedBy
from greenroom.kernel.db.database import JsonObject
from greenroom.kernel.errors import NotFound


async def connect_own_bot(
    session: AsyncSession,
    vault: Vault,
    platforms: Platforms,
    *,
    channel_id: UUID,
    provider_id: UUID,
    grant: Grant,
    by: ChangedBy,
) -> list[RetiredToken]:
    loaded = await get_provider(session, channel_id, provider_id)
    credential = await store_grant(session, vault, grant, by.at)
    loaded.provider.bot_credential_id = credential.id
    before: JsonObject = {"bot": loaded.own_bot.login if loaded.own_bot else None}
    record_platform(session, platforms, by, loaded.provider, old=before, new={"bot": credential.login})
    await _announce_bot(session, platforms, channel_id, provider_id)
    return await retire(session, [loaded.own_bot.id] if loaded.own_bot else [])


async def disconnect_own_bot(
    session: AsyncSession, platforms: Platforms, channel_id: UUID, provider_id: UUID, by: ChangedBy
) -> list[RetiredToken]:
    loaded = await get_provider(session, channel_id, provider_id)
    if loaded.own_bot is None:
        raise NotFound("This channel has no custom bot on this platform.")
    loaded.provider.bot_credential_id = None
    before: JsonObject = {"bot": loaded.own_bot.login}
    record_platform(session, platforms, by, loaded.provider, old=before, new={"bot": None}, no_undo=DISCONNECTED)
    await _announce_bot(session, platforms, channel_id, provider_id)
    return await retire(session, [loaded.own_bot.id])


async def _announce_bot(session: AsyncSession, platforms: Platforms, channel_id: UUID, provider_id: UUID) -> None:
    await announce(session, platforms, "updated", provider_id, is_public=False)
    notify_processes(session, ACCOUNTS_CHANGED, channel_id)
