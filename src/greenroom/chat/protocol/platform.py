"""The Platform protocol: what every adapter implements."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime
from typing import Protocol, runtime_checkable
from uuid import UUID

from msgspec import Struct
from starlette.routing import BaseRoute

from greenroom.accounts.platforms import AuthorisedPlatform
from greenroom.chat.emotes.emote import EmoteSource
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.events import Event


class Emit(Protocol):
    async def __call__(self, *events: Event) -> None:
        """Takes events in order; events that arrived together are passed in one call."""
        ...


class TokenSource(Protocol):
    async def __call__(self, rejected: str | None = None) -> str:
        """Returns a valid token; `rejected` is a token that the platform has just rejected."""
        ...


class Actor(Struct, frozen=True):
    """The account that performs an action."""

    provider_user_id: str
    token: TokenSource
    is_bot: bool = False


class Account(Struct, frozen=True):
    """One platform account of one channel, as the adapter needs it."""

    connection_id: UUID
    channel_id: UUID
    provider_channel_id: str
    provider_channel_name: str
    # Token of the channel's own account.
    token: TokenSource
    # The adapter's stored values for this connection.
    adapter_state: AdapterState
    live_stream_id: str | None = None
    # The account that performs an action; None: the channel's own account.
    actor: Actor | None = None
    # Waits before a retry; ends earlier if an outage of the platform ends.
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep

    @property
    def acting(self) -> Actor:
        return self.actor or Actor(self.provider_channel_id, self.token)


class Platform(AuthorisedPlatform, Protocol):
    async def run(self, account: Account, emit: Emit) -> None:
        """Runs until the connection ends with a PlatformFailure; emits `Connected` once no event is missed."""
        ...

    async def act(self, account: Account, action: Action) -> Receipt:
        """Performs one of the actions in `info.actions` once; failures other than a refusal are raised."""
        ...


@runtime_checkable
class WebhookReceiver(Protocol):
    """A platform that sends events to a webhook route."""

    def webhook_routes(self) -> Sequence[BaseRoute]: ...


@runtime_checkable
class Probed(Protocol):
    """A platform that can be asked cheaply whether it responds."""

    async def probe(self) -> datetime | None:
        """Sends one request that needs no token or quota; raises PlatformUnavailable if the platform does not respond.

        Returns the time of the platform's clock; None if the response does not contain it.
        """
        ...


@runtime_checkable
class EmoteProvider(Protocol):
    """A platform that lists its own emotes."""

    emotes: EmoteSource
