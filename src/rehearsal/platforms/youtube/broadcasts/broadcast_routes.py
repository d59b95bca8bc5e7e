"""Routes that list and update broadcasts."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcasts import broadcast_bodies as bodies
from rehearsal.platforms.youtube.broadcasts.resources import broadcast_resource
from rehearsal.platforms.youtube.broadcasts.studio import Broadcast, Studio
from rehearsal.platforms.youtube.calls import Call, call_to, page, parse_body, single_response
from rehearsal.platforms.youtube.errors import BROADCAST, ApiError
from rehearsal.platforms.youtube.platform import YouTube, YouTubeDep

STATUSES = {
    "active": {"testing", "testStarting", "liveStarting", "live"},
    "upcoming": {"created", "ready"},
    "completed": {"complete"},
}
router = APIRouter(prefix="/youtube/v3")


def own_studio(youtube: YouTube, call: Call) -> Studio:
    studio = youtube.studio(call.person)
    if not studio.can_stream:
        message = "The user is not enabled for live streaming."
        raise ApiError(403, "liveStreamingNotEnabled", message, BROADCAST)
    return studio


def own_broadcast(youtube: YouTube, call: Call, broadcast_id: str) -> tuple[Studio, Broadcast]:
    found = youtube.find_broadcast(broadcast_id)
    if found is None:
        raise ApiError(404, "liveBroadcastNotFound", "Broadcast not found", BROADCAST)
    if found[0].person != call.person:
        message = "The request is not authorized to change the live broadcast."
        raise ApiError(403, "insufficientLivePermissions", message, BROADCAST)
    return own_studio(youtube, call), found[1]


@router.get("/liveBroadcasts")
async def list_broadcasts(
    call: Annotated[Call, Depends(call_to(methods.BROADCASTS_LIST))], youtube: YouTubeDep
) -> Response:
    filter_name = call.one_of("id", "mine", "broadcastStatus")
    studio = own_studio(youtube, call)
    found = [each for each in studio.broadcasts if matches_filter(each, filter_name, call)]
    rows = [broadcast_resource(youtube.rehearsal, studio, each) for each in found]
    if "statistics" in call.parts:
        youtube.count_viewers(studio, found)
    return page(call, "liveBroadcastListResponse", rows)


def matches_filter(broadcast: Broadcast, filter_name: str, call: Call) -> bool:
    """Whether the broadcast matches the filter; without `broadcastType` a "Stream now" broadcast matches only by id."""
    if filter_name == "id":
        return broadcast.id in call.texts("id")
    kind = call.text("broadcastType") or "event"
    if kind != "all" and (kind == "persistent") != broadcast.is_persistent:
        return False
    status = call.text("broadcastStatus")
    return filter_name == "mine" or status == "all" or broadcast.life in STATUSES.get(status, set())


def write(broadcast: Broadcast, body: bodies.BroadcastBody, parts: frozenset[str], *, is_update: bool) -> None:
    if "snippet" in parts:
        bodies.write_snippet(broadcast, body.snippet or bodies.BroadcastSnippet())
    if "status" in parts:
        bodies.write_status(broadcast, body.status)
    if "contentDetails" in parts:
        bodies.write_details(broadcast, body.contentDetails, is_update=is_update)


@router.put("/liveBroadcasts")
async def update_broadcast(
    request: Request, call: Annotated[Call, Depends(call_to(methods.BROADCASTS_UPDATE))], youtube: YouTubeDep
) -> Response:
    body = parse_body(await request.body(), bodies.BroadcastBody)
    if not body.id:
        raise bodies.bad_request("idRequired", "The id of the broadcast is required.")
    studio, broadcast = own_broadcast(youtube, call, body.id)
    write(broadcast, body, call.parts, is_update=True)
    record_change(youtube, studio, broadcast)
    return single_response(call, broadcast_resource(youtube.rehearsal, studio, broadcast))


def record_change(youtube: YouTube, studio: Studio, broadcast: Broadcast) -> None:
    """Records `channel_updated`; title and category of a live broadcast become the defaults of the next one."""
    if broadcast.is_live:
        youtube.channel(studio.person).title = broadcast.title
        studio.category_id = broadcast.category_id
    youtube.rehearsal.events.record("channel_updated", platform=youtube.key, login=studio.person.login)
