"""Pure rules: when to read again what is playing, and whether it has changed."""

from msgspec import Struct
from msgspec.structs import replace

from greenroom.chat.protocol.actions import Playback

# Tolerated difference in progress: requests take time, and the music stops while it loads.
TOLERANCE_MS = 3_000
# How long after the end of a song the platform reports the next one.
AFTER_SONG_SECONDS = 0.5


class Pace(Struct, frozen=True):
    """Seconds between two reads."""

    playing: float = 5.0
    silent: float = 15.0
    after_failure: float = 60.0


def played_on(playback: Playback | None, seconds: float) -> Playback | None:
    """The playback after this time, if it goes on; at most until the end of the song."""
    if playback is None or playback.song is None or not playback.is_playing:
        return playback
    progress_ms = playback.progress_ms + int(seconds * 1_000)
    return replace(playback, progress_ms=min(progress_ms, playback.song.duration_ms))


def is_continued(before: Playback | None, after: Playback | None, seconds: float) -> bool:
    """Whether the same song has played on or stayed paused for `seconds`, or still none is loaded."""
    if before is None or after is None:
        return before is after
    if (before.song, before.is_playing) != (after.song, after.is_playing):
        return False
    expected = before.progress_ms + (seconds * 1_000 if before.is_playing else 0)
    return abs(after.progress_ms - expected) <= TOLERANCE_MS


def seconds_to_next_read(playback: Playback | None, pace: Pace) -> float:
    """Seconds to wait before the next read; fewer at the end of a song, so that the next song is shown at once."""
    if playback is None or not playback.is_playing or playback.song is None:
        return pace.silent
    left = (playback.song.duration_ms - playback.progress_ms) / 1_000 + AFTER_SONG_SECONDS
    return min(pace.playing, left) if left > AFTER_SONG_SECONDS else pace.playing
