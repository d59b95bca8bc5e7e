"""BetterTTV as a source of emotes."""

from typing import TypeVar
from urllib.parse import quote

from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.emotes.lookup import look_up, must_exist
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.betterttv.normalize import ListedEmote, User, emotes_of
from greenroom.platforms.betterttv.settings import BetterTTVSettings

PLATFORMS = frozenset({"twitch", "youtube"})

T = TypeVar("T")


class BetterTTV:
    key = "betterttv"
    name = "BetterTTV"

    def __init__(self, settings: BetterTTVSettings, http: HttpClient) -> None:
        self._settings = settings
        self._http = http

    def supports(self, provider: str) -> bool:
        return provider in PLATFORMS

    async def global_emotes(self) -> list[Emote]:
        found = await self._find("/cached/emotes/global", list[ListedEmote])
        return emotes_of(must_exist(found, self.name), self._settings.cdn_url, is_global=True)

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        channel_id = quote(channel.provider_channel_id, safe="")
        found = await self._find(f"/cached/users/{channel.provider}/{channel_id}", User)
        if found is None:
            return []
        return emotes_of([*found.channelEmotes, *found.sharedEmotes], self._settings.cdn_url, is_global=False)

    async def _find(self, path: str, kind: type[T]) -> T | None:
        return await look_up(self._http, self.name, f"{self._settings.api_url}{path}", kind)
