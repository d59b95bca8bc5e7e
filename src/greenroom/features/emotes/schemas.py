from datetime import datetime

from pydantic import BaseModel

from greenroom.chat.emotes.cache import Emotes


class EmoteSourceOut(BaseModel):
    """A service that emotes come from, and how it is."""

    key: str
    name: str
    count: int
    # None before the first list is there.
    refreshed_at: datetime | None
    # Words for people; None when all is well. What was known before stays in the list.
    problem: str | None


class EmoteOut(BaseModel):
    id: str
    # The word in a message that stands for it, case and all.
    name: str
    # The key of a service, or the provider whose own it is.
    source: str
    url: str
    large_url: str
    width: int
    height: int
    # Drawn over the emote before it.
    is_zero_width: bool
    is_animated: bool
    # Changes the emote beside it and is itself not drawn.
    is_modifier: bool


class EmotesOut(BaseModel):
    """Each name once: where several have the same one, the one that wins; a service before a platform."""

    sources: list[EmoteSourceOut]
    emotes: list[EmoteOut]

    @classmethod
    def of(cls, found: Emotes) -> "EmotesOut":
        return cls(
            sources=[
                EmoteSourceOut(
                    key=source.key,
                    name=source.name,
                    count=source.count,
                    refreshed_at=source.refreshed_at,
                    problem=source.problem or None,
                )
                for source in found.sources
            ],
            emotes=[
                EmoteOut(
                    id=emote.id,
                    name=emote.name,
                    source=emote.source,
                    url=emote.url,
                    large_url=emote.large_url,
                    width=emote.width,
                    height=emote.height,
                    is_zero_width=emote.is_zero_width,
                    is_animated=emote.is_animated,
                    is_modifier=emote.is_modifier,
                )
                for emote in found.emotes
            ],
        )
