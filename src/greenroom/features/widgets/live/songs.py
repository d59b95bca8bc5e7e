"""Sends an open page the song that the channel's music account plays."""

import contextlib
from collections.abc import Generator
from uuid import UUID

from msgspec import Struct

from greenroom.chat.protocol.actions import Playback
from greenroom.features.music.channel_music import ChannelMusic
from greenroom.features.widgets.topics import encode
from greenroom.kernel.fast.raw_frames import EncodedFrames
from greenroom.kernel.live.connections import Connection


class ShownSong(Struct, frozen=True):
    title: str
    artists: tuple[str, ...]
    picture_url: str
    duration_ms: int
    # Progress when Greenroom last asked the platform; the page goes on counting.
    progress_ms: int


def shown_song(playback: Playback | None) -> ShownSong | None:
    """The song that is playing; None if no song is."""
    if playback is None or playback.song is None or not playback.is_playing:
        return None
    song = playback.song
    return ShownSong(song.title, song.artists, song.picture_url, song.duration_ms, playback.progress_ms)


@contextlib.contextmanager
def showing_songs(music: ChannelMusic, connection: Connection, channel_id: UUID) -> Generator[None]:
    def show(playback: Playback | None) -> None:
        frame = encode({"type": "update", "state": {"song": shown_song(playback)}})
        connection.push(EncodedFrames((frame,)))

    end = music.watch(channel_id, show)
    try:
        yield
    finally:
        end()
