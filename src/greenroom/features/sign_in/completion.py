"""Uses a granted consent for its purpose: signs the user in, or connects the account."""

from urllib.parse import urlencode
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.rules import Permission, Role, has_permission, role_of
from greenroom.accounts.access.service import Forbidden, level_in
from greenroom.accounts.channel_providers.audit_lines import author_of
from greenroom.accounts.channel_providers.bots import connect_own_bot
from greenroom.accounts.channel_providers.service import (
    announce_platform,
    connect_provider,
    find_connected,
    get_provider,
)
from greenroom.accounts.credentials.service import RetiredToken, revoke_all
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.sessions import Session
from greenroom.accounts.models.users import User
from greenroom.accounts.platforms import Platforms
from greenroom.accounts.sessions.service import sign_in
from greenroom.accounts.user_providers.service import (
    connect_at_sign_in,
    connect_user_provider,
    share_with_user,
    stop_sharing,
)
from greenroom.accounts.users.limits import check_platforms
from greenroom.features.sign_in.rules import Purpose
from greenroom.features.sign_in.schemas import (
    ChannelProviderConnected,
    Completed,
    SignedInOut,
    SystemBotConnected,
    UserProviderConnected,
)
from greenroom.features.sign_in.service import Consent, StateInvalid
from greenroom.features.sign_in.sign_up import find_or_create_user
from greenroom.features.system_bots.service import connect_system_bot
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError


async def complete(kernel: Kernel, platforms: Platforms, consent: Consent, user_agent: str) -> Completed:
    try:
        completed, retired = await _commit(kernel, platforms, consent, user_agent)
    except AppError:
        # The account cannot be used for this purpose, so its grant is revoked.
        grant = consent.grant
        locked = kernel.vault.encrypt(grant.tokens.access_token)
        unused = RetiredToken(grant.provider, grant.identity.provider_user_id, locked)
        await revoke_all(kernel, platforms, [unused])
        raise
    await revoke_all(kernel, platforms, retired)
    return completed


async def _commit(
    kernel: Kernel, platforms: Platforms, consent: Consent, user_agent: str
) -> tuple[Completed, list[RetiredToken]]:
    try:
        return await _write(kernel, platforms, consent, user_agent)
    except IntegrityError:
        # Two tabs returned at once: the retry finds the rows of the other tab.
        return await _write(kernel, platforms, consent, user_agent)


async def _write(
    kernel: Kernel, platforms: Platforms, consent: Consent, user_agent: str
) -> tuple[Completed, list[RetiredToken]]:
    async with kernel.database.write() as session:
        await _check_session(session, consent)
        return await _complete(session, kernel, platforms, consent, user_agent)


async def _check_session(session: AsyncSession, consent: Consent) -> None:
    """Raises if the user has signed out since they started the consent flow."""
    session_id = consent.request.session_id
    if session_id is not None and await session.get(Session, session_id) is None:
        raise StateInvalid


async def _complete(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, consent: Consent, user_agent: str
) -> tuple[Completed, list[RetiredToken]]:
    match consent.request.purpose:
        case Purpose.SIGN_IN:
            return await _sign_in(session, kernel, consent, user_agent)
        case Purpose.USER_PROVIDER:
            return await _connect_user(session, kernel, consent)
        case Purpose.CHANNEL_PROVIDER | Purpose.CHANNEL_AND_USER:
            return await _connect_channel(session, kernel, platforms, consent)
        case Purpose.CHANNEL_BOT:
            return await _connect_own_bot(session, kernel, platforms, consent)
        case Purpose.SYSTEM_BOT:
            return await _connect_system_bot(session, kernel, platforms, consent)


async def _sign_in(
    session: AsyncSession, kernel: Kernel, consent: Consent, user_agent: str
) -> tuple[SignedInOut, list[RetiredToken]]:
    grant, now = consent.grant, kernel.clock()
    user = await find_or_create_user(session, kernel, consent)
    retired = await connect_at_sign_in(session, kernel.vault, user.user_id, grant, now)
    token = await sign_in(session, user.user_id, user_agent, now, kernel.settings.session_days)
    next_path = f"/channels/{user.channel_id}" if user.channel_id else consent.request.redirect_to
    query = urlencode({"next": next_path}) if next_path else ""
    return SignedInOut(access_token=token, location=f"/sign-in/success?{query}".rstrip("?")), retired


