"""Helix calls of ads: running an ad, reading the schedule, snoozing the next ad."""

from datetime import datetime, timedelta

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request

from rehearsal.platforms.twitch.chat.rooms import Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import (
    HelixCaller,
    Json,
    own_room,
    read_body,
    require_own_id,
    require_scope,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

MAX_AD_SECONDS = 180
SCHEDULED_AD_SECONDS = 90
# Time from the start of the stream, or from the last ad, to the next scheduled ad; each snooze adds `SNOOZE`.
AD_INTERVAL = timedelta(hours=1)
SNOOZE = timedelta(minutes=5)
MAX_SNOOZES = 3

router = APIRouter(prefix="/twitch/helix/channels")


class Commercial(BaseModel, strict=True):
    broadcaster_id: str
    length: int


@router.post("/commercial")
async def start_commercial(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    commercial = await read_body(request, Commercial)
    person = require_scope(caller, "channel:edit:commercial")
    require_own_id(caller, commercial.broadcaster_id, "broadcaster_id")
    if commercial.length < 1:
        raise HelixError(400, "The length field is required and must be valid")
    if twitch.channel(person).stream is None:
        raise HelixError(400, "The broadcaster is not streaming live")
    wait_seconds = twitch.limits.commercial_wait_seconds
    room, now = twitch.room(person), twitch.rehearsal.clock.now()
    if room.ad_refusal:
        raise HelixError(400, room.ad_refusal)
    if room.last_ad_at is not None and now - room.last_ad_at < timedelta(seconds=wait_seconds):
        raise HelixError(400, "The broadcaster must wait before running another commercial")
    length = min(commercial.length, MAX_AD_SECONDS)
    twitch.begin_ad(room, length, is_automatic=False)
    return {"data": [{"length": length, "message": "", "retry_after": wait_seconds}]}


@router.get("/ads")
async def schedule(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room = own_room(request, caller, twitch, "channel:read:ads")
    return {
        "data": [
            {
                "snooze_count": MAX_SNOOZES - room.ad_snoozes,
                "snooze_refresh_at": 0,
                "next_ad_at": unix_seconds(next_ad_at(room, twitch)),
                "duration": SCHEDULED_AD_SECONDS,
                "last_ad_at": unix_seconds(room.last_ad_at),
                "preroll_free_time": 0,
            }
        ]
    }


@router.post("/ads/schedule/snooze")
async def snooze(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room = own_room(request, caller, twitch, "channel:manage:ads")
    if twitch.channel(room.person).stream is None:
        raise HelixError(400, "The broadcaster is not streaming live")
    if room.ad_snoozes >= MAX_SNOOZES:
        raise HelixError(429, "The broadcaster has no snoozes left")
    room.ad_snoozes += 1
    twitch.rehearsal.events.record("ad_snoozed", login=room.person.login)
    facts: Json = {"snooze_count": MAX_SNOOZES - room.ad_snoozes, "snooze_refresh_at": 0}
    return {"data": [{**facts, "next_ad_at": unix_seconds(next_ad_at(room, twitch))}]}


def next_ad_at(room: Room, twitch: Twitch) -> datetime | None:
    stream = twitch.channel(room.person).stream
    if stream is None:
        return None
    began = max(stream.started_at, room.last_ad_at or stream.started_at)
    return began + AD_INTERVAL + SNOOZE * room.ad_snoozes


def unix_seconds(moment: datetime | None) -> int:
    """The time in seconds since 1970; 0 without a time."""
    return 0 if moment is None else int(moment.timestamp())
