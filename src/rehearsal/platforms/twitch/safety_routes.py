"""The Helix calls that keep a chat safe: shield mode, blocked terms, unban requests, AutoMod, suspicious users."""

import uuid

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.clock import rfc3339, rfc3339_nanoseconds
from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.events import broadcaster, moderator, named, user
from rehearsal.platforms.twitch.helix import (
    Json,
    OnHelix,
    known_user,
    moderated_room,
    must_be,
    need_scope,
    page_of,
    read_body,
    required,
)
from rehearsal.platforms.twitch.rooms import BlockedTerm, Room, UnbanRequest
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

TERM_LENGTHS = (2, 500)
RESOLUTION_MAX = 500
REQUEST_STATUSES = ("pending", "approved", "denied", "acknowledged", "canceled")

router = APIRouter(prefix="/twitch/helix/moderation")


class Shield(BaseModel, strict=True):
    is_active: bool


@router.get("/shield_mode")
async def shield_mode(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    scopes = ("moderator:read:shield_mode", "moderator:manage:shield_mode")
    room, _ = moderated_room(request, caller, twitch, *scopes)
    return {"data": [shield_row(room)]}


@router.put("/shield_mode")
async def switch_shield_mode(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:shield_mode")
    wanted = (await read_body(request, Shield)).is_active
    if wanted != room.shield.is_active:
        switch_shield(room, by, twitch, is_active=wanted)
    return {"data": [shield_row(room)]}


def switch_shield(room: Room, by: Viewer, twitch: Twitch, *, is_active: bool) -> None:
    now = twitch.stage.clock.now()
    room.shield.is_active, room.shield.moderator = is_active, by
    facts: Json = {**broadcaster(room.person), **moderator(by)}
    if is_active:
        room.shield.last_activated_at = now
        event: Json = {**facts, "started_at": rfc3339_nanoseconds(now)}
        twitch.eventsub.publish("channel.shield_mode.begin", room.person.id, event)
    else:
        event = {**facts, "ended_at": rfc3339_nanoseconds(now)}
        twitch.eventsub.publish("channel.shield_mode.end", room.person.id, event)


def shield_row(room: Room) -> JsonValue:
    """Empty strings where the mode was never on."""
    shield = room.shield
    names = named("moderator", shield.moderator)
    at = "" if shield.last_activated_at is None else rfc3339(shield.last_activated_at)
    return {
        "is_active": shield.is_active,
        **{key: value or "" for key, value in names.items()},
        "last_activated_at": at,
    }


class Term(BaseModel, strict=True):
    text: str


@router.get("/blocked_terms")
async def blocked_terms(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    scopes = ("moderator:read:blocked_terms", "moderator:manage:blocked_terms")
    room, _ = moderated_room(request, caller, twitch, *scopes)
    return page_of(request, [term_row(room, each) for each in room.blocked_terms.values()])


@router.post("/blocked_terms")
async def block_term(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:blocked_terms")
    text = (await read_body(request, Term)).text
    if not TERM_LENGTHS[0] <= len(text) <= TERM_LENGTHS[1]:
        raise HelixError(400, "The length of the term in the text field must be between 2 and 500 characters")
    term = BlockedTerm(str(uuid.uuid4()), by.id, text, twitch.stage.clock.now())
    room.blocked_terms[term.id] = term
    tell_term(room, by, "add", term, twitch)
    return {"data": [term_row(room, term)]}


@router.delete("/blocked_terms")
async def unblock_term(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    term_id = required(request, "id")
    room, by = moderated_room(request, caller, twitch, "moderator:manage:blocked_terms")
    term = room.blocked_terms.pop(term_id, None)
    if term is not None:
        tell_term(room, by, "remove", term, twitch)
    return Response(status_code=204)


def tell_term(room: Room, by: Viewer, action: str, term: BlockedTerm, twitch: Twitch) -> None:
    facts: Json = {"action": action, "list": "blocked", "terms": [term.text], "from_automod": False}
    twitch.moderation.report(room, by, f"{action}_blocked_term", facts)


def term_row(room: Room, term: BlockedTerm) -> JsonValue:
    at = rfc3339_nanoseconds(term.created_at)
    return {
        "broadcaster_id": room.person.id,
        "moderator_id": term.moderator_id,
        "id": term.id,
        "text": term.text,
        "created_at": at,
        "updated_at": at,
        "expires_at": None,
    }


@router.get("/unban_requests")
async def unban_requests(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    status = required(request, "status")
    scopes = ("moderator:read:unban_requests", "moderator:manage:unban_requests")
    room, _ = moderated_room(request, caller, twitch, *scopes)
    if status not in REQUEST_STATUSES:
        raise HelixError(400, "The value in status is not valid")
    user_id = request.query_params.get("user_id")
    shown = [each for each in room.unban_requests.values() if each.status == status]
    return page_of(request, [request_row(room, each) for each in shown if user_id in {None, each.viewer.id}])


@router.patch("/unban_requests")
async def resolve_unban_request(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    request_id, status = required(request, "unban_request_id"), required(request, "status")
    room, by = moderated_room(request, caller, twitch, "moderator:manage:unban_requests")
    wanted = room.unban_requests.get(request_id)
    text = request.query_params.get("resolution_text", "")
    if status not in {"approved", "denied"}:
        raise HelixError(400, "The value in status must be approved or denied")
    if len(text) > RESOLUTION_MAX:
        raise HelixError(400, f"The resolution_text may not be longer than {RESOLUTION_MAX} characters")
    if wanted is None or wanted.status != "pending":
        raise HelixError(404, "The unban request was not found")
    resolve(room, by, wanted, status, text, twitch)
    return {"data": [request_row(room, wanted)]}


def resolve(room: Room, by: Viewer, wanted: UnbanRequest, status: str, text: str, twitch: Twitch) -> None:
    now = twitch.stage.clock.now()
    wanted.status, wanted.moderator, wanted.resolution_text, wanted.resolved_at = status, by, text, now
    event: Json = {
        "id": wanted.id,
        **broadcaster(room.person),
        **named("moderator", by),
        **user(wanted.viewer),
        "resolution_text": text,
        "status": status,
    }
    twitch.eventsub.publish("channel.unban_request.resolve", room.person.id, event)
    is_approved = status == "approved"
    facts: Json = {"is_approved": is_approved, **user(wanted.viewer), "moderator_message": text}
    twitch.moderation.report(room, by, f"{'approve' if is_approved else 'deny'}_unban_request", facts)
    if is_approved and room.ban_of(wanted.viewer.id, now) is not None:
        twitch.moderation.unban(room, by, wanted.viewer)


def request_row(room: Room, each: UnbanRequest) -> JsonValue:
    return {
        "id": each.id,
        **named("broadcaster", room.person),
        **named("moderator", each.moderator),
        **named("user", each.viewer),
        "text": each.text,
        "status": each.status,
        "created_at": rfc3339(each.created_at),
        "resolved_at": None if each.resolved_at is None else rfc3339(each.resolved_at),
        "resolution_text": each.resolution_text or None,
    }


class Verdict(BaseModel, strict=True):
    user_id: str
    msg_id: str
    action: str


@router.post("/automod/message")
async def settle_held_message(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    """Nothing is ever held here, so the message is always unknown."""
    verdict = await read_body(request, Verdict)
    need_scope(caller, "moderator:manage:automod")
    must_be(caller, verdict.user_id, "user_id")
    if verdict.action not in {"ALLOW", "DENY"}:
        raise HelixError(400, "The value in the action field is not valid")
    raise HelixError(404, "The message specified in the msg_id field was not found")


class Suspicion(BaseModel, strict=True):
    user_id: str
    status: str


@router.post("/suspicious_users")
async def suspect(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:suspicious_users")
    wish = await read_body(request, Suspicion)
    viewer = known_user(twitch, wish.user_id)
    if wish.status not in {"ACTIVE_MONITORING", "RESTRICTED"}:
        raise HelixError(400, "The value in the status field is not valid")
    room.suspicious[viewer.id] = wish.status
    return {"data": [suspicion_row(room, by, viewer, wish.status, twitch)]}


@router.delete("/suspicious_users")
async def trust(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    user_id = required(request, "user_id")
    room, by = moderated_room(request, caller, twitch, "moderator:manage:suspicious_users")
    viewer = known_user(twitch, user_id)
    room.suspicious.pop(viewer.id, None)
    return {"data": [suspicion_row(room, by, viewer, "NO_TREATMENT", twitch)]}


def suspicion_row(room: Room, by: Viewer, viewer: Viewer, status: str, twitch: Twitch) -> JsonValue:
    return {
        "user_id": viewer.id,
        "broadcaster_id": room.person.id,
        "moderator_id": by.id,
        "updated_at": rfc3339(twitch.stage.clock.now()),
        "status": status,
        "types": ["MANUALLY_ADDED"],
    }
