"""Proof that an account registered by its handle belongs to the channel's staff."""

from uuid import UUID

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.audit_lines import author_of, record_platform
from greenroom.accounts.channel_providers.presentation import ProviderRows, present
from greenroom.accounts.channel_providers.rules import proof_code
from greenroom.accounts.channel_providers.schemas import ChannelProviderOut
from greenroom.accounts.channel_providers.service import announce, find_provider, get_provider, publish_stream
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.platforms import PlatformBusy, PlatformDown, PlatformFailure, Platforms, RateLimited
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import Conflict


class ProofMissing(Conflict):
    type = "proof_missing"

    def __init__(self, platform: str, handle: str, code: str) -> None:
        super().__init__(
            f"The {platform} profile of @{handle} does not contain {code} yet. Add it to the bio, wait a minute, and "
            "check again."
        )


async def prove(
    kernel: Kernel, platforms: Platforms, channel_id: UUID, user_id: UUID, provider_id: UUID
) -> ChannelProviderOut:
    async with kernel.database.read() as session:
        loaded = await get_provider(session, channel_id, provider_id)
        is_proven = loaded.provider.is_proven or await has_account(session, platforms, user_id, loaded.provider)
    if not is_proven:
        await _check_profile(platforms, loaded.provider)
    async with kernel.database.write() as session:
        loaded = await get_provider(session, channel_id, provider_id)
        if not loaded.provider.is_proven:
            await mark_proven(session, platforms, loaded)
            by = await author_of(session, user_id, kernel.clock())
            record_platform(session, platforms, by, loaded.provider, old={"proven": False}, new={"proven": True})
        return present(platforms, await get_provider(session, channel_id, provider_id))


async def has_account(session: AsyncSession, platforms: Platforms, user_id: UUID, provider: ChannelProvider) -> bool:
    """Whether the account that the user connected on this platform has the handle of this channel provider."""
    scope = platforms.info(provider.provider).handle_scope
    credential = await session.scalar(
        select(Credential)
        .join(UserProvider, UserProvider.credential_id == Credential.id)
        .where(UserProvider.user_id == user_id, UserProvider.provider == provider.provider)
    )
    if credential is None or credential.is_dead or scope not in credential.scopes:
        return False
    return credential.login.lower() == provider.provider_channel_name.lower()


async def mark_proven(session: AsyncSession, platforms: Platforms, loaded: ProviderRows) -> None:
    """Marks the account as proven; another channel that has proven the same account loses its proof."""
    provider = loaded.provider
    others = await session.scalars(
        select(ChannelProvider.id).where(
            ChannelProvider.provider == provider.provider,
            ChannelProvider.provider_channel_id == provider.provider_channel_id,
            ChannelProvider.is_proven,
        )
    )
    for other_id in list(others):
        other = await find_provider(session, other_id)
        publish_stream(session, platforms, "deleted", other)
        other.provider.is_proven = False
        await announce(session, platforms, "updated", other_id)
    provider.is_proven = True
    await announce(session, platforms, "updated", provider.id, is_public=False)
    publish_stream(session, platforms, "new", await find_provider(session, provider.id))


async def _check_profile(platforms: Platforms, provider: ChannelProvider) -> None:
    name, handle, code = platforms.info(provider.provider).name, provider.provider_channel_name, proof_code(provider.id)
    try:
        text = await platforms.registrar(provider.provider).biography(handle)
    except RateLimited as error:
        raise PlatformBusy(name, error.after_seconds) from error
    except PlatformFailure as error:
        raise PlatformDown(name) from error
    if code not in text.lower():
        raise ProofMissing(name, handle, code)
