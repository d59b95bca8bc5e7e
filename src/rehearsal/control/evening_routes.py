"""Control routes of the scripted evening and of moments."""

from fastapi import APIRouter, Depends
from pydantic import JsonValue

from rehearsal.control.commands import (
    Command,
    ControlError,
    CurrentRehearsal,
    Json,
    LoginCommand,
    OptionalLogin,
    done,
    guard_writes,
    known_person,
)
from rehearsal.simulation import moments
from rehearsal.simulation.evening_script import SCENES, Evening, EveningProblem
from rehearsal.simulation.moments import MOMENTS, MOMENTS_BY_KEY, MomentUnavailable
from rehearsal.state import RehearsalState

router = APIRouter(prefix="/control", dependencies=[Depends(guard_writes)])


class StartEvening(LoginCommand):
    is_automatic: bool = True


class PlayMoment(LoginCommand):
    # Without a platform, the moment happens on its usual platforms.
    platform: str | None = None


class NoFields(Command):
    pass


@router.get("/evening")
async def read_evening(rehearsal: CurrentRehearsal) -> Json:
    return {**describe_evening(rehearsal.evening), "seq": rehearsal.events.seq}


@router.post("/evening/start")
async def start_evening(body: StartEvening, rehearsal: CurrentRehearsal) -> Json:
    """Starts an evening with its first scene; ends one that runs already."""
    since = rehearsal.events.seq
    await rehearsal.evening.start(known_person(rehearsal, body.login), is_automatic=body.is_automatic)
    return done(since, **describe_evening(rehearsal.evening))


@router.post("/evening/step")
async def step_evening(body: OptionalLogin, rehearsal: CurrentRehearsal) -> Json:
    """Plays the next scene; if no evening has started, plays the first scene in the channel of `login`."""
    since, evening = rehearsal.events.seq, rehearsal.evening
    try:
        if evening.person is None and body.login is not None:
            await evening.start(known_person(rehearsal, body.login), is_automatic=False)
        else:
            evening.step()
    except EveningProblem as error:
        raise ControlError(409, str(error)) from None
    return done(since, **describe_evening(evening))


@router.post("/evening/stop")
async def stop_evening(body: NoFields, rehearsal: CurrentRehearsal) -> Json:
    since = rehearsal.events.seq
    await rehearsal.evening.stop()
    return done(since, **describe_evening(rehearsal.evening))


@router.get("/moments")
async def read_moments() -> Json:
    return {
        "records": [
            {
                "key": moment.key,
                "label": moment.label,
                "description": moment.description,
                "platforms": list[JsonValue](moment.platforms),
                "default_platforms": list[JsonValue](moment.usual_platforms),
            }
            for moment in MOMENTS
        ]
    }


@router.post("/moments/{key}")
async def play_moment(key: str, body: PlayMoment, rehearsal: CurrentRehearsal) -> Json:
    moment = MOMENTS_BY_KEY.get(key)
    if moment is None:
        raise ControlError(404, f"There is no moment {key!r}.")
    since, person = rehearsal.events.seq, known_person(rehearsal, body.login)
    return done(since, platforms=list[JsonValue](play_or_conflict(rehearsal, moment, person.login, body.platform)))


def play_or_conflict(rehearsal: RehearsalState, moment: moments.Moment, login: str, platform: str | None) -> list[str]:
    try:
        played = moments.play(rehearsal, moment, rehearsal.world.person(login), platform)
    except MomentUnavailable as error:
        raise ControlError(409, str(error)) from None
    if not played:
        raise ControlError(409, f"{moment.label} is not possible now: {login} is not live there.")
    return played


def describe_evening(evening: Evening) -> Json:
    scene, following = evening.scene, evening.next_scene
    return {
        "login": evening.person.login if evening.person else None,
        "is_automatic": evening.is_automatic,
        "scene": scene.key if scene else None,
        "next_scene": following.key if following else None,
        "next_at": evening.next_at.isoformat() if evening.next_at else None,
        "scenes": [
            {
                "key": each.key,
                "label": each.label,
                "description": each.description,
                "state": state_of(number, evening.position),
            }
            for number, each in enumerate(SCENES)
        ],
    }


def state_of(number: int, position: int) -> str:
    if number == position:
        return "current"
    return "done" if number < position else "upcoming"
