"""Pictures of categories, streams and emotes."""

from fastapi import APIRouter
from starlette.responses import Response

from rehearsal.pictures.covers import cover_svg
from rehearsal.pictures.faces import emote_svg, svg_response
from rehearsal.platforms.kick.emotes import EMOTE_NAMES
from rehearsal.simulation.people import CATEGORIES

router = APIRouter(prefix="/kick")

EMOTE_PIXELS = 56


@router.get("/images/{kind}/{number}.svg")
async def image(kind: str, number: str) -> Response:
    name = next((each.name for each in CATEGORIES if each.id == number), "Live")
    return svg_response(cover_svg(number, 320, 180, name))


@router.get("/emotes/{emote_id}/fullsize")
async def emote_picture(emote_id: int) -> Response:
    """A drawn face for the emote with this id, also for an id that is not in EMOTE_NAMES."""
    return svg_response(emote_svg(EMOTE_NAMES.get(emote_id, str(emote_id)), EMOTE_PIXELS, EMOTE_PIXELS))
