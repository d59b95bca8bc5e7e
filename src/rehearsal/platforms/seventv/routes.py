"""7TV's routes and their registration."""

from fastapi import APIRouter, Depends, FastAPI
from pydantic import Field, JsonValue
from starlette.responses import JSONResponse, Response

from rehearsal.control.commands import Command, Switch, done, guard_writes, known_person
from rehearsal.platforms.emote_services import person_at, picture
from rehearsal.platforms.registration import install_platform
from rehearsal.platforms.seventv.emote_sets import HEIGHT, LOGIN_WITH_MISSING_SET, UNKNOWN_LOGIN, Emote, set_id
from rehearsal.platforms.seventv.platform import SevenTV, SevenTVDep, failure
from rehearsal.state import RehearsalState

# 7TV's names of platforms in paths.
PLATFORMS = {"twitch": "twitch", "kick": "kick", "google": "youtube"}

api = APIRouter(prefix="/7tv/v3")
cdn = APIRouter(prefix="/7tv/cdn")
control = APIRouter(prefix="/control/7tv", dependencies=[Depends(guard_writes)])


class NewEmote(Command):
    login: str
    name: str = Field(min_length=1, max_length=100, pattern=r"^\S+$")
    zero_width: bool = False


@api.get("/users/{platform}/{platform_id}")
async def connection(platform: str, platform_id: str, seventv: SevenTVDep) -> Response:
    if platform not in {*PLATFORMS, "discord"}:
        return failure(400, "invalid platform")
    platform_key = PLATFORMS.get(platform, "")
    person = person_at(seventv.rehearsal.world, platform_key, platform_id) if platform_key else None
    if person is None or person.login == UNKNOWN_LOGIN:
        return failure(404, "user not found")
    own, embeds = set_id(person), seventv.embeds_sets and person.login != LOGIN_WITH_MISSING_SET
    embedded = seventv.emote_set(own) if own and embeds else None
    return JSONResponse(seventv.bodies.connection(person, platform_key, platform_id, embedded))


@api.get("/emote-sets/{emote_set_id}")
async def emote_set(emote_set_id: str, seventv: SevenTVDep) -> Response:
    found = seventv.emote_set(emote_set_id)
    return failure(404, "emote set not found") if found is None else JSONResponse(found)


@cdn.get("/emote/{emote_id}/{file}")
async def emote_picture(emote_id: str, file: str, seventv: SevenTVDep) -> Response:
    found = seventv.find_emote(emote_id)
    size = int(file[0]) if file[:1].isdecimal() else 0
    if found is None or not 1 <= size <= 4:
        return Response(status_code=404)
    return picture(found.name, found.width * size, HEIGHT * size)


@control.post("/embed-sets")
async def embed_sets(body: Switch, seventv: SevenTVDep) -> dict[str, JsonValue]:
    """Switches on or off that /users responses contain the emote set, as before August 2026."""
    seventv.embeds_sets = body.on
    return done(seventv.rehearsal.events.seq)


@control.post("/add-emote")
async def add_emote(body: NewEmote, seventv: SevenTVDep) -> dict[str, JsonValue]:
    person = known_person(seventv.rehearsal, body.login)
    added = Emote(body.name, is_zero_width=body.zero_width)
    seventv.add_emote(person, added)
    return done(seventv.rehearsal.events.seq, id=added.id)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    install_platform(app, rehearsal, SevenTV(rehearsal), (api, cdn, control))
