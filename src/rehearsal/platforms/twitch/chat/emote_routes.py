"""Helix calls for emotes, and the pictures of emotes and categories."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.pictures.covers import cover_svg
from rehearsal.pictures.faces import emote_svg, svg_response
from rehearsal.platforms.twitch.chat.emotes import (
    FORMATS,
    GLOBAL_EMOTES,
    SCALES,
    THEMES,
    Emote,
)
from rehearsal.platforms.twitch.helix import (
    HelixCaller,
    Json,
    known_room,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

router = APIRouter(prefix="/twitch")


def template(twitch: Twitch) -> str:
    return f"{twitch.rehearsal.base_url}/twitch/emoticons/v2/{{{{id}}}}/{{{{format}}}}/{{{{theme_mode}}}}/{{{{scale}}}}"


def common(twitch: Twitch, emote: Emote) -> Json:
    return {
        "id": emote.id,
        "name": emote.name,
        "format": list[JsonValue](FORMATS),
        "scale": list[JsonValue](SCALES),
        "theme_mode": list[JsonValue](THEMES),
    }


def images(twitch: Twitch, emote: Emote) -> Json:
    base_url = f"{twitch.rehearsal.base_url}/twitch/emoticons/v2/{emote.id}/static/light"
    return {"url_1x": f"{base_url}/1.0", "url_2x": f"{base_url}/2.0", "url_4x": f"{base_url}/3.0"}


@router.get("/helix/chat/emotes")
async def channel_emotes(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    emotes = known_room(request, twitch).emotes.values()
    rows: list[JsonValue] = [
        {
            **common(twitch, each),
            "images": images(twitch, each),
            "tier": each.tier,
            "emote_type": each.kind,
            "emote_set_id": each.set_id,
        }
        for each in emotes
    ]
    return {"data": rows, "template": template(twitch)}


@router.get("/helix/chat/emotes/global")
async def global_emotes(caller: HelixCaller, twitch: TwitchDep) -> Json:
    rows: list[JsonValue] = [
        {**common(twitch, each), "images": images(twitch, each)} for each in GLOBAL_EMOTES.values()
    ]
    return {"data": rows, "template": template(twitch)}


@router.get("/emoticons/v2/{emote_id}/{form}/{theme}/{scale}")
async def emote_picture(emote_id: str, form: str, theme: str, scale: str, twitch: TwitchDep) -> Response:
    size = {"1.0": 28, "2.0": 56}.get(scale, 112)
    return svg_response(emote_svg(name_of(twitch, emote_id), size, size, is_animated=form != "static"))


def name_of(twitch: Twitch, emote_id: str) -> str:
    """The name of an emote, which decides how it is drawn; for an unknown emote, its id."""
    every = (*GLOBAL_EMOTES.values(), *(each for room in twitch.rooms.all() for each in room.emotes.values()))
    return next((each.name for each in every if each.id == emote_id), emote_id)


@router.get("/boxart/{name}")
async def box_art(name: str) -> Response:
    return svg_response(cover_svg(name, 52, 72))


GIF = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 160 120" width="160" height="120">'
    '<rect width="160" height="120" rx="8" fill="#1c2327"/><circle cx="80" cy="60" r="18" fill="#3ddc97">'
    '<animate attributeName="cx" values="40;120;40" dur="1.2s" repeatCount="indefinite"/></circle></svg>'
)


@router.get("/gifs/{name}")
async def gif(name: str) -> Response:
    return svg_response(GIF)
