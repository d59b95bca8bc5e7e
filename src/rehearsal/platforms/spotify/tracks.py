"""Made-up tracks and playlists."""

import hashlib
import string
from dataclasses import dataclass

BASE62 = string.digits + string.ascii_letters


def spotify_id(kind: str, name: str, length: int = 22) -> str:
    """An id of `length` base 62 characters, derived from kind and name."""
    number = int.from_bytes(hashlib.sha256(f"{kind}:{name}".encode()).digest())
    letters: list[str] = []
    for _ in range(length):
        number, rest = divmod(number, 62)
        letters.append(BASE62[rest])
    return "".join(letters)


@dataclass(frozen=True, slots=True)
class Track:
    title: str
    artists: tuple[str, ...]
    album: str
    seconds: int
    number: int = 1
    is_explicit: bool = False

    @property
    def id(self) -> str:
        return spotify_id("track", f"{self.title} by {self.artists[0]}")


@dataclass(frozen=True, slots=True)
class Playlist:
    name: str
    tracks: tuple[Track, ...]

    @property
    def id(self) -> str:
        return spotify_id("playlist", self.name)


TRACKS = (
    Track("Harbour Lights Off", ("The Quiet Cranes",), "Low Tide", 214),
    Track("Salt on the Window", ("The Quiet Cranes", "Ines Wren"), "Low Tide", 187, 2),
    Track("Tram 9 at Midnight", ("Okapi Parade",), "Timetables", 241),
    Track("Lost Umbrella", ("Okapi Parade",), "Timetables", 166, 4, is_explicit=True),
    Track("Solder Smoke", ("Marta Vale",), "Workbench Songs", 203),
    Track("Eight Colours", ("Marta Vale",), "Workbench Songs", 178, 3),
    Track("紙の月", ("夜更かし楽団",), "小さな夜", 229),
    Track("Café sin azúcar", ("Los Relojes",), "Siesta Eléctrica", 195),
)

PLAYLISTS = (
    Playlist("Before the stream", TRACKS[:4]),
    Playlist("Quiet work", TRACKS[2:8]),
    Playlist("Boss fights", (TRACKS[0], TRACKS[3], TRACKS[7])),
)


def find_track(track_id: str) -> Track | None:
    return next((track for track in TRACKS if track.id == track_id), None)


def search(query: str) -> list[Track]:
    words = query.casefold().split()
    return [track for track in TRACKS if all(word in _search_text(track) for word in words)]


def _search_text(track: Track) -> str:
    return f"{track.title} {' '.join(track.artists)} {track.album}".casefold()
