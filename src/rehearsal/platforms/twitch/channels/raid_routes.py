"""Helix calls that start and cancel raids; no viewers move when the countdown ends."""

from datetime import datetime, timedelta

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.chat.rooms import PendingRaid, Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.payloads import user
from rehearsal.platforms.twitch.helix import HelixCaller, Json, known_user, own_room, required
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

SCOPE = "channel:manage:raids"

router = APIRouter(prefix="/twitch/helix/raids")


@router.post("")
async def start_raid(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room = own_room(request, caller, twitch, SCOPE, name="from_broadcaster_id")
    target = known_user(twitch, required(request, "to_broadcaster_id"), "to_broadcaster_id")
    if target.id == room.person.id:
        raise HelixError(400, "The IDs in from_broadcaster_id and to_broadcaster_id cannot be the same ID")
    now = twitch.rehearsal.clock.now()
    check_rate_limit(room, twitch, now)
    if pending_raid(room, twitch, now) is not None:
        raise HelixError(409, "The broadcaster is already in the process of raiding another channel")
    room.raid = PendingRaid(target, now)
    stream = twitch.channel(room.person).stream
    viewers = stream.viewer_count if stream is not None else 0
    twitch.moderation.report(room, room.owner, "raid", {**user(target), "viewer_count": viewers})
    twitch.rehearsal.events.record("raid_started", login=room.person.login, target=target.login)
    return {"data": [{"created_at": rfc3339(now), "is_mature": False}]}


@router.delete("")
async def cancel_raid(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    room = own_room(request, caller, twitch, SCOPE)
    now = twitch.rehearsal.clock.now()
    check_rate_limit(room, twitch, now)
    raid = pending_raid(room, twitch, now)
    if raid is None:
        raise HelixError(404, "The broadcaster doesn't have a pending raid to cancel")
    room.raid = None
    twitch.moderation.report(room, room.owner, "unraid", user(raid.target))
    twitch.rehearsal.events.record("raid_cancelled", login=room.person.login, target=raid.target.login)
    return Response(status_code=204)


def pending_raid(room: Room, twitch: Twitch, now: datetime) -> PendingRaid | None:
    countdown = timedelta(seconds=twitch.limits.raid_countdown_seconds)
    return room.raid if room.raid is not None and now - room.raid.started_at < countdown else None


def check_rate_limit(room: Room, twitch: Twitch, now: datetime) -> None:
    if not room.rate_limits.allows("raid", now, twitch.limits.raids, twitch.limits.raid_window_seconds):
        raise HelixError(429, "The broadcaster exceeded the number of raid requests that they may make")
