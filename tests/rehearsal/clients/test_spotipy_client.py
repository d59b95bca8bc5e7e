"""The spotipy client library works with the rehearsal; only its URLs are changed."""

import asyncio
from collections.abc import Generator
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from rehearsal.state import RehearsalState

# spotipy has no type annotations.
Client = Any
spotipy: Any = import_module("spotipy")

pytestmark = pytest.mark.asyncio(loop_scope="module")

REDIRECT_URI = "http://127.0.0.1:8000/oauth/spotify"
SCOPE = (
    "user-read-currently-playing user-read-playback-state user-modify-playback-state user-read-recently-played "
    "playlist-read-private"
)


def client_secret_oauth(rehearsal: RehearsalState) -> Client:
    environment = rehearsal.environment()
    return spotipy.SpotifyOAuth(
        client_id=environment["GREENROOM_SPOTIFY__CLIENT_ID"],
        client_secret=environment["GREENROOM_SPOTIFY__CLIENT_SECRET"],
        redirect_uri=REDIRECT_URI,
        scope=SCOPE,
        cache_handler=spotipy.MemoryCacheHandler(),
        open_browser=False,
    )


def pkce_oauth(rehearsal: RehearsalState) -> Client:
    return spotipy.SpotifyPKCE(
        client_id=rehearsal.environment()["GREENROOM_SPOTIFY__CLIENT_ID"],
        redirect_uri=REDIRECT_URI,
        scope=SCOPE,
        cache_handler=spotipy.MemoryCacheHandler(),
        open_browser=False,
    )


@pytest.fixture(params=[client_secret_oauth, pkce_oauth], ids=["secret", "pkce"])
def oauth(request: pytest.FixtureRequest, rehearsal: RehearsalState) -> Generator[Client]:
    manager: Client = request.param(rehearsal)
    accounts = rehearsal.environment()["GREENROOM_SPOTIFY__ACCOUNTS_URL"]
    manager.OAUTH_AUTHORIZE_URL = f"{accounts}/authorize"
    manager.OAUTH_TOKEN_URL = f"{accounts}/api/token"
    yield manager
    # spotipy closes its session only when it is garbage-collected, and pytest fails on sockets left open.
    manager._session.close()


@pytest.fixture
def client(oauth: Client, rehearsal: RehearsalState) -> Generator[Client]:
    client = spotipy.Spotify(auth_manager=oauth, retries=0, status_retries=0)
    client.prefix = f"{rehearsal.environment()['GREENROOM_SPOTIFY__API_URL']}/"
    yield client
    client._session.close()


async def authorize(oauth: Client, http: httpx.AsyncClient, login: str = "junoplays") -> None:
    """The user allows access, as in a browser; the client exchanges the code for tokens."""
    url = oauth.get_authorize_url()
    response = await http.post(url, data={"login": login, "decision": "authorize"})
    code = oauth.parse_response_code(response.headers["location"])
    assert urlsplit(response.headers["location"]).path == "/oauth/spotify"
    options = {} if oauth.__class__.__name__ == "SpotifyPKCE" else {"as_dict": False}
    await in_thread(oauth.get_access_token, code, check_cache=False, **options)


async def in_thread(call: Any, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401
    return await asyncio.to_thread(call, *arguments, **named)


async def test_client_reads_user_player_and_playlists(oauth: Client, client: Client, http: httpx.AsyncClient) -> None:
    await authorize(oauth, http)
    assert (await in_thread(client.me))["display_name"] == "JunoPlays"
    playing = await in_thread(client.current_user_playing_track)
    assert playing["item"]["name"] == "Harbour Lights Off"
    found = await in_thread(client.search, "tram", limit=5, type="track")
    await in_thread(client.add_to_queue, found["tracks"]["items"][0]["uri"])
    await in_thread(client.next_track)
    assert (await in_thread(client.current_playback))["item"]["name"] == "Tram 9 at Midnight"
    recent = await in_thread(client.current_user_recently_played, limit=1)
    assert recent["items"][0]["track"]["name"] == "Harbour Lights Off"
    assert (await in_thread(client.current_user_playlists))["total"] == 3


async def test_client_refreshes_an_expired_token(oauth: Client, client: Client, http: httpx.AsyncClient) -> None:
    await authorize(oauth, http)
    await http.post("/control/spotify/expire-tokens", json={})
    cached = oauth.cache_handler.get_cached_token()
    await in_thread(oauth.refresh_access_token, cached["refresh_token"])
    assert (await in_thread(client.me))["uri"].startswith("spotify:user:")


async def test_client_understands_error_responses(oauth: Client, client: Client, http: httpx.AsyncClient) -> None:
    await authorize(oauth, http, "brisket99")
    assert await in_thread(client.current_user_playing_track) is None
    with pytest.raises(spotipy.SpotifyException) as raised:
        await in_thread(client.next_track)
    assert (raised.value.http_status, raised.value.reason) == (404, "NO_ACTIVE_DEVICE")
