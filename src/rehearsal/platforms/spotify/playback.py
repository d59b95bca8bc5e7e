"""Playback of one account, which advances with the rehearsal's clock."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.platforms.spotify.tracks import Playlist, Track

MAX_HISTORY = 50


@dataclass(frozen=True, slots=True)
class Played:
    track: Track
    at: datetime


@dataclass(slots=True)
class Playback:
    """The state of a player; without a track there is no active device."""

    playlist: Playlist | None = None
    track: Track | None = None
    is_playing: bool = False
    # Progress at `as_of`; it grows while a track plays.
    progress_ms: int = 0
    as_of: datetime | None = None
    queue: list[Track] = field(default_factory=list[Track])
    history: list[Played] = field(default_factory=list[Played])

    def start(self, track: Track, playlist: Playlist | None, now: datetime) -> None:
        self.track, self.playlist = track, playlist
        self.is_playing, self.progress_ms, self.as_of = True, 0, now

    def stop(self) -> None:
        """Removes the device."""
        self.track, self.playlist, self.is_playing, self.progress_ms = None, None, False, 0
        self.queue.clear()

    def catch_up(self, now: datetime) -> None:
        """Moves tracks that have ended into the history and starts the next ones."""
        if self.as_of is not None and self.is_playing:
            self.progress_ms += int((now - self.as_of).total_seconds() * 1000)
        self.as_of = now
        while self.track is not None and self.progress_ms >= self.track.seconds * 1000:
            self.progress_ms -= self.track.seconds * 1000
            self._add_to_history(self.track, now - timedelta(milliseconds=self.progress_ms))
            self.track = self._next()

    def skip(self, now: datetime) -> None:
        self.catch_up(now)
        if self.track is not None:
            self._add_to_history(self.track, now)
            self.start(self._next(), self.playlist, now)

    def upcoming(self) -> list[Track]:
        """The next 20 tracks: queue, then playlist or else the current track repeated; none without a device."""
        if self.track is None:
            return []
        tracks = self.playlist.tracks if self.playlist else (self.track,)
        start = tracks.index(self.track) + 1 if self.track in tracks else 0
        following = [tracks[(start + step) % len(tracks)] for step in range(20)]
        return [*self.queue, *following][:20]

    def _next(self) -> Track:
        found = self.upcoming()[0]
        if self.queue:
            self.queue.pop(0)
        return found

    def _add_to_history(self, track: Track, at: datetime) -> None:
        self.history = [*self.history, Played(track, at)][-MAX_HISTORY:]
