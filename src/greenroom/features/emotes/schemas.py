from datetime import datetime

from greenroom.chat.emotes.cache import Emotes
from greenroom.kernel.schema import Schema


class EmoteSourceOut(Schema):
    """An emote service and its state."""

    key: str
    name: str
    count: int
    # None before the first fetch.
    refreshed_at: datetime | None
    # Error text for users; None if there is no error. Emotes fetched before stay in the list.
    problem: str | None


class EmoteOut(Schema):
    id: str
    # The word in a message that is replaced by the picture; case-sensitive.
    name: str
    # Key of the emote service, or of the platform whose emote it is.
    source: str
    url: str
    large_url: str
    width: int
    height: int
    # Whether the emote is drawn on top of the emote before it.
    is_zero_width: bool
    is_animated: bool
    # Whether the emote only changes the emote beside it, and is not drawn.
    is_modifier: bool
    # The connected platforms whose viewers see the picture; elsewhere the name is sent as text.
    providers: list[str]


class EmotesOut(Schema):
    """Emotes with unique names: if several sources have the same name, services win over platforms."""

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
                    providers=list(found.providers[emote.name]),
                )
                for emote in found.emotes
            ],
        )
