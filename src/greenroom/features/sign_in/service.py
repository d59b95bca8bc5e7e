"""Starts a consent flow, and exchanges the code at its end for tokens; `completion.py` uses the tokens."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.models.oauth_states import OAuthState
from greenroom.accounts.platforms import (
    AuthExpired,
    Gone,
    Grant,
    PlatformClosed,
    PlatformDescriptor,
    PlatformDown,
    PlatformFailure,
    PlatformInfo,
    PlatformPaused,
    Platforms,
    Scopes,
)
from greenroom.features.sign_in.rules import STATE_LIFETIME, Purpose, code_challenge
from greenroom.features.sign_in.schemas import ConsentIn
from greenroom.kernel.context import Kernel
from greenroom.kernel.crypto.tokens import new_token, token_hash
from greenroom.kernel.errors import AppError, NotFound


class StateInvalid(AppError):
    type = "state_invalid"
    message = "This request was not started in this browser. Start again."


class StateUsed(AppError):
    type = "state_used"
    message = "This request was already completed. Start again."


class StateExpired(AppError):
    type = "state_expired"
    message = "This took longer than 10 minutes. Start again."


class ConsentRefused(AppError):
    type = "consent_refused"

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} was not connected, because access was denied.")


class PlatformRefused(AppError):
    type = "platform_refused"

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} did not accept the request. Start again.")


class AccountUnusable(AppError):
    """Access was granted, but the account has nothing to connect; the adapter's message says why."""

    type = "account_unusable"

    def __init__(self, message: str) -> None:
        super().__init__(f"{message}.")


class NotOffered(NotFound):
    def __init__(self, platform: str, purpose: Purpose) -> None:
        super().__init__(f"{platform} {REFUSALS[purpose]}.")


REFUSALS = {
    Purpose.SIGN_IN: "cannot be used to sign in",
    Purpose.USER_PROVIDER: "has no accounts to connect",
    Purpose.CHANNEL_PROVIDER: "is not connected to a channel this way",
    Purpose.CHANNEL_AND_USER: "is not connected to a channel this way",
    Purpose.CHANNEL_BOT: "doesn't support custom bots",
    Purpose.SYSTEM_BOT: "doesn't support system bots",
}


class ConsentRequest(Struct, frozen=True):
    """Who starts a consent flow, on which platform and for what."""

    provider: str
    purpose: Purpose
    redirect_to: str
    user_id: UUID | None = None
    session_id: UUID | None = None
    channel_id: UUID | None = None
    channel_provider_id: UUID | None = None
    invite_id: UUID | None = None


class Consent(Struct, frozen=True):
    """A granted consent."""

    request: ConsentRequest
    grant: Grant


def scopes_for(info: PlatformInfo, purpose: Purpose) -> Scopes:
    match purpose:
        case Purpose.SIGN_IN:
            return info.sign_in_scopes
        case Purpose.USER_PROVIDER:
            return info.user_scopes
        case Purpose.CHANNEL_PROVIDER:
            return info.channel_scopes
        case Purpose.CHANNEL_AND_USER:
            return {**info.channel_scopes, **info.user_scopes}
        case Purpose.CHANNEL_BOT | Purpose.SYSTEM_BOT:
            return info.bot_scopes


def is_offered(descriptor: PlatformDescriptor, purpose: Purpose) -> bool:
    flags = descriptor.flags
    match purpose:
        case Purpose.SIGN_IN:
            return flags.signinProvider
        case Purpose.USER_PROVIDER:
            return True
        case Purpose.CHANNEL_PROVIDER | Purpose.CHANNEL_AND_USER:
            return flags.channelProvider and descriptor.registration == "oauth"
        case Purpose.CHANNEL_BOT:
            return flags.ownBot
        case Purpose.SYSTEM_BOT:
            return flags.systemBot


def redirect_uri(kernel: Kernel, provider: str) -> str:
    return f"{kernel.settings.origin}/oauth/{provider}"


async def begin(
    session: AsyncSession, kernel: Kernel, platforms: Platforms, request: ConsentRequest, browser: str
) -> str:
    """Stores the request under a new state; returns the URL of the platform's consent page."""
    info = platforms.info(request.provider)
    if not is_offered(info.descriptor, request.purpose):
        raise NotOffered(info.name, request.purpose)
    oauth = platforms.oauth(request.provider)
    state, verifier = new_token(), new_token() if oauth.uses_pkce else None
    session.add(
        OAuthState(
            state_hash=token_hash(state),
            browser_hash=token_hash(browser),
            provider=request.provider,
            purpose=request.purpose,
            user_id=request.user_id,
            session_id=request.session_id,
            channel_id=request.channel_id,
            channel_provider_id=request.channel_provider_id,
            invite_id=request.invite_id,
            redirect_to=request.redirect_to,
            locked_code_verifier=kernel.vault.encrypt(verifier) if verifier else None,
            expires_at=kernel.clock() + STATE_LIFETIME,
        )
    )
    return oauth.authorize_url(
        redirect_uri=redirect_uri(kernel, request.provider),
        state=state,
        scopes=scopes_for(info, request.purpose),
        code_challenge=code_challenge(verifier) if verifier else None,
    )


async def claim_state(
    session: AsyncSession, provider: str, state: str, browser: str | None, now: datetime
) -> OAuthState:
    """Returns the request stored under this state and marks it as used, which works only once."""
    found = await session.get(OAuthState, token_hash(state))
    if found is None or found.provider != provider or browser is None or token_hash(browser) != found.browser_hash:
        raise StateInvalid
    if found.used_at is not None:
        raise StateUsed
    if found.expires_at <= now:
        raise StateExpired
    claimed = await session.scalars(
        update(OAuthState)
        .where(OAuthState.state_hash == found.state_hash, OAuthState.used_at.is_(None))
        .values(used_at=now)
        .returning(OAuthState.state_hash)
    )
    if claimed.one_or_none() is None:
        raise StateUsed
    return found


async def receive(
    kernel: Kernel, platforms: Platforms, provider: str, callback: ConsentIn, browser: str | None
) -> Consent:
    """Exchanges the platform's code for an account with tokens, outside a transaction; raises if consent was denied."""
    name = platforms.info(provider).name
    async with kernel.database.write() as session:
        state = await claim_state(session, provider, callback.state, browser, kernel.clock())
    if callback.code is None:
        raise ConsentRefused(name) if callback.error == "access_denied" else PlatformRefused(name)
    verifier = kernel.vault.decrypt(state.locked_code_verifier) if state.locked_code_verifier else None
    oauth = platforms.oauth(provider)
    try:
        tokens = await oauth.exchange(
            code=callback.code, redirect_uri=redirect_uri(kernel, provider), code_verifier=verifier
        )
        identity = await oauth.identify(tokens.access_token)
    except AuthExpired as error:
        raise PlatformRefused(name) from error
    except Gone as error:
        raise AccountUnusable(str(error)) from error
    except PlatformClosed as error:
        raise PlatformPaused(str(error)) from error
    except PlatformFailure as error:
        raise PlatformDown(name) from error
    request = ConsentRequest(
        provider=provider,
        purpose=Purpose(state.purpose),
        redirect_to=state.redirect_to,
        user_id=state.user_id,
        session_id=state.session_id,
        channel_id=state.channel_id,
        channel_provider_id=state.channel_provider_id,
        invite_id=state.invite_id,
    )
    return Consent(request, Grant(provider, identity, tokens))


async def delete_expired_states(session: AsyncSession, now: datetime) -> None:
    await session.execute(delete(OAuthState).where(OAuthState.expires_at <= now))
