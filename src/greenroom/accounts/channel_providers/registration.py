"""Registers a channel by handle, on platforms without OAuth."""

from uuid import UUID

from greenroom.accounts.channel_providers.presentation import present
from greenroom.accounts.channel_providers.proof import has_account, mark_proven
from greenroom.accounts.channel_providers.schemas import ChannelProviderOut, RegisterIn
from greenroom.accounts.channel_providers.service import add_provider, find_connected, get_provider, rename_provider
from greenroom.accounts.credentials.service import set_profile, store_account
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import (
    Gone,
    Identity,
    PlatformBusy,
    PlatformDown,
    PlatformFailure,
    Platforms,
    RateLimited,
    UnknownPlatform,
)
from greenroom.accounts.users.limits import check_platforms
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import FieldError, Invalid, NotFound


class HandleNotFound(NotFound):
    type = "handle_not_found"

    def __init__(self, platform: str, handle: str) -> None:
        message = f"No {platform} account @{handle}"
        super().__init__(f"{message}.", [FieldError(field="handle", message=message)])


async def register(
    kernel: Kernel, platforms: Platforms, channel_id: UUID, user_id: UUID, body: RegisterIn
) -> ChannelProviderOut:
    """Connects the account with this handle; if it is connected already, updates its names and picture."""
    identity, now = await _find(platforms, body), kernel.clock()
    async with kernel.database.write() as session:
        existing = await find_connected(session, channel_id, body.provider, identity)
        if existing is None:
            await check_platforms(session, user_id, kernel.settings.max_platforms_per_user)
            credential = await store_account(session, body.provider, identity, now)
            provider_id = await add_provider(session, platforms, credential, channel_id, user_id, now)
        else:
            credential, provider_id = await session.get_one(Credential, existing.credential_id), existing.id
            set_profile(credential, identity)
            await rename_provider(session, platforms, existing, credential)
        added = await get_provider(session, channel_id, provider_id)
        if not added.provider.is_proven and await has_account(session, platforms, user_id, added.provider):
            await mark_proven(session, platforms, added)
        return present(platforms, await get_provider(session, channel_id, provider_id))


async def _find(platforms: Platforms, body: RegisterIn) -> Identity:
    try:
        registrar, name = platforms.registrar(body.provider), platforms.info(body.provider).name
    except UnknownPlatform as error:
        raise Invalid("provider", "is not a platform where channels are added by their handle") from error
    try:
        return await registrar.find(body.handle)
    except Gone as error:
        raise HandleNotFound(name, body.handle) from error
    except RateLimited as error:
        raise PlatformBusy(name, error.after_seconds) from error
    except PlatformFailure as error:
        raise PlatformDown(name) from error
