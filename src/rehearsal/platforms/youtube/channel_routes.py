"""Channels, videos and categories; what is public can be asked with a key."""

from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import broadcast_bodies as bodies
from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcast_routes import announce_change
from rehearsal.platforms.youtube.calls import Call, answer, one, opens, page, parse_body, trim
from rehearsal.platforms.youtube.categories import ASSIGNABLE, CATEGORIES
from rehearsal.platforms.youtube.errors import PARAMETER, VIDEO, ApiError, Json, invalid
from rehearsal.platforms.youtube.studio import Broadcast, Studio
from rehearsal.platforms.youtube.views import channel_resource, resource, video_resource
from rehearsal.platforms.youtube.youtube import OnYouTube, YouTube

IDS_MAX = 50
CATEGORY_CHANNEL = "UCBR8-60-B28hp2BmDPdntcQ"

router = APIRouter(prefix="/youtube/v3")


@router.get("/channels")
async def list_channels(call: Annotated[Call, Depends(opens(methods.CHANNELS_LIST))], youtube: OnYouTube) -> Response:
    filters = ("id", "mine", "forHandle", "forUsername", "categoryId", "managedByMe", "mySubscribers")
    found = find_channels(youtube, call, call.one_of(*filters))
    rows = [channel_resource(youtube.stage, studio) for studio in found]
    if rows:
        return page(call, "channelListResponse", rows)
    # Of channels alone the API writes no empty list.
    empty: Json = {"kind": "youtube#channelListResponse", "pageInfo": {"totalResults": 0, "resultsPerPage": 5}}
    return answer(call, empty)


def find_channels(youtube: YouTube, call: Call, wanted: str) -> list[Studio]:
    match wanted:
        case "mine":
            return [youtube.studio(call.somebody)]
        case "id":
            ids = checked_ids(call)
            return [studio for studio in youtube.studios() if studio.channel_id in ids]
        case "forHandle" | "forUsername":
            name = call.text(wanted).removeprefix("@").lower()
            return [studio for studio in youtube.studios() if studio.person.login == name]
        case "managedByMe" | "mySubscribers":
            raise ApiError(403, "forbidden", "The request is not properly authorized.")
        case _:
            return []


def checked_ids(call: Call) -> list[str]:
    ids = call.texts("id")
    if len(ids) > IDS_MAX:
        raise invalid("id", f"At most {IDS_MAX} ids can be asked for at once.", "invalidParameter")
    return ids


@router.get("/videos")
async def list_videos(call: Annotated[Call, Depends(opens(methods.VIDEOS_LIST))], youtube: OnYouTube) -> Response:
    wanted = call.one_of("id", "chart", "myRating")
    if wanted == "id" and (call.text("maxResults") or call.text("pageToken")):
        raise invalid("maxResults", "maxResults and pageToken do not go with id.", "incompatibleParameters")
    found = [place for place in all_videos(youtube) if is_wanted(place, call, wanted)]
    rows = [video_resource(youtube.stage, *place) for place in found]
    return page(call, "videoListResponse", rows, size=IDS_MAX if wanted == "id" else 5)


def all_videos(youtube: YouTube) -> list[tuple[Studio, Broadcast]]:
    return [(studio, each) for studio in youtube.studios() for each in studio.broadcasts]


def is_wanted(place: tuple[Studio, Broadcast], call: Call, wanted: str) -> bool:
    studio, each = place
    may_see = each.privacy != "private" or call.person == studio.person
    match wanted:
        case "id":
            return may_see and each.id in checked_ids(call)
        case "chart":
            return may_see and each.is_live
        case _:
            return False


@router.put("/videos")
async def update_video(
    request: Request, call: Annotated[Call, Depends(opens(methods.VIDEOS_UPDATE))], youtube: OnYouTube
) -> Response:
    body = parse_body(await request.body(), bodies.VideoBody)
    place = youtube.find_broadcast(body.id or "")
    if place is None:
        raise ApiError(404, "videoNotFound", "The video that you are trying to update cannot be found.", VIDEO)
    studio, broadcast = place
    if studio.person != call.somebody:
        raise ApiError(403, "forbidden", "The video cannot be updated by this account.", VIDEO)
    if "snippet" in call.parts:
        bodies.write_video(broadcast, body.snippet)
    if "status" in call.parts:
        bodies.write_status(broadcast, body.status)
    announce_change(youtube, studio, broadcast)
    return one(call, video_resource(youtube.stage, studio, broadcast))


@router.get("/videoCategories")
async def list_categories(
    call: Annotated[Call, Depends(opens(methods.CATEGORIES_LIST))], youtube: OnYouTube
) -> Response:
    wanted = call.one_of("id", "regionCode")
    region = call.text("regionCode")
    if wanted == "regionCode" and not (len(region) == 2 and region.isalpha()):
        raise invalid("regionCode", "The region code is not valid.", "invalidRegionCode")
    ids = call.texts("id") if wanted == "id" else list(CATEGORIES)
    if not set(ids) <= set(CATEGORIES):
        raise ApiError(404, "videoCategoryNotFound", "The video category cannot be found.", PARAMETER)
    rows = [trim(category_resource(each), call.parts) for each in ids]
    return answer(call, {"kind": "youtube#videoCategoryListResponse", "items": [*rows]})


def category_resource(category_id: str) -> Json:
    snippet: Json = {
        "title": CATEGORIES[category_id],
        "assignable": category_id in ASSIGNABLE,
        "channelId": CATEGORY_CHANNEL,
    }
    return resource("videoCategory", category_id, snippet=snippet)
