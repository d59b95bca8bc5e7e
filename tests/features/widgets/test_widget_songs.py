"""The page of a widget shows the song that the channel's music account plays."""

from widget_channel import WidgetChannel

from greenroom.chat.protocol.actions import Playback, Song
from greenroom.features.widgets.live.songs import shown_song
from support.greenroom_server import LiveSocket


async def test_page_shows_the_song_that_is_playing(channel: WidgetChannel) -> None:
    await channel.client.connect("junoplays", provider="spotify", channel_id=channel.channel_id)
    widget = await channel.add("now_playing")
    url = f"{channel.greenroom.url.replace('http', 'ws')}/api/2/widgets/{widget['id']}/live"
    page = await channel.greenroom.keep_open(LiveSocket(url, []))
    await page.send({"key": await channel.key(widget)})
    assert (await page.receive())["state"] == {}
    frame = await page.receive()
    assert frame["type"] == "update"
    song = frame["state"]["song"]
    assert (song["title"], song["artists"]) == ("Harbour Lights Off", ["The Quiet Cranes"])
    assert song["duration_ms"] > song["progress_ms"] >= 61_000
    assert song["picture_url"].startswith("http")


def test_paused_song_an_advertisement_and_silence_show_nothing() -> None:
    song = Song("One", ("A",), "", "", 60_000)
    assert shown_song(Playback(song, is_playing=True, progress_ms=5, list_id="")) is not None
    assert shown_song(Playback(song, is_playing=False, progress_ms=5, list_id="")) is None
    assert shown_song(Playback(None, is_playing=True, progress_ms=5, list_id="")) is None
    assert shown_song(None) is None
