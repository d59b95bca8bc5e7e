"""Bans and time-outs."""

from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.youtube import methods
from rehearsal.platforms.youtube.broadcasts.resources import profile, resource
from rehearsal.platforms.youtube.broadcasts.studio import Studio
from rehearsal.platforms.youtube.calls import Call, one, opens, parse_body
from rehearsal.platforms.youtube.chat.message_routes import check_moderates
from rehearsal.platforms.youtube.errors import Json, chat_error
from rehearsal.platforms.youtube.ids import chat_place, chat_user_place, person_id
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
    request: Request, call: Annotated[Call, Depends(opens(methods.BANS_INSERT))], youtube: YouTubeDep
) -> Response:
    wanted = parse_body(await request.body(), NewBan).snippet
    if not wanted.liveChatId:
        raise chat_error(400, "liveChatIdRequired", "The liveChatBan resource must name the live chat.")
    if chat_place(wanted.liveChatId) is None:
        raise chat_error(400, "invalidLiveChatId", "The live chat id is not valid.")
    studio, broadcast = youtube.find_chat(wanted.liveChatId)
    check_moderates(studio, call.person)
    viewer, seconds = known_target(youtube, studio, wanted), checked_seconds(wanted)
    ban = announce_ban(youtube, studio, broadcast.chat, viewer, seconds, by=call.person)
    snippet: Json = {"liveChatId": ban.chat_id, "type": wanted.type}
    if seconds is not None:
        snippet["banDurationSeconds"] = str(seconds)
    snippet["bannedUserDetails"] = profile(youtube.rehearsal, viewer.login, ban.channel_id)
    return one(call, resource("liveChatBan", ban.id, snippet=snippet))


def known_target(youtube: YouTube, studio: Studio, wanted: NewSnippet) -> Viewer:
    own_id = wanted.bannedUserDetails.channelId
    viewer = youtube.rehearsal.world.viewer(viewer_id=person_id(own_id) or "")
    if viewer is None:
        raise chat_error(400, "invalidChannelId", "The channel id of the banned user is not valid.")
    if studio.may_moderate(own_id):
        message = "The channel owner and moderators cannot be banned."
        raise chat_error(403, "liveChatBanInsertionNotAllowed", message)
    return viewer


def checked_seconds(wanted: NewSnippet) -> int | None:
    match wanted.type, wanted.banDurationSeconds:
        case "temporary", None:
            return DEFAULT_SECONDS
        case "temporary", seconds if seconds is not None and seconds > 0:
            return seconds
        case "permanent", None:
            return None
        case "permanent" | "temporary", _:
            message = "banDurationSeconds goes with a temporary ban only, and is more than nothing."
            raise chat_error(400, "invalidValue", message)
        case "", _:
            raise chat_error(400, "typeRequired", "The liveChatBan resource must have a type.")
        case _:
            raise chat_error(400, "invalidValue", "The type of a ban is permanent or temporary.")


@router.delete("/bans")
async def delete_ban(call: Annotated[Call, Depends(opens(methods.BANS_DELETE))], youtube: YouTubeDep) -> Response:
    missing = chat_error(404, "liveChatBanNotFound", "The ban cannot be found.")
    place = chat_user_place(call.text("id"))
    if place is None or chat_place(place[0]) is None:
        raise missing
    studio, broadcast = youtube.find_chat(place[0])
    check_moderates(studio, call.person)
    ban = studio.bans.get(place[1])
    now = youtube.rehearsal.clock.now()
    # A time-out that is over does not count.
    if ban is None or ban.id != call.text("id") or not ban.counts(broadcast.chat, now):
        raise missing
    del studio.bans[place[1]]
    youtube.rehearsal.events.record("unbanned", platform=youtube.key, login=studio.person.login)
    return Response(status_code=204)
