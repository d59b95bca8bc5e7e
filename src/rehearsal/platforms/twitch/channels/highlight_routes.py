"""Helix calls that create stream markers and clips."""

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.requests import Request

from rehearsal.clock import rfc3339
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import HelixCaller, Json, known_room, read_body, require_own_id, require_scope
from rehearsal.platforms.twitch.platform import TwitchDep

router = APIRouter(prefix="/twitch/helix")


class NewMarker(BaseModel, strict=True):
    user_id: str
    description: str = Field(default="", max_length=140)


@router.post("/streams/markers")
async def create_marker(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    marker = await read_body(request, NewMarker)
    person = require_scope(caller, "channel:manage:broadcast")
    require_own_id(caller, marker.user_id, "user_id")
    stream = twitch.channel(person).stream
    if stream is None:
        raise HelixError(404, "The user specified in user_id is not streaming live")
    room, now = twitch.room(person), twitch.rehearsal.clock.now()
    room.markers.append((now, marker.description))
    twitch.rehearsal.events.record("marker_created", login=person.login, description=marker.description)
    position = int((now - stream.started_at).total_seconds())
    facts: Json = {"created_at": rfc3339(now), "description": marker.description, "position_seconds": position}
    return {"data": [{"id": str(len(room.markers)), **facts}]}


@router.post("/clips", status_code=202)
async def create_clip(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room = known_room(request, twitch)
    require_scope(caller, "clips:edit")
    if twitch.channel(room.person).stream is None:
        raise HelixError(404, "The broadcaster is not streaming live")
    clip_id = f"RehearsedClip{len(room.clips) + 1}"
    room.clips.append(clip_id)
    twitch.rehearsal.events.record("clip_created", login=room.person.login, clip_id=clip_id)
    return {"data": [{"id": clip_id, "edit_url": f"https://clips.twitch.tv/{clip_id}/edit"}]}
