"""Broadcasts: found, planned, changed, bound to a line, put on the air and ended."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import broadcast_bodies as bodies
from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.calls import Call, answer, one, opens, page, parse_body
from rehearsal.platforms.youtube.errors import BROADCAST, ApiError, Json
from rehearsal.platforms.youtube.ids import etag_of, video_id
from rehearsal.platforms.youtube.studio import Broadcast, Studio
from rehearsal.platforms.youtube.views import broadcast_resource, stream_resource
from rehearsal.platforms.youtube.youtube import OnYouTube, YouTube

STATUSES = {
    "active": {"testing", "testStarting", "liveStarting", "live"},
    "upcoming": {"created", "ready"},
    "completed": {"complete"},
}
# From which state a broadcast gets to the wanted one.
BEFORE = {"testing": {"ready"}, "live": {"ready", "testing"}, "complete": {"live", "testing"}}

router = APIRouter(prefix="/youtube/v3")


def own_studio(youtube: YouTube, call: Call) -> Studio:
    studio = youtube.studio(call.somebody)
    if not studio.can_stream:
        message = "The user is not enabled for live streaming."
        raise ApiError(403, "liveStreamingNotEnabled", message, BROADCAST)
    return studio


def own_broadcast(youtube: YouTube, call: Call, wanted_id: str) -> tuple[Studio, Broadcast]:
    place = youtube.find_broadcast(wanted_id)
    if place is None:
        raise ApiError(404, "liveBroadcastNotFound", "Broadcast not found", BROADCAST)
    if place[0].person != call.somebody:
        message = "The request is not authorized to change the live broadcast."
        raise ApiError(403, "insufficientLivePermissions", message, BROADCAST)
    return own_studio(youtube, call), place[1]


@router.get("/liveBroadcasts")
async def list_broadcasts(
    call: Annotated[Call, Depends(opens(methods.BROADCASTS_LIST))], youtube: OnYouTube
) -> Response:
    wanted = call.one_of("id", "mine", "broadcastStatus")
    studio = own_studio(youtube, call)
    found = [each for each in studio.broadcasts if fits(each, wanted, call)]
    rows = [broadcast_resource(youtube.stage, studio, each) for each in found]
    return page(call, "liveBroadcastListResponse", rows)


def fits(each: Broadcast, wanted: str, call: Call) -> bool:
    """Without a word about the type only planned events are shown."""
    if wanted == "id":
        return each.id in call.texts("id")
    kind = call.text("broadcastType") or "event"
    if kind != "all" and (kind == "persistent") != each.is_persistent:
        return False
    status = call.text("broadcastStatus")
    return wanted == "mine" or status == "all" or each.life in STATUSES.get(status, set())


@router.post("/liveBroadcasts")
async def insert_broadcast(
    request: Request, call: Annotated[Call, Depends(opens(methods.BROADCASTS_INSERT))], youtube: OnYouTube
) -> Response:
    studio, now = own_studio(youtube, call), youtube.stage.clock.now()
    body = parse_body(await request.body(), bodies.BroadcastBody)
    title, scheduled_at = bodies.required_snippet(body.snippet)
    bodies.checked_privacy(body.status)
    if scheduled_at < now:
        raise bodies.wrong("invalidScheduledStartTime", "The scheduled start time must be in the future.")
    own_id = video_id("planned", studio.person.id, len(studio.broadcasts), title)
    broadcast = studio.open(own_id, title, at=now, scheduled_at=scheduled_at)
    # A broadcast that a program plans starts by itself only when the program says so.
    broadcast.settings |= {"enableAutoStart": False, "enableAutoStop": False}
    try:
        write(broadcast, body, call.parts | {"snippet", "status"}, is_update=False)
    except ApiError:
        studio.broadcasts.remove(broadcast)
        raise
    youtube.stage.happenings.tell("broadcast_planned", platform=youtube.key, login=studio.person.login, id=own_id)
    return one(call, broadcast_resource(youtube.stage, studio, broadcast))


def write(broadcast: Broadcast, body: bodies.BroadcastBody, parts: frozenset[str], *, is_update: bool) -> None:
    if "snippet" in parts:
        bodies.write_snippet(broadcast, body.snippet or bodies.BroadcastSnippet())
    if "status" in parts:
        bodies.write_status(broadcast, body.status)
    if "contentDetails" in parts:
        bodies.write_details(broadcast, body.contentDetails, is_update=is_update)


@router.put("/liveBroadcasts")
async def update_broadcast(
    request: Request, call: Annotated[Call, Depends(opens(methods.BROADCASTS_UPDATE))], youtube: OnYouTube
) -> Response:
    body = parse_body(await request.body(), bodies.BroadcastBody)
    if not body.id:
        raise bodies.wrong("idRequired", "The id of the broadcast is required.")
    studio, broadcast = own_broadcast(youtube, call, body.id)
    write(broadcast, body, call.parts, is_update=True)
    announce_change(youtube, studio, broadcast)
    return one(call, broadcast_resource(youtube.stage, studio, broadcast))


def announce_change(youtube: YouTube, studio: Studio, broadcast: Broadcast) -> None:
    """The next broadcast starts with the words of the last."""
    if broadcast.is_live:
        youtube.channel(studio.person).title = broadcast.title
        studio.category_id = broadcast.category_id
    youtube.stage.happenings.tell("channel_updated", platform=youtube.key, login=studio.person.login)


@router.post("/liveBroadcasts/bind")
async def bind(call: Annotated[Call, Depends(opens(methods.BROADCASTS_BIND))], youtube: OnYouTube) -> Response:
    studio, broadcast = own_broadcast(youtube, call, call.text("id"))
    if broadcast.life not in {"created", "ready"}:
        raise ApiError(403, "liveBroadcastBindingNotAllowed", "The broadcast cannot be bound now.", BROADCAST)
    wanted = call.text("streamId")
    if wanted and wanted != studio.stream_id:
        raise ApiError(404, "liveStreamNotFound", "Stream not found", BROADCAST)
    if wanted:
        studio.bind(broadcast, youtube.stage.clock.now())
    else:
        broadcast.stream_id, broadcast.bound_at, broadcast.life = None, None, "created"
    return one(call, broadcast_resource(youtube.stage, studio, broadcast))


@router.post("/liveBroadcasts/transition")
async def transition(
    call: Annotated[Call, Depends(opens(methods.BROADCASTS_TRANSITION))], youtube: OnYouTube
) -> Response:
    studio, broadcast = own_broadcast(youtube, call, call.text("id"))
    wanted = call.text("broadcastStatus")
    check_transition(studio, broadcast, wanted)
    match wanted:
        case "live":
            youtube.put_on_air(studio, broadcast)
        case "complete" if broadcast.is_live:
            youtube.end(studio.person)
        case _:
            broadcast.life = wanted
    return one(call, broadcast_resource(youtube.stage, studio, broadcast))


def check_transition(studio: Studio, broadcast: Broadcast, wanted: str) -> None:
    if broadcast.life == wanted:
        message = "The live broadcast is already in the requested status."
        raise ApiError(403, "redundantTransition", message, BROADCAST)
    needs_monitor = wanted == "testing" and not broadcast.has_monitor
    if broadcast.life not in BEFORE.get(wanted, set()) or needs_monitor:
        message = "The live broadcast cannot transition from its current status to the requested status."
        raise ApiError(403, "invalidTransition", message, BROADCAST)
    if wanted != "complete" and not studio.is_sending:
        message = "The stream that is bound to the broadcast is inactive."
        raise ApiError(403, "errorStreamInactive", message, BROADCAST)


@router.delete("/liveBroadcasts")
async def delete_broadcast(
    call: Annotated[Call, Depends(opens(methods.BROADCASTS_DELETE))], youtube: OnYouTube
) -> Response:
    studio, broadcast = own_broadcast(youtube, call, call.text("id"))
    if broadcast.is_live:
        raise ApiError(403, "liveBroadcastDeletionNotAllowed", "A live broadcast cannot be deleted.", BROADCAST)
    studio.broadcasts.remove(broadcast)
    return Response(status_code=204)


@router.post("/liveBroadcasts/cuepoint")
async def insert_cuepoint(
    request: Request, call: Annotated[Call, Depends(opens(methods.BROADCASTS_CUEPOINT))], youtube: OnYouTube
) -> Response:
    body = parse_body(await request.body(), bodies.CuepointBody)
    studio, broadcast = own_broadcast(youtube, call, call.text("id"))
    if body.cueType != "cueTypeAd" or None not in (body.insertionOffsetTimeMs, body.walltimeMs):
        raise bodies.wrong("invalidValue", "The cuepoint is not valid.")
    if not broadcast.is_live:
        raise ApiError(403, "liveBroadcastNotLive", "The broadcast is not live.", BROADCAST)
    now = youtube.stage.clock.now()
    youtube.stage.happenings.tell("ad_started", platform=youtube.key, login=studio.person.login)
    shown: Json = {"id": etag_of(f"cue {broadcast.id} {now}")[:16], "cueType": "cueTypeAd"}
    shown["durationSecs"] = body.durationSecs
    if body.insertionOffsetTimeMs is not None:
        shown["insertionOffsetTimeMs"] = str(body.insertionOffsetTimeMs)
    shown["walltimeMs"] = str(body.walltimeMs or int(now.timestamp() * 1000))
    return answer(call, shown)


@router.get("/liveStreams")
async def list_streams(call: Annotated[Call, Depends(opens(methods.STREAMS_LIST))], youtube: OnYouTube) -> Response:
    wanted = call.one_of("id", "mine")
    studio = own_studio(youtube, call)
    is_wanted = wanted == "mine" or studio.stream_id in call.texts("id")
    return page(call, "liveStreamListResponse", [stream_resource(studio)] if is_wanted else [])
