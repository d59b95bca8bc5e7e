"""FrankerFaceZ as a source of emotes."""

from typing import TypeVar
from urllib.parse import quote

from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.emotes.lookup import look_up, must_exist
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.frankerfacez.normalize import GlobalSets, Room, emotes_of
from greenroom.platforms.frankerfacez.settings import FrankerFaceZSettings

# Providers with rooms on FrankerFaceZ, and the path segment of their rooms.
ROOMS = {"twitch": "id", "youtube": "yt"}

T = TypeVar("T")


class FrankerFaceZ:
    key = "frankerfacez"
    name = "FrankerFaceZ"

    def __init__(self, settings: FrankerFaceZSettings, http: HttpClient) -> None:
        self._settings = settings
        self._http = http

    def supports(self, provider: str) -> bool:
        return provider in ROOMS

    async def global_emotes(self) -> list[Emote]:
        found = must_exist(await self._find("/set/global", GlobalSets), self.name)
        return emotes_of(found.sets, found.default_sets, self._settings.api_url)

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        channel_id = quote(channel.provider_channel_id, safe="")
        found = await self._find(f"/room/{ROOMS[channel.provider]}/{channel_id}", Room)
        return emotes_of(found.sets, [found.room.set], self._settings.api_url) if found else []

    async def _find(self, path: str, kind: type[T]) -> T | None:
        return await look_up(self._http, self.name, f"{self._settings.api_url}{path}", kind)
