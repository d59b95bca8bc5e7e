"""Tokens of platform accounts: encrypted, refreshed by one caller at a time, revoked when deleted."""

import asyncio
import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import datetime
from uuid import UUID
from weakref import WeakValueDictionary

from sqlalchemy import delete, exists, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.credentials.rules import is_stale, missing_scopes
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import NO_TOKEN, Credential
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.accounts.platforms import AuthExpired, Grant, Identity, PlatformFailure, Platforms, Tokens
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.vault import Vault
from greenroom.kernel.db.leases import claim, release
from greenroom.kernel.logs import get_logger
from greenroom.kernel.text import tidy_line, web_address

log = get_logger(__name__)

# Longer than a refresh with all its retries: two refreshes at once may invalidate the grant.
REFRESH_LEASE_SECONDS = 60
REFRESH_WAIT_SECONDS = 0.2
WITH_TOKENS = Credential.locked_access_token != NO_TOKEN
# Condition: a channel uses the credential. A user may share it: a second credential would need another consent, and a
# copy would become invalid with the next refresh of the original, because some refresh tokens work only once.
OF_CHANNEL = exists().where(ChannelProvider.credential_id == Credential.id)
IN_USE = (
    OF_CHANNEL
    | exists().where(ChannelProvider.bot_credential_id == Credential.id)
    | exists().where(UserProvider.credential_id == Credential.id)
    | exists().where(SystemBot.credential_id == Credential.id)
)

_locks: WeakValueDictionary[UUID, asyncio.Lock] = WeakValueDictionary()


async def store_grant(session: AsyncSession, vault: Vault, grant: Grant, now: datetime) -> Credential:
    credential = Credential(
        provider=grant.provider, provider_user_id=grant.identity.provider_user_id, scopes=[], created_at=now
    )
    renew_grant(vault, credential, grant)
    session.add(credential)
    await session.flush()
    return credential


def renew_grant(vault: Vault, credential: Credential, grant: Grant) -> None:
    set_profile(credential, grant.identity)
    put_tokens(vault, credential, grant.tokens)


def set_profile(credential: Credential, identity: Identity) -> None:
    credential.login = tidy_line(identity.login, 100, identity.provider_user_id)
    credential.display_name = tidy_line(identity.display_name, 100, credential.login)
    credential.avatar_url = web_address(identity.avatar_url)


def put_tokens(vault: Vault, credential: Credential, tokens: Tokens) -> None:
    credential.locked_access_token = vault.encrypt(tokens.access_token)
    if tokens.refresh_token is not None:
        credential.locked_refresh_token = vault.encrypt(tokens.refresh_token)
    credential.expires_at = tokens.expires_at
    # A response without scopes leaves them unchanged (RFC 6749, section 6).
    if tokens.scopes is not None:
        credential.scopes = sorted(tokens.scopes)
    credential.is_dead = False


async def store_account(session: AsyncSession, provider: str, identity: Identity, now: datetime) -> Credential:
    """Stores an account that was registered by its handle and has no tokens."""
    credential = Credential(
        provider=provider,
        provider_user_id=identity.provider_user_id,
        scopes=[],
        locked_access_token=NO_TOKEN,
        locked_refresh_token=None,
        expires_at=None,
        is_dead=False,
        created_at=now,
    )
    set_profile(credential, identity)
    session.add(credential)
    await session.flush()
    return credential


async def access_token(kernel: Kernel, platforms: Platforms, credential_id: UUID, rejected: str | None = None) -> str:
    """Returns a valid token, or raises AuthExpired; `rejected` is a token that the platform has just refused."""
    lock = _locks.setdefault(credential_id, asyncio.Lock())
    async with lock:
        credential = await _load(kernel, credential_id)
        token = usable_token(kernel, credential)
        if token is not None and token != rejected:
            return token
        old_token = kernel.vault.decrypt(credential.locked_access_token)
        return await _refresh_alone(kernel, platforms, credential_id, old_token)


def usable_token(kernel: Kernel, credential: Credential) -> str | None:
    """The access token; None if it is unusable or must be refreshed first."""
    if credential.is_dead or not credential.has_tokens or is_stale(credential.expires_at, kernel.clock()):
        return None
    return kernel.vault.decrypt(credential.locked_access_token)


async def _load(kernel: Kernel, credential_id: UUID) -> Credential:
    async with kernel.database.read() as session:
        credential = await session.get(Credential, credential_id)
    if credential is None or credential.is_dead:
        raise AuthExpired("the permission was withdrawn")
    if not credential.has_tokens:
        raise AuthExpired("this account was registered by its handle and has no token")
    return credential


async def _refresh_alone(kernel: Kernel, platforms: Platforms, credential_id: UUID, old_token: str) -> str:
    """Refreshes the tokens while no other process does: a refresh token may work only once."""
    lease = f"credential:{credential_id}"
    while not await _claim(kernel, lease):
        await asyncio.sleep(REFRESH_WAIT_SECONDS)
        current = kernel.vault.decrypt((await _load(kernel, credential_id)).locked_access_token)
        if current != old_token:
            return current
    try:
        credential = await _load(kernel, credential_id)
        current = kernel.vault.decrypt(credential.locked_access_token)
        return current if current != old_token else await _refresh(kernel, platforms, credential)
    finally:
        async with kernel.database.write() as session:
            await release(session, lease, kernel.owner)


