"""Reads and controls the playback of a Spotify account, and finds songs."""

import re
from typing import Literal

import msgspec

from greenroom.accounts.platforms import Unanswered
from greenroom.chat.protocol.actions import Playback, Playlist, Receipt, Song, refused
from greenroom.chat.protocol.platform import Account
from greenroom.kernel.text import web_address
from greenroom.platforms.spotify.answers import error_reason, read
from greenroom.platforms.spotify.api import Image, SpotifyApi

NOTHING_PLAYING = 204
NOT_FOUND = (400, 404)
# Statuses after which Spotify may have carried out a command. After 503 it has not.
MAYBE_DONE = (500, 502, 504)
TRACK = re.compile(
    r"(?:https?://)?open\.spotify\.com/(?:intl-[a-z-]+/)?track/([A-Za-z0-9]{22})(?:[/?#].*)?|spotify:track:([A-Za-z0-9]{22})"
)
ADDRESS = re.compile(r"(?:https?://|www\.|spotify:)", re.IGNORECASE)
MAX_QUERY_LENGTH = 200
# Messages for viewers, by Spotify's code of a refused command.
REFUSALS = {
    "NO_ACTIVE_DEVICE": "Spotify is not playing on any device right now.",
    "PREMIUM_REQUIRED": "Spotify Premium is needed to add or skip songs.",
}


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
    uri: str = ""
    explicit: bool = False
    is_playable: bool = True


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


class FoundTracks(msgspec.Struct, frozen=True):
    items: list[Item]


class SearchAnswer(msgspec.Struct, frozen=True):
    tracks: FoundTracks


class Player:
    def __init__(self, api: SpotifyApi) -> None:
        self._api = api

    async def now_playing(self, account: Account) -> Playback | None:
        """What is playing or paused; None if nothing is loaded."""
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
        """Name and link of a playlist; None if `list_id` is the URI of something else, such as spotify:album:…."""
        kind, _, playlist_id = list_id.removeprefix("spotify:").partition(":")
        if kind != "playlist" or not playlist_id.isalnum():
            return None
        fields = [("fields", "name,external_urls")]
        answer = await self._api.call("GET", f"/playlists/{playlist_id}", account.token, params=fields)
        found = read(answer, PlaylistAnswer)
        return Playlist(found.name, web_address(found.external_urls.spotify))

    async def find(self, account: Account, text: str) -> Receipt:
        """Finds a track by its link or URI, or the best match for other text."""
        address = TRACK.fullmatch(text.strip())
        if address is None and ADDRESS.match(text.strip()):
            return refused("Only links to a song on Spotify work.")
        item = await (
            self._search(account, text) if address is None else self._track(account, address[1] or address[2])
        )
        if item is None or not item.uri or not item.is_playable:
            return refused("No such song was found on Spotify.")
        return Receipt("done", song=song(item))

    async def _track(self, account: Account, track_id: str) -> Item | None:
        answer = await self._api.try_call("GET", f"/tracks/{track_id}", account.token)
        if answer.status_code in NOT_FOUND:
            return None
        self._api.check_status(answer)
        return read(answer, Item)

    async def _search(self, account: Account, text: str) -> Item | None:
        query = [("q", text.strip()[:MAX_QUERY_LENGTH]), ("type", "track"), ("limit", "5")]
        answer = await self._api.call("GET", "/search", account.token, params=query)
        return next((item for item in read(answer, SearchAnswer).tracks.items if item.is_playable), None)

    async def queue(self, account: Account, song_id: str) -> Receipt:
        """Queues the song; returns `done` even without Spotify's answer, because a retry could queue it twice."""
        try:
            return await self._control(account, "/me/player/queue", [("uri", song_id)])
        except Unanswered:
            return Receipt("done")

    async def skip(self, account: Account) -> Receipt:
        return await self._control(account, "/me/player/next", [])

    async def _control(self, account: Account, path: str, params: list[tuple[str, str]]) -> Receipt:
        answer = await self._api.try_call("POST", path, account.token, params=params)
        if (why := REFUSALS.get(error_reason(answer))) is not None:
            return refused(why)
        if answer.status_code in MAYBE_DONE:
            raise Unanswered(f"Spotify is not responding (error {answer.status_code})")
        self._api.check_status(answer)
        return Receipt("done")


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
        id=item.uri,
        is_explicit=item.explicit,
    )
