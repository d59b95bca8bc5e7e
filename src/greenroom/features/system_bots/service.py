from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.credentials.service import RetiredToken, bot_needs_scope, retire, store_grant
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.accounts.platforms import Grant, Platforms
from greenroom.features.system_bots.schemas import SystemBotOut
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.errors import NotFound


async def list_system_bots(session: AsyncSession, platforms: Platforms) -> list[SystemBotOut]:
    rows = await session.execute(
        select(SystemBot, Credential)
        .join(Credential, Credential.id == SystemBot.credential_id)
        .order_by(SystemBot.provider)
    )
    return [
        SystemBotOut(
            provider=bot.provider,
            display_name=credential.display_name,
            avatar_url=credential.avatar_url,
            scope_needed=bot_needs_scope(platforms, credential),
            connected_at=bot.connected_at,
        )
        for bot, credential in rows
    ]


async def connect_system_bot(session: AsyncSession, vault: Vault, grant: Grant, now: datetime) -> list[RetiredToken]:
    """Connects the system bot of a platform; returns the token of the one it replaces, to revoke after the commit."""
    retired = await _remove(session, grant.provider)
    credential = await store_grant(session, vault, grant, now)
    session.add(SystemBot(provider=grant.provider, credential_id=credential.id, connected_at=now))
    await session.flush()
    return retired


async def disconnect_system_bot(session: AsyncSession, provider: str) -> list[RetiredToken]:
    retired = await _remove(session, provider)
    if not retired:
        raise NotFound("This bot is no longer connected.")
    return retired


async def _remove(session: AsyncSession, provider: str) -> list[RetiredToken]:
    deleted = delete(SystemBot).where(SystemBot.provider == provider).returning(SystemBot.credential_id)
    return await retire(session, list(await session.scalars(deleted)))
