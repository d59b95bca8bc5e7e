"""Helix calls of moderators: bans, deletions, warnings."""

from datetime import timedelta

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.chat.rooms import Ban, Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.payloads import named
from rehearsal.platforms.twitch.helix import (
    HelixCaller,
    Json,
    check_count,
    known_user,
    moderated_room,
    own_room,
    page_of,
    read_body,
    read_ids,
    required,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer

BAN_SCOPE = "moderator:manage:banned_users"
MAX_TIMEOUT_SECONDS = 1_209_600
MAX_REASON_LENGTH = 500

router = APIRouter(prefix="/twitch/helix/moderation")


class BanData(BaseModel, strict=True):
    user_id: str
    duration: int | None = None
    reason: str | None = None


class BanBody(BaseModel, strict=True):
    data: BanData


@router.post("/bans")
async def ban(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room, by = moderated_room(request, caller, twitch, BAN_SCOPE)
    ban_data = (await read_body(request, BanBody)).data
    viewer = known_user(twitch, ban_data.user_id)
    check_ban(ban_data)
    check_target(room, viewer, ban_data, twitch)
    check_rate_limit(room, twitch)
    new_ban = twitch.moderation.ban(room, by, viewer, ban_data.duration, ban_data.reason or "")
    end_time = None if new_ban.ends_at is None else rfc3339(new_ban.ends_at)
    row: Json = {"broadcaster_id": room.person.id, "moderator_id": by.id, "user_id": viewer.id}
    return {"data": [{**row, "created_at": rfc3339(new_ban.created_at), "end_time": end_time}]}


def check_ban(ban_data: BanData) -> None:
    if ban_data.duration is not None and not 1 <= ban_data.duration <= MAX_TIMEOUT_SECONDS:
        raise HelixError(400, f"The value in the duration field must be between 1 and {MAX_TIMEOUT_SECONDS}")
    if len(ban_data.reason or "") > MAX_REASON_LENGTH:
        raise HelixError(400, "The text in the reason field is too long")


def check_target(room: Room, viewer: Viewer, ban_data: BanData, twitch: Twitch) -> None:
    """Raises if the viewer is the broadcaster, a moderator or permanently banned."""
    if viewer.id == room.person.id or viewer.id in room.moderators:
        raise HelixError(400, "The user specified in the user_id field may not be banned")
    current_ban = room.ban_of(viewer.id, twitch.rehearsal.clock.now())
    if current_ban is not None and current_ban.ends_at is None:
        raise HelixError(400, "The user specified in the user_id field is already banned")


def check_rate_limit(room: Room, twitch: Twitch) -> None:
    limits = twitch.limits
    now, allowed, window = twitch.rehearsal.clock.now(), limits.moderations, limits.moderation_window_seconds
    if not room.rate_limits.allows("moderate", now, allowed, window):
        raise HelixError(429, "The app has exceeded the number of requests it may make per minute for this broadcaster")


@router.delete("/bans")
async def unban(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    user_id = required(request, "user_id")
    room, by = moderated_room(request, caller, twitch, BAN_SCOPE)
    viewer = known_user(twitch, user_id)
    if room.ban_of(viewer.id, twitch.rehearsal.clock.now()) is None:
        raise HelixError(400, "The user specified in the user_id query parameter is not banned")
    check_rate_limit(room, twitch)
    twitch.moderation.unban(room, by, viewer)
    return Response(status_code=204)


@router.get("/banned")
async def banned(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room = own_room(request, caller, twitch, "moderation:read", BAN_SCOPE)
    user_ids = read_ids(request, "user_id")
    check_count(len(user_ids), "user_id")
    now = twitch.rehearsal.clock.now()
    bans = [each for each in (room.ban_of(user_id, now) for user_id in list(room.bans)) if each is not None]
    return page_of(request, [ban_row(each) for each in bans if not user_ids or each.viewer.id in user_ids])


def ban_row(ban_entry: Ban) -> JsonValue:
    return {
        **named("user", ban_entry.viewer),
        "expires_at": "" if ban_entry.ends_at is None else rfc3339(ban_entry.ends_at),
        "created_at": rfc3339(ban_entry.created_at),
        "reason": ban_entry.reason,
        **named("moderator", ban_entry.moderator),
    }


@router.delete("/chat")
async def delete_messages(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    """Deletes one message; without an id, all messages."""
    room, by = moderated_room(request, caller, twitch, "moderator:manage:chat_messages")
    message_id = request.query_params.get("message_id")
    if message_id is None:
        twitch.moderation.clear(room, by)
        return Response(status_code=204)
    message = room.messages.get(message_id)
    oldest = twitch.rehearsal.clock.now() - timedelta(seconds=twitch.limits.delete_message_seconds)
    if message is None or message.at < oldest:
        raise HelixError(404, "The ID in message_id was not found or the message is older than 6 hours")
    is_from_other_moderator = room.is_moderator(message.viewer.id) and message.viewer.id != by.id
    if message.viewer.id == room.person.id or (is_from_other_moderator and by.id != room.person.id):
        raise HelixError(400, "You may not delete another moderator's or the broadcaster's messages")
    twitch.moderation.delete(room, by, message)
    return Response(status_code=204)


class WarnData(BaseModel, strict=True):
    user_id: str
    reason: str


class WarnBody(BaseModel, strict=True):
    data: WarnData


@router.post("/warnings")
async def warn(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:warnings")
    warning = (await read_body(request, WarnBody)).data
    viewer = known_user(twitch, warning.user_id)
    if not warning.reason.strip() or len(warning.reason) > MAX_REASON_LENGTH:
        raise HelixError(400, f"The text in the reason field must have 1 to {MAX_REASON_LENGTH} characters")
    if room.is_moderator(viewer.id):
        raise HelixError(400, "The user specified in the user_id field may not be warned")
    check_rate_limit(room, twitch)
    twitch.moderation.warn(room, by, viewer, warning.reason)
    row: Json = {"broadcaster_id": room.person.id, "user_id": viewer.id, "moderator_id": by.id}
    return {"data": [{**row, "reason": warning.reason}]}
