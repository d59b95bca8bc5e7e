"""Performs one action: chooses the account and token, and turns failures into errors."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from uuid import UUID

from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.chat.connections.tokens import StoredTokens
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import StoredAdapterState
from greenroom.chat.protocol.platform import Account, Actor, Platform
from greenroom.kernel.context import Kernel
from greenroom.kernel.errors import AppError, Conflict, FieldError, NotFound
from greenroom.tenancy.channel_providers.presentation import Loaded
from greenroom.tenancy.channel_providers.service import announce, announce_platform, find_provider
from greenroom.tenancy.credentials.rules import missing_scopes
from greenroom.tenancy.credentials.service import mark_dead
from greenroom.tenancy.models.credentials import Credential
from greenroom.tenancy.platforms import (
    AuthExpired,
    Gone,
    PlatformBusy,
    PlatformInfo,
    PlatformNotSetUp,
    Platforms,
    PlatformUnavailable,
    RateLimited,
    Scopes,
    UnknownPlatform,
    takes_channels,
)
from greenroom.tenancy.topics import CONNECTIONS_CHANGED, notify_processes, notify_user
from greenroom.tenancy.user_providers.service import find_connection


class ActingAs(StrEnum):
    """Which account is used."""

    CHANNEL = "channel"
    OWN_BOT = "own_bot"
    SYSTEM_BOT = "system_bot"
    USER = "user"


RECONNECT = {
    ActingAs.CHANNEL: "Reconnect {platform} on the Platforms screen.",
    ActingAs.OWN_BOT: "Reconnect the bot of this channel on the Platforms screen.",
    ActingAs.SYSTEM_BOT: "The {platform} bot of this installation has to be reconnected in the admin area.",
    ActingAs.USER: "Reconnect your {platform} account in your settings.",
}


class ReconnectNeeded(Conflict):
    """`errors` names the account that has to reconnect: channel, its bot, the installation's bot or the user."""

    type = "reconnect_needed"

    def __init__(self, platform: str, voice: ActingAs) -> None:
        super().__init__(RECONNECT[voice].format(platform=platform), [FieldError(field="account", message=voice)])


class PermissionRenewed(Conflict):
    type = "permission_renewed"

    def __init__(self, platform: str) -> None:
        super().__init__(f"The permission for {platform} was renewed just now. Try again.")


class AccountNeeded(Conflict):
    type = "account_needed"

    def __init__(self, platform: str) -> None:
        super().__init__(f"Connect your {platform} account in your settings to do this in your own name.")


class NotConfirmed(AppError):
    status = 502
    type = "not_confirmed"

    def __init__(self, platform: str, reason: str) -> None:
        super().__init__(f"{platform} did not confirm it ({reason}). Look before you try again.")


class NotThere(NotFound):
    type = "gone"

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} does not have this any more.")


@dataclass(frozen=True, slots=True)
class Speaker:
    voice: ActingAs
    credential: Credential
    permission: StoredTokens


@dataclass(frozen=True, slots=True)
class Accounts:
    """All accounts that are involved in one action."""

    platform: Platform
    loaded: Loaded
    owner: Speaker
    actor: Speaker
    user_id: UUID | None


async def perform_action(
    kernel: Kernel,
    platforms: Platforms,
    installed: Mapping[str, Platform],
    channel_provider_id: UUID,
    action: Action,
    *,
    as_user: UUID | None = None,
    as_bot: bool = False,
) -> Receipt:
    """As the user, as the bot of this channel, or else as the channel's own account."""
    cast = await resolve_accounts(kernel, platforms, installed, channel_provider_id, as_user=as_user, as_bot=as_bot)
    return await perform(kernel, platforms, cast, action)


async def resolve_accounts(
    kernel: Kernel,
    platforms: Platforms,
    installed: Mapping[str, Platform],
    channel_provider_id: UUID,
    *,
    as_user: UUID | None,
    as_bot: bool,
) -> Accounts:
    async with kernel.database.read() as session:
        loaded = await find_provider(session, channel_provider_id)
        platform = _platform(installed, loaded.provider.provider)
        voice, credential = await _voice(session, platform, loaded, as_user, as_bot=as_bot)
    owner = _speaker(kernel, platforms, ActingAs.CHANNEL, loaded.credential)
    actor = owner if voice is ActingAs.CHANNEL else _speaker(kernel, platforms, voice, credential)
    return Accounts(platform, loaded, owner, actor, as_user)


