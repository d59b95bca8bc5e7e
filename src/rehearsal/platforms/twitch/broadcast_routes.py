"""The Helix calls for a running stream: ads, raids, clips, markers."""

import secrets
import uuid
from datetime import datetime, timedelta

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.clips import Clip
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.events import ad_break_event, user
from rehearsal.platforms.twitch.helix import (
    Json,
    OnHelix,
    check_count,
    known_room,
    must_be,
    need_scope,
    own_room,
    page_of,
    read_body,
    read_values,
    required,
)
from rehearsal.platforms.twitch.rooms import Room
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.world import Person, Stream

AD_MAX_SECONDS = 180
SNOOZE_SECONDS = 300
CLIPS_KEPT = 200

router = APIRouter(prefix="/twitch/helix")


def live_stream(twitch: Twitch, room: Room, status: int = 400) -> Stream:
    stream = twitch.channel(room.person).stream
    if stream is None:
        raise HelixError(status, "The broadcaster is not streaming live")
    return stream


class Commercial(BaseModel, strict=True):
    broadcaster_id: str
    length: int


@router.post("/channels/commercial")
async def start_commercial(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, Commercial)
    person = need_scope(caller, "channel:edit:commercial")
    must_be(caller, wish.broadcaster_id, "broadcaster_id")
    if wish.length < 1:
        raise HelixError(400, "The length field is required and must be valid")
    room, now = twitch.room(person), twitch.stage.clock.now()
    live_stream(twitch, room)
    wait = timedelta(seconds=twitch.limits.commercial_wait_seconds)
    if room.ads.last_started_at is not None and now - room.ads.last_started_at < wait:
        raise HelixError(400, "The broadcaster must wait before running another commercial")
    length = min(wish.length, AD_MAX_SECONDS)
    room.ads.last_started_at = room.ads.last_ad_at = now
    event = ad_break_event(person, length, now, person, is_automatic=False)
    twitch.eventsub.publish("channel.ad_break.begin", person.id, event)
    twitch.stage.happenings.tell("commercial_started", login=person.login, seconds=length)
    return {"data": [{"length": length, "message": "", "retry_after": int(wait.total_seconds())}]}


