"""The Platform protocol: what every adapter implements."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable
from uuid import UUID

from fastapi import APIRouter

from greenroom.chat.emotes.emote import EmoteSource
from greenroom.chat.protocol.actions import Action, Receipt
from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.events import Event
from greenroom.tenancy.platforms import AuthorisedPlatform


class Emit(Protocol):
    async def __call__(self, *events: Event) -> None:
        """In the order in which they happened; what came together is told together."""
        ...


class TokenSource(Protocol):
    async def __call__(self, rejected: str | None = None) -> str:
        """A token that works now; `rejected` is one the platform has just refused."""
        ...


@dataclass(frozen=True, slots=True)
class Actor:
    """In whose name an action is done."""

    provider_user_id: str
    token: TokenSource
    is_bot: bool = False


@dataclass(frozen=True, slots=True)
class Account:
    """One platform account of one channel, as its platform needs to know it."""

    connection_id: UUID
    channel_id: UUID
    provider_channel_id: str
    provider_channel_name: str
    # Of the channel's own account.
    token: TokenSource
    # What the adapter wants to remember about this connection.
    notes: AdapterState
    live_stream_id: str | None = None
    # None: the channel's own account.
    actor: Actor | None = None

    @property
    def acting(self) -> Actor:
        return self.actor or Actor(self.provider_channel_id, self.token)


class Platform(AuthorisedPlatform, Protocol):
    async def run(self, account: Account, emit: Emit) -> None:
        """Lives as long as the connection; says `Connected` once it hears, and ends by raising a PlatformFailure."""
        ...

    async def perform(self, account: Account, action: Action) -> Receipt:
        """Carries out one action of those in `info.actions`, once; raises a PlatformFailure when it could not try."""
        ...


@runtime_checkable
class WebhookReceiver(Protocol):
    """A platform that delivers events to a route of ours."""

    def webhook_router(self) -> APIRouter: ...


@runtime_checkable
class EmoteProvider(Protocol):
    """A platform that lists its own emotes."""

    emotes: EmoteSource
