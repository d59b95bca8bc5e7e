"""Routes of webhook subscriptions; one request creates several, with an error for each that fails."""

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
    caller.require_scope(SCOPE)
    ids = read_ids(request, "broadcaster_user_id", 1)
    return ok([each.response_body() for each in visible(caller, kick) if not ids or each.person_id in ids])


def visible(caller: Caller, kick: Kick) -> list[Subscription]:
    """The subscriptions that the caller may see: with a user token those of the account, with an app token all."""
    return [each for each in kick.webhooks.all() if caller.person is None or each.person_id == caller.person.id]


@router.post("")
async def subscribe(request: Request, caller: PublicApiCaller, kick: KickDep) -> Json:
    caller.require_scope(SCOPE)
    body = await read_body(request, Subscribe)
    broadcaster = caller.person or named_broadcaster(body, kick)
    created_by = caller.person.id if caller.person else None
    return ok([subscribe_to(event, broadcaster, created_by, kick) for event in body.events])


def named_broadcaster(body: Subscribe, kick: Kick) -> Person:
    if body.broadcaster_user_id is None:
        raise KickError(400, "broadcaster_user_id is required for app tokens")
    person = kick.rehearsal.world.find(person_id=str(body.broadcaster_user_id))
    if person is None:
        raise KickError(400, "Channel not found")
    return person


def subscribe_to(event: EventSubscription, broadcaster: Person, created_by: str | None, kick: Kick) -> JsonValue:
    requested: Json = {"name": event.name, "version": event.version}
    if event.name not in EVENTS:
        return {**requested, "error": "invalid event name"}
    if event.version != VERSION:
        return {**requested, "error": "invalid event version"}
    result = kick.webhooks.subscribe(broadcaster.id, event.name, created_by)
    if isinstance(result, str):
        return {**requested, "error": result}
    return {**requested, "subscription_id": result.id}


@router.delete("")
async def unsubscribe(request: Request, caller: PublicApiCaller, kick: KickDep) -> Response:
    caller.require_scope(SCOPE)
    ids = request.query_params.getlist("id")
    if not ids:
        raise KickError(400, "id is required")
    for subscription in visible(caller, kick):
        if subscription.id in ids:
            kick.webhooks.remove(subscription)
    return Response(status_code=204)
