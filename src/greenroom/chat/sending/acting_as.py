"""Performs one action: chooses the account that acts and its tokens, and turns platform failures into API errors."""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from uuid import UUID

from msgspec import Struct
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.channel_providers.presentation import ProviderRows
from greenroom.accounts.channel_providers.service import announce, announce_platform
from greenroom.accounts.credentials.rules import missing_scopes
from greenroom.accounts.credentials.service import mark_dead
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.platforms import (
    AuthExpired,
    Gone,
    PlatformBusy,
    PlatformInfo,
    PlatformNotSetUp,
    Platforms,
    PlatformUnavailable,
    RateLimited,
    Scopes,
    Unanswered,
    UnknownPlatform,
    can_connect_channels,
)
from greenroom.accounts.topics import CONNECTIONS_CHANGED, notify_processes, notify_user
from greenroom.accounts.user_providers.service import find_connection
from greenroom.chat.connections.tokens import StoredTokens
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.platform import Account, Actor, Platform
from greenroom.chat.sending.account_rows import AccountRows
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError, Conflict, FieldError, NotFound


class ActingAs(StrEnum):
    """The account that performs an action."""

    CHANNEL = "channel"
    OWN_BOT = "own_bot"
    SYSTEM_BOT = "system_bot"
    USER = "user"


RECONNECT_MESSAGES = {
    ActingAs.CHANNEL: "Reconnect {platform} on the Platforms screen.",
    ActingAs.OWN_BOT: "Reconnect the bot of this channel on the Platforms screen.",
    ActingAs.SYSTEM_BOT: "The {platform} system bot must be reconnected by the server admin.",
    ActingAs.USER: "Reconnect your {platform} account in your settings.",
}


class ReconnectNeeded(Conflict):
    """`errors` names the account to reconnect: of the channel, its bot, the installation's bot, or the user."""

    type = "reconnect_needed"

    def __init__(self, platform: str, acting_as: ActingAs) -> None:
        super().__init__(
            RECONNECT_MESSAGES[acting_as].format(platform=platform), [FieldError(field="account", message=acting_as)]
        )


class PermissionRenewed(Conflict):
    """The tokens were refused, but new ones have been stored in the meantime."""

    type = "permission_renewed"

    def __init__(self, platform: str) -> None:
        super().__init__(f"The permission for {platform} was renewed just now. Try again.")


class AccountNeeded(Conflict):
    type = "account_needed"

    def __init__(self, platform: str) -> None:
        super().__init__(f"Connect your {platform} account in your settings to do this from your own account.")


class NotConfirmed(AppError):
    status = 502
    type = "not_confirmed"

    def __init__(self, platform: str, reason: str, *, was_answered: bool = False) -> None:
        what = reason if reason.startswith(platform) else f"{platform} didn't respond ({reason})"
        super().__init__(f"{what}. It may already have been sent — check before retrying.")
        # True: the platform answered with an error, or was not reached. False: no answer came, so the action may have
        # been done.
        self.was_answered = was_answered


class BotMuted(Conflict):
    type = "bot_muted"
    message = "The bot is muted."


class NoLongerExists(NotFound):
    type = "gone"

    def __init__(self, platform: str) -> None:
        super().__init__(f"This no longer exists on {platform}.")


class ActingAccount(Struct, frozen=True):
    acting_as: ActingAs
    credential: Credential
    tokens: StoredTokens


class Accounts(Struct, frozen=True):
    """All accounts that are involved in one action."""

    platform: Platform
    loaded: ProviderRows
    owner: ActingAccount
    actor: ActingAccount
    user_id: UUID | None


async def resolve_accounts(
    kernel: Kernel,
    platforms: Platforms,
    installed: Mapping[str, Platform],
    rows: AccountRows,
    *,
    as_user: UUID | None,
    as_bot: bool,
    needs_unmuted_bot: bool = False,
) -> Accounts:
    """Chooses who acts: the given user, else a bot if `as_bot` and there is one, else the channel's own account."""
    if needs_unmuted_bot and rows.is_bot_silent:
        raise BotMuted
    loaded = rows.loaded
    platform = _find_platform(installed, loaded.provider.provider)
    if as_user is None:
        acting_as, credential = _choose_account(loaded, as_bot=as_bot)
    else:
        async with kernel.database.read() as session:
            acting_as, credential = await _choose_account_of(session, platform, loaded, as_user)
    owner = _acting_account(kernel, platforms, ActingAs.CHANNEL, loaded.credential)
    actor = owner if acting_as is ActingAs.CHANNEL else _acting_account(kernel, platforms, acting_as, credential)
    return Accounts(platform, loaded, owner, actor, as_user)


