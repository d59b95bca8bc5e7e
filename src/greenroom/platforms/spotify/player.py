"""Playback state of a Spotify account."""

from typing import Literal

import msgspec

from greenroom.chat.protocol.actions import Playback, Playlist, Song
from greenroom.chat.protocol.platform import Account
from greenroom.kernel.text import web_address
from greenroom.platforms.spotify.answers import read
from greenroom.platforms.spotify.api import Image, SpotifyApi

NOTHING_PLAYING = 204


class Links(msgspec.Struct, frozen=True):
    spotify: str = ""


class Named(msgspec.Struct, frozen=True):
    name: str = ""


class Album(msgspec.Struct, frozen=True):
    images: list[Image] = []


class Item(msgspec.Struct, frozen=True):
    """A track or an episode; local files have no links and no pictures."""

    name: str
    duration_ms: int = 0
    artists: list[Named] = []
    show: Named | None = None
    album: Album = Album()
    images: list[Image] = []
    external_urls: Links = Links()


class Context(msgspec.Struct, frozen=True):
    uri: str = ""


class CurrentlyPlaying(msgspec.Struct, frozen=True):
    is_playing: bool = False
    progress_ms: int | None = None
    item: Item | None = None
    context: Context | None = None
    currently_playing_type: Literal["track", "episode", "ad", "unknown"] | str = "unknown"


class Played(msgspec.Struct, frozen=True):
    track: Item


class RecentlyPlayed(msgspec.Struct, frozen=True):
    items: list[Played]


class PlaylistAnswer(msgspec.Struct, frozen=True):
    name: str
    external_urls: Links = Links()


class Player:
    def __init__(self, api: SpotifyApi) -> None:
        self._api = api

    async def now_playing(self, account: Account) -> Playback | None:
        """None when nothing is playing or paused."""
        # Without `additional_types`, episodes have no name in the response.
        kinds = [("additional_types", "track,episode")]
        answer = await self._api.call("GET", "/me/player/currently-playing", account.token, params=kinds)
        if answer.status_code == NOTHING_PLAYING or not answer.content:
            return None
        return now_playing(read(answer, CurrentlyPlaying))

    async def previous(self, account: Account) -> Song | None:
        answer = await self._api.call("GET", "/me/player/recently-played", account.token, params=[("limit", "1")])
        played = read(answer, RecentlyPlayed).items
        return song(played[0].track) if played else None

    async def playlist(self, account: Account, list_id: str) -> Playlist | None:
        """None if it is not that of a playlist."""
        # Such as spotify:playlist:… or spotify:album:…
        kind, _, playlist_id = list_id.removeprefix("spotify:").partition(":")
        if kind != "playlist" or not playlist_id.isalnum():
            return None
        fields = [("fields", "name,external_urls")]
        answer = await self._api.call("GET", f"/playlists/{playlist_id}", account.token, params=fields)
        found = read(answer, PlaylistAnswer)
        return Playlist(found.name, web_address(found.external_urls.spotify))


def now_playing(playing: CurrentlyPlaying) -> Playback:
    return Playback(
        song=None if playing.item is None else song(playing.item),
        is_playing=playing.is_playing,
        progress_ms=playing.progress_ms or 0,
        list_id=playing.context.uri if playing.context else "",
    )


def song(item: Item) -> Song:
    artists = (item.show.name,) if item.show else tuple(artist.name for artist in item.artists)
    pictures = item.images or item.album.images
    return Song(
        title=item.name,
        artists=tuple(name for name in artists if name),
        url=web_address(item.external_urls.spotify),
        # The widest image is first.
        picture_url=web_address(pictures[0].url) if pictures else "",
        duration_ms=item.duration_ms,
    )
