"""Routes that add and remove bans and time-outs."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcasts.resources import profile, resource
from rehearsal.platforms.youtube.broadcasts.studio import Studio
from rehearsal.platforms.youtube.calls import Call, call_to, parse_body, single_response
from rehearsal.platforms.youtube.chat.message_routes import check_moderates
from rehearsal.platforms.youtube.errors import Json, chat_error
from rehearsal.platforms.youtube.ids import decode_ban_id, decode_chat_id, person_id
from rehearsal.platforms.youtube.platform import YouTube, YouTubeDep
from rehearsal.platforms.youtube.viewer_actions import announce_ban
from rehearsal.simulation.viewers import Viewer

DEFAULT_SECONDS = 300

router = APIRouter(prefix="/youtube/v3/liveChat")


class Target(BaseModel):
    channelId: str = ""  # noqa: N815 - the wire's name


class NewSnippet(BaseModel):
    liveChatId: str = ""  # noqa: N815
    type: str = ""
    banDurationSeconds: int | None = None  # noqa: N815
    bannedUserDetails: Target = Target()  # noqa: N815


class NewBan(BaseModel):
    snippet: NewSnippet = NewSnippet()


@router.post("/bans")
async def insert_ban(
    request: Request, call: Annotated[Call, Depends(call_to(methods.BANS_INSERT))], youtube: YouTubeDep
) -> Response:
    new_ban = parse_body(await request.body(), NewBan).snippet
    if not new_ban.liveChatId:
        raise chat_error(400, "liveChatIdRequired", "The liveChatBan resource must name the live chat.")
    if decode_chat_id(new_ban.liveChatId) is None:
        raise chat_error(400, "invalidLiveChatId", "The live chat id is not valid.")
    studio, broadcast = youtube.find_chat(new_ban.liveChatId)
    check_moderates(studio, call.person)
    viewer, seconds = known_target(youtube, studio, new_ban), checked_seconds(new_ban)
    ban = announce_ban(youtube, studio, broadcast.chat, viewer, seconds, by=call.person)
    snippet: Json = {"liveChatId": ban.chat_id, "type": new_ban.type}
    if seconds is not None:
        snippet["banDurationSeconds"] = str(seconds)
    snippet["bannedUserDetails"] = profile(youtube.rehearsal, viewer.login, ban.channel_id)
    return single_response(call, resource("liveChatBan", ban.id, snippet=snippet))


def known_target(youtube: YouTube, studio: Studio, new_ban: NewSnippet) -> Viewer:
    target_id = new_ban.bannedUserDetails.channelId
    viewer = youtube.rehearsal.world.viewer(viewer_id=person_id(target_id) or "")
    if viewer is None:
        raise chat_error(400, "invalidChannelId", "The channel id of the banned user is not valid.")
    if studio.may_moderate(target_id):
        message = "The channel owner and moderators cannot be banned."
        raise chat_error(403, "liveChatBanInsertionNotAllowed", message)
    return viewer


def checked_seconds(new_ban: NewSnippet) -> int | None:
    match new_ban.type, new_ban.banDurationSeconds:
        case "temporary", None:
            return DEFAULT_SECONDS
        case "temporary", seconds if seconds is not None and seconds > 0:
            return seconds
        case "permanent", None:
            return None
        case "permanent" | "temporary", _:
            message = "banDurationSeconds must be positive and is for temporary bans only."
            raise chat_error(400, "invalidValue", message)
        case "", _:
            raise chat_error(400, "typeRequired", "The liveChatBan resource must have a type.")
        case _:
            raise chat_error(400, "invalidValue", "The type of a ban is permanent or temporary.")


@router.delete("/bans")
async def delete_ban(call: Annotated[Call, Depends(call_to(methods.BANS_DELETE))], youtube: YouTubeDep) -> Response:
    not_found = chat_error(404, "liveChatBanNotFound", "The ban cannot be found.")
    ids = decode_ban_id(call.text("id"))
    if ids is None or decode_chat_id(ids[0]) is None:
        raise not_found
    studio, broadcast = youtube.find_chat(ids[0])
    check_moderates(studio, call.person)
    ban = studio.bans.get(ids[1])
    now = youtube.rehearsal.clock.now()
    # An expired time-out cannot be deleted.
    if ban is None or ban.id != call.text("id") or not ban.is_active(broadcast.chat, now):
        raise not_found
    del studio.bans[ids[1]]
    viewer = youtube.rehearsal.world.viewer(viewer_id=person_id(ids[1]) or "")
    names = {"platform": youtube.key, "login": studio.person.login, "viewer": viewer.login if viewer else ids[1]}
    youtube.rehearsal.events.record("unbanned", **names)
    return Response(status_code=204)
