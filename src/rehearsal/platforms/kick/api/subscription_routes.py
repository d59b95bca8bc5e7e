"""Webhook subscriptions: requested in bulk, refused one by one."""

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.kick.api.bodies import EventSubscription, Subscribe, read_body
from rehearsal.platforms.kick.api.caller import Caller, PublicApiCaller, read_ids
from rehearsal.platforms.kick.api.envelopes import Json, ok
from rehearsal.platforms.kick.errors import KickError
from rehearsal.platforms.kick.platform import Kick, KickDep
from rehearsal.platforms.kick.webhooks.subscriptions import EVENTS, VERSION, Subscription
from rehearsal.simulation.world import Person

SCOPE = "events:subscribe"

router = APIRouter(prefix="/kick/public/v1/events/subscriptions")


@router.get("")
async def list_subscriptions(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    caller.need(SCOPE)
    ids = read_ids(request, "broadcaster_user_id", 1)
    return ok([each.shown() for each in visible(caller, kick) if not ids or each.person_id in ids])


def visible(caller: Caller, kick: Kick) -> list[Subscription]:
    """A user token sees the subscriptions of its account, an app token all of them."""
    return [each for each in kick.webhooks.all() if caller.person is None or each.person_id == caller.person.id]


@router.post("")
async def subscribe(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    caller.need(SCOPE)
    body = await read_body(request, Subscribe)
    broadcaster = caller.person or named(body, kick)
    made_by = caller.person.id if caller.person else None
    return ok([outcome(wanted, broadcaster, made_by, kick) for wanted in body.events])


def named(body: Subscribe, kick: Kick) -> Person:
    if body.broadcaster_user_id is None:
        raise KickError(400, "broadcaster_user_id is required for app tokens")
    person = kick.rehearsal.world.find(person_id=str(body.broadcaster_user_id))
    if person is None:
        raise KickError(400, "Channel not found")
    return person


def outcome(wanted: EventSubscription, broadcaster: Person, made_by: str | None, kick: Kick) -> JsonValue:
    asked: Json = {"name": wanted.name, "version": wanted.version}
    if wanted.name not in EVENTS:
        return {**asked, "error": "invalid event name"}
    if wanted.version != VERSION:
        return {**asked, "error": "invalid event version"}
    made = kick.webhooks.subscribe(broadcaster.id, wanted.name, made_by)
    if isinstance(made, str):
        return {**asked, "error": made}
    return {**asked, "subscription_id": made.id}


@router.delete("")
async def unsubscribe(request: Request, caller: PublicApiCaller, kick: KickDep) -> Response:
    caller.need(SCOPE)
    ids = request.query_params.getlist("id")
    if not ids:
        raise KickError(400, "id is required")
    for subscription in visible(caller, kick):
        if subscription.id in ids:
            kick.webhooks.remove(subscription)
    return Response(status_code=204)
