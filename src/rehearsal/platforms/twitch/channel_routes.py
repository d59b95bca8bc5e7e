"""The Helix call that changes a channel."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.twitch.channel_rules import apply_change, check_change, read_change
from rehearsal.platforms.twitch.events import update_event
from rehearsal.platforms.twitch.helix import OnHelix, own_room
from rehearsal.platforms.twitch.twitch import OnTwitch

SCOPE = "channel:manage:broadcast"

router = APIRouter(prefix="/twitch/helix")


@router.patch("/channels")
async def change_channel(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    channel = twitch.channel(own_room(request, caller, twitch, SCOPE).person)
    checked = check_change(read_change(await request.body()), channel)
    before = update_event(channel)
    apply_change(checked, channel)
    twitch.announce_update(channel, before)
    return Response(status_code=204)