async def send(kernel: Kernel, platforms: Platforms, accounts: Accounts, action: Action) -> Receipt:
    name = accounts.platform.info.name
    try:
        return await accounts.platform.act(_account_for_adapter(kernel, accounts), action)
    except AuthExpired as error:
        raise await _refused_tokens_error(kernel, platforms, accounts) from error
    except RateLimited as error:
        raise PlatformBusy(name, error.after_seconds) from error
    except Gone as error:
        raise NoLongerExists(name) from error
    except PlatformUnavailable as error:
        raise NotConfirmed(name, str(error), was_answered=not isinstance(error, Unanswered)) from error


def _find_platform(installed: Mapping[str, Platform], provider: str) -> Platform:
    platform = installed.get(provider)
    if platform is None:
        raise UnknownPlatform(provider)
    if not can_connect_channels(platform):
        raise PlatformNotSetUp(platform.info.name)
    return platform


def _choose_account(loaded: ProviderRows, *, as_bot: bool) -> tuple[ActingAs, Credential]:
    if as_bot and loaded.own_bot is not None:
        return ActingAs.OWN_BOT, loaded.own_bot
    if as_bot and loaded.system_bot is not None:
        return ActingAs.SYSTEM_BOT, loaded.system_bot
    return ActingAs.CHANNEL, loaded.credential


async def _choose_account_of(
    session: AsyncSession, platform: Platform, loaded: ProviderRows, user_id: UUID
) -> tuple[ActingAs, Credential]:
    connected = await find_connection(session, user_id, loaded.provider.provider)
    if connected is None:
        raise AccountNeeded(platform.info.name)
    if connected[1].id == loaded.credential.id:
        return ActingAs.CHANNEL, loaded.credential
    # A user who has only signed in gave no permission to send, unless the channel is their account.
    if missing_scopes(platform.info.user_scopes, connected[1].scopes):
        if connected[1].provider_user_id == loaded.credential.provider_user_id:
            return ActingAs.CHANNEL, loaded.credential
        raise ReconnectNeeded(platform.info.name, ActingAs.USER)
    return ActingAs.USER, connected[1]


def _acting_account(kernel: Kernel, platforms: Platforms, acting_as: ActingAs, credential: Credential) -> ActingAccount:
    return ActingAccount(acting_as, credential, StoredTokens(kernel, platforms, credential.id, credential))


def _account_for_adapter(kernel: Kernel, accounts: Accounts) -> Account:
    provider, actor = accounts.loaded.provider, accounts.actor
    is_bot = actor.acting_as in {ActingAs.OWN_BOT, ActingAs.SYSTEM_BOT}
    return Account(
        connection_id=provider.id,
        channel_id=provider.channel_id,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        token=accounts.owner.tokens,
        adapter_state=StoredAdapterState(kernel.database, str(provider.id)),
        live_stream_id=provider.live_stream_id,
        actor=Actor(actor.credential.provider_user_id, actor.tokens, is_bot=is_bot),
    )


async def _refused_tokens_error(kernel: Kernel, platforms: Platforms, accounts: Accounts) -> AppError:
    """Marks credentials with refused tokens as dead, unless they only lack scopes; returns the error to raise."""
    info = accounts.platform.info
    refused = [account for account in _distinct_accounts(accounts.actor, accounts.owner) if account.tokens.was_refused]
    async with kernel.database.write() as session:
        for account in refused:
            if await _only_lacks_scopes(session, info, account):
                continue
            if not await mark_dead(session, kernel.vault, account.credential.id, account.tokens.last):
                return PermissionRenewed(info.name)
            await _publish_change(session, platforms, accounts, account.acting_as)
    return ReconnectNeeded(info.name, refused[0].acting_as if refused else accounts.actor.acting_as)


async def _only_lacks_scopes(session: AsyncSession, info: PlatformInfo, account: ActingAccount) -> bool:
    """Whether the credential is alive but lacks scopes, for which some platforms reject its token."""
    credential = await session.get(Credential, account.credential.id)
    is_dead = credential is None or credential.is_dead
    return not is_dead and bool(missing_scopes(_required_scopes(info, account.acting_as), account.credential.scopes))


def _required_scopes(info: PlatformInfo, acting_as: ActingAs) -> Scopes:
    match acting_as:
        case ActingAs.CHANNEL:
            return info.channel_scopes
        case ActingAs.OWN_BOT | ActingAs.SYSTEM_BOT:
            return info.bot_scopes
        case ActingAs.USER:
            return info.user_scopes


def _distinct_accounts(*accounts: ActingAccount) -> Iterable[ActingAccount]:
    return {account.credential.id: account for account in accounts}.values()


async def _publish_change(session: AsyncSession, platforms: Platforms, accounts: Accounts, acting_as: ActingAs) -> None:
    provider = accounts.loaded.provider
    match acting_as:
        case ActingAs.USER if accounts.user_id is not None:
            notify_user(session, accounts.user_id, "user_providers_changed")
        case ActingAs.SYSTEM_BOT:
            await announce_platform(session, platforms, provider.provider)
        case _:
            await announce(session, platforms, "updated", provider.id)
            notify_processes(session, CONNECTIONS_CHANGED, provider.channel_id)