async def perform(kernel: Kernel, platforms: Platforms, cast: Accounts, action: Action) -> Receipt:
    name = cast.platform.info.name
    try:
        return await cast.platform.perform(_account(kernel, cast), action)
    except AuthExpired as error:
        raise await _withdrawn(kernel, platforms, cast) from error
    except RateLimited as error:
        raise PlatformBusy(name, error.after_seconds) from error
    except Gone as error:
        raise NotThere(name) from error
    except PlatformUnavailable as error:
        raise NotConfirmed(name, str(error)) from error


def _platform(installed: Mapping[str, Platform], provider: str) -> Platform:
    platform = installed.get(provider)
    if platform is None:
        raise UnknownPlatform(provider)
    if not takes_channels(platform):
        raise PlatformNotSetUp(platform.info.name)
    return platform


async def _voice(
    session: AsyncSession, platform: Platform, loaded: Loaded, user_id: UUID | None, *, as_bot: bool
) -> tuple[ActingAs, Credential]:
    if user_id is not None:
        connected = await find_connection(session, user_id, loaded.provider.provider)
        if connected is None:
            raise AccountNeeded(platform.info.name)
        # A user who has only signed in gave no permission to send, unless the channel is their account.
        if missing_scopes(platform.info.user_scopes, connected[1].scopes):
            if connected[1].provider_user_id == loaded.credential.provider_user_id:
                return ActingAs.CHANNEL, loaded.credential
            raise ReconnectNeeded(platform.info.name, ActingAs.USER)
        return ActingAs.USER, connected[1]
    if as_bot and loaded.own_bot is not None:
        return ActingAs.OWN_BOT, loaded.own_bot
    if as_bot and loaded.system_bot is not None:
        return ActingAs.SYSTEM_BOT, loaded.system_bot
    return ActingAs.CHANNEL, loaded.credential


def _speaker(kernel: Kernel, platforms: Platforms, voice: ActingAs, credential: Credential) -> Speaker:
    return Speaker(voice, credential, StoredTokens(kernel, platforms, credential.id))


def _account(kernel: Kernel, cast: Accounts) -> Account:
    provider, actor = cast.loaded.provider, cast.actor
    is_bot = actor.voice in {ActingAs.OWN_BOT, ActingAs.SYSTEM_BOT}
    return Account(
        connection_id=provider.id,
        channel_id=provider.channel_id,
        provider_channel_id=provider.provider_channel_id,
        provider_channel_name=provider.provider_channel_name,
        token=cast.owner.permission,
        notes=StoredAdapterState(kernel.database, str(provider.id)),
        live_stream_id=provider.live_stream_id,
        actor=Actor(actor.credential.provider_user_id, actor.permission, is_bot=is_bot),
    )


async def _withdrawn(kernel: Kernel, platforms: Platforms, cast: Accounts) -> AppError:
    """The permission was withdrawn: marks it, so that it is not used again, and publishes the change."""
    info = cast.platform.info
    refused = [one for one in _distinct(cast.actor, cast.owner) if one.permission.was_refused]
    async with kernel.database.write() as session:
        for speaker in refused:
            if await _only_lacks_scopes(session, info, speaker):
                continue
            if not await mark_dead(session, kernel.vault, speaker.credential.id, speaker.permission.last):
                return PermissionRenewed(info.name)
            await _tell(session, platforms, cast, speaker.voice)
    return ReconnectNeeded(info.name, refused[0].voice if refused else cast.actor.voice)


async def _only_lacks_scopes(session: AsyncSession, info: PlatformInfo, speaker: Speaker) -> bool:
    """Some platforms reject the token when a scope is missing, though it is still valid for other actions."""
    credential = await session.get(Credential, speaker.credential.id)
    is_dead = credential is None or credential.is_dead
    return not is_dead and bool(missing_scopes(_needed(info, speaker.voice), speaker.credential.scopes))


def _needed(info: PlatformInfo, voice: ActingAs) -> Scopes:
    match voice:
        case ActingAs.CHANNEL:
            return info.channel_scopes
        case ActingAs.OWN_BOT | ActingAs.SYSTEM_BOT:
            return info.bot_scopes
        case ActingAs.USER:
            return info.user_scopes


def _distinct(*speakers: Speaker) -> Iterable[Speaker]:
    return {speaker.credential.id: speaker for speaker in speakers}.values()


async def _tell(session: AsyncSession, platforms: Platforms, cast: Accounts, voice: ActingAs) -> None:
    provider = cast.loaded.provider
    match voice:
        case ActingAs.USER if cast.user_id is not None:
            notify_user(session, cast.user_id, "user_providers_changed")
        case ActingAs.SYSTEM_BOT:
            await announce_platform(session, platforms, provider.provider)
        case _:
            await announce(session, platforms, "updated", provider.id)
            notify_processes(session, CONNECTIONS_CHANGED, provider.channel_id)