@router.get("/channels/ads")
async def ad_schedule(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    ads = own_room(request, caller, twitch, "channel:read:ads").ads
    return {
        "data": [
            {
                "snooze_count": ads.snooze_count,
                "snooze_refresh_at": 0,
                "next_ad_at": unix(ads.next_ad_at),
                "duration": 60,
                "last_ad_at": unix(ads.last_ad_at),
                "preroll_free_time": 0,
            }
        ]
    }


def unix(moment: datetime | None) -> int:
    """Seconds since 1970, whatever the reference says; 0 for never."""
    return 0 if moment is None else int(moment.timestamp())


@router.post("/channels/ads/schedule/snooze")
async def snooze(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room = own_room(request, caller, twitch, "channel:manage:ads")
    live_stream(twitch, room)
    ads = room.ads
    if ads.next_ad_at is None:
        raise HelixError(400, "The channel does not have an upcoming scheduled ad break")
    if ads.snooze_count < 1:
        raise HelixError(429, "The channel has no snoozes left")
    ads.snooze_count -= 1
    ads.next_ad_at += timedelta(seconds=SNOOZE_SECONDS)
    row: Json = {"snooze_count": ads.snooze_count, "snooze_refresh_at": 0, "next_ad_at": unix(ads.next_ad_at)}
    return {"data": [row]}


@router.post("/raids")
async def start_raid(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    target_id = required(request, "to_broadcaster_id")
    room = own_room(request, caller, twitch, "channel:manage:raids", name="from_broadcaster_id")
    target = twitch.stage.world.find(person_id=target_id)
    limits, now = twitch.limits, twitch.stage.clock.now()
    if target is None:
        raise HelixError(404, "The targeted channel was not found")
    if target == room.person:
        raise HelixError(400, "The broadcaster may not raid themselves")
    if room.raid_to is not None:
        raise HelixError(409, "The broadcaster is already in the process of raiding another channel")
    if not room.windows.may("raid", now, limits.raids, limits.raid_window_seconds):
        raise HelixError(429, "The broadcaster exceeded the number of raid requests that they may make")
    room.raid_to = target
    viewers = audience(twitch, room.person)
    twitch.moderation.report(room, room.owner, "raid", {**user(target), "viewer_count": viewers})
    twitch.tasks.start(raid_later(twitch, room, target))
    return {"data": [{"created_at": rfc3339(now), "is_mature": False}]}


def audience(twitch: Twitch, person: Person) -> int:
    stream = twitch.channel(person).stream
    return stream.viewer_count if stream else 0


async def raid_later(twitch: Twitch, room: Room, target: Person) -> None:
    """The raid happens by itself when its count-down is over, unless it was called off."""
    clock = twitch.stage.clock
    await clock.sleep_until(clock.after(twitch.limits.raid_countdown_seconds))
    if room.raid_to == target:
        room.raid_to = None
        twitch.performance.raid(twitch.room(target), room.owner, max(1, audience(twitch, room.person)))
        twitch.stage.happenings.tell("raided", login=room.person.login, target=target.login)


@router.delete("/raids")
async def cancel_raid(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room = own_room(request, caller, twitch, "channel:manage:raids")
    target, room.raid_to = room.raid_to, None
    if target is None:
        raise HelixError(404, "The broadcaster doesn't have a pending raid to cancel")
    twitch.moderation.report(room, room.owner, "unraid", user(target))
    twitch.chat.notify(room, room.owner, "unraid", "The raid has been canceled.", {})
    return Response(status_code=204)


@router.post("/clips")
async def make_clip(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    room = known_room(request, twitch)
    creator = need_scope(caller, "clips:edit")
    live_stream(twitch, room, 404)
    seconds = request.query_params.get("duration", "30")
    if not seconds.replace(".", "", 1).isdecimal() or not 5 <= float(seconds) <= 60:
        raise HelixError(400, "The duration must be between 5 and 60 seconds")
    channel = twitch.channel(room.person)
    title = request.query_params.get("title", channel.title)
    name = f"Rehearsed{secrets.token_hex(6)}"
    moment = twitch.stage.clock.now()
    clip = Clip(name, room, creator, title, float(seconds), moment, channel.category.id, channel.language)
    twitch.clips = {**dict(list(twitch.clips.items())[-CLIPS_KEPT:]), name: clip}
    edit_url = f"{twitch.stage.base_url}/twitch/clips/{name}/edit"
    return JSONResponse({"data": [{"id": name, "edit_url": edit_url}]}, status_code=202)


@router.get("/clips")
async def clips(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    ids, query = read_values(request, "id"), request.query_params
    given = [name for name in ("id", "game_id", "broadcaster_id") if query.get(name)]
    if len(given) != 1:
        raise HelixError(400, "Specify exactly one of id, game_id and broadcaster_id")
    check_count(len(ids), "id")
    found = [each for each in twitch.clips.values() if each.id in ids or fits(each, given[0], query[given[0]])]
    return page_of(request, [clip_row(twitch, each) for each in found])


def fits(clip: Clip, name: str, value: str) -> bool:
    return (name == "broadcaster_id" and clip.room.person.id == value) or (
        name == "game_id" and clip.category_id == value
    )


def clip_row(twitch: Twitch, clip: Clip) -> JsonValue:
    place = f"{twitch.stage.base_url}/twitch/clips/{clip.id}"
    return {
        "id": clip.id,
        "url": place,
        "embed_url": f"{place}/embed",
        "broadcaster_id": clip.room.person.id,
        "broadcaster_name": clip.room.person.display_name,
        "creator_id": clip.creator.id,
        "creator_name": clip.creator.display_name,
        "video_id": "",
        "game_id": clip.category_id,
        "language": clip.language,
        "title": clip.title,
        "view_count": 0,
        "created_at": rfc3339(clip.created_at),
        "thumbnail_url": twitch.stage.avatar_url(clip.room.person),
        "duration": clip.seconds,
        "vod_offset": None,
        "is_featured": False,
    }


class Marker(BaseModel, strict=True):
    user_id: str
    description: str = ""


@router.post("/streams/markers")
async def mark(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    wish = await read_body(request, Marker)
    person = need_scope(caller, "channel:manage:broadcast")
    must_be(caller, wish.user_id, "user_id")
    if len(wish.description) > 140:
        raise HelixError(400, "The string in the description field is too long")
    stream, now = live_stream(twitch, twitch.room(person), 404), twitch.stage.clock.now()
    position = int((now - stream.started_at).total_seconds())
    row: Json = {"id": str(uuid.uuid4()), "created_at": rfc3339(now), "position_seconds": position}
    return {"data": [{**row, "description": wish.description}]}
