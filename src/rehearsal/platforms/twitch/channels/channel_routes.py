"""Helix calls about one channel: its information and its followers."""

from datetime import datetime

from fastapi import APIRouter
from pydantic import JsonValue
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
    read_ids,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Person

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
    """The followers and their total; only the total if the caller lacks the scope or is no moderator of the channel."""
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
