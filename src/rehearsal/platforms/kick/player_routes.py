"""Kick's player, which any page may embed."""

from fastapi import APIRouter
from starlette.responses import Response

from rehearsal.platforms.kick.platform import KickDep
from rehearsal.platforms.player_page import ANY_PAGE, player, state_of

router = APIRouter(prefix="/kick/player")


@router.get("/{slug}")
async def show(slug: str, kick: KickDep, *, muted: bool = False, autoplay: bool = True) -> Response:
    person = kick.find_slug(slug)
    if person is None:
        return player("Kick", slug, "There is no such channel.", "offline", framed_by=ANY_PAGE)
    shown = kick.channel(person)
    state = state_of(is_live=shown.stream is not None, autoplays=autoplay, is_muted=muted)
    caption = shown.title if shown.stream else "is offline"
    return player("Kick", person.display_name, caption, state, framed_by=ANY_PAGE)
