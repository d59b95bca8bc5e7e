"""The stand-in for Spotify."""

from collections import deque
from datetime import datetime, timedelta
from typing import Annotated, cast

from fastapi import Depends
from pydantic import JsonValue
from starlette.requests import HTTPConnection
from starlette.responses import Response

from rehearsal.oauth.accounts import Accounts, stable_secret
from rehearsal.oauth.tokens import TokenStore
from rehearsal.platforms.background import BackgroundService
from rehearsal.platforms.spotify.errors import ACCOUNTS_ERRORS, accounts_failure, api_failure
from rehearsal.platforms.spotify.limits import Limits
from rehearsal.platforms.spotify.playback import Playback, Played
from rehearsal.platforms.spotify.resources import Resources
from rehearsal.platforms.spotify.tracks import PLAYLISTS, TRACKS, Playlist
from rehearsal.simulation.world import Person
from rehearsal.state import RehearsalState

CLIENT_ID = stable_secret("rehearsal spotify", 32)
LISTENING_AT_START = "junoplays"
PAUSED_AT_START = "marekfixes"


class Spotify(Accounts, BackgroundService):
    key = "spotify"
    name = "Spotify"
    prefixes: tuple[str, ...] = ("spotify",)

    def __init__(self, rehearsal: RehearsalState) -> None:
        BackgroundService.__init__(self)
        Accounts.__init__(self, rehearsal, CLIENT_ID, stable_secret(f"spotify:{rehearsal.first_seed}", 32))
        self.resources = Resources(rehearsal.base_url)
        self._start()

    def _start(self) -> None:
        self.limits = Limits()
        self.tokens = TokenStore(self.rehearsal.clock, self.limits)
        self._playbacks: dict[str, Playback] = {}
        self._playlists: dict[str, list[Playlist]] = {}
        self._calls: deque[datetime] = deque()
        self.unregistered: set[str] = set()
        self.without_premium: set[str] = set()

    def reset(self) -> None:
        self._start()

    def addresses(self) -> dict[str, str]:
        return {"ACCOUNTS_URL": f"{self.rehearsal.base_url}/spotify/accounts", "API_URL": self.resources.api_url}

    def playback(self, person: Person) -> Playback:
        """The playback, advanced to the current time."""
        now = self.rehearsal.clock.now()
        playback = self._playbacks.get(person.id)
        if playback is None:
            playback = self._playbacks[person.id] = _initial_playback(person, now)
        playback.catch_up(now)
        return playback

    def playlists(self, person: Person) -> list[Playlist]:
        return self._playlists.setdefault(person.id, list(PLAYLISTS))

    def count_request(self) -> int | None:
        """Counts a request; if the rate limit is reached, returns the seconds to wait instead."""
        now = self.rehearsal.clock.now()
        window = timedelta(seconds=self.limits.window_seconds)
        while self._calls and self._calls[0] + window <= now:
            self._calls.popleft()
        if len(self._calls) >= self.limits.calls_per_window:
            return max(int((self._calls[0] + window - now).total_seconds()), 1)
        self._calls.append(now)
        return None

    def refuse(self, path: str, status: int, retry_after: int | None) -> Response:
        if path.startswith("/spotify/accounts"):
            response = accounts_failure(status, ACCOUNTS_ERRORS.get(status, "server_error"), "")
        else:
            response = api_failure(status, "Too many requests" if status == 429 else "")
        if retry_after is not None:
            response.headers["Retry-After"] = str(retry_after)
        return response

    def describe(self, person: Person) -> dict[str, JsonValue]:
        playback = self.playback(person)
        return {
            **self.describe_account(person),
            "is_playing": playback.is_playing,
            "song": playback.track.title if playback.track else None,
        }


def _initial_playback(person: Person, now: datetime) -> Playback:
    playback = Playback()
    playback.history = [Played(track, now - timedelta(minutes=20 - 4 * at)) for at, track in enumerate(TRACKS[4:7])]
    if person.login in {LISTENING_AT_START, PAUSED_AT_START}:
        playback.start(PLAYLISTS[0].tracks[0], PLAYLISTS[0], now)
        playback.progress_ms = 61_000
        playback.is_playing = person.login == LISTENING_AT_START
    return playback


async def spotify_of(connection: HTTPConnection) -> Spotify:
    return cast("Spotify", connection.app.state.rehearsal.platforms["spotify"])


SpotifyDep = Annotated[Spotify, Depends(spotify_of)]
