"""Descriptors, OAuth clients and failures of platforms, as tenancy needs them."""

import math
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Annotated, Literal, Protocol
from urllib.parse import urlsplit

from pydantic import BaseModel

from greenroom.kernel.errors import AppError, NotFound
from greenroom.kernel.services import provided

# As long as the column that keeps it.
LONGEST_ID = 100
LONGEST_TOKEN_SECONDS = 10 * 366 * 86_400


class PlatformFailure(Exception):
    """Whatever goes wrong at a platform is one of the four below."""


class AuthExpired(PlatformFailure):
    """The permission is gone: only the person can give it again."""


class RateLimited(PlatformFailure):
    def __init__(self, after_seconds: float) -> None:
        super().__init__(f"asked to wait {after_seconds:.0f} s")
        self.after_seconds = after_seconds


class Gone(PlatformFailure):
    """What was asked for does not exist any more: stop asking."""


class PlatformUnavailable(PlatformFailure):
    """No answer, or one that makes no sense: try again later."""


class PlatformClosed(PlatformUnavailable):
    """It answers nothing for a while, for a reason that is known: its words say all there is to say."""


@dataclass(frozen=True, slots=True)
class Tokens:
    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: datetime | None
    scopes: frozenset[str] | None

    def __post_init__(self) -> None:
        # It goes into a header of every call.
        token = self.access_token
        if not token or not token.isascii() or not token.isprintable():
            raise PlatformUnavailable("The platform gave a token that nobody could use")


def ends_at(now: datetime, seconds: int | None) -> datetime | None:
    """When a token ends that lasts so long; nobody knows when the platform says nothing, or nothing sensible."""
    return now + timedelta(seconds=seconds) if seconds is not None and 0 < seconds <= LONGEST_TOKEN_SECONDS else None


@dataclass(frozen=True, slots=True)
class Identity:
    provider_user_id: str
    login: str
    display_name: str
    avatar_url: str

    def __post_init__(self) -> None:
        # People are told apart by it: two whose id is empty would be one, and share all that they have here.
        account_id = self.provider_user_id
        if not 0 < len(account_id) <= LONGEST_ID or not account_id.isprintable() or account_id.isspace():
            raise PlatformUnavailable("The platform did not say whose account this is")


@dataclass(frozen=True, slots=True)
class Grant:
    """An account whose owner has just agreed."""

    provider: str
    identity: Identity
    tokens: Tokens


class OAuthClient(Protocol):
    """The code flow, in the dialect of one platform."""

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
    """For platforms where a channel is named rather than authorised."""

    async def find(self, handle: str) -> Identity:
        """Raises Gone when nobody has that handle."""
        ...


class PlatformFlags(BaseModel):
    """Named as the specification names them."""

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


class Capability(BaseModel):
    label: str
    supported: bool
    reason: str | None = None


class PlatformDescriptor(BaseModel):
    """What the web knows of a platform; URL templates take fields of a channel provider in braces."""

    provider: str
    name: str
    colour: str
    flags: PlatformFlags = PlatformFlags()
    channelUrl: str | None = None  # noqa: N815
    dashboardUrl: str | None = None  # noqa: N815
    broadcastEditUrl: str | None = None  # noqa: N815
    streamTitleMaxLength: int | None = None  # noqa: N815
    # How to watch: `{parent}` is the host name of the page that embeds it.
    watchUrl: str | None = None  # noqa: N815
    embedUrl: str | None = None  # noqa: N815
    chatEmbedUrl: str | None = None  # noqa: N815
    # Longest chat message the platform takes; longer ones are split.
    messageMaxLength: int | None = None  # noqa: N815
    # What to know before connecting a bot.
    botHelp: str | None = None  # noqa: N815
    capabilities: list[Capability] = []
    registration: Literal["oauth", "handle"] = "oauth"
    # Whether people can connect an account of their own.
    takesAccounts: bool = True  # noqa: N815


Scopes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlatformInfo:
    """The descriptor, and the scopes each kind of connection needs with the words that explain them."""

    descriptor: PlatformDescriptor
    sign_in_scopes: Scopes
    user_scopes: Scopes
    channel_scopes: Scopes
    bot_scopes: Scopes
    # The types of the actions its adapter carries out.
    actions: frozenset[type[object]] = frozenset()
    # Whether its adapter can answer one message of a chat.
    takes_replies: bool = False
    # Without the credentials of an app of its own an installation cannot send anybody there.
    is_set_up: bool = True
    # Kinds of activity that its chat tells of by itself, and those that come with a text as a message of the person.
    told_in_chat: frozenset[str] = frozenset()
    texts_in_chat: frozenset[str] = frozenset()

    @property
    def provider(self) -> str:
        return self.descriptor.provider

    @property
    def name(self) -> str:
        return self.descriptor.name


class AuthorisedPlatform(Protocol):
    """As much of a platform as tenancy needs."""

    @property
    def info(self) -> PlatformInfo: ...
    @property
    def oauth(self) -> OAuthClient | None: ...
    @property
    def registrar(self) -> Registrar | None: ...


class UnknownPlatform(NotFound):
    def __init__(self, provider: str) -> None:
        super().__init__(f"There is no platform called {provider!r} here that people can connect.")


class PlatformNotSetUp(NotFound):
    type = "platform_not_set_up"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not set up here. Whoever runs this server adds its client id and secret.")


class PlatformDown(AppError):
    status = 502
    type = "platform_unavailable"

    def __init__(self, platform: str) -> None:
        super().__init__(f"{platform} cannot be reached right now. Nothing was changed; try again in a moment.")


class PlatformRests(AppError):
    """As the platform's own words say."""

    status = 503
    type = "platform_closed"

    def __init__(self, words: str) -> None:
        super().__init__(f"{words}.")


class PlatformBusy(AppError):
    status = 503
    type = "platform_busy"

    def __init__(self, platform: str, after_seconds: float) -> None:
        super().__init__(
            f"{platform} wants us to wait. Nothing was changed; try again in {math.ceil(after_seconds)} s."
        )
        self.after_seconds = after_seconds


def takes_channels(platform: AuthorisedPlatform) -> bool:
    """Whether channels can be connected: where they are only named, no app of our own is needed."""
    return platform.info.is_set_up or platform.registrar is not None


class Platforms:
    """Every platform of this installation; `app.py` fills it."""

    def __init__(
        self,
        installed: Iterable[AuthorisedPlatform],
        described: Iterable[PlatformDescriptor],
        page_host: str = "localhost",
    ) -> None:
        self._installed = {platform.info.provider: platform for platform in installed}
        self.descriptors = [self._as_it_is(descriptor) for descriptor in described]
        # Of our pages, as players that we embed want to be told.
        self.page_host = page_host

    def _as_it_is(self, descriptor: PlatformDescriptor) -> PlatformDescriptor:
        """Nothing is promised of a platform that is not set up, but what works without an app of our own."""
        platform = self._installed.get(descriptor.provider)
        if platform is None or platform.info.is_set_up:
            return descriptor
        if not takes_channels(platform):
            return descriptor.model_copy(update={"flags": PlatformFlags(), "takesAccounts": False})
        by_consent = {"signinProvider": False, "ownBot": False, "systemBot": False}
        flags = descriptor.flags.model_copy(update=by_consent)
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
        """Where the players come from that our pages show."""
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


PlatformsDep = Annotated[Platforms, provided(Platforms)]
