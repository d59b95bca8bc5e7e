from datetime import datetime

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.errors import NotFound
from greenroom.tenancy.credentials.rules import missing_scopes
from greenroom.tenancy.credentials.service import RetiredToken, retire, store_grant
from greenroom.tenancy.models.credentials import Credential
from greenroom.tenancy.models.system_bots import SystemBot
from greenroom.tenancy.platforms import Grant, Platforms
from greenroom.tenancy.system_bots.schemas import SystemBotOut


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


def bot_needs_scope(platforms: Platforms, credential: Credential) -> bool:
    needed = platforms.info(credential.provider).bot_scopes
    return credential.is_dead or bool(missing_scopes(needed, credential.scopes))


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
