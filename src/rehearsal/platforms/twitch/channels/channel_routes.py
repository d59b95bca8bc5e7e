"""Helix calls about one channel: its information, its followers, its commercials."""

from datetime import datetime, timedelta

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.channels.channel_rules import apply_change, check_change, read_change
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.payloads import named, update_event
from rehearsal.platforms.twitch.helix import (
    Caller,
    HelixCaller,
    Json,
    check_count,
    known_room,
    own_room,
    page_of,
    read_body,
    read_ids,
    require_own_id,
    require_scope,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

MAX_AD_SECONDS = 180

router = APIRouter(prefix="/twitch/helix/channels")


@router.get("")
async def channels(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    ids = read_ids(request, "broadcaster_id")
    if not ids:
        raise HelixError(400, 'Missing required parameter "broadcaster_id"')
    check_count(len(ids), "broadcaster_id")
    people = (twitch.rehearsal.world.find(person_id=each) for each in ids)
    return {"data": [channel_row(twitch, person, caller) for person in people if person is not None]}


def channel_row(twitch: Twitch, person: Person, caller: Caller) -> Json:
    channel = twitch.channel(person)
    return {
        **named("broadcaster", person),
        "broadcaster_language": channel.language,
        "game_id": channel.category.id,
        "game_name": channel.category.name,
        "title": channel.title,
        "delay": channel.delay_seconds if person == caller.person else 0,
        "tags": list[JsonValue](channel.tags),
        "content_classification_labels": list[JsonValue](channel.labels),
        "is_branded_content": channel.is_branded_content,
    }


@router.patch("")
async def change_channel(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    channel = twitch.channel(own_room(request, caller, twitch, "channel:manage:broadcast").person)
    checked = check_change(read_change(await request.body()), channel)
    before = update_event(channel)
    apply_change(checked, channel)
    twitch.announce_update(channel, before)
    return Response(status_code=204)


@router.get("/followers")
async def followers(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    """A caller without the scope or the moderator role gets the total only."""
    room = known_room(request, twitch)
    total = len(room.followers)
    person = caller.person
    if person is None or not caller.has_any("moderator:read:followers") or not room.is_moderator(person.id):
        return {"data": [], "pagination": {}, "total": total}
    user_id = request.query_params.get("user_id")
    newest = sorted(room.followers.values(), key=lambda each: each[1], reverse=True)
    shown = [each for each in newest if user_id in {None, each[0].id}]
    return {**page_of(request, [follower_row(*each) for each in shown]), "total": total}


def follower_row(viewer: Viewer, at: datetime) -> JsonValue:
    return {**named("user", viewer), "followed_at": rfc3339(at)}


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
    if room.last_ad_at is not None and now - room.last_ad_at < timedelta(seconds=wait_seconds):
        raise HelixError(400, "The broadcaster must wait before running another commercial")
    room.last_ad_at, length = now, min(commercial.length, MAX_AD_SECONDS)
    twitch.rehearsal.events.record("commercial_started", login=person.login, seconds=length)
    return {"data": [{"length": length, "message": "", "retry_after": wait_seconds}]}
