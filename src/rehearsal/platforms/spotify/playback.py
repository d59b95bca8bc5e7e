"""What one person listens to; it plays on as the rehearsal's time does."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from rehearsal.platforms.spotify.tracks import Playlist, Track

HISTORY_KEPT = 50


@dataclass(frozen=True, slots=True)
class Played:
    track: Track
    at: datetime


@dataclass(slots=True)
class Deck:
    """Without a track there is no active device either."""

    playlist: Playlist | None = None
    track: Track | None = None
    is_playing: bool = False
    # Progress as of a moment; it grows from there while something plays.
    progress_ms: int = 0
    as_of: datetime | None = None
    queue: list[Track] = field(default_factory=list[Track])
    history: list[Played] = field(default_factory=list[Played])

    def start(self, track: Track, playlist: Playlist | None, now: datetime) -> None:
        self.track, self.playlist = track, playlist
        self.is_playing, self.progress_ms, self.as_of = True, 0, now

    def stop(self) -> None:
        """The device goes away."""
        self.track, self.playlist, self.is_playing, self.progress_ms = None, None, False, 0
        self.queue.clear()

    def pause(self, now: datetime) -> None:
        self.catch_up(now)
        self.is_playing = False

    def catch_up(self, now: datetime) -> None:
        """Songs that ended meanwhile go into the history, and the next ones follow."""
        if self.as_of is not None and self.is_playing:
            self.progress_ms += int((now - self.as_of).total_seconds() * 1000)
        self.as_of = now
        while self.track is not None and self.progress_ms >= self.track.seconds * 1000:
            self.progress_ms -= self.track.seconds * 1000
            self._note(self.track, now - timedelta(milliseconds=self.progress_ms))
            self.track = self._next()

    def skip(self, now: datetime) -> None:
        self.catch_up(now)
        if self.track is not None:
            self._note(self.track, now)
            self.start(self._next(), self.playlist, now)

    def upcoming(self) -> list[Track]:
        """At most 20; a list that is shorter comes round again."""
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

    def _note(self, track: Track, at: datetime) -> None:
        self.history = [*self.history, Played(track, at)][-HISTORY_KEPT:]
