"""Routes of channels, videos and video categories."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcasts import broadcast_bodies as bodies
from rehearsal.platforms.youtube.broadcasts.broadcast_routes import record_change
from rehearsal.platforms.youtube.broadcasts.categories import ASSIGNABLE, CATEGORIES
from rehearsal.platforms.youtube.broadcasts.resources import channel_resource, resource, video_resource
from rehearsal.platforms.youtube.calls import Call, call_to, json_response, page, parse_body, single_response, trim
from rehearsal.platforms.youtube.errors import PARAMETER, VIDEO, ApiError, Json, invalid
from rehearsal.platforms.youtube.platform import YouTubeDep

MAX_IDS = 50
CATEGORY_CHANNEL = "UCBR8-60-B28hp2BmDPdntcQ"

router = APIRouter(prefix="/youtube/v3")


@router.get("/channels")
async def list_channels(
    call: Annotated[Call, Depends(call_to(methods.CHANNELS_LIST))], youtube: YouTubeDep
) -> Response:
    ids = [youtube.studio(call.person).channel_id] if call.one_of("id", "mine") == "mine" else checked_ids(call)
    found = [studio for studio in youtube.studios() if studio.channel_id in ids]
    rows = [channel_resource(youtube.rehearsal, studio) for studio in found]
    if rows:
        return page(call, "channelListResponse", rows)
    # Of all lists, only an empty list of channels has no `items`.
    empty: Json = {"kind": "youtube#channelListResponse", "pageInfo": {"totalResults": 0, "resultsPerPage": 5}}
    return json_response(call, empty)


def checked_ids(call: Call) -> list[str]:
    ids = call.texts("id")
    if len(ids) > MAX_IDS:
        raise invalid("id", f"At most {MAX_IDS} ids can be requested at once.", "invalidParameter")
    return ids


@router.get("/videos")
async def list_videos(call: Annotated[Call, Depends(call_to(methods.VIDEOS_LIST))], youtube: YouTubeDep) -> Response:
    call.one_of("id")
    ids = checked_ids(call)
    found = [
        (studio, each)
        for studio in youtube.studios()
        for each in studio.broadcasts
        if each.id in ids and (each.privacy != "private" or call.person == studio.person)
    ]
    for studio, broadcast in found if "liveStreamingDetails" in call.parts else []:
        youtube.count_viewers(studio, [broadcast])
    rows = [video_resource(youtube.rehearsal, studio, each) for studio, each in found]
    return page(call, "videoListResponse", rows, size=MAX_IDS)


@router.put("/videos")
async def update_video(
    request: Request, call: Annotated[Call, Depends(call_to(methods.VIDEOS_UPDATE))], youtube: YouTubeDep
) -> Response:
    body = parse_body(await request.body(), bodies.VideoBody)
    found = youtube.find_broadcast(body.id or "")
    if found is None:
        raise ApiError(404, "videoNotFound", "The video that you are trying to update cannot be found.", VIDEO)
    studio, broadcast = found
    if studio.person != call.person:
        raise ApiError(403, "forbidden", "The video cannot be updated by this account.", VIDEO)
    if "snippet" in call.parts:
        bodies.write_video(broadcast, body.snippet)
    if "status" in call.parts:
        bodies.write_status(broadcast, body.status)
    record_change(youtube, studio, broadcast)
    return single_response(call, video_resource(youtube.rehearsal, studio, broadcast))


@router.get("/videoCategories")
async def list_categories(
    call: Annotated[Call, Depends(call_to(methods.CATEGORIES_LIST))], youtube: YouTubeDep
) -> Response:
    filter_name = call.one_of("id", "regionCode")
    region = call.text("regionCode")
    if filter_name == "regionCode" and not (len(region) == 2 and region.isalpha()):
        raise invalid("regionCode", "The region code is not valid.", "invalidRegionCode")
    ids = call.texts("id") if filter_name == "id" else list(CATEGORIES)
    if not set(ids) <= set(CATEGORIES):
        raise ApiError(404, "videoCategoryNotFound", "The video category cannot be found.", PARAMETER)
    rows = [trim(category_resource(each), call.parts) for each in ids]
    return json_response(call, {"kind": "youtube#videoCategoryListResponse", "items": [*rows]})


def category_resource(category_id: str) -> Json:
    snippet: Json = {
        "title": CATEGORIES[category_id],
        "assignable": category_id in ASSIGNABLE,
        "channelId": CATEGORY_CHANNEL,
    }
    return resource("videoCategory", category_id, snippet=snippet)
