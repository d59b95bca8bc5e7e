"""Twitch's player, which only pages of the hosts in `parent` may embed."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import Response

from rehearsal.platforms.player_page import frame_ancestors, player, state_of
from rehearsal.platforms.twitch.platform import TwitchDep

router = APIRouter(prefix="/twitch/player")


@router.get("/")
async def show(
    twitch: TwitchDep,
    channel: str = "",
    parent: Annotated[list[str] | None, Query()] = None,
    *,
    muted: bool = False,
    autoplay: bool = True,
) -> Response:
    framed_by = frame_ancestors(parent or [])
    if framed_by is None:
        refused = "The parameter parent must name the host of the page."
        return player("Twitch", channel, refused, "refused", framed_by="'none'")
    person = twitch.rehearsal.world.find(login=channel)
    if person is None:
        return player("Twitch", channel, "There is no such channel.", "offline", framed_by=framed_by)
    shown = twitch.channel(person)
    state = state_of(is_live=shown.stream is not None, autoplays=autoplay, is_muted=muted)
    caption = shown.title if shown.stream else "is offline"
    return player("Twitch", person.display_name, caption, state, framed_by=framed_by)
