"""Routes of TikTok's profile and live pages, and of the status of rooms."""

import json
from html import escape

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from rehearsal.platforms.tiktok.ids import sec_uid, user_id
from rehearsal.platforms.tiktok.platform import TikTok, TikTokDep
from rehearsal.simulation.world import Person

LIVE, OFFLINE = 2, 4
CAPTCHA = "<!doctype html><title>Security check</title><p>Drag the slider to fit the puzzle.</p>"

Json = dict[str, JsonValue]

router = APIRouter(prefix="/tiktok")


@router.get("/app/robots.txt")
async def robots() -> Response:
    return PlainTextResponse("User-agent: *\nDisallow: /\n")


@router.get("/app/@{handle}/live/")
@router.get("/app/@{handle}/live")
async def live_page(handle: str, tiktok: TikTokDep) -> Response:
    """The live page, whose state is JSON in a script; a captcha page has no state."""
    if tiktok.shows_captcha:
        return HTMLResponse(CAPTCHA)
    person = tiktok.rehearsal.world.find(login=handle)
    room: Json = {} if person is None else {"liveRoomUserInfo": {"user": site_user(person, tiktok)}}
    return page(f"{handle} is LIVE", "SIGI_STATE", {"LiveRoom": room})


@router.get("/app/@{handle}")
async def profile_page(handle: str, tiktok: TikTokDep) -> Response:
    """The profile page, whose state has the biography as `signature`."""
    if tiktok.shows_captcha:
        return HTMLResponse(CAPTCHA)
    person = tiktok.rehearsal.world.find(login=handle)
    detail: Json = {"statusCode": 10221}
    if person is not None:
        detail = {"userInfo": {"user": profile_user(person, tiktok)}, "statusCode": 0}
    state: Json = {"__DEFAULT_SCOPE__": {"webapp.user-detail": detail}}
    return page(f"{handle} | TikTok", "__UNIVERSAL_DATA_FOR_REHYDRATION__", state)


def page(title: str, script_id: str, state: Json) -> Response:
    # A closing tag inside the JSON would end the script.
    text = json.dumps(state).replace("</", "<\\/")
    script = f'<script id="{script_id}" type="application/json">{text}</script>'
    return HTMLResponse(f"<!doctype html><title>{escape(title)}</title>{script}")


def profile_user(person: Person, tiktok: TikTok) -> Json:
    return {
        "id": str(user_id(person.id)),
        "uniqueId": person.login,
        "nickname": person.display_name,
        "secUid": sec_uid(person.id),
        "avatarThumb": tiktok.rehearsal.avatar_url(person),
        "signature": tiktok.biography(person),
    }


def site_user(person: Person, tiktok: TikTok) -> Json:
    room = tiktok.room(person)
    shown_id = tiktok.last_rooms.get(person.id, "") if room is None else room.id
    return {
        "id": str(user_id(person.id)),
        "uniqueId": person.login,
        "nickname": person.display_name,
        "secUid": sec_uid(person.id),
        "avatarThumb": tiktok.rehearsal.avatar_url(person),
        "roomId": str(shown_id),
        "status": OFFLINE if room is None else LIVE,
    }


@router.get("/app/api-live/user/room/")
async def user_room(request: Request, tiktok: TikTokDep) -> Json:
    person = tiktok.rehearsal.world.find(login=request.query_params.get("uniqueId"))
    if person is None:
        return {"data": {}, "message": "user_not_found", "statusCode": 10221}
    channel, room = tiktok.channel(person), tiktok.room(person)
    live_room: Json = {
        "title": channel.title,
        "status": OFFLINE if room is None else LIVE,
        "startTime": 0 if channel.stream is None else int(channel.stream.started_at.timestamp()),
        "liveRoomStats": {"userCount": 0 if room is None else room.viewers},
    }
    return {"data": {"user": site_user(person, tiktok), "liveRoom": live_room}, "message": "", "statusCode": 0}


@router.get("/webcast/room/check_alive/")
async def check_alive(request: Request, tiktok: TikTokDep) -> Json:
    """Whether the rooms are live, in the order of the request."""
    room_ids = [each for each in request.query_params.get("room_ids", "").split(",") if each]
    rows: list[JsonValue] = [{"alive": tiktok.find_room(each) is not None, "room_id_str": each} for each in room_ids]
    return {"data": rows, "status_code": 0}
