"""7TV as a source of emotes."""

from typing import TypeVar
from urllib.parse import quote

from greenroom.chat.emotes.emote import Emote, EmoteChannel
from greenroom.chat.emotes.lookup import look_up, must_exist
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.seventv.normalize import Connection, EmoteSet, emotes_of
from greenroom.platforms.seventv.settings import SevenTVSettings

# 7TV's names of the platforms; for `youtube` it returns the error "invalid platform".
PLATFORMS = {"twitch": "twitch", "youtube": "google", "kick": "kick"}

T = TypeVar("T")


class SevenTV:
    key = "7tv"
    name = "7TV"

    def __init__(self, settings: SevenTVSettings, http: HttpClient) -> None:
        self._settings = settings
        self._http = http

    def supports(self, provider: str) -> bool:
        return provider in PLATFORMS

    async def global_emotes(self) -> list[Emote]:
        return self._emotes(must_exist(await self._find("/emote-sets/global", EmoteSet), self.name))

    async def of(self, channel: EmoteChannel) -> list[Emote]:
        channel_id = quote(channel.provider_channel_id, safe="")
        found = await self._find(f"/users/{PLATFORMS[channel.provider]}/{channel_id}", Connection)
        if found is None:
            return []
        if found.emote_set is not None and found.emote_set.emotes:
            return self._emotes(found.emote_set)
        if not found.emote_set_id:
            return []
        # None for a deleted set, to which a channel may still refer.
        emote_set = await self._find(f"/emote-sets/{quote(found.emote_set_id, safe='')}", EmoteSet)
        return self._emotes(emote_set or EmoteSet())

    def _emotes(self, found: EmoteSet) -> list[Emote]:
        return emotes_of(found, self._settings.api_url, hide_unlisted=self._settings.hide_unlisted)

    async def _find(self, path: str, kind: type[T]) -> T | None:
        return await look_up(self._http, self.name, f"{self._settings.api_url}{path}", kind)
