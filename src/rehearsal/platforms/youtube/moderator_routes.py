"""Who helps in a chat; only its owner may ask and change that."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.calls import Call, one, opens, page, parse_body
from rehearsal.platforms.youtube.errors import Json, chat_error
from rehearsal.platforms.youtube.ids import chat_place, chat_user_id, chat_user_place, person_id
from rehearsal.platforms.youtube.studio import Studio
from rehearsal.platforms.youtube.views import profile, resource
from rehearsal.platforms.youtube.youtube import OnYouTube, YouTube

router = APIRouter(prefix="/youtube/v3/liveChat")


class Target(BaseModel):
    channelId: str = ""  # noqa: N815 - the wire's name


class NewSnippet(BaseModel):
    liveChatId: str = ""  # noqa: N815
    moderatorDetails: Target = Target()  # noqa: N815


class NewModerator(BaseModel):
    snippet: NewSnippet = NewSnippet()


def own_studio(youtube: YouTube, call: Call, chat: str) -> Studio:
    studio, _ = youtube.find_chat(chat)
    if call.somebody != studio.person:
        raise chat_error(403, "forbidden", "Only the owner of the live chat may do that.")
    return studio


def moderator_resource(youtube: YouTube, chat: str, channel: str) -> Json:
    viewer = youtube.stage.world.viewer(viewer_id=person_id(channel) or "")
    login = viewer.login if viewer else "unknown"
    details = profile(youtube.stage, login, channel)
    snippet: Json = {"liveChatId": chat, "moderatorDetails": details}
    return resource("liveChatModerator", chat_user_id(chat, channel), snippet=snippet)


@router.get("/moderators")
async def list_moderators(
    call: Annotated[Call, Depends(opens(methods.MODERATORS_LIST))], youtube: OnYouTube
) -> Response:
    chat = call.text("liveChatId")
    studio = own_studio(youtube, call, chat)
    rows = [moderator_resource(youtube, chat, channel) for channel in studio.moderator_ids]
    return page(call, "liveChatModeratorListResponse", rows)


@router.post("/moderators")
async def insert_moderator(
    request: Request, call: Annotated[Call, Depends(opens(methods.MODERATORS_INSERT))], youtube: OnYouTube
) -> Response:
    wanted = parse_body(await request.body(), NewModerator).snippet
    if not wanted.liveChatId:
        raise chat_error(400, "liveChatIdRequired", "The liveChatModerator resource must name the live chat.")
    studio = own_studio(youtube, call, wanted.liveChatId)
    channel = wanted.moderatorDetails.channelId
    if youtube.stage.world.viewer(viewer_id=person_id(channel) or "") is None or studio.is_owner(channel):
        raise chat_error(400, "invalidChannelId", "The channel id of the moderator is not valid.")
    if channel not in studio.moderator_ids:
        studio.moderator_ids.append(channel)
    return one(call, moderator_resource(youtube, wanted.liveChatId, channel))


@router.delete("/moderators")
async def delete_moderator(
    call: Annotated[Call, Depends(opens(methods.MODERATORS_DELETE))], youtube: OnYouTube
) -> Response:
    place = chat_user_place(call.text("id"))
    missing = chat_error(404, "liveChatModeratorNotFound", "The moderator cannot be found.")
    if place is None or chat_place(place[0]) is None:
        raise missing
    studio = own_studio(youtube, call, place[0])
    if place[1] not in studio.moderator_ids:
        raise missing
    studio.moderator_ids.remove(place[1])
    return Response(status_code=204)
