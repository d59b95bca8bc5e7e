"""The Helix call that changes a channel."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.twitch.channel_rules import apply_change, check_change, read_change
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.frames import update_event
from rehearsal.platforms.twitch.helix import Caller, OnHelix
from rehearsal.platforms.twitch.twitch import OnTwitch
from rehearsal.world import Person

SCOPE = "channel:manage:broadcast"

router = APIRouter(prefix="/twitch/helix")


@router.patch("/channels")
async def change_channel(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    channel = twitch.channel(broadcaster(request, caller))
    checked = check_change(read_change(await request.body()), channel)
    before = update_event(channel)
    apply_change(checked, channel)
    twitch.announce_update(channel, before)
    return Response(status_code=204)


def broadcaster(request: Request, caller: Caller) -> Person:
    """The person whose channel it is: nobody else may change it."""
    broadcaster_id = request.query_params.get("broadcaster_id")
    if not broadcaster_id:
        raise HelixError(400, 'Missing required parameter "broadcaster_id"')
    if not caller.has_any(SCOPE):
        raise HelixError(401, f"Missing scope: {SCOPE}")
    if caller.person is None or caller.person.id != broadcaster_id:
        raise HelixError(401, "The ID in broadcaster_id must match the user ID found in the request's OAuth token")
    return caller.person
