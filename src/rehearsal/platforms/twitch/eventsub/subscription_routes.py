"""Helix calls that create, list and delete EventSub subscriptions."""

import uuid

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.subscription_rules import (
    SubscriptionRequest,
    check_authorisation,
    check_condition,
    check_duplicate,
    check_limits,
    check_token_kind,
    cost_of,
    find_transport,
)
from rehearsal.platforms.twitch.eventsub.subscriptions import PENDING, Subscription
from rehearsal.platforms.twitch.helix import Caller, HelixCaller, Json, read_body, read_cursor, write_cursor
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

FILTERS = ("status", "type", "user_id", "subscription_id", "conduit_id")
PAGE_SIZE = 100

router = APIRouter(prefix="/twitch/helix/eventsub")


@router.post("/subscriptions")
async def subscribe(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    body = await read_body(request, SubscriptionRequest)
    check_token_kind(body.transport, caller)
    row = check_condition(body, twitch)
    condition = {name: body.condition[name] for name in row.condition}
    check_authorisation(row, condition, caller, twitch)
    subscription = create(body, condition, cost_of(row, condition, twitch), caller, twitch)
    check_duplicate(subscription, twitch)
    check_limits(subscription, twitch)
    response = listing([subscription], caller, twitch, added=subscription)
    twitch.eventsub.add(subscription)
    return JSONResponse(response, status_code=202)


def create(
    body: SubscriptionRequest, condition: dict[str, str], cost: int, caller: Caller, twitch: Twitch
) -> Subscription:
    transport = find_transport(body.transport, caller, twitch)
    return Subscription(
        id=str(uuid.uuid4()),
        type=body.type,
        version=body.version,
        condition=condition,
        cost=cost,
        client_id=caller.token.client_id,
        person_id=caller.token.person_id,
        created_at=twitch.rehearsal.clock.now(),
        transport=transport,
        status=PENDING if transport.method == "webhook" else "enabled",
    )


def listing(listed: list[Subscription], caller: Caller, twitch: Twitch, added: Subscription | None = None) -> Json:
    """A response that lists these subscriptions, with number and cost of all the caller's subscriptions."""
    existing = [*own_subscriptions(caller, twitch), *([added] if added else [])]
    limits = twitch.limits
    return {
        "data": [each.response_body() for each in listed],
        "total": len(existing),
        "total_cost": sum(each.cost for each in existing if each.disabled_at is None),
        "max_total_cost": limits.max_total_cost if caller.person else limits.max_total_cost_app,
    }


@router.get("/subscriptions")
async def subscriptions(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    filters = [name for name in FILTERS if name in request.query_params]
    if len(filters) > 1:
        raise HelixError(400, "The request may specify only one filter query parameter")
    rows = [each for each in own_subscriptions(caller, twitch) if all(matches(each, name, request) for name in filters)]
    start = read_cursor(request, "after") or 0
    end = start + PAGE_SIZE
    pagination: Json = {"cursor": write_cursor(end)} if end < len(rows) else {}
    return {**listing(rows[start:end], caller, twitch), "pagination": pagination}


def own_subscriptions(caller: Caller, twitch: Twitch) -> list[Subscription]:
    """The socket subscriptions of the token's account; for an app token, its webhook and conduit subscriptions."""
    return twitch.eventsub.visible_to(caller.token.client_id, caller.token.person_id)


def matches(subscription: Subscription, name: str, request: Request) -> bool:
    value = request.query_params[name]
    match name:
        case "status":
            return subscription.status == value
        case "type":
            return subscription.type == value
        case "subscription_id":
            return subscription.id == value
        case "conduit_id":
            return subscription.transport.conduit_id == value
        case _:
            return value in subscription.condition.values()


@router.delete("/subscriptions")
async def unsubscribe(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    subscription_id = request.query_params.get("id")
    if not subscription_id:
        raise HelixError(400, "The id query parameter is required")
    subscription = next((each for each in own_subscriptions(caller, twitch) if each.id == subscription_id), None)
    if subscription is None:
        raise HelixError(404, "subscription not found")
    twitch.eventsub.remove(subscription)
    return Response(status_code=204)
