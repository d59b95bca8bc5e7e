"""YouTube's player; it refuses pages that send no Referer header."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.player_page import ANY_PAGE, player, state_of
from rehearsal.platforms.youtube.platform import YouTubeDep

router = APIRouter(prefix="/youtube/embed")


@router.get("/{video_id}")
async def show(
    video_id: str, request: Request, youtube: YouTubeDep, *, autoplay: bool = False, mute: bool = False
) -> Response:
    if "referer" not in request.headers:
        return player("YouTube", "Error 153", "Video player configuration error", "refused", framed_by=ANY_PAGE)
    found = youtube.find_broadcast(video_id)
    if found is None or found[1].privacy == "private":
        return player("YouTube", "Video unavailable", "It is private or deleted.", "offline", framed_by=ANY_PAGE)
    studio, broadcast = found
    state = state_of(is_live=broadcast.is_live, autoplays=autoplay, is_muted=mute)
    return player("YouTube", studio.person.display_name, broadcast.title, state, framed_by=ANY_PAGE)
