"""Emotes, and the protocol of an emote source."""

from dataclasses import dataclass
from typing import Protocol

import msgspec


class Emote(msgspec.Struct, frozen=True):
    id: str
    # The word in a message that stands for it, case and all.
    name: str
    source: str
    # Address of the picture at the size of a line, and of one twice as large.
    url: str
    large_url: str
    width: int = 28
    height: int = 28
    is_zero_width: bool = False
    is_animated: bool = False
    # A word that changes the emote beside it and is itself not drawn.
    is_modifier: bool = False


@dataclass(frozen=True, slots=True)
class EmotePlace:
    """A platform's channel, as emote services look it up."""

    provider: str
    provider_channel_id: str


class EmoteSource(Protocol):
    """One service; an answer that is no list raises a PlatformFailure, a channel it does not know has no emotes."""

    @property
    def key(self) -> str: ...
    @property
    def name(self) -> str: ...
    async def everywhere(self) -> list[Emote]: ...
    async def of(self, place: EmotePlace) -> list[Emote]: ...
    def knows(self, provider: str) -> bool:
        """Whether the service has channels of this platform at all."""
        ...
