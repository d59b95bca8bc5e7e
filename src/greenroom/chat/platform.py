"""What every platform can do; nothing above this line knows which one it talks to."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol
from uuid import UUID

from greenroom.chat.events import Event
from greenroom.tenancy.platforms import AuthorisedPlatform

Emit = Callable[[Event], Awaitable[None]]


class TokenSource(Protocol):
    async def __call__(self, rejected: str | None = None) -> str:
        """A token that works now; `rejected` is one the platform has just refused."""
        ...


@dataclass(frozen=True, slots=True)
class Account:
    """One platform account of one channel, as its platform needs to know it."""

    connection_id: UUID
    channel_id: UUID
    provider_channel_id: str
    provider_channel_name: str
    token: TokenSource


class Platform(AuthorisedPlatform, Protocol):
    async def run(self, account: Account, emit: Emit) -> None:
        """Lives as long as the connection; says `Connected` once it hears, and ends by raising a PlatformFailure."""
        ...
