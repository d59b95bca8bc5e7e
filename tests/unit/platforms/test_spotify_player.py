import msgspec
import pytest

from greenroom.platforms.spotify.player import CurrentlyPlaying, now_playing


def read(body: str) -> CurrentlyPlaying:
    return msgspec.json.decode(body, type=CurrentlyPlaying)


def test_track_has_its_artists_and_the_first_image() -> None:
    playing = now_playing(
        read(
            '{"is_playing":true,"progress_ms":5,"context":{"uri":"spotify:playlist:p1"},"item":{"name":"One",'
            '"duration_ms":9,"artists":[{"name":"A"},{"name":"B"}],"album":{"images":[{"url":"https://i/640"},'
            '{"url":"https://i/64"}]},"external_urls":{"spotify":"https://open/t1"}}}'
        )
    )
    assert playing.song is not None
    assert (playing.song.artists, playing.song.picture_url, playing.song.url) == (
        ("A", "B"),
        "https://i/640",
        "https://open/t1",
    )
    assert (playing.is_playing, playing.progress_ms, playing.list_id) == (True, 5, "spotify:playlist:p1")


def test_artist_of_an_episode_is_its_show() -> None:
    playing = now_playing(
        read('{"item":{"name":"Ep","show":{"name":"The Show"},"images":[{"url":"https://i/1"}]},"context":null}')
    )
    assert playing.song is not None
    assert (playing.song.artists, playing.song.picture_url) == (("The Show",), "https://i/1")


@pytest.mark.parametrize(
    "body",
    [
        '{"currently_playing_type":"ad","item":null,"is_playing":true,"progress_ms":null}',
        '{"currently_playing_type":"something new","item":null}',
    ],
)
def test_advertisement_is_not_a_song(body: str) -> None:
    assert now_playing(read(body)).song is None


def test_local_file_has_no_image_and_an_unsafe_url_is_left_out() -> None:
    playing = now_playing(
        read(
            '{"item":{"name":"mine.mp3","id":null,"is_local":true,"artists":[{"name":""}],"album":{"images":[]},'
            '"external_urls":{"spotify":"javascript:alert(1)"}}}'
        )
    )
    assert playing.song is not None
    assert (playing.song.artists, playing.song.url, playing.song.picture_url) == ((), "", "")
