"""What a platform says of itself, and how people give Greenroom permission there."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Annotated, Literal, Protocol, cast

from fastapi import Depends
from pydantic import BaseModel
from starlette.requests import HTTPConnection

from greenroom.kernel.errors import NotFound


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


@dataclass(frozen=True, slots=True)
class Tokens:
    access_token: str = field(repr=False)
    refresh_token: str | None = field(repr=False)
    expires_at: datetime | None
    scopes: frozenset[str] | None


@dataclass(frozen=True, slots=True)
class Identity:
    provider_user_id: str
    login: str
    display_name: str
    avatar_url: str


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
    capabilities: list[Capability] = []
    registration: Literal["oauth", "handle"] = "oauth"


Scopes = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class PlatformInfo:
    """The descriptor, and the scopes each kind of connection needs with the words that explain them."""

    descriptor: PlatformDescriptor
    sign_in_scopes: Scopes
    user_scopes: Scopes
    channel_scopes: Scopes
    bot_scopes: Scopes
    # Without the credentials of an app of its own an installation cannot send anybody there.
    is_set_up: bool = True

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


class UnknownPlatform(NotFound):
    def __init__(self, provider: str) -> None:
        super().__init__(f"There is no platform called {provider!r} here that people can connect.")


class PlatformNotSetUp(NotFound):
    type = "platform_not_set_up"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} is not set up here. Whoever runs this server adds its client id and secret.")


class Platforms:
    """Every platform of this installation; `app.py` fills it."""

    def __init__(self, installed: Iterable[AuthorisedPlatform], described: Iterable[PlatformDescriptor]) -> None:
        self._installed = {platform.info.provider: platform for platform in installed}
        self.descriptors = [self._as_it_is(descriptor) for descriptor in described]

    def _as_it_is(self, descriptor: PlatformDescriptor) -> PlatformDescriptor:
        """Nothing is promised of a platform that is not set up."""
        platform = self._installed.get(descriptor.provider)
        if platform is None or platform.info.is_set_up:
            return descriptor
        return descriptor.model_copy(update={"flags": PlatformFlags()})

    def __iter__(self) -> Iterator[AuthorisedPlatform]:
        return iter(self._installed.values())

    def info(self, provider: str) -> PlatformInfo:
        return self._get(provider).info

    def oauth(self, provider: str) -> OAuthClient:
        platform = self._get(provider)
        if platform.oauth is None:
            raise UnknownPlatform(provider)
        if not platform.info.is_set_up:
            raise PlatformNotSetUp(platform.info.name)
        return platform.oauth

    def _get(self, provider: str) -> AuthorisedPlatform:
        try:
            return self._installed[provider]
        except KeyError:
            raise UnknownPlatform(provider) from None


async def _platforms(connection: HTTPConnection) -> Platforms:
    return cast("Platforms", connection.app.state.platforms)


PlatformsDep = Annotated[Platforms, Depends(_platforms)]
