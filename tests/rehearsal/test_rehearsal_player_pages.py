"""Embedded players: which pages may embed them and which state they show."""

import re

import httpx
import pytest
from kick_client import KickClient
from twitch_client import TwitchClient
from youtube_client import YouTubeClient

pytestmark = pytest.mark.asyncio(loop_scope="module")

REFERER = {"Referer": "http://127.0.0.1:8000/"}


async def read_player(http: httpx.AsyncClient, path: str, **headers: str) -> tuple[str, str]:
    """The player's state, and which pages may embed it."""
    response = await http.get(path, headers=headers)
    state = re.search(r'data-state="(\w+)"', response.text)
    assert response.status_code == 200
    assert state is not None
    return state[1], response.headers["content-security-policy"].partition("frame-ancestors ")[2]


async def test_twitch_player_is_embedded_only_by_the_host_in_its_parameter_parent(twitch: TwitchClient) -> None:
    await twitch.command("/twitch/go-live", login="junoplays")
    path = "/twitch/player/?channel=junoplays&muted=true"
    assert await read_player(twitch.http, path) == ("refused", "'none'")
    assert await read_player(twitch.http, f"{path}&parent=a.example;%20*") == ("refused", "'none'")
    assert await read_player(twitch.http, f"{path}&parent=a.example") == ("playing", "https://a.example:*")
    local = "https://127.0.0.1:* http://127.0.0.1:*"
    assert await read_player(twitch.http, f"{path}&parent=127.0.0.1") == ("playing", local)
    assert await read_player(twitch.http, "/twitch/player/?channel=junoplays&parent=127.0.0.1") == ("waiting", local)
    await twitch.command("/twitch/end", login="junoplays")
    assert await read_player(twitch.http, f"{path}&parent=127.0.0.1") == ("offline", local)


async def test_kick_player_is_embedded_by_any_page(kick: KickClient) -> None:
    assert await read_player(kick.http, "/kick/player/nobody?muted=true") == ("offline", "*")
    await kick.command("/go-live", login="junoplays")
    assert await read_player(kick.http, "/kick/player/junoplays?autoplay=true&muted=true") == ("playing", "*")


async def test_youtube_player_needs_a_referer_and_a_video_that_is_not_private(youtube: YouTubeClient) -> None:
    await youtube.command("/go-live", login="junoplays")
    studio = youtube.platform.studio(youtube.rehearsal.world.person("junoplays"))
    assert studio.live is not None
    path = f"/youtube/embed/{studio.live.id}?autoplay=1"
    assert await read_player(youtube.http, path) == ("refused", "*")
    assert await read_player(youtube.http, path, **REFERER) == ("waiting", "*")
    assert await read_player(youtube.http, f"{path}&mute=1", **REFERER) == ("playing", "*")
    await youtube.command("/privacy", login="junoplays", privacy="unlisted")
    assert await read_player(youtube.http, f"{path}&mute=1", **REFERER) == ("playing", "*")
    await youtube.command("/privacy", login="junoplays", privacy="private")
    assert await read_player(youtube.http, f"{path}&mute=1", **REFERER) == ("offline", "*")
