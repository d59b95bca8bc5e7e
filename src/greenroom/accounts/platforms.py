"""Descriptors, OAuth clients and failures of platforms, as accounts need them."""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Literal, Protocol
from urllib.parse import urlsplit

from msgspec import Struct

from greenroom.kernel.errors import AppError, NotFound
from greenroom.kernel.schema import Schema

# Limit of the database column.
MAX_ID_LENGTH = 100
MAX_TOKEN_SECONDS = 10 * 366 * 86_400


class PlatformFailure(Exception):
    """Base class of platform errors."""


class AuthExpired(PlatformFailure):
    """The grant is invalid: the user has to reconnect."""


class RateLimited(PlatformFailure):
    def __init__(self, after_seconds: float) -> None:
        super().__init__(f"asked to wait {after_seconds:.0f} s")
        self.after_seconds = after_seconds


class Gone(PlatformFailure):
    """What was asked for does not exist: do not retry."""


class PlatformUnavailable(PlatformFailure):
    """No response, or an invalid one: retry later."""


class Unanswered(PlatformUnavailable):
    """No response, but the request was sent and may have been carried out."""


class AppRefused(PlatformUnavailable):
    """The platform refused the client id or secret of this installation: an operator has to correct the settings."""


class PlatformClosed(PlatformUnavailable):
    """Unavailable for a known reason; the message explains it."""


@dataclass(frozen=True, slots=True)
class Tokens:
    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: datetime | None
    scopes: frozenset[str] | None

    def __post_init__(self) -> None:
        # A header of every call has the token, so it must be printable ASCII.
        token = self.access_token
        if not token or not token.isascii() or not token.isprintable():
            raise PlatformUnavailable("The platform sent an invalid token")


def token_expiry(now: datetime, seconds: int | None) -> datetime | None:
    """Expiry of a token; None if the platform sent no lifetime, or an implausible one."""
    return now + timedelta(seconds=seconds) if seconds is not None and 0 < seconds <= MAX_TOKEN_SECONDS else None


class Identity(Struct, frozen=True):
    provider_user_id: str
    login: str
    display_name: str
    avatar_url: str

    def __post_init__(self) -> None:
        # Identifies the account: two accounts with an empty id would share all their data.
        account_id = self.provider_user_id
        if not 0 < len(account_id) <= MAX_ID_LENGTH or not account_id.isprintable() or account_id.isspace():
            raise PlatformUnavailable("The platform did not return an account id")


class Grant(Struct, frozen=True):
    """An account whose owner has just given consent."""

    provider: str
    identity: Identity
    tokens: Tokens


class OAuthClient(Protocol):
    """Authorization code flow of one platform."""

    @property
    def uses_pkce(self) -> bool: ...
    def authorize_url(
        self, *, redirect_uri: str, state: str, scopes: Iterable[str], code_challenge: str | None
    ) -> str: ...
    async def exchange(self, *, code: str, redirect_uri: str, code_verifier: str | None) -> Tokens: ...
    async def refresh(self, refresh_token: str) -> Tokens: ...
    async def revoke(self, access_token: str) -> None: ...
    async def identify(self, access_token: str) -> Identity: ...


class Registrar(Protocol):
    """Finds platform accounts by their handle, to connect them without a consent, and reads their biographies."""

    async def find(self, handle: str) -> Identity:
        """Raises Gone if the handle does not exist."""
        ...

    async def biography(self, handle: str) -> str:
        """The text that the account's owner wrote about themselves in the profile."""
        ...


class PlatformFlags(Schema):
    """What a platform supports."""

    channelProvider: bool = False  # noqa: N815
    signinProvider: bool = False  # noqa: N815
    stream: bool = False
    chatRead: bool = False  # noqa: N815
    chatWrite: bool = False  # noqa: N815
    chatReplyMessage: bool = False  # noqa: N815
    ownBot: bool = False  # noqa: N815
    systemBot: bool = False  # noqa: N815
    changeTitle: bool = False  # noqa: N815
    changeCategory: bool = False  # noqa: N815

    @classmethod
    def of_stream(cls, *, chatReplyMessage: bool = False) -> "PlatformFlags":  # noqa: N803
        """Flags of a streaming platform: all are true, except `chatReplyMessage` unless it is given."""
        return cls(
            channelProvider=True,
            signinProvider=True,
            stream=True,
            chatRead=True,
            chatWrite=True,
            chatReplyMessage=chatReplyMessage,
            ownBot=True,
            systemBot=True,
            changeTitle=True,
            changeCategory=True,
        )


class Capability(Schema):
    label: str
    supported: bool
    reason: str | None = None


class PlatformDescriptor(Schema):
    """A platform as the web app sees it; URL templates contain fields of a channel provider in braces."""

    provider: str
    name: str
    colour: str
    flags: PlatformFlags = PlatformFlags()
    channelUrl: str | None = None  # noqa: N815
    dashboardUrl: str | None = None  # noqa: N815
    broadcastEditUrl: str | None = None  # noqa: N815
    streamTitleMaxLength: int | None = None  # noqa: N815
    watchUrl: str | None = None  # noqa: N815
    # `{parent}` is the host name of the embedding page.
    embedUrl: str | None = None  # noqa: N815
    chatEmbedUrl: str | None = None  # noqa: N815
    # Longest chat message of the platform; longer ones are split.
    messageMaxLength: int | None = None  # noqa: N815
    # Advice before connecting a bot.
    botHelp: str | None = None  # noqa: N815
    capabilities: list[Capability] = []
    registration: Literal["oauth", "handle"] = "oauth"
    # Whether users can connect their own account.
    takesAccounts: bool = True  # noqa: N815


