"""Helix calls for emotes, and the pictures of emotes and categories."""

from html import escape

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

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


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="{size}" height="{size}">{inside}</svg>'


@router.get("/emoticons/v2/{emote_id}/{form}/{theme}/{scale}")
async def emote_picture(emote_id: str, form: str, theme: str, scale: str) -> Response:
    return picture(emote_id, {"1.0": 28, "2.0": 56}.get(scale, 112))


@router.get("/boxart/{name}")
async def box_art(name: str) -> Response:
    return picture(name, 72)


def picture(name: str, size: int) -> Response:
    """A picture in a colour derived from the name, so that emotes differ."""
    hue = sum(name.encode()) * 37 % 360
    letter = escape(name.removeprefix("emotesv2_")[:2])
    inside = (
        f'<rect width="28" height="28" rx="8" fill="hsl({hue} 60% 45%)"/>'
        f'<text x="14" y="18" font-size="11" text-anchor="middle" fill="white">{letter}</text>'
    )
    return Response(PICTURE.format(size=size, inside=inside), media_type="image/svg+xml")
