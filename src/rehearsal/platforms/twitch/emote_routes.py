"""The Helix calls for emotes, badges and cheers, and the pictures behind them."""

from html import escape

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.twitch.emote_table import (
    CHANNEL_BADGES,
    CHEER_TIERS,
    CHEERMOTES,
    FORMATS,
    GLOBAL_BADGES,
    GLOBAL_EMOTES,
    SCALES,
    THEMES,
    Emote,
)
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import (
    Json,
    OnHelix,
    known_room,
    must_be,
    need_scope,
    page_of,
    read_values,
    required,
)
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

SETS_MAX = 25

router = APIRouter(prefix="/twitch")


def template(twitch: Twitch) -> str:
    return f"{twitch.stage.base_url}/twitch/emoticons/v2/{{{{id}}}}/{{{{format}}}}/{{{{theme_mode}}}}/{{{{scale}}}}"


def common(twitch: Twitch, emote: Emote) -> Json:
    return {
        "id": emote.id,
        "name": emote.name,
        "format": list[JsonValue](FORMATS),
        "scale": list[JsonValue](SCALES),
        "theme_mode": list[JsonValue](THEMES),
    }


def images(twitch: Twitch, emote: Emote) -> Json:
    place = f"{twitch.stage.base_url}/twitch/emoticons/v2/{emote.id}/static/light"
    return {"url_1x": f"{place}/1.0", "url_2x": f"{place}/2.0", "url_4x": f"{place}/3.0"}


@router.get("/helix/chat/emotes")
async def channel_emotes(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
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
async def global_emotes(caller: OnHelix, twitch: OnTwitch) -> Json:
    rows: list[JsonValue] = [
        {**common(twitch, each), "images": images(twitch, each)} for each in GLOBAL_EMOTES.values()
    ]
    return {"data": rows, "template": template(twitch)}


@router.get("/helix/chat/emotes/set")
async def emote_sets(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    required(request, "emote_set_id")
    wanted = read_values(request, "emote_set_id")
    if len(wanted) > SETS_MAX:
        raise HelixError(400, f"The number of emote_set_id query parameters exceeds the maximum of {SETS_MAX}")
    own = [each for room in twitch.rooms.all() for each in room.emotes.values()]
    rows: list[JsonValue] = [
        {
            **common(twitch, each),
            "images": images(twitch, each),
            "emote_type": each.kind,
            "emote_set_id": each.set_id,
            "owner_id": each.owner_id,
        }
        for each in own
        if each.set_id in wanted
    ]
    return {"data": rows, "template": template(twitch)}


@router.get("/helix/chat/emotes/user")
async def usable_emotes(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """The global ones, one's own, and those of the channels one subscribes to."""
    user_id = required(request, "user_id")
    need_scope(caller, "user:read:emotes")
    must_be(caller, user_id, "user_id")
    rooms = [room for room in twitch.rooms.all() if user_id == room.person.id or user_id in room.subs]
    emotes = [*GLOBAL_EMOTES.values(), *(each for room in rooms for each in room.emotes.values())]
    rows: list[JsonValue] = [
        {**common(twitch, each), "emote_type": each.kind, "emote_set_id": each.set_id, "owner_id": each.owner_id}
        for each in emotes
    ]
    return {**page_of(request, rows, 100), "template": template(twitch)}


@router.get("/helix/chat/badges")
async def channel_badges(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    known_room(request, twitch)
    return {"data": badge_rows(twitch, CHANNEL_BADGES)}


@router.get("/helix/chat/badges/global")
async def global_badges(caller: OnHelix, twitch: OnTwitch) -> Json:
    return {"data": badge_rows(twitch, GLOBAL_BADGES)}


def badge_rows(twitch: Twitch, sets: dict[str, dict[str, str]]) -> list[JsonValue]:
    return [
        {
            "set_id": set_id,
            "versions": [badge_version(twitch, set_id, version, title) for version, title in versions.items()],
        }
        for set_id, versions in sets.items()
    ]


def badge_version(twitch: Twitch, set_id: str, version: str, title: str) -> JsonValue:
    place = f"{twitch.stage.base_url}/twitch/badges/v1/{set_id}-{version}"
    return {
        "id": version,
        "image_url_1x": f"{place}/1",
        "image_url_2x": f"{place}/2",
        "image_url_4x": f"{place}/3",
        "title": title,
        "description": title,
        "click_action": None,
        "click_url": None,
    }


@router.get("/helix/bits/cheermotes")
async def cheermotes(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    rows: list[JsonValue] = [cheermote(twitch, prefix, order) for order, prefix in enumerate(CHEERMOTES, start=1)]
    return {"data": rows}


def cheermote(twitch: Twitch, prefix: str, order: int) -> JsonValue:
    place = f"{twitch.stage.base_url}/twitch/emoticons/v2/{prefix.lower()}"
    tiers: list[JsonValue] = [
        {
            "min_bits": least,
            "id": str(least),
            "color": colour,
            "images": cheer_images(f"{place}{least}"),
            "can_cheer": True,
            "show_in_bits_card": True,
        }
        for least, colour in CHEER_TIERS
    ]
    return {
        "prefix": prefix,
        "tiers": tiers,
        "type": "global_first_party",
        "order": order,
        "last_updated": "2026-01-05T10:00:00Z",
        "is_charitable": False,
    }


def cheer_images(place: str) -> JsonValue:
    sizes = ("1", "1.5", "2", "3", "4")
    return {
        theme: {form: {size: f"{place}/{form}/{theme}/{size}" for size in sizes} for form in ("animated", "static")}
        for theme in ("dark", "light")
    }


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 28 28" width="{size}" height="{size}">{inside}</svg>'


@router.get("/emoticons/v2/{emote_id}/{form}/{theme}/{scale}")
async def emote_picture(emote_id: str, form: str, theme: str, scale: str) -> Response:
    return picture(emote_id, {"1.0": 28, "2.0": 56}.get(scale, 112))


@router.get("/badges/v1/{badge}/{size}")
async def badge_picture(badge: str, size: str) -> Response:
    return picture(badge, {"1": 18, "2": 36}.get(size, 72))


@router.get("/boxart/{name}")
@router.get("/rewards/{name}")
async def other_picture(name: str) -> Response:
    return picture(name, 72)


def picture(name: str, size: int) -> Response:
    """A face in a colour of its own, so that two emotes are never mistaken for one another."""
    hue = sum(name.encode()) * 37 % 360
    letter = escape(name.removeprefix("emotesv2_")[:2])
    inside = (
        f'<rect width="28" height="28" rx="8" fill="hsl({hue} 60% 45%)"/>'
        f'<text x="14" y="18" font-size="11" text-anchor="middle" fill="white">{letter}</text>'
    )
    return Response(PICTURE.format(size=size, inside=inside), media_type="image/svg+xml")
