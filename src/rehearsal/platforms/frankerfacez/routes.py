"""FrankerFaceZ's routes and their registration."""

from fastapi import APIRouter, FastAPI
from pydantic import JsonValue
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.emote_services import person_at, picture
from rehearsal.platforms.frankerfacez.platform import LOGIN_WITHOUT_ROOM, FrankerFaceZ, FrankerFaceZDep
from rehearsal.platforms.registration import install_platform
from rehearsal.state import RehearsalState

api = APIRouter(prefix="/ffz/v1")
cdn = APIRouter(prefix="/ffz/cdn/emote")


@api.get("/set/global")
async def read_global_sets(frankerfacez: FrankerFaceZDep) -> dict[str, JsonValue]:
    return frankerfacez.global_sets()


@api.get("/set/{set_id}")
async def read_set(set_id: str, frankerfacez: FrankerFaceZDep) -> Response:
    found = frankerfacez.find_set(set_id)
    if found is None:
        return frankerfacez.refuse(path="", status=404, retry_after=None)
    return JSONResponse({"set": found, "users": {}})


@api.get("/room/id/{twitch_id}")
async def twitch_room(twitch_id: str, frankerfacez: FrankerFaceZDep) -> Response:
    return find_room(frankerfacez, "twitch", twitch_id)


@api.get("/room/yt/{channel_id}")
async def youtube_room(channel_id: str, frankerfacez: FrankerFaceZDep) -> Response:
    return find_room(frankerfacez, "youtube", channel_id)


def find_room(frankerfacez: FrankerFaceZ, platform: str, channel_id: str) -> Response:
    person = person_at(frankerfacez.rehearsal.world, platform, channel_id)
    if person is None or person.login == LOGIN_WITHOUT_ROOM:
        return frankerfacez.refuse(path="", status=404, retry_after=None)
    return JSONResponse(frankerfacez.room(person))


@cdn.get("/{emoticon_id}/{size}")
@cdn.get("/{emoticon_id}/animated/{size}")
async def emote_picture(emoticon_id: str, size: str, frankerfacez: FrankerFaceZDep) -> Response:
    found = frankerfacez.find_emoticon(emoticon_id)
    if found is None or size not in found.sizes:
        return Response(status_code=404)
    return picture(found.name, found.width * int(size), 28 * int(size))


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    install_platform(app, rehearsal, FrankerFaceZ(rehearsal), (api, cdn))
