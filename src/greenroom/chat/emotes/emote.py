"""Emotes, and the protocol of an emote source."""

from typing import Protocol

import msgspec
from msgspec import Struct


class Emote(msgspec.Struct, frozen=True):
    id: str
    # The word in a message that is replaced by the picture; case-sensitive.
    name: str
    source: str
    # Picture URLs at line height and at twice that size.
    url: str
    large_url: str
    width: int = 28
    height: int = 28
    is_zero_width: bool = False
    is_animated: bool = False
    # A modifier changes the emote next to it and is not drawn.
    is_modifier: bool = False


class EmoteChannel(Struct, frozen=True):
    """A platform channel, as emote services look it up."""

    provider: str
    provider_channel_id: str


class EmoteSource(Protocol):
    """An emote service or platform. An unreadable response is a PlatformFailure; an unknown channel has no emotes."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    async def global_emotes(self) -> list[Emote]: ...
    async def of(self, channel: EmoteChannel) -> list[Emote]: ...
    def supports(self, provider: str) -> bool: ...
