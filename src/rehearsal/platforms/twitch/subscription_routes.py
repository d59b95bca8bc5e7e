"""The Helix calls that make, list and delete EventSub subscriptions."""

import uuid

from fastapi import APIRouter
from pydantic import JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.frames import Subscription
from rehearsal.platforms.twitch.helix import Caller, OnHelix, read_cursor, write_cursor
from rehearsal.platforms.twitch.sessions import Session
from rehearsal.platforms.twitch.subscription_rules import (
    Wanted,
    check_authorisation,
    check_condition,
    check_duplicate,
    check_limits,
    check_transport,
    cost_of,
    find_session,
    read_wanted,
)
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.world import Person

FILTERS = ("status", "type", "user_id", "subscription_id")
PAGE_SIZE = 100

Json = dict[str, JsonValue]

router = APIRouter(prefix="/twitch/helix/eventsub")


@router.post("/subscriptions")
async def subscribe(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    wanted = read_wanted(await request.body())
    person = check_transport(wanted.transport, caller)
    row = check_condition(wanted, twitch)
    condition = {name: wanted.condition[name] for name in row.condition}
    check_authorisation(row, condition, caller)
    session = find_session(wanted.transport, person, twitch)
    check_duplicate(wanted, condition, session, twitch)
    cost = cost_of(row, condition, twitch)
    check_limits(session, person, cost, twitch)
    subscription = make(wanted, condition, cost, person, session, twitch)
    twitch.eventsub.add(subscription, session)
    return JSONResponse(listing([subscription], person, twitch), status_code=202)


def make(
    wanted: Wanted, condition: dict[str, str], cost: int, person: Person, session: Session, twitch: Twitch
) -> Subscription:
    return Subscription(
        id=str(uuid.uuid4()),
        type=wanted.type,
        version=wanted.version,
        condition=condition,
        cost=cost,
        client_id=twitch.client_id,
        person_id=person.id,
        created_at=twitch.stage.clock.now(),
        session_id=session.id,
        connected_at=session.connected_at,
    )


def listing(shown: list[Subscription], person: Person | None, twitch: Twitch) -> Json:
    """Rows with the totals over everything of this person, whatever the rows show."""
    standing = twitch.eventsub.visible_to(twitch.client_id, person.id) if person else []
    return {
        "data": [each.in_answer() for each in shown],
        "total": len(standing),
        "total_cost": sum(each.cost for each in standing if each.status == "enabled"),
        "max_total_cost": twitch.limits.max_total_cost if person else 10_000,
    }


@router.get("/subscriptions")
async def subscriptions(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    given = [name for name in FILTERS if name in request.query_params]
    if len(given) > 1:
        raise HelixError(400, "The request may specify only one filter query parameter")
    rows = [each for each in own(caller, twitch) if all(fits(each, name, request) for name in given)]
    start = read_cursor(request, "after") or 0
    end = start + PAGE_SIZE
    pagination: Json = {"cursor": write_cursor(end)} if end < len(rows) else {}
    return {**listing(rows[start:end], caller.person, twitch), "pagination": pagination}


def own(caller: Caller, twitch: Twitch) -> list[Subscription]:
    """Socket subscriptions belong to a person; an app token sees only other transports, of which there are none."""
    return twitch.eventsub.visible_to(twitch.client_id, caller.person.id) if caller.person else []


def fits(each: Subscription, name: str, request: Request) -> bool:
    value = request.query_params[name]
    match name:
        case "status":
            return each.status == value
        case "type":
            return each.type == value
        case "subscription_id":
            return each.id == value
        case _:
            return value in each.condition.values()


@router.delete("/subscriptions")
async def unsubscribe(request: Request, caller: OnHelix, twitch: OnTwitch) -> Response:
    subscription_id = request.query_params.get("id")
    if not subscription_id:
        raise HelixError(400, "The id query parameter is required")
    subscription = next((each for each in own(caller, twitch) if each.id == subscription_id), None)
    if subscription is None:
        raise HelixError(404, "subscription not found")
    twitch.eventsub.remove(subscription)
    return Response(status_code=204)
