"""Spotify's resources for an app in development mode: without the fields removed in 2026."""

from collections.abc import Sequence

from pydantic import JsonValue

from rehearsal.platforms.spotify.tracks import Playlist, Track, spotify_id
from rehearsal.simulation.world import Person

Json = dict[str, JsonValue]

WEB_URL = "https://open.spotify.com"
COVER_WIDTHS = (640, 300, 64)


class Resources:
    def __init__(self, base_url: str) -> None:
        self._base_url = base_url
        self.api_url = f"{base_url}/spotify/v1"

    def user(self, person: Person) -> Json:
        avatar = f"{self._base_url}/avatars/{person.login}.svg"
        sizes: list[JsonValue] = [{"url": avatar, "height": width, "width": width} for width in (300, 64)]
        return {
            "account_id": account_id(person),
            "display_name": person.display_name,
            "images": sizes,
            **self._object("user", user_id(person), path=f"users/{user_id(person)}"),
        }

    def track(self, track: Track) -> Json:
        return {
            "album": self._album(track),
            "artists": [self._artist(name) for name in track.artists],
            "disc_number": 1,
            "duration_ms": track.seconds * 1000,
            "explicit": track.is_explicit,
            "external_ids": {"isrc": f"XX{spotify_id('isrc', track.title, 10).upper()}"},
            "is_local": False,
            "is_playable": True,
            "name": track.title,
            "preview_url": None,
            "track_number": track.number,
            **self._object("track", track.id),
        }

    def playlist(self, playlist: Playlist, owner: Person) -> Json:
        items_href = f"{self.api_url}/playlists/{playlist.id}/items"
        items: Json = {"href": items_href, "total": len(playlist.tracks)}
        shown: Json = {
            "collaborative": False,
            "description": "",
            "images": self._covers(playlist.name),
            "items": items,
            "name": playlist.name,
            "owner": {"display_name": owner.display_name, **self._owner(owner)},
            "primary_color": None,
            "public": False,
            "snapshot_id": spotify_id("snapshot", f"{playlist.name} {len(playlist.tracks)}", 32),
            **self._object("playlist", playlist.id),
        }
        return shown

    def context(self, playlist: Playlist) -> Json:
        found = self._object("playlist", playlist.id)
        return {name: value for name, value in found.items() if name != "id"}

    def _owner(self, owner: Person) -> Json:
        return self._object("user", user_id(owner), path=f"users/{user_id(owner)}")

    def _album(self, track: Track) -> Json:
        return {
            "album_type": "album",
            "artists": [self._artist(track.artists[0])],
            "images": self._covers(track.album),
            "is_playable": True,
            "name": track.album,
            "release_date": "2025-06-20",
            "release_date_precision": "day",
            "total_tracks": 9,
            **self._object("album", spotify_id("album", track.album)),
        }

    def _artist(self, name: str) -> Json:
        return {"name": name, **self._object("artist", spotify_id("artist", name))}

    def _covers(self, name: str) -> list[JsonValue]:
        """The cover of an album or playlist in all widths, widest first."""
        cover = f"{self._base_url}/spotify/covers/{spotify_id('cover', name)}"
        return [{"url": f"{cover}/{width}.svg", "height": width, "width": width} for width in COVER_WIDTHS]

    def _object(self, kind: str, object_id: str, path: str | None = None) -> Json:
        return {
            "external_urls": {"spotify": f"{WEB_URL}/{kind}/{object_id}"},
            "href": f"{self.api_url}/{path or f'{kind}s/{object_id}'}",
            "id": object_id,
            "type": kind,
            "uri": f"spotify:{kind}:{object_id}",
        }


def page(href: str, items: Sequence[JsonValue], *, limit: int, offset: int, total: int) -> Json:
    def at(start: int) -> str:
        return f"{href}?offset={start}&limit={limit}"

    return {
        "href": at(offset),
        "items": list(items),
        "limit": limit,
        "next": at(offset + limit) if offset + limit < total else None,
        "offset": offset,
        "previous": at(max(offset - limit, 0)) if offset > 0 else None,
        "total": total,
    }


def user_id(person: Person) -> str:
    """The id of the account in URIs and links."""
    return f"31{spotify_id('user', person.id, 26).lower()}"


def account_id(person: Person) -> str:
    return spotify_id("account", person.id, 10)
