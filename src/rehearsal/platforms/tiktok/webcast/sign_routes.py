"""Routes of the sign server, a third party that issues tickets for the push server."""

import secrets

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.tiktok.errors import sign_failure
from rehearsal.platforms.tiktok.platform import TikTok, TikTokDep
from rehearsal.platforms.tiktok.rehearsal_webcast_pb2 import FetchResult
from rehearsal.platforms.tiktok.webcast.tickets import Window

router = APIRouter(prefix="/tiktok/sign/webcast")


def customer_of(request: Request, tiktok: TikTok) -> str | None:
    """The API key, empty for anonymous requests; None for an unknown key."""
    key = request.headers.get("x-api-key") or request.query_params.get("apiKey") or ""
    return key if key in {"", tiktok.sign_key} else None


@router.get("/fetch")
async def fetch(request: Request, tiktok: TikTokDep) -> Response:
    room_id = request.query_params.get("room_id", "")
    customer = customer_of(request, tiktok)
    if customer is None:
        return sign_failure(401, "Invalid API key.")
    window = tiktok.ticket_issuer.exhausted(customer)
    if window is not None:
        tiktok.rehearsal.events.record("sign_refused", platform=tiktok.key, window=window.name)
        return sign_failure(429, "Too many connections started.", window=window.name, reset=reset_timestamp(window))
    if not room_id.isdecimal():
        return sign_failure(400, "room_id is required.")
    tiktok.ticket_issuer.count(customer)
    return ticket_response(room_id, customer, tiktok)


def reset_timestamp(window: Window) -> int:
    return 0 if window.reset_at is None else int(window.reset_at.timestamp())


def ticket_response(room_id: str, customer: str, tiktok: TikTok) -> Response:
    result = first_result(room_id, tiktok)
    minute = tiktok.ticket_issuer.windows(customer)[0]
    headers = {
        "X-Request-Id": secrets.token_hex(8),
        "X-Agent-Id": "rehearsal",
        "X-Log-Code": "200",
        "X-Room-Id": room_id,
        "RateLimit-Remaining": str(minute.remaining),
        "RateLimit-Reset": str(reset_timestamp(minute)),
    }
    headers["X-Set-TT-Cookie"] = f"ttwid={secrets.token_hex(20)}"
    tiktok.rehearsal.events.record("signed", platform=tiktok.key, room_id=room_id)
    return Response(result.SerializeToString(), media_type="application/x-protobuf", headers=headers)


def first_result(room_id: str, tiktok: TikTok) -> FetchResult:
    """The body of a successful response; it lacks ticket, cursor and push server if the room is not live."""
    room, now_ms = tiktok.find_room(room_id), int(tiktok.rehearsal.clock.now().timestamp() * 1000)
    if room is None:
        return FetchResult(now=now_ms)
    return FetchResult(
        messages=room.first_messages(tiktok.limits.first_messages),
        cursor=f"t-{now_ms}_r-1_d-1_u-1",
        fetch_interval=1000,
        now=now_ms,
        internal_ext=f"internal_src:dim|first_req_ms:{now_ms}|seq:1",
        fetch_type=1,
        route_params={"wrss": tiktok.ticket_issuer.issue(room.id)},
        heartbeat_duration=10_000,
        need_ack=True,
        push_server=tiktok.push_server,
        is_first=True,
    )
