"""Authentication, rate limit, paging and parsing shared by all Helix calls."""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Annotated, TypeVar

from fastapi import Depends
from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import from_json, to_json
from starlette.requests import Request

from rehearsal.network.response_headers import set_response_headers
from rehearsal.oauth.tokens import AccessToken
from rehearsal.platforms.twitch.chat.rooms import Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

MAX_VALUES = 100

Json = dict[str, JsonValue]
Body = TypeVar("Body", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class Caller:
    """The token of a request and its account; no account for an app token."""

    token: AccessToken
    person: Person | None

    def has_any(self, *scopes: str) -> bool:
        return any(scope in self.token.scopes for scope in scopes)


async def read_caller(request: Request, twitch: TwitchDep) -> Caller:
    token = read_token(request, twitch)
    if request.headers.get("client-id") is None:
        raise HelixError(401, "Client ID is missing")
    if request.headers["client-id"] != token.client_id:
        raise HelixError(401, "Client ID and OAuth token do not match")
    rate = twitch.buckets.take((token.client_id, token.person_id))
    set_response_headers(request.scope["state"], rate.headers())
    if rate.is_empty:
        raise HelixError(429, "Too Many Requests")
    return Caller(token, twitch.rehearsal.world.find(person_id=token.person_id or ""))


def read_token(request: Request, twitch: Twitch) -> AccessToken:
    scheme, _, value = request.headers.get("authorization", "").partition(" ")
    if not value:
        raise HelixError(401, "OAuth token is missing")
    token = twitch.tokens.find(value) if scheme.lower() == "bearer" else None
    if token is None:
        raise HelixError(401, "Invalid OAuth token")
    return token


HelixCaller = Annotated[Caller, Depends(read_caller)]


def read_values(request: Request, name: str) -> list[str]:
    """The values of a query parameter, without duplicates."""
    return list(dict.fromkeys(request.query_params.getlist(name)))


def read_ids(request: Request, name: str) -> list[str]:
    ids = read_values(request, name)
    if not all(each.isascii() and each.isdecimal() for each in ids):
        raise HelixError(400, f'The parameter "{name}" was malformed: the value must be a numeric ID')
    return ids


def check_count(count: int, names: str) -> None:
    if count > MAX_VALUES:
        raise HelixError(400, f"The number of {names} query parameters exceeds the maximum of {MAX_VALUES}")


def read_page_size(request: Request, default: int = 20, maximum: int = MAX_VALUES) -> int:
    text = request.query_params.get("first", str(default))
    if not text.isdecimal() or not 1 <= int(text) <= maximum:
        raise HelixError(400, f'The parameter "first" was malformed: the value must be between 1 and {maximum}')
    return int(text)


def page_of(request: Request, rows: list[JsonValue], default: int = 20, maximum: int = MAX_VALUES) -> Json:
    size = read_page_size(request, default, maximum)
    before = read_cursor(request, "before")
    start = read_cursor(request, "after") or 0
    if before is not None:
        start = max(0, before - 2 * size)
    end = start + size
    return {"data": rows[start:end], "pagination": {"cursor": write_cursor(end)} if end < len(rows) else {}}


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


def required(request: Request, name: str) -> str:
    value = request.query_params.get(name)
    if not value:
        raise HelixError(400, f'Missing required parameter "{name}"')
    return value


async def read_body(request: Request, model: type[Body]) -> Body:
    """The parsed body; as on Twitch, the query may have required fields that the body lacks, or replace the body."""
    body = await request.body()
    try:
        if body:
            return model.model_validate_json(with_query_fields(request, model, body))
        return model.model_validate_strings(dict(request.query_params))
    except ValidationError as error:
        field_path = ".".join(str(part) for part in error.errors()[0]["loc"]) or "body"
        raise HelixError(400, f"The {field_path} field is required and must be valid") from None


def with_query_fields(request: Request, model: type[BaseModel], body: bytes) -> bytes:
    """The body with missing required fields taken from the query."""
    try:
        fields: JsonValue = from_json(body)
    except ValueError:
        return body
    if not isinstance(fields, dict):
        return body
    missing = {name for name, field in model.model_fields.items() if field.is_required() and name not in fields}
    found: Json = {name: request.query_params[name] for name in sorted(missing & request.query_params.keys())}
    return to_json(fields | found) if found else body


def require_scope(caller: Caller, *scopes: str) -> Person:
    """The token's account; the token needs one of the scopes."""
    if caller.person is None:
        raise HelixError(401, "Missing User OAUTH Token")
    if scopes and not caller.has_any(*scopes):
        raise HelixError(401, f"Missing scope: {' or '.join(scopes)}")
    return caller.person


def require_own_id(caller: Caller, user_id: str, name: str) -> None:
    if caller.person is None or caller.person.id != user_id:
        raise HelixError(401, f"The ID in {name} must match the user ID found in the request's OAuth token")


def own_room(request: Request, caller: Caller, twitch: Twitch, *scopes: str, name: str = "broadcaster_id") -> Room:
    """The room of the token's account; raises if the query names another channel."""
    broadcaster_id = required(request, name)
    person = require_scope(caller, *scopes)
    require_own_id(caller, broadcaster_id, name)
    return twitch.room(person)


def known_room(request: Request, twitch: Twitch, name: str = "broadcaster_id") -> Room:
    person = twitch.rehearsal.world.find(person_id=required(request, name))
    if person is None:
        raise HelixError(400, f"The ID in {name} is not valid")
    return twitch.room(person)


def moderated_room(
    request: Request, caller: Caller, twitch: Twitch, *scopes: str, name: str = "broadcaster_id"
) -> tuple[Room, Viewer]:
    """The room that the query names, and the token's account; raises if that is no moderator there."""
    required(request, name)
    moderator_id = required(request, "moderator_id")
    person = require_scope(caller, *scopes)
    require_own_id(caller, moderator_id, "moderator_id")
    room = known_room(request, twitch, name)
    if not room.is_moderator(person.id):
        raise HelixError(403, "The user in moderator_id is not one of the broadcaster's moderators")
    return room, as_viewer(twitch, person)


def as_viewer(twitch: Twitch, person: Person) -> Viewer:
    return twitch.find_user(person.id) or Viewer(person.id, person.login, person.display_name, "", "en")


def known_user(twitch: Twitch, user_id: str, name: str = "user_id") -> Viewer:
    viewer = twitch.find_user(user_id)
    if viewer is None:
        raise HelixError(400, f"The ID in {name} is not valid")
    return viewer
