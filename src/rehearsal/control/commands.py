"""Control routes for people, clock, requests, faults and events, and code shared by all control routes."""

import asyncio
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.control.events import Event, EventLogClosed
from rehearsal.network.faults import Failure, MissingResponse
from rehearsal.network.request_log import is_json
from rehearsal.simulation.people import CATEGORIES, Category
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person, UnknownPerson
from rehearsal.state import Platform, RehearsalState, rehearsal_of

DEFAULT_WAIT_SECONDS = 10
MAX_WAIT_SECONDS = 60
RESERVED_WAIT_NAMES = {"event", "after", "timeout"}

Json = dict[str, JsonValue]
CurrentRehearsal = Annotated[RehearsalState, Depends(rehearsal_of)]


class ControlError(Exception):
    """A control request that fails; `field` is the invalid field of its body, if there is one."""

    def __init__(self, status: int, message: str, field: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.field = field


async def handle_control_error(request: Request, error: Exception) -> Response:
    failure = cast("ControlError", error)
    named = {"errors": [{"field": failure.field, "message": str(failure)}]} if failure.field else {}
    return JSONResponse({"error": str(failure), **named}, status_code=failure.status)


async def guard_writes(request: Request) -> None:
    """Refuses writes that a page of another site sends through the user's browser."""
    if request.method in {"GET", "HEAD"}:
        return
    if not is_json(request.headers.get("content-type", "")):
        raise ControlError(415, "Send application/json.")
    if not is_same_origin(request):
        raise ControlError(403, "Requests from another origin are refused.")


def is_same_origin(request: Request) -> bool:
    origin = request.headers.get("origin")
    return origin is None or origin == f"{request.url.scheme}://{request.headers.get('host')}"


router = APIRouter(prefix="/control", dependencies=[Depends(guard_writes)])


class Command(BaseModel):
    """The body of a control request; an unknown field is an error."""

    model_config = ConfigDict(extra="forbid")


class LoginCommand(Command):
    login: str


class TitleAndCategory(LoginCommand):
    """A new title and a new category, each of which may be left out."""

    title: str | None = Field(default=None, min_length=1, max_length=140)
    category: str | None = None


class OptionalLogin(Command):
    """A command that may name an account; without a login, most such commands are for all accounts."""

    login: str | None = None


class PlaysCommand(Command):
    texts: Annotated[list[Annotated[str, Field(min_length=1, max_length=100)]], Field(max_length=50)]


class Switch(Command):
    on: bool


class LoginSwitch(LoginCommand):
    on: bool


class Moderator(LoginCommand):
    """Adds `viewer` to the moderators of `login`'s chat, or removes the viewer from them."""

    viewer: str
    on: bool = True


class CountCommand(Command):
    next: int = Field(ge=0, le=10_000)


class Fail(Command):
    next: int = Field(ge=1, le=10_000)
    status: int = Field(ge=400, le=599)
    path_prefix: str = Field(pattern="^/")
    retry_after: int | None = Field(default=None, ge=0)


class Mute(CountCommand):
    path_prefix: str = Field(pattern="^/")


class Delay(Command):
    ms: int = Field(ge=0, le=600_000)
    path_prefix: str = Field(pattern="^/")


class Advance(Command):
    seconds: float = Field(ge=0)


class Reset(Command):
    seed: int | None = None


def done(since: int, **facts: JsonValue) -> Json:
    """The response to every command; the command's events have numbers above `seq`."""
    return {"ok": True, "seq": since, **facts}


def known_person(rehearsal: RehearsalState, login: str) -> Person:
    try:
        return rehearsal.world.person(login)
    except UnknownPerson as error:
        raise ControlError(404, str(error)) from None


async def known_platform(platform: str, rehearsal: CurrentRehearsal) -> Platform:
    found = rehearsal.platforms.get(platform)
    if found is None:
        raise ControlError(404, f"There is no platform {platform!r}.")
    return found


PlatformDep = Annotated[Platform, Depends(known_platform)]


def optional_person(rehearsal: RehearsalState, login: str | None) -> Person | None:
    return None if login is None else known_person(rehearsal, login)


def known_category(name_or_id: str | None) -> Category | None:
    if name_or_id is None:
        return None
    for category in CATEGORIES:
        if name_or_id.casefold() in {category.id, category.name.casefold()}:
            return category
    raise ControlError(422, f"Known categories: {', '.join(each.name for each in CATEGORIES)}.")


def known_viewer(rehearsal: RehearsalState, login: str | None, platform: str = "twitch") -> Viewer:
    """The viewer or person with this login; without a login, the platform's first viewer."""
    viewer = rehearsal.world.viewers_on(platform)[0] if login is None else rehearsal.world.viewer(login=login)
    if viewer is None:
        raise ControlError(404, f"There is no account {login!r}.")
    return viewer


@router.get("/people")
async def people(rehearsal: CurrentRehearsal) -> Json:
    return {"records": [describe(rehearsal, person) for person in rehearsal.world.people], "seq": rehearsal.events.seq}


def describe(rehearsal: RehearsalState, person: Person) -> JsonValue:
    platforms: Json = {key: platform.describe(person) for key, platform in rehearsal.platforms.items()}
    return {
        "id": person.id,
        "login": person.login,
        "display_name": person.display_name,
        "avatar_url": rehearsal.avatar_url(person),
        "platforms": platforms,
    }


@router.get("/requests")
async def requests(rehearsal: CurrentRehearsal, path_prefix: str = "/") -> Json:
    return {"records": [entry for entry in rehearsal.request_log.read() if str(entry["path"]).startswith(path_prefix)]}


@router.get("/events")
async def events(rehearsal: CurrentRehearsal, after: int = 0) -> Json:
    return {"records": [event_body(event) for event in rehearsal.events.since(after)], "seq": rehearsal.events.seq}


@router.get("/wait")
async def wait(
    request: Request,
    rehearsal: CurrentRehearsal,
    event: str | None = None,
    after: int = 0,
    timeout: Annotated[float, Query(gt=0, le=MAX_WAIT_SECONDS)] = DEFAULT_WAIT_SECONDS,  # noqa: ASYNC109 - a query name
) -> Response:
    """Waits for the first event after the number `after` whose facts equal the other query parameters."""
    facts = {name: value for name, value in request.query_params.items() if name not in RESERVED_WAIT_NAMES}
    try:
        async with asyncio.timeout(timeout):
            return JSONResponse(event_body(await rehearsal.events.wait(event, after, facts)))
    except TimeoutError:
        return JSONResponse({"error": f"No {event or 'event'} within {timeout:g} s."}, status_code=408)
    except EventLogClosed:
        return JSONResponse({"error": "The rehearsal is shutting down."}, status_code=503)


def event_body(event: Event) -> JsonValue:
    facts: Json = dict(event.facts)
    return {"seq": event.seq, "event": event.event, "at": event.at, "facts": facts}


@router.post("/{platform}/fail")
async def fail(platform: str, body: Fail, rehearsal: CurrentRehearsal) -> Json:
    check_path(rehearsal, platform, body.path_prefix)
    rehearsal.faults.failures.append(Failure(body.next, body.status, body.path_prefix, body.retry_after))
    return done(rehearsal.events.seq)


@router.post("/{platform}/mute")
async def mute(platform: str, body: Mute, rehearsal: CurrentRehearsal) -> Json:
    """Makes the platform carry out the next requests under `path_prefix` without answering them."""
    check_path(rehearsal, platform, body.path_prefix)
    rehearsal.faults.missing_responses.append(MissingResponse(body.next, body.path_prefix))
    return done(rehearsal.events.seq)


@router.post("/{platform}/delay")
async def delay(platform: str, body: Delay, rehearsal: CurrentRehearsal) -> Json:
    """Delays all requests under `path_prefix`; 0 ms ends this."""
    check_path(rehearsal, platform, body.path_prefix)
    rehearsal.faults.delays_ms[body.path_prefix] = body.ms
    return done(rehearsal.events.seq)


def check_path(rehearsal: RehearsalState, platform: str, path_prefix: str) -> None:
    if platform not in rehearsal.platforms:
        raise ControlError(404, f"There is no platform {platform!r}.")
    prefixes = [f"/{prefix}" for prefix in rehearsal.platforms[platform].prefixes]
    if not path_prefix.startswith(tuple(prefixes)):
        raise ControlError(422, f"path_prefix must start with {' or '.join(prefixes)}.", "path_prefix")


@router.post("/clock")
async def move_clock(body: Advance, rehearsal: CurrentRehearsal) -> Json:
    since = rehearsal.events.seq
    rehearsal.clock.advance(body.seconds)
    return done(since, now=rehearsal.clock.now().isoformat())


@router.post("/reset")
async def reset(body: Reset, rehearsal: CurrentRehearsal) -> Json:
    since = rehearsal.events.seq
    await rehearsal.evening.stop()
    await rehearsal.stream_schedule.stop()
    rehearsal.reset(body.seed)
    return done(since, seed=rehearsal.world.seed)
