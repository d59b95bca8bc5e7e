"""The Helix calls that make and unmake moderators and VIPs."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.events import named
from rehearsal.platforms.twitch.helix import (
    Caller,
    Json,
    OnHelix,
    check_count,
    known_user,
    must_be,
    need_scope,
    own_room,
    page_of,
    read_ids,
    required,
)
from rehearsal.platforms.twitch.rooms import Room
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

MODERATORS = "channel:manage:moderators"
VIPS = "channel:manage:vips"

router = APIRouter(prefix="/twitch/helix")


def list_of(request: Request, viewers: dict[str, Viewer]) -> Json:
    wanted = read_ids(request, "user_id")
    check_count(len(wanted), "user_id")
    shown = (each for each in viewers.values() if not wanted or each.id in wanted)
    return page_of(request, [named("user", each) for each in shown])


def role_change(request: Request, caller: Caller, twitch: Twitch, scope: str) -> tuple[Room, Viewer]:
    user_id = required(request, "user_id")
    room = own_room(request, caller, twitch, scope)
    viewer = known_user(twitch, user_id)
    limits, now = twitch.limits, twitch.stage.clock.now()
    if not room.windows.may(f"{request.method} {scope}", now, limits.role_changes, limits.role_window_seconds):
        raise HelixError(429, "The broadcaster has exceeded the number of requests allowed within a 10-second window")
    return room, viewer


@router.get("/moderation/moderators")
async def moderators(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    return list_of(request, own_room(request, caller, twitch, "moderation:read", MODERATORS).moderators)


@router.post("/moderation/moderators")
async def make_moderator(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room, viewer = role_change(request, caller, twitch, MODERATORS)
    if room.is_moderator(viewer.id):
        raise HelixError(400, "The user is already a moderator in the broadcaster's chat room")
    if viewer.id in room.vips:
        raise HelixError(422, "The user cannot become a moderator because they are a VIP")
    if room.ban_of(viewer.id, twitch.stage.clock.now()) is not None:
        raise HelixError(400, "The user cannot become a moderator because they are banned from the channel")
    twitch.moderation.make_moderator(room, viewer)
    return Response(status_code=204)


@router.delete("/moderation/moderators")
async def unmake_moderator(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room, viewer = role_change(request, caller, twitch, MODERATORS)
    if viewer.id not in room.moderators:
        raise HelixError(400, "The user is not a moderator in the broadcaster's chat room")
    twitch.moderation.unmake_moderator(room, viewer)
    return Response(status_code=204)


@router.get("/moderation/channels")
async def moderated_channels(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    user_id = required(request, "user_id")
    need_scope(caller, "user:read:moderated_channels")
    must_be(caller, user_id, "user_id")
    rooms = [room for room in twitch.rooms.all() if user_id in room.moderators]
    rows: list[JsonValue] = [named("broadcaster", room.person) for room in rooms]
    return page_of(request, rows)


@router.get("/channels/vips")
async def vips(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    return list_of(request, own_room(request, caller, twitch, "channel:read:vips", VIPS).vips)


@router.post("/channels/vips")
async def make_vip(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room, viewer = role_change(request, caller, twitch, VIPS)
    if room.is_moderator(viewer.id):
        raise HelixError(422, "The specified user is a moderator. To make them a VIP, you must first remove them")
    if viewer.id in room.vips:
        raise HelixError(422, "The user in the user_id query parameter is already a VIP")
    if len(room.vips) >= twitch.limits.vips:
        raise HelixError(409, "The broadcaster does not have available VIP slots")
    twitch.moderation.make_vip(room, viewer)
    return Response(status_code=204)


@router.delete("/channels/vips")
async def unmake_vip(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room, viewer = role_change(request, caller, twitch, VIPS)
    if viewer.id not in room.vips:
        raise HelixError(422, "The user in the user_id query parameter is not a VIP in the broadcaster's channel")
    twitch.moderation.unmake_vip(room, viewer)
    return Response(status_code=204)