async def _connect_user(
    session: AsyncSession, kernel: Kernel, consent: Consent
) -> tuple[UserProviderConnected, list[RetiredToken]]:
    connected, retired = await connect_user_provider(
        session, kernel.vault, _starting_user(consent), consent.grant, kernel.clock()
    )
    location = _location(consent, "user_provider_id", connected.id)
    return UserProviderConnected(user_provider_id=connected.id, location=location), retired


async def _connect_channel(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, consent: Consent
) -> tuple[ChannelProviderConnected, list[RetiredToken]]:
    channel_id = await _managed_channel(session, kernel, consent)
    if await find_connected(session, channel_id, consent.grant.provider, consent.grant.identity) is None:
        await check_platforms(session, _starting_user(consent), kernel.settings.max_platforms_per_user)
    provider_id = await connect_provider(
        session,
        kernel.vault,
        platforms,
        channel_id=channel_id,
        user_id=_starting_user(consent),
        grant=consent.grant,
        now=kernel.clock(),
    )
    credential = (await get_provider(session, channel_id, provider_id)).credential
    await stop_sharing(session, credential.id, _starting_user(consent))
    retired = await _share(session, kernel, platforms, consent, credential)
    connected = ChannelProviderConnected(
        kind="channel_provider",
        channel_id=channel_id,
        channel_provider_id=provider_id,
        location=_location(consent, "channel_provider_id", provider_id),
    )
    return connected, retired


async def _share(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, consent: Consent, credential: Credential
) -> list[RetiredToken]:
    """Shares the account with the user if they asked for it and are Owner."""
    channel_id, user_id = consent.request.channel_id, _starting_user(consent)
    if consent.request.purpose is not Purpose.CHANNEL_AND_USER or channel_id is None:
        return []
    level = await level_in(session, channel_id, user_id, kernel.clock())
    if level is None or role_of(level) < Role.OWNER:
        return []
    info = platforms.info(consent.grant.provider)
    return await share_with_user(session, info, user_id, credential, kernel.clock())


async def _connect_own_bot(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, consent: Consent
) -> tuple[ChannelProviderConnected, list[RetiredToken]]:
    channel_id, provider_id = await _managed_channel(session, kernel, consent), consent.request.channel_provider_id
    if provider_id is None:
        raise StateInvalid
    retired = await connect_own_bot(
        session,
        kernel.vault,
        platforms,
        channel_id=channel_id,
        provider_id=provider_id,
        grant=consent.grant,
        by=await author_of(session, _starting_user(consent), kernel.clock()),
    )
    location = _location(consent, "channel_provider_id", provider_id)
    connected = ChannelProviderConnected(
        kind="channel_bot", channel_id=channel_id, channel_provider_id=provider_id, location=location
    )
    return connected, retired


async def _connect_system_bot(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, consent: Consent
) -> tuple[SystemBotConnected, list[RetiredToken]]:
    user = await session.get(User, _starting_user(consent))
    if user is None or not user.is_operator:
        raise Forbidden("OPERATOR")
    provider = consent.request.provider
    retired = await connect_system_bot(session, kernel.vault, consent.grant, kernel.clock())
    await announce_platform(session, platforms, provider)
    return SystemBotConnected(provider=provider, location=_location(consent, "system_bot_provider", provider)), retired


def _starting_user(consent: Consent) -> UUID:
    if consent.request.user_id is None:
        raise StateInvalid
    return consent.request.user_id


async def _managed_channel(session: AsyncSession, kernel: Kernel, consent: Consent) -> UUID:
    """The channel of the consent; raises if the user has lost the permission during the consent."""
    channel_id = consent.request.channel_id
    if channel_id is None:
        raise StateInvalid
    level = await level_in(session, channel_id, _starting_user(consent), kernel.clock())
    if level is None or not has_permission(level, Permission.PLATFORMS_MANAGE):
        raise Forbidden(Permission.PLATFORMS_MANAGE)
    return channel_id


def _location(consent: Consent, field: str, value: UUID | str) -> str:
    """The redirect path with the result in its fragment, which browsers do not send to a server."""
    return f"{consent.request.redirect_to}#{urlencode({field: str(value)})}"
