"""The control desk's own calls: people, time, requests, trouble, and waiting for something to happen."""

import asyncio
from typing import Annotated, cast

from fastapi import APIRouter, Depends, Query
from pydantic import BaseModel, ConfigDict, Field, JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.crowd import Viewer
from rehearsal.faults import Failure, Silence
from rehearsal.happenings import Happening, RehearsalClosing
from rehearsal.journal import is_json
from rehearsal.stage import Platform, Stage, stage_of
from rehearsal.world import Person, UnknownPerson

WAIT_DEFAULT_SECONDS = 10
WAIT_MAX_SECONDS = 60
RESERVED_WAIT_NAMES = {"event", "after", "timeout"}

Json = dict[str, JsonValue]
OnStage = Annotated[Stage, Depends(stage_of)]


class ControlError(Exception):
    """A control call that cannot be carried out; `field` is what has to be changed in it."""

    def __init__(self, status: int, message: str, field: str = "") -> None:
        super().__init__(message)
        self.status = status
        self.field = field


async def answer_control_error(request: Request, error: Exception) -> Response:
    failure = cast("ControlError", error)
    named = {"errors": [{"field": failure.field, "message": str(failure)}]} if failure.field else {}
    return JSONResponse({"error": str(failure), **named}, status_code=failure.status)


async def guard_writes(request: Request) -> None:
    """A web page elsewhere must not work the desk: it can send neither JSON without a preflight nor our origin."""
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
    """A control call's body; a misspelt field is an error and not silence."""

    model_config = ConfigDict(extra="forbid")


class Somebody(Command):
    login: str


class PerhapsSomebody(Command):
    """Everybody, when nobody is named."""

    login: str | None = None


class Switch(Command):
    on: bool


class SomebodySwitch(Somebody):
    on: bool


class HowMany(Command):
    next: int = Field(ge=0, le=10_000)


class Fail(Command):
    next: int = Field(ge=1, le=10_000)
    status: int = Field(ge=400, le=599)
    path_prefix: str = Field(pattern="^/")
    retry_after: int | None = Field(default=None, ge=0)


class Mute(HowMany):
    path_prefix: str = Field(pattern="^/")


class Delay(Command):
    ms: int = Field(ge=0, le=600_000)
    path_prefix: str = Field(pattern="^/")


class Advance(Command):
    seconds: float = Field(ge=0)


class Reset(Command):
    seed: int | None = None


def done(since: int, **facts: JsonValue) -> Json:
    """The answer of every command; `seq` is the number to wait after for what the command brings about."""
    return {"ok": True, "seq": since, **facts}


def known_person(stage: Stage, login: str) -> Person:
    try:
        return stage.world.person(login)
    except UnknownPerson as error:
        raise ControlError(404, str(error)) from None


async def known_platform(platform: str, stage: OnStage) -> Platform:
    found = stage.platforms.get(platform)
    if found is None:
        raise ControlError(404, f"There is no platform {platform!r}.")
    return found


OnPlatform = Annotated[Platform, Depends(known_platform)]


def perhaps(stage: Stage, login: str | None) -> Person | None:
    return None if login is None else known_person(stage, login)


def known_viewer(stage: Stage, login: str | None) -> Viewer:
    """One of the crowd or one of the people; the first of the crowd when nobody is named."""
    viewer = stage.world.crowd.viewers[0] if login is None else stage.world.viewer(login=login)
    if viewer is None:
        raise ControlError(404, f"Nobody here is called {login!r}.")
    return viewer


@router.get("/people")
async def people(stage: OnStage) -> Json:
    return {"records": [describe(stage, person) for person in stage.world.people], "seq": stage.happenings.seq}


def describe(stage: Stage, person: Person) -> JsonValue:
    platforms: Json = {key: platform.describe(person) for key, platform in stage.platforms.items()}
    return {
        "id": person.id,
        "login": person.login,
        "display_name": person.display_name,
        "avatar_url": stage.avatar_url(person),
        "platforms": platforms,
    }


@router.get("/requests")
async def requests(stage: OnStage, path_prefix: str = "/") -> Json:
    return {"records": [entry for entry in stage.journal.read() if str(entry["path"]).startswith(path_prefix)]}


@router.get("/happenings")
async def happenings(stage: OnStage, after: int = 0) -> Json:
    return {"records": [shown(happening) for happening in stage.happenings.since(after)], "seq": stage.happenings.seq}


@router.get("/wait")
async def wait(
    request: Request,
    stage: OnStage,
    event: str | None = None,
    after: int = 0,
    timeout: Annotated[float, Query(gt=0, le=WAIT_MAX_SECONDS)] = WAIT_DEFAULT_SECONDS,  # noqa: ASYNC109 - a query name
) -> Response:
    """The first fitting happening after a number; other query names must equal its facts."""
    facts = {name: value for name, value in request.query_params.items() if name not in RESERVED_WAIT_NAMES}
    try:
        async with asyncio.timeout(timeout):
            return JSONResponse(shown(await stage.happenings.wait(event, after, facts)))
    except TimeoutError:
        return JSONResponse({"error": f"No {event or 'event'} within {timeout:g} s."}, status_code=408)
    except RehearsalClosing:
        return JSONResponse({"error": "The rehearsal stops."}, status_code=503)


def shown(happening: Happening) -> JsonValue:
    facts: Json = dict(happening.facts)
    return {"seq": happening.seq, "event": happening.event, "at": happening.at, "facts": facts}


@router.post("/{platform}/fail")
async def fail(platform: str, body: Fail, stage: OnStage) -> Json:
    check_path(stage, platform, body.path_prefix)
    stage.faults.failures.append(Failure(body.next, body.status, body.path_prefix, body.retry_after))
    return done(stage.happenings.seq)


@router.post("/{platform}/mute")
async def mute(platform: str, body: Mute, stage: OnStage) -> Json:
    """What is asked next under the prefix is carried out and never answered."""
    check_path(stage, platform, body.path_prefix)
    stage.faults.silences.append(Silence(body.next, body.path_prefix))
    return done(stage.happenings.seq)


@router.post("/{platform}/delay")
async def delay(platform: str, body: Delay, stage: OnStage) -> Json:
    """Hold back every answer under the prefix; 0 ms lets go."""
    check_path(stage, platform, body.path_prefix)
    stage.faults.delays_ms[body.path_prefix] = body.ms
    return done(stage.happenings.seq)


def check_path(stage: Stage, platform: str, path_prefix: str) -> None:
    if platform not in stage.platforms:
        raise ControlError(404, f"There is no platform {platform!r}.")
    prefixes = [f"/{prefix}" for prefix in stage.platforms[platform].prefixes]
    if not path_prefix.startswith(tuple(prefixes)):
        raise ControlError(422, f"path_prefix must start with {' or '.join(prefixes)}.", "path_prefix")


@router.post("/clock")
async def move_clock(body: Advance, stage: OnStage) -> Json:
    since = stage.happenings.seq
    stage.clock.advance(body.seconds)
    return done(since, now=stage.clock.now().isoformat())


@router.post("/reset")
async def reset(body: Reset, stage: OnStage) -> Json:
    since = stage.happenings.seq
    await stage.season.stop()
    stage.reset(body.seed)
    return done(since, seed=stage.world.seed)
