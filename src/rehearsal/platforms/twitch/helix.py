"""What every Helix call goes through first: token, client id, and the bucket of points."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends
from starlette.requests import Request

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.rate import STATE_KEY
from rehearsal.platforms.twitch.tokens import AccessToken
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.world import Person

MAX_VALUES = 100


@dataclass(frozen=True, slots=True)
class Caller:
    """The token behind a call, and its person unless it is an app token."""

    token: AccessToken
    person: Person | None

    def has_any(self, *scopes: str) -> bool:
        return any(scope in self.token.scopes for scope in scopes)


async def read_caller(request: Request, twitch: OnTwitch) -> Caller:
    token = read_token(request, twitch)
    if request.headers.get("client-id") is None:
        raise HelixError(401, "Client ID is missing")
    if request.headers["client-id"] != token.client_id:
        raise HelixError(401, "Client ID and OAuth token do not match")
    rate = twitch.buckets.take((token.client_id, token.person_id))
    setattr(request.state, STATE_KEY, rate)
    if rate.is_empty:
        raise HelixError(429, "Too Many Requests")
    return Caller(token, twitch.stage.world.find(person_id=token.person_id or ""))


def read_token(request: Request, twitch: Twitch) -> AccessToken:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if not value:
        raise HelixError(401, "OAuth token is missing")
    token = twitch.tokens.find(value) if scheme.lower() == "bearer" else None
    if token is None:
        raise HelixError(401, "Invalid OAuth token")
    return token


OnHelix = Annotated[Caller, Depends(read_caller)]


def read_values(request: Request, name: str) -> list[str]:
    """A repeated query parameter, without repetitions."""
    return list(dict.fromkeys(request.query_params.getlist(name)))


def read_ids(request: Request, name: str) -> list[str]:
    ids = read_values(request, name)
    if not all(each.isascii() and each.isdecimal() for each in ids):
        raise HelixError(400, f'The parameter "{name}" was malformed: the value must be a numeric ID')
    return ids


def check_count(count: int, what: str) -> None:
    if count > MAX_VALUES:
        raise HelixError(400, f"The number of {what} query parameters exceeds the maximum of {MAX_VALUES}")


def read_page_size(request: Request) -> int:
    text = request.query_params.get("first", "20")
    if not text.isdecimal() or not 1 <= int(text) <= MAX_VALUES:
        raise HelixError(400, 'The parameter "first" was malformed: the value must be between 1 and 100')
    return int(text)


def write_cursor(position: int) -> str:
    return urlsafe_b64encode(f"at:{position}".encode()).decode()


def read_cursor(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if not text:
        return None
    try:
        mark, _, position = urlsafe_b64decode(text.encode()).decode().partition(":")
        if mark == "at":
            return int(position)
    except ValueError:
        pass
    raise HelixError(400, f'The parameter "{name}" was malformed: the cursor is not valid')
