"""spotipy, unmodified except for its URLs, against the rehearsal."""

import asyncio
from collections.abc import Generator
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest

from rehearsal.state import RehearsalState

# Nothing of it has a type.
Client = Any
spotipy: Any = import_module("spotipy")

pytestmark = pytest.mark.asyncio(loop_scope="module")

REDIRECT_URI = "http://127.0.0.1:8000/oauth/spotify"
SCOPE = (
    "user-read-currently-playing user-read-playback-state user-modify-playback-state user-read-recently-played "
    "playlist-read-private"
)


def secret_oauth(rehearsal: RehearsalState) -> Client:
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


@pytest.fixture(params=[secret_oauth, pkce_oauth], ids=["secret", "pkce"])
def oauth(request: pytest.FixtureRequest, rehearsal: RehearsalState) -> Generator[Client]:
    opened: Client = request.param(rehearsal)
    accounts = rehearsal.environment()["GREENROOM_SPOTIFY__ACCOUNTS_URL"]
    opened.OAUTH_AUTHORIZE_URL = f"{accounts}/authorize"
    opened.OAUTH_TOKEN_URL = f"{accounts}/api/token"
    yield opened
    # It would close them when it is collected, which is too late for a run that minds.
    opened._session.close()


@pytest.fixture
def client(oauth: Client, rehearsal: RehearsalState) -> Generator[Client]:
    client = spotipy.Spotify(auth_manager=oauth, retries=0, status_retries=0)
    client.prefix = f"{rehearsal.environment()['GREENROOM_SPOTIFY__API_URL']}/"
    yield client
    client._session.close()


async def agree(oauth: Client, http: httpx.AsyncClient, login: str = "junoplays") -> None:
    """The person's part, in a browser."""
    url = oauth.get_authorize_url()
    answer = await http.post(url, data={"login": login, "decision": "authorize"})
    code = oauth.parse_response_code(answer.headers["location"])
    assert urlsplit(answer.headers["location"]).path == "/oauth/spotify"
    plainly = {} if oauth.__class__.__name__ == "SpotifyPKCE" else {"as_dict": False}
    await ask(oauth.get_access_token, code, check_cache=False, **plainly)


async def ask(call: Any, *arguments: Any, **named: Any) -> Any:  # noqa: ANN401
    return await asyncio.to_thread(call, *arguments, **named)


async def test_person_and_player_and_playlists(oauth: Client, client: Client, http: httpx.AsyncClient) -> None:
    await agree(oauth, http)
    assert (await ask(client.me))["display_name"] == "JunoPlays"
    playing = await ask(client.current_user_playing_track)
    assert playing["item"]["name"] == "Harbour Lights Off"
    found = await ask(client.search, "tram", limit=5, type="track")
    await ask(client.add_to_queue, found["tracks"]["items"][0]["uri"])
    await ask(client.next_track)
    assert (await ask(client.current_playback))["item"]["name"] == "Tram 9 at Midnight"
    recent = await ask(client.current_user_recently_played, limit=1)
    assert recent["items"][0]["track"]["name"] == "Harbour Lights Off"
    assert (await ask(client.current_user_playlists))["total"] == 3


async def test_token_that_expired_is_refreshed_by_the_client(
    oauth: Client, client: Client, http: httpx.AsyncClient
) -> None:
    await agree(oauth, http)
    await http.post("/control/spotify/expire-tokens", json={})
    held = oauth.cache_handler.get_cached_token()
    await ask(oauth.refresh_access_token, held["refresh_token"])
    assert (await ask(client.me))["uri"].startswith("spotify:user:")


async def test_refusals_are_understood(oauth: Client, client: Client, http: httpx.AsyncClient) -> None:
    await agree(oauth, http, "brisket99")
    assert await ask(client.current_user_playing_track) is None
    with pytest.raises(spotipy.SpotifyException) as raised:
        await ask(client.next_track)
    assert (raised.value.http_status, raised.value.reason) == (404, "NO_ACTIVE_DEVICE")
