from datetime import datetime
from uuid import UUID

from sqlalchemy import ColumnElement, and_, delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.staff_accounts import notify_staff_changed
from greenroom.accounts.credentials.service import RetiredToken, is_of_channel, renew_grant, retire, store_grant
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.platforms import Grant, PlatformInfo, Platforms
from greenroom.accounts.topics import notify_user
from greenroom.accounts.user_providers.rules import can_chat
from greenroom.accounts.user_providers.schemas import UserProviderOut
from greenroom.accounts.users.service import add_identity, remove_identity, user_of_identity
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.errors import Conflict, NotFound


class AccountTaken(Conflict):
    type = "account_taken"

    def __init__(self, display_name: str) -> None:
        super().__init__(
            f"{display_name} is connected to another user here. Sign in with it, or disconnect it there first."
        )


async def list_user_providers(session: AsyncSession, platforms: Platforms, user_id: UUID) -> list[UserProviderOut]:
    rows = await session.execute(
        select(UserProvider, Credential)
        .join(Credential, Credential.id == UserProvider.credential_id)
        .where(UserProvider.user_id == user_id)
        .order_by(UserProvider.id)
    )
    return [
        UserProviderOut.of(provider, credential, platforms.info(provider.provider)) for provider, credential in rows
    ]


async def connect_user_provider(
    session: AsyncSession, vault: Vault, user_id: UUID, grant: Grant, now: datetime
) -> tuple[UserProvider, list[RetiredToken]]:
    """Connects an account or renews its tokens; replaces another account of the same platform."""
    account_id = grant.identity.provider_user_id
    if await user_of_identity(session, grant.provider, account_id) not in {None, user_id}:
        raise AccountTaken(grant.identity.display_name)
    # A user who only shares the account with a channel has not proven that it is theirs.
    retired = await _end_sharing(session, user_id, _is_account(grant.provider, account_id))
    await add_identity(session, user_id, grant.provider, account_id)
    connected = await find_connection(session, user_id, grant.provider)
    notify_user(session, user_id, "user_providers_changed")
    if connected and connected[0].provider_user_id == account_id:
        provider, credential = connected
        if await is_of_channel(session, credential.id):
            # The channel keeps its own tokens: the new ones may allow less.
            provider.credential_id = (await store_grant(session, vault, grant, now)).id
        else:
            renew_grant(vault, credential, grant)
        # The account may have been shared until now: from here on it carries the user's roles.
        await notify_staff_changed(session, user_id)
        return provider, retired
    if connected:
        retired += await _disconnect(session, connected[0])
    credential = await store_grant(session, vault, grant, now)
    return await _add(session, user_id, credential, now), retired


async def _add(session: AsyncSession, user_id: UUID, credential: Credential, now: datetime) -> UserProvider:
    added = UserProvider(
        user_id=user_id,
        provider=credential.provider,
        provider_user_id=credential.provider_user_id,
        credential_id=credential.id,
        connected_at=now,
    )
    session.add(added)
    await session.flush()
    await notify_staff_changed(session, user_id)
    return added


async def share_with_user(
    session: AsyncSession, info: PlatformInfo, user_id: UUID, credential: Credential, now: datetime
) -> list[RetiredToken]:
    """Lets the user chat as a channel's account, unless another user has it or this user has another account.

    This alone does not let the user sign in with the account.
    """
    if await _belongs_to_another_user(session, user_id, credential):
        return []
    connected = await find_connection(session, user_id, credential.provider)
    if connected is None:
        await _add(session, user_id, credential, now)
        notify_user(session, user_id, "user_providers_changed")
        return []
    provider, current = connected
    is_usable = not current.is_dead and can_chat(info, current.scopes)
    if is_usable or provider.provider_user_id != credential.provider_user_id:
        return []
    provider.credential_id = credential.id
    await session.flush()
    notify_user(session, user_id, "user_providers_changed")
    return await retire(session, [current.id])


async def stop_sharing(session: AsyncSession, credential_id: UUID, user_id: UUID) -> None:
    """Ends the sharing with all other users, when this user renews the channel's tokens."""
    await _end_sharing(session, user_id, UserProvider.credential_id == credential_id)


async def _end_sharing(session: AsyncSession, user_id: UUID, is_shared: ColumnElement[bool]) -> list[RetiredToken]:
    """Disconnects the shared account from all users but this one; how users sign in does not change."""
    others = select(UserProvider).where(is_shared, UserProvider.user_id != user_id)
    return [one for provider in list(await session.scalars(others)) for one in await _remove(session, provider)]


async def _belongs_to_another_user(session: AsyncSession, user_id: UUID, credential: Credential) -> bool:
    """Whether another user signs in with this account, or can chat as it."""
    provider, account_id = credential.provider, credential.provider_user_id
    if await user_of_identity(session, provider, account_id) not in {None, user_id}:
        return True
    others = select(UserProvider.id).where(_is_account(provider, account_id), UserProvider.user_id != user_id)
    return await session.scalar(others) is not None


def _is_account(provider: str, account_id: str) -> ColumnElement[bool]:
    return and_(UserProvider.provider == provider, UserProvider.provider_user_id == account_id)


async def connect_at_sign_in(
    session: AsyncSession, vault: Vault, user_id: UUID, grant: Grant, now: datetime
) -> list[RetiredToken]:
    """Connects the account, unless this would replace another account or tokens with more scopes."""
    connected = await find_connection(session, user_id, grant.provider)
    if connected is not None:
        provider, credential = connected
        is_other_account = provider.provider_user_id != grant.identity.provider_user_id
        has_more_scopes = not credential.is_dead and not set(credential.scopes) <= (grant.tokens.scopes or set())
        if is_other_account or has_more_scopes:
            return []
    _, retired = await connect_user_provider(session, vault, user_id, grant, now)
    return retired


async def disconnect_user_provider(session: AsyncSession, user_id: UUID, user_provider_id: UUID) -> list[RetiredToken]:
    """Returns the token to revoke after the commit."""
    provider = await session.get(UserProvider, user_provider_id)
    if provider is None or provider.user_id != user_id:
        raise NotFound("This connection no longer exists.")
    return await _disconnect(session, provider)


async def _disconnect(session: AsyncSession, provider: UserProvider) -> list[RetiredToken]:
    await remove_identity(session, provider.user_id, provider.provider, provider.provider_user_id)
    return await _remove(session, provider)


async def _remove(session: AsyncSession, provider: UserProvider) -> list[RetiredToken]:
    await session.execute(delete(UserProvider).where(UserProvider.id == provider.id))
    notify_user(session, provider.user_id, "user_providers_changed")
    await notify_staff_changed(session, provider.user_id)
    return await retire(session, [provider.credential_id])


async def find_connection(
    session: AsyncSession, user_id: UUID, provider: str
) -> tuple[UserProvider, Credential] | None:
    """The user's connected account on this platform."""
    found = await session.execute(
        select(UserProvider, Credential)
        .join(Credential, Credential.id == UserProvider.credential_id)
        .where(UserProvider.user_id == user_id, UserProvider.provider == provider)
    )
    return found.one_or_none()