async def _claim(kernel: Kernel, lease: str) -> bool:
    async with kernel.database.write() as session:
        return await claim(session, lease, kernel.owner, now=kernel.clock(), seconds=REFRESH_LEASE_SECONDS)


async def _refresh(kernel: Kernel, platforms: Platforms, credential: Credential) -> str:
    oauth, tokens = platforms.oauth(credential.provider), None
    if credential.locked_refresh_token is not None:
        with contextlib.suppress(AuthExpired):
            tokens = await oauth.refresh(kernel.vault.decrypt(credential.locked_refresh_token))
    # Stored before use: a crash in between must not lose the only valid refresh token.
    return await _store_result(kernel, credential, tokens)


async def _store_result(kernel: Kernel, credential: Credential, tokens: Tokens | None) -> str:
    """Stores the result of a refresh, unless the user has granted new tokens meanwhile."""
    async with kernel.database.write() as session:
        stored = await session.get(Credential, credential.id, with_for_update=True)
        if stored is not None and stored.locked_refresh_token == credential.locked_refresh_token:
            if tokens is None:
                stored.is_dead = True
            else:
                put_tokens(kernel.vault, stored, tokens)
    if stored is None or stored.is_dead:
        raise AuthExpired("the permission was withdrawn")
    return kernel.vault.decrypt(stored.locked_access_token)


async def mark_dead(session: AsyncSession, vault: Vault, credential_id: UUID, refused_token: str | None) -> bool:
    """Marks the credential as dead if `refused_token` is still its token; returns whether it is dead or deleted now."""
    credential = await session.get(Credential, credential_id, with_for_update=True)
    if credential is None or credential.is_dead:
        return True
    if not credential.has_tokens or vault.decrypt(credential.locked_access_token) != refused_token:
        return False
    credential.is_dead = True
    return True


@dataclass(frozen=True, slots=True)
class RetiredToken:
    """A deleted token that must still be revoked at the platform."""

    provider: str
    provider_user_id: str
    locked_access_token: str = field(repr=False)


async def retire(session: AsyncSession, credential_ids: Iterable[UUID]) -> list[RetiredToken]:
    """Deletes credentials that no row refers to any more; pass the result to `revoke_all` after the commit."""
    deleted = await session.execute(
        delete(Credential)
        .where(Credential.id.in_(list(credential_ids)), ~IN_USE)
        .returning(Credential.provider, Credential.provider_user_id, Credential.locked_access_token)
    )
    return [RetiredToken(*row) for row in deleted if row.locked_access_token != NO_TOKEN]


async def is_of_channel(session: AsyncSession, credential_id: UUID) -> bool:
    """Whether a channel is connected with this credential."""
    return await session.scalar(select(Credential.id).where(Credential.id == credential_id, OF_CHANNEL)) is not None


async def revoke_all(kernel: Kernel, platforms: Platforms, retired: Iterable[RetiredToken]) -> None:
    for one in retired:
        if await _would_revoke_others(kernel, platforms, one):
            continue
        try:
            await platforms.oauth(one.provider).revoke(kernel.vault.decrypt(one.locked_access_token))
        except PlatformFailure as error:
            # Our copy is deleted either way; users can still revoke access in the platform's list of connected apps.
            log.warning("revoke_failed", provider=one.provider, error=str(error))


async def _would_revoke_others(kernel: Kernel, platforms: Platforms, retired: RetiredToken) -> bool:
    """Whether revoking would end tokens in use: some platforms revoke all tokens of an account at once."""
    if not getattr(platforms.oauth(retired.provider), "revokes_whole_account", False):
        return False
    same_account = select(Credential.id).where(
        Credential.provider == retired.provider, Credential.provider_user_id == retired.provider_user_id
    )
    async with kernel.database.read() as session:
        return await session.scalar(same_account.limit(1)) is not None


async def reencrypt_all(kernel: Kernel) -> int:
    """Encrypts every stored token with the newest key."""
    async with kernel.database.write() as session:
        credentials = list(await session.scalars(select(Credential).where(WITH_TOKENS)))
        for credential in credentials:
            credential.locked_access_token = kernel.vault.reencrypt(credential.locked_access_token)
            if credential.locked_refresh_token is not None:
                credential.locked_refresh_token = kernel.vault.reencrypt(credential.locked_refresh_token)
    return len(credentials)


async def prepare_vault(kernel: Kernel) -> None:
    """Detects a wrong key at the start, before platform calls fail; creates the key file on the first run."""
    async with kernel.database.read() as session:
        sample = await session.scalar(select(Credential.locked_access_token).where(WITH_TOKENS).limit(1))
    if sample is not None:
        kernel.vault.decrypt(sample)
    kernel.vault.save()


async def delete_all_tokens(kernel: Kernel) -> int:
    """Drops all tokens, after the loss of a key; the accounts stay, and show "Reconnect"."""
    async with kernel.database.write() as session:
        credentials = list(await session.scalars(select(Credential).where(WITH_TOKENS)))
        for credential in credentials:
            credential.locked_access_token = kernel.vault.encrypt("")
            credential.locked_refresh_token = None
            credential.is_dead = True
    return len(credentials)


def bot_needs_scope(platforms: Platforms, credential: Credential) -> bool:
    needed = platforms.info(credential.provider).bot_scopes
    return credential.is_dead or bool(missing_scopes(needed, credential.scopes))
