"""Routes of profiles, tracks, playlists and covers."""

from hashlib import sha256

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.spotify import tracks
from rehearsal.platforms.spotify.caller import ApiCaller, read_number
from rehearsal.platforms.spotify.errors import ApiError
from rehearsal.platforms.spotify.resources import page

Json = dict[str, JsonValue]

router = APIRouter(prefix="/spotify/v1")
covers = APIRouter(prefix="/spotify/covers")


@router.get("/me")
async def me(caller: ApiCaller) -> Json:
    return caller.spotify.resources.user(caller.person)


@router.get("/search")
async def search(request: Request, caller: ApiCaller) -> Json:
    """Returns ten tracks at most, as for an app in development mode."""
    query = request.query_params.get("q", "")
    if not query:
        raise ApiError(400, "No search query")
    if request.query_params.get("type") != "track":
        raise ApiError(400, "The rehearsal searches tracks only")
    limit = read_number(request, "limit", 5, minimum=1, maximum=10)
    offset = read_number(request, "offset", 0, minimum=0, maximum=1000)
    found = tracks.search(query)
    items: list[JsonValue] = [caller.spotify.resources.track(one) for one in found[offset : offset + limit]]
    href = f"{caller.spotify.resources.api_url}/search"
    return {"tracks": page(href, items, limit=limit, offset=offset, total=len(found))}


@router.get("/tracks/{track_id}")
async def track(track_id: str, caller: ApiCaller) -> Json:
    found = tracks.find_track(track_id)
    if found is None:
        raise ApiError(404, "Resource not found")
    return caller.spotify.resources.track(found)


@router.get("/me/playlists")
async def my_playlists(request: Request, caller: ApiCaller) -> Json:
    caller.require_scope("playlist-read-private", "playlist-read-collaborative")
    limit = read_number(request, "limit", 20, minimum=1, maximum=50)
    offset = read_number(request, "offset", 0, minimum=0, maximum=100_000)
    every, resources = caller.spotify.playlists(caller.person), caller.spotify.resources
    chosen = every[offset : offset + limit]
    items: list[JsonValue] = [resources.playlist(one, caller.person) for one in chosen]
    return page(f"{resources.api_url}/me/playlists", items, limit=limit, offset=offset, total=len(every))


@router.get("/playlists/{playlist_id}")
async def playlist(playlist_id: str, request: Request, caller: ApiCaller) -> Json:
    """A playlist; `fields` supports top-level names only."""
    found = next((one for one in caller.spotify.playlists(caller.person) if one.id == playlist_id), None)
    if found is None:
        raise ApiError(404, "Resource not found")
    shown = caller.spotify.resources.playlist(found, caller.person)
    fields = request.query_params.get("fields", "").split(",")
    return {name: value for name, value in shown.items() if name in fields or fields == [""]}


@covers.get("/{cover_id}/{width}.svg")
async def cover(cover_id: str, width: int) -> Response:
    hue = sha256(cover_id.encode()).digest()[0] * 360 // 256
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="hsl({hue} 45% 28%)"/>'
        f'<circle cx="32" cy="32" r="20" fill="hsl({(hue + 60) % 360} 50% 55%)"/><circle cx="32" cy="32" r="4"/></svg>'
    )
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
