"""Spotify adapter: reads and controls the music of a connected account; has neither stream nor chat."""

import asyncio

from msgspec.structs import replace

from greenroom.chat.protocol.actions import (
    Action,
    FindSong,
    QueueSong,
    ReadLastSong,
    ReadPlayback,
    ReadPlaylist,
    Receipt,
    SkipSong,
    refused,
)
from greenroom.chat.protocol.events import Connected
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.client import HttpClient
from greenroom.platforms.spotify.api import SpotifyApi
from greenroom.platforms.spotify.info import INFO
from greenroom.platforms.spotify.oauth import SpotifyOAuth
from greenroom.platforms.spotify.pace import Pace
from greenroom.platforms.spotify.player import Player
from greenroom.platforms.spotify.settings import SpotifySettings


class SpotifyPlatform:
    def __init__(self, settings: SpotifySettings, http: HttpClient, clock: Clock, pace: Pace | None = None) -> None:
        self.info = replace(INFO, is_set_up=bool(settings.client_id))
        self.registrar = None
        self._api = SpotifyApi(settings, http, clock)
        self.oauth = SpotifyOAuth(settings, http, clock, self._api)
        self.player = Player(self._api)
        self._pace = pace or Pace()

    async def run(self, account: Account, emit: Emit) -> None:
        """Checks regularly that the user has not revoked the authorization; raises when a check fails."""
        await self._api.check(account.token)
        await emit(Connected())
        while True:
            await asyncio.sleep(self._pace.check_seconds)
            await self._api.check(account.token)

    async def act(self, account: Account, action: Action) -> Receipt:
        match action:
            case ReadPlayback():
                return Receipt("done", playback=await self.player.now_playing(account))
            case ReadLastSong():
                return Receipt("done", song=await self.player.previous(account))
            case ReadPlaylist(list_id):
                return Receipt("done", playlist=await self.player.playlist(account, list_id))
            case FindSong() | QueueSong() | SkipSong():
                return await self._perform_request(account, action)
            case _:
                return refused("Spotify has no chat and no stream.")

    async def _perform_request(self, account: Account, action: FindSong | QueueSong | SkipSong) -> Receipt:
        match action:
            case FindSong(text):
                return await self.player.find(account, text)
            case QueueSong(song_id):
                return await self.player.queue(account, song_id)
            case SkipSong():
                return await self.player.skip(account)
