"""BetterTTV's routes and their registration."""

from fastapi import APIRouter, FastAPI
from pydantic import JsonValue
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.betterttv.platform import UNKNOWN_LOGIN, BetterTTV, BetterTTVDep, global_emotes
from rehearsal.platforms.emote_services import person_at, picture
from rehearsal.platforms.registration import install_platform
from rehearsal.state import RehearsalState

PROVIDERS = ("twitch", "youtube")

api = APIRouter(prefix="/bttv/3/cached")
cdn = APIRouter(prefix="/bttv/cdn")


@api.get("/emotes/global")
async def read_global_emotes() -> list[JsonValue]:
    return global_emotes()


@api.get("/users/{provider}/{provider_id}")
async def user(provider: str, provider_id: str, betterttv: BetterTTVDep) -> Response:
    person = person_at(betterttv.rehearsal.world, provider, provider_id) if provider in PROVIDERS else None
    if person is None or person.login == UNKNOWN_LOGIN:
        return betterttv.refuse("", 404, None)
    return JSONResponse(betterttv.user(person))


@cdn.get("/emote/{emote_id}/{file}")
async def emote_picture(emote_id: str, file: str, betterttv: BetterTTVDep) -> Response:
    found = betterttv.find_emote(emote_id)
    size = int(file[0]) if file[:1].isdecimal() else 0
    if found is None or not 1 <= size <= 3:
        return Response(status_code=404)
    # The third size is four times the first.
    scale = (1, 2, 4)[size - 1]
    return picture(found.code, found.width * scale, found.height * scale)


def install(app: FastAPI, rehearsal: RehearsalState) -> None:
    install_platform(app, rehearsal, BetterTTV(rehearsal), (api, cdn))
