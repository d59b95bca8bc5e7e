"""Helix calls for conduits and shards; they need an app token."""

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.conduits import Conduit, Shard
from rehearsal.platforms.twitch.eventsub.subscription_rules import check_webhook, find_session
from rehearsal.platforms.twitch.eventsub.subscriptions import PENDING, Transport
from rehearsal.platforms.twitch.helix import Caller, HelixCaller, Json, page_of, read_body, required
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

router = APIRouter(prefix="/twitch/helix/eventsub/conduits")


class ConduitSize(BaseModel, strict=True):
    shard_count: int


class ShardTransport(BaseModel, strict=True):
    method: str
    callback: str | None = None
    secret: str | None = None
    session_id: str | None = None


class ShardUpdate(BaseModel, strict=True):
    id: str
    transport: ShardTransport


class Assignment(BaseModel, strict=True):
    conduit_id: str
    shards: list[ShardUpdate]


def require_app_token(caller: Caller) -> str:
    if caller.person is not None:
        raise HelixError(401, "The request requires an app access token")
    return caller.token.client_id


def check_size(shard_count: int, twitch: Twitch) -> None:
    if not 1 <= shard_count <= twitch.limits.shards_per_conduit:
        raise HelixError(400, f"The shard_count must be between 1 and {twitch.limits.shards_per_conduit}")


def known_conduit(conduit_id: str, client_id: str, twitch: Twitch) -> Conduit:
    conduit = twitch.eventsub.conduits.find(conduit_id)
    if conduit is None or conduit.client_id != client_id:
        raise HelixError(404, "The conduit was not found")
    return conduit


@router.get("")
async def conduits(caller: HelixCaller, twitch: TwitchDep) -> Json:
    return {"data": [each.response_body() for each in twitch.eventsub.conduits.of(require_app_token(caller))]}


@router.post("")
async def create_conduit(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    client_id = require_app_token(caller)
    size = await read_body(request, ConduitSize)
    check_size(size.shard_count, twitch)
    if len(twitch.eventsub.conduits.of(client_id)) >= twitch.limits.conduits:
        raise HelixError(429, "Conduit limit reached")
    conduit = twitch.eventsub.conduits.create(client_id, size.shard_count)
    twitch.rehearsal.events.record("conduit_made", conduit_id=conduit.id)
    return {"data": [conduit.response_body()]}


@router.get("/shards")
async def shards(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    conduit = known_conduit(required(request, "conduit_id"), require_app_token(caller), twitch)
    status = request.query_params.get("status")
    rows: list[JsonValue] = [each.response_body() for each in conduit.shards.values() if status in {None, each.status}]
    return page_of(request, rows, 100)


@router.patch("/shards")
async def assign_shards(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    """Assigns a socket or callback to each shard; lists the shards for which this failed."""
    client_id = require_app_token(caller)
    assignment = await read_body(request, Assignment)
    conduit = known_conduit(assignment.conduit_id, client_id, twitch)
    assigned: list[JsonValue] = []
    errors: list[JsonValue] = []
    for each in assignment.shards:
        try:
            assigned.append(assign(conduit, each, twitch).response_body())
        except HelixError as error:
            errors.append({"id": each.id, "message": str(error), "code": "invalid_parameter"})
    return JSONResponse({"data": assigned, "errors": errors}, status_code=202)


def assign(conduit: Conduit, update: ShardUpdate, twitch: Twitch) -> Shard:
    if not update.id.isdecimal() or int(update.id) >= conduit.shard_count:
        raise HelixError(400, "The shard id is outside the conduit's range")
    transport = update.transport
    if transport.method == "websocket":
        session = find_session(transport.session_id, "", twitch)
        session.owner, session.was_used = (conduit.client_id, ""), True
        shard = Shard(update.id, Transport("websocket", session.id, session.connected_at), "enabled")
    elif transport.method == "webhook":
        callback, secret = check_webhook(transport.callback, transport.secret)
        shard = Shard(update.id, Transport("webhook", callback=callback, secret=secret), PENDING)
        twitch.eventsub.verify_shard(conduit.id, shard)
    else:
        raise HelixError(400, "The value specified in the method field is not valid")
    conduit.shards[shard.id] = shard
    twitch.rehearsal.events.record("shard_assigned", conduit_id=conduit.id, shard_id=shard.id)
    return shard
