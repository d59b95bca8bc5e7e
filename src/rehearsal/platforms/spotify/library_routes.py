"""Profiles, songs and playlists."""

from hashlib import sha256

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue, ValidationError
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.spotify import songs
from rehearsal.platforms.spotify.caller import Caller, OnApi, read_number
from rehearsal.platforms.spotify.errors import ApiError
from rehearsal.platforms.spotify.shapes import page
from rehearsal.platforms.spotify.songs import Playlist, Track, find_track, spotify_id

Json = dict[str, JsonValue]

router = APIRouter(prefix="/spotify/v1")
covers = APIRouter(prefix="/spotify/covers")


class Additions(BaseModel):
    uris: list[str]
    position: int | None = None


@router.get("/me")
async def me(caller: OnApi) -> Json:
    return caller.spotify.shapes.user(caller.person)


@router.get("/tracks/{track_id}")
async def track(track_id: str, caller: OnApi) -> Json:
    found = find_track(track_id)
    if found is None:
        raise ApiError(404, "Resource not found")
    return caller.spotify.shapes.track(found)


@router.get("/search")
async def search(request: Request, caller: OnApi) -> Json:
    """In development mode at most ten at a time."""
    query = request.query_params.get("q", "")
    if not query:
        raise ApiError(400, "No search query")
    if request.query_params.get("type") != "track":
        raise ApiError(400, "The rehearsal finds tracks only")
    limit = read_number(request, "limit", 5, least=1, most=10)
    offset = read_number(request, "offset", 0, least=0, most=1000)
    found = songs.search(query)
    items: list[JsonValue] = [caller.spotify.shapes.track(one) for one in found[offset : offset + limit]]
    href = f"{caller.spotify.shapes.api_url}/search"
    return {"tracks": page(href, items, limit=limit, offset=offset, total=len(found))}


@router.get("/me/playlists")
async def my_playlists(request: Request, caller: OnApi) -> Json:
    caller.need("playlist-read-private", "playlist-read-collaborative")
    limit = read_number(request, "limit", 20, least=1, most=50)
    offset = read_number(request, "offset", 0, least=0, most=100_000)
    every, shapes = caller.spotify.playlists(caller.person), caller.spotify.shapes
    chosen = every[offset : offset + limit]
    items: list[JsonValue] = [shapes.playlist(one, caller.person, is_whole=False) for one in chosen]
    return page(f"{shapes.api_url}/me/playlists", items, limit=limit, offset=offset, total=len(every))


def own_playlist(caller: Caller, playlist_id: str) -> Playlist:
    for playlist in caller.spotify.playlists(caller.person):
        if playlist.id == playlist_id:
            return playlist
    raise ApiError(404, "Resource not found")


@router.get("/playlists/{playlist_id}")
async def playlist(playlist_id: str, request: Request, caller: OnApi) -> Json:
    """`fields` takes plain names only here."""
    shown = caller.spotify.shapes.playlist(own_playlist(caller, playlist_id), caller.person, is_whole=True)
    wanted = request.query_params.get("fields")
    if not wanted:
        return shown
    return {name: value for name, value in shown.items() if name in wanted.split(",")}


@router.get("/playlists/{playlist_id}/items")
async def playlist_items(playlist_id: str, request: Request, caller: OnApi) -> Json:
    found, shapes = own_playlist(caller, playlist_id), caller.spotify.shapes
    limit = read_number(request, "limit", 20, least=1, most=50)
    offset = read_number(request, "offset", 0, least=0, most=100_000)
    chosen = found.tracks[offset : offset + limit]
    items: list[JsonValue] = [shapes.playlist_item(one, caller.person) for one in chosen]
    href = f"{shapes.api_url}/playlists/{playlist_id}/items"
    return page(href, items, limit=limit, offset=offset, total=len(found.tracks))


@router.post("/playlists/{playlist_id}/items")
async def add_items(playlist_id: str, request: Request, caller: OnApi) -> Response:
    caller.need("playlist-modify-public", "playlist-modify-private")
    added = await read_additions(request)
    found = own_playlist(caller, playlist_id)
    every = caller.spotify.playlists(caller.person)
    tracks = list(found.tracks)
    at = len(tracks) if added[1] is None else added[1]
    tracks[at:at] = added[0]
    every[every.index(found)] = Playlist(found.name, tuple(tracks))
    return JSONResponse({"snapshot_id": spotify_id("snapshot", f"{found.name} {len(tracks)}", 32)}, status_code=201)


async def read_additions(request: Request) -> tuple[list[Track], int | None]:
    try:
        body = Additions.model_validate_json(await request.body())
    except ValidationError:
        raise ApiError(400, "Invalid request body") from None
    if not 1 <= len(body.uris) <= 100:
        raise ApiError(400, "You can add a maximum of 100 tracks per request.")
    tracks = [find_track(uri.removeprefix("spotify:track:")) for uri in body.uris]
    known = [one for one in tracks if one is not None]
    if len(known) != len(tracks):
        raise ApiError(400, "Invalid track uri")
    return known, body.position


@router.api_route("/playlists/{playlist_id}/tracks", methods=["GET", "POST"])
async def old_path(playlist_id: str, caller: OnApi) -> Json:
    """Taken away from apps in development mode on 9 March 2026."""
    raise ApiError(403, "Forbidden")


@covers.get("/{cover_id}/{width}.svg")
async def cover(cover_id: str, width: int) -> Response:
    hue = sha256(cover_id.encode()).digest()[0] * 360 // 256
    drawn = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{width}" viewBox="0 0 64 64">'
        f'<rect width="64" height="64" fill="hsl({hue} 45% 28%)"/>'
        f'<circle cx="32" cy="32" r="20" fill="hsl({(hue + 60) % 360} 50% 55%)"/><circle cx="32" cy="32" r="4"/></svg>'
    )
    return Response(drawn, media_type="image/svg+xml", headers={"Cache-Control": "max-age=3600"})
