"""Token, registered users and rate limit of the Web API."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from rehearsal.oauth.tokens import AccessToken
from rehearsal.platforms.spotify.errors import ApiError, NotRegistered
from rehearsal.platforms.spotify.platform import Spotify, SpotifyDep
from rehearsal.platforms.spotify.playback import Playback
from rehearsal.simulation.world import Person


@dataclass(frozen=True, slots=True)
class Caller:
    """The token of a request and its account."""

    spotify: Spotify
    token: AccessToken
    owner: Person | None

    @property
    def person(self) -> Person:
        if self.owner is None:
            raise ApiError(401, "Valid user authentication required")
        return self.owner

    @property
    def playback(self) -> Playback:
        return self.spotify.playback(self.person)

    def require_scope(self, *scopes: str) -> None:
        """Refuses a user token that has none of the scopes."""
        if self.owner is not None and not set(scopes) & set(self.token.scopes):
            raise ApiError(403, "Insufficient client scope")

    def controllable_playback(self) -> Playback:
        """The playback; raises if the token lacks the scope, the account has no Premium, or no device is active."""
        self.require_scope("user-modify-playback-state")
        if self.person.login in self.spotify.without_premium:
            raise ApiError(403, "Player command failed: Premium required", "PREMIUM_REQUIRED")
        if self.playback.track is None:
            raise ApiError(404, "Player command failed: No active device found", "NO_ACTIVE_DEVICE")
        return self.playback


async def read_caller(request: Request, spotify: SpotifyDep) -> Caller:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if not value:
        raise ApiError(401, "No token provided")
    if scheme.lower() != "bearer":
        raise ApiError(400, "Only valid bearer authentication supported")
    wait = spotify.count_request()
    if wait is not None:
        raise ApiError(429, "API rate limit exceeded", retry_after=wait)
    token = spotify.tokens.find(value)
    if token is None:
        raise ApiError(401, "The access token expired")
    person = spotify.rehearsal.world.find(person_id=token.person_id or "")
    if person is not None and person.login in spotify.unregistered:
        raise NotRegistered
    return Caller(spotify, token, person)


ApiCaller = Annotated[Caller, Depends(read_caller)]


def read_number(request: Request, name: str, default: int, *, minimum: int, maximum: int) -> int:
    text = request.query_params.get(name, str(default))
    if not text.isdecimal() or not minimum <= int(text) <= maximum:
        raise ApiError(400, f"Invalid {name}")
    return int(text)