# What each scope allows, as users read it.
Scopes = Mapping[str, str]


def as_sent(text: str) -> str:
    return text


class PlatformInfo(Struct, frozen=True):
    """What an adapter declares: descriptor, scopes with their explanations, actions, kinds of activity."""

    descriptor: PlatformDescriptor
    sign_in_scopes: Scopes
    user_scopes: Scopes
    channel_scopes: Scopes
    bot_scopes: Scopes
    # Action types that the adapter supports.
    actions: frozenset[type[object]] = frozenset()
    # Turns a text that was sent into what the platform reports; spaces, case and invisible characters may still differ.
    reported_text: Callable[[str], str] = as_sent
    # Whether the adapter can reply to a message.
    supports_replies: bool = False
    # Whether the adapter can send a message as "/me" does.
    supports_actions: bool = False
    # With this scope the login of a connected account is its handle; without it, a name that users choose freely.
    handle_scope: str | None = None
    # False without the app credentials that OAuth needs.
    is_set_up: bool = True
    # Kinds of activity that the platform reports.
    activity_kinds: frozenset[str] = frozenset()
    # Kinds of activity that the platform's chat announces.
    announced_in_chat: frozenset[str] = frozenset()
    # Kinds of activity that arrive as a chat message with text.
    texts_in_chat: frozenset[str] = frozenset()

    @property
    def provider(self) -> str:
        return self.descriptor.provider

    @property
    def name(self) -> str:
        return self.descriptor.name


class AuthorisedPlatform(Protocol):
    """The part of a platform adapter that accounts use."""

    @property
    def info(self) -> PlatformInfo: ...
    @property
    def oauth(self) -> OAuthClient | None: ...
    @property
    def registrar(self) -> Registrar | None: ...


class UnknownPlatform(NotFound):
    def __init__(self, provider: str) -> None:
        super().__init__(f"Unknown platform {provider!r}.")


class PlatformNotSetUp(NotFound):
    type = "platform_not_set_up"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not set up here. The admin of this server has to add its client ID and secret.")


class PlatformDown(AppError):
    status = 502
    type = "platform_unavailable"

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} cannot be reached right now. Nothing was changed; try again in a moment.")


class PlatformPaused(AppError):
    """Tells a user why the platform is closed, with the message of PlatformClosed."""

    status = 503
    type = "platform_closed"

    def __init__(self, message: str) -> None:
        super().__init__(f"{message}.")


class PlatformBusy(AppError):
    status = 503
    type = "platform_busy"

    def __init__(self, platform: str, after_seconds: float) -> None:
        super().__init__(
            f"{platform} is rate-limiting this server. Nothing was changed; try again in {math.ceil(after_seconds)} s."
        )
        self.after_seconds = after_seconds


def can_connect_channels(platform: AuthorisedPlatform) -> bool:
    """Whether accounts can be connected to channels; registration by handle needs no app credentials for this."""
    return platform.info.is_set_up or platform.registrar is not None


class Platforms:
    """All platforms of this installation, listed in `installed_platforms.py`."""

    def __init__(
        self,
        installed: Iterable[AuthorisedPlatform],
        described: Iterable[PlatformDescriptor],
        page_host: str = "localhost",
    ) -> None:
        self._installed = {platform.info.provider: platform for platform in installed}
        self.descriptors = [self._available(descriptor) for descriptor in described]
        # Host name of our pages, which embedded players require.
        self.page_host = page_host

    def _available(self, descriptor: PlatformDescriptor) -> PlatformDescriptor:
        """The descriptor; without what needs app credentials if the settings have none for the platform."""
        platform = self._installed.get(descriptor.provider)
        if platform is None or platform.info.is_set_up:
            return descriptor
        if not can_connect_channels(platform):
            return descriptor.model_copy(update={"flags": PlatformFlags(), "takesAccounts": False})
        needs_consent = {"signinProvider": False, "ownBot": False, "systemBot": False}
        flags = descriptor.flags.model_copy(update=needs_consent)
        return descriptor.model_copy(update={"flags": flags, "takesAccounts": False})

    def __iter__(self) -> Iterator[AuthorisedPlatform]:
        return iter(self._installed.values())

    @property
    def infos(self) -> dict[str, "PlatformInfo"]:
        return {provider: platform.info for provider, platform in self._installed.items()}

    @property
    def with_streams(self) -> list[str]:
        return [provider for provider, one in self._installed.items() if one.info.descriptor.flags.stream]

    @property
    def player_origins(self) -> set[str]:
        """Origins of the players embedded in our pages."""
        players = (urlsplit(one.info.descriptor.embedUrl or "") for one in self)
        return {f"{player.scheme}://{player.netloc}" for player in players if player.netloc}

    def info(self, provider: str) -> PlatformInfo:
        return self._get(provider).info

    def oauth(self, provider: str) -> OAuthClient:
        platform = self._get(provider)
        if platform.oauth is None:
            raise UnknownPlatform(provider)
        if not platform.info.is_set_up:
            raise PlatformNotSetUp(platform.info.name)
        return platform.oauth

    def registrar(self, provider: str) -> Registrar:
        registrar = self._get(provider).registrar
        if registrar is None:
            raise UnknownPlatform(provider)
        return registrar

    def _get(self, provider: str) -> AuthorisedPlatform:
        try:
            return self._installed[provider]
        except KeyError:
            raise UnknownPlatform(provider) from None
