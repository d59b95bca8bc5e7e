"""Routes of Kick's site that a chat reader needs: channel ids, connection negotiation and the Pusher socket."""

import asyncio
import json
import secrets
from typing import Any, cast

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.websockets import WebSocket, WebSocketDisconnect

from rehearsal.network.sockets import Ending, close, first_of
from rehearsal.platforms.kick.ids import channel_id
from rehearsal.platforms.kick.platform import Kick, KickDep
from rehearsal.platforms.kick.site.feed import APP_KEY, CLUSTER, SiteSocket, channel_lookup, pusher_frame

ACTIVITY_SECONDS = 120
# Pusher's close codes for an unknown application and an unsupported protocol.
UNKNOWN_APP = 4001
WRONG_PROTOCOL = 4007

Json = dict[str, JsonValue]

router = APIRouter(prefix="/kick/site")


def refusal(status: int, message: str) -> Response:
    return JSONResponse({"message": message}, status_code=status)


@router.get("/api/v2/channels/{slug}")
async def channel(slug: str, kick: KickDep) -> Response:
    person = kick.find_slug(slug)
    if person is None:
        return refusal(404, "Not Found")
    shown = kick.channel(person)
    url = f"{kick.rehearsal.base_url}/kick/site/playback/{slug}.m3u8"
    is_live = shown.stream is not None
    return JSONResponse(channel_lookup(person, is_live=is_live, title=shown.title, playback_url=url))


@router.post("/api/v1/realtime/channels/{number}/chat/connection")
async def negotiate(number: int, request: Request, kick: KickDep) -> Response:
    if all(channel_id(person) != number for person in kick.rehearsal.world.people):
        return refusal(404, "Not Found")
    if "pusher" not in providers_in(await request.body()):
        return refusal(422, "None of the accepted providers is supported.")
    credentials: Json = {"app_key": APP_KEY, "cluster": CLUSTER}
    connections: list[JsonValue] = [{"provider": "pusher", "credentials": credentials}]
    return JSONResponse({"data": {"connections": connections, "mode": "websocket"}})


def providers_in(body: bytes) -> set[str]:
    try:
        parsed: Any = json.loads(body)
        accepted = parsed["capabilities"]["accepted_providers"]
        return {str(each["provider"]) for each in accepted}
    except (ValueError, TypeError, KeyError):
        return set()


@router.websocket("/app/{app_key}")
async def pusher(websocket: WebSocket, app_key: str, kick: KickDep) -> None:
    await websocket.accept()
    error = find_error(websocket, app_key)
    if error is not None:
        code, message = error
        await websocket.send_text(pusher_frame("pusher:error", {"code": code, "message": message}))
        await websocket.close(code, message)
        return
    socket = SiteSocket(f"{secrets.randbelow(900_000)}.{secrets.randbelow(9_000_000)}")
    kick.site.sockets.add(socket)
    kick.rehearsal.events.record("socket_opened", platform=kick.key, session_id=socket.id)
    # After a reset this socket still belongs to the old feed.
    site = kick.site
    socket.put(
        pusher_frame("pusher:connection_established", {"socket_id": socket.id, "activity_timeout": ACTIVITY_SECONDS})
    )
    try:
        await first_of(listen(websocket, socket, kick), send_outbox(websocket, socket))
    finally:
        site.sockets.discard(socket)
        kick.rehearsal.events.record("socket_closed", platform=kick.key, session_id=socket.id)


def find_error(websocket: WebSocket, app_key: str) -> tuple[int, str] | None:
    if app_key != APP_KEY:
        return UNKNOWN_APP, f"App key {app_key} not in this cluster"
    if websocket.query_params.get("protocol") != "7":
        return WRONG_PROTOCOL, "Unsupported protocol version"
    return None


async def listen(websocket: WebSocket, socket: SiteSocket, kick: Kick) -> None:
    while True:
        try:
            text = await websocket.receive_text()
        except WebSocketDisconnect:
            return
        handle_frame(text, socket, kick)


def handle_frame(text: str, socket: SiteSocket, kick: Kick) -> None:
    try:
        frame: Any = json.loads(text)
        event, data = str(frame["event"]), cast("dict[str, Any]", frame.get("data") or {})
    except (ValueError, TypeError, KeyError):
        socket.put(pusher_frame("pusher:error", {"code": 4200, "message": "Invalid JSON"}))
        return
    name = str(data.get("channel", ""))
    match event:
        case "pusher:ping":
            socket.put(pusher_frame("pusher:pong", {}))
        case "pusher:subscribe":
            socket.channels.add(name)
            socket.put(pusher_frame("pusher_internal:subscription_succeeded", {}, name))
            kick.rehearsal.events.record("socket_subscribed", platform=kick.key, session_id=socket.id, channel=name)
        case "pusher:unsubscribe":
            socket.channels.discard(name)
        case _:
            pass


async def send_outbox(websocket: WebSocket, socket: SiteSocket) -> None:
    """Sends the outbox, and a ping after a time without frames."""
    while True:
        try:
            async with asyncio.timeout(ACTIVITY_SECONDS):
                item = await socket.outbox.get()
        except TimeoutError:
            item = pusher_frame("pusher:ping", {})
        if isinstance(item, Ending):
            await close(websocket, item)
            return
        try:
            await websocket.send_text(item)
        except WebSocketDisconnect:
            return
