import pytest
from msgspec.structs import replace

from greenroom.chat.protocol.actions import Playback, Song
from greenroom.features.music.rules import Pace, is_continued, played_on, seconds_to_next_read

SONG = Song("One", ("A",), "", "", 60_000)
OTHER = Song("Two", ("A",), "", "", 60_000)


def playing(progress_ms: int, song: Song | None = SONG, *, is_playing: bool = True) -> Playback:
    return Playback(song, is_playing, progress_ms, "")


@pytest.mark.parametrize(
    ("before", "after", "is_same"),
    [
        (None, None, True),
        (playing(1_000), playing(6_000), True),
        (playing(1_000), playing(8_900), True),
        (playing(1_000, is_playing=False), playing(1_000, is_playing=False), True),
        (None, playing(0), False),
        (playing(0), None, False),
        (playing(1_000), playing(6_000, OTHER), False),
        (playing(1_000), playing(6_000, is_playing=False), False),
        (playing(1_000), playing(30_000), False),
        (playing(30_000), playing(1_000), False),
        (playing(1_000, is_playing=False), playing(6_000, is_playing=False), False),
    ],
)
def test_playback_is_continued_unless_the_song_changes_pauses_or_jumps(
    before: Playback | None, after: Playback | None, *, is_same: bool
) -> None:
    assert is_continued(before, after, seconds=5.0) is is_same


@pytest.mark.parametrize(
    ("before", "progress_ms"),
    [(playing(1_000), 6_000), (playing(1_000, is_playing=False), 1_000), (playing(58_000), 60_000)],
)
def test_playback_goes_on_until_the_end_of_the_song_unless_it_is_paused(before: Playback, progress_ms: int) -> None:
    assert played_on(before, seconds=5.0) == replace(before, progress_ms=progress_ms)


@pytest.mark.parametrize(
    ("playback", "seconds"),
    [
        (None, 15.0),
        (playing(0, is_playing=False), 15.0),
        (playing(0, None), 15.0),
        (playing(0), 5.0),
        (playing(58_000), 2.5),
        (playing(60_000), 5.0),
        (playing(90_000), 5.0),
    ],
)
def test_player_is_read_after_the_interval_or_at_the_end_of_the_song(playback: Playback | None, seconds: float) -> None:
    assert seconds_to_next_read(playback, Pace()) == seconds
