"""Twitch's emotes for the emote picker; in chat messages Twitch itself marks the emotes."""

from collections.abc import Iterable

import msgspec

from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.kernel.text import web_address
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import AppHelix, Listed
from greenroom.platforms.twitch.settings import TwitchSettings

# Several times the largest set that Twitch allows.
MAX_EMOTES = 2_000


class Images(msgspec.Struct):
    url_1x: str = ""
    url_2x: str = ""


class ListedEmote(msgspec.Struct):
    id: str
    name: str
    images: Images | None = None


class TwitchEmotes:
    key = "twitch"
    name = "Twitch"

    def __init__(self, settings: TwitchSettings, app: AppHelix) -> None:
        """`app` uses the app's token, because the lists of emotes are public."""
        self._has_app = bool(settings.client_id and settings.client_secret.get_secret_value())
        self._app = app

    def supports(self, provider: str) -> bool:
        return provider == "twitch" and self._has_app

    async def global_emotes(self) -> list[Emote]:
        return await self._list("/chat/emotes/global", [])

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        return await self._list("/chat/emotes", [("broadcaster_id", channel.provider_channel_id)])

    async def _list(self, path: str, query: list[tuple[str, str]]) -> list[Emote]:
        answer = await self._app.call("GET", path, params=query)
        return emotes_of(read(answer, Listed[ListedEmote]).data)


def emotes_of(listed: Iterable[ListedEmote]) -> list[Emote]:
    """The first MAX_EMOTES emotes that have an image."""
    found = [_emote(one, one.images) for one in listed if one.images is not None and web_address(one.images.url_1x)]
    return found[:MAX_EMOTES]


def _emote(listed: ListedEmote, images: Images) -> Emote:
    url = web_address(images.url_1x)
    return Emote(id=listed.id, name=listed.name, source="twitch", url=url, large_url=web_address(images.url_2x) or url)
