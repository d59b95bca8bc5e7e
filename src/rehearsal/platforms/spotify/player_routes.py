"""Routes of the player: current and recent tracks, queue and skip."""

from datetime import UTC, datetime

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.spotify.caller import ApiCaller, Caller, read_number
from rehearsal.platforms.spotify.errors import ApiError
from rehearsal.platforms.spotify.playback import Playback
from rehearsal.platforms.spotify.tracks import Track, find_track, spotify_id

Json = dict[str, JsonValue]

NO_CONTENT = 204

router = APIRouter(prefix="/spotify/v1/me/player")


def playback_state(caller: Caller, playback: Playback, track: Track) -> Json:
    spotify = caller.spotify
    return {
        "timestamp": int(spotify.rehearsal.clock.now().timestamp() * 1000),
        "context": spotify.resources.context(playback.playlist) if playback.playlist else None,
        "progress_ms": playback.progress_ms,
        "item": spotify.resources.track(track),
        "currently_playing_type": "track",
        "actions": {"disallows": {"resuming": True} if playback.is_playing else {"pausing": True}},
        "is_playing": playback.is_playing,
    }


def device(caller: Caller, playback: Playback) -> Json:
    return {
        "id": spotify_id("device", caller.person.id, 40),
        "is_active": True,
        "is_private_session": False,
        "is_restricted": False,
        "name": "Desk",
        "type": "Computer",
        "volume_percent": 70,
        "supports_volume": True,
    }


@router.get("/currently-playing")
async def currently_playing(caller: ApiCaller) -> Response:
    caller.require_scope("user-read-currently-playing", "user-read-playback-state")
    playback = caller.playback
    if playback.track is None:
        return Response(status_code=NO_CONTENT)
    return JSONResponse(playback_state(caller, playback, playback.track))


@router.get("")
async def player(caller: ApiCaller) -> Response:
    caller.require_scope("user-read-playback-state")
    playback = caller.playback
    if playback.track is None:
        return Response(status_code=NO_CONTENT)
    states: Json = {"device": device(caller, playback), "repeat_state": "context", "shuffle_state": False}
    return JSONResponse({**states, **playback_state(caller, playback, playback.track)})


@router.get("/recently-played")
async def recently_played(request: Request, caller: ApiCaller) -> Json:
    caller.require_scope("user-read-recently-played")
    limit = read_number(request, "limit", 20, minimum=1, maximum=50)
    after, before = (read_timestamp_ms(request, name) for name in ("after", "before"))
    if after is not None and before is not None:
        raise ApiError(400, "Only one of after and before may be given")
    history = [(int(one.at.timestamp() * 1000), one) for one in reversed(caller.playback.history)]
    chosen = [(at, one) for at, one in history if (after is None or at > after) and (before is None or at < before)]
    shown = chosen[:limit]
    href = f"{caller.spotify.resources.api_url}/me/player/recently-played"
    items: list[JsonValue] = [
        {"track": caller.spotify.resources.track(one.track), "played_at": iso_timestamp(one.at), "context": None}
        for _, one in shown
    ]
    has_more = len(chosen) > limit
    return {
        "items": items,
        "next": f"{href}?before={shown[-1][0]}&limit={limit}" if has_more else None,
        "cursors": {"after": str(shown[0][0]), "before": str(shown[-1][0])} if shown else None,
        "limit": limit,
        "href": f"{href}?limit={limit}",
    }


def iso_timestamp(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{at.microsecond // 1000:03}Z"


def read_timestamp_ms(request: Request, name: str) -> int | None:
    text = request.query_params.get(name)
    if text is not None and not text.isdecimal():
        raise ApiError(400, f"Invalid {name}")
    return None if text is None else int(text)


@router.post("/queue")
async def add_to_queue(request: Request, caller: ApiCaller) -> Response:
    playback = caller.controllable_playback()
    kind, _, track_id = request.query_params.get("uri", "").removeprefix("spotify:").partition(":")
    track = find_track(track_id) if kind == "track" else None
    if track is None:
        raise ApiError(400, "Invalid track uri")
    playback.queue.append(track)
    caller.spotify.rehearsal.events.record("song_queued", login=caller.person.login, title=track.title)
    return Response(status_code=NO_CONTENT)


@router.post("/next")
async def skip(caller: ApiCaller) -> Response:
    caller.controllable_playback().skip(caller.spotify.rehearsal.clock.now())
    return Response(status_code=NO_CONTENT)
