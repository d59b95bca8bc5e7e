"""Validation of new subscriptions."""

import re

from pydantic import BaseModel

from rehearsal.network.loopback import is_loopback_url
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub import subscriptions
from rehearsal.platforms.twitch.eventsub.sessions import Session
from rehearsal.platforms.twitch.eventsub.subscription_types import TYPES, SubscriptionType
from rehearsal.platforms.twitch.eventsub.subscriptions import Subscription
from rehearsal.platforms.twitch.helix import Caller
from rehearsal.platforms.twitch.platform import Twitch

SECRET = re.compile(r"[\x20-\x7e]{10,100}")


class Transport(BaseModel, strict=True):
    method: str
    session_id: str | None = None
    callback: str | None = None
    secret: str | None = None
    conduit_id: str | None = None


class SubscriptionRequest(BaseModel, strict=True):
    type: str
    version: str
    condition: dict[str, str]
    transport: Transport


def check_token_kind(transport: Transport, caller: Caller) -> None:
    """Raises unless a user token subscribes on a socket, or an app token on a webhook or conduit."""
    if transport.method not in {"websocket", "webhook", "conduit"}:
        raise HelixError(400, "The value specified in the method field is not valid")
    if transport.method == "websocket" and caller.person is None:
        raise HelixError(400, "invalid transport and auth combination")
    if transport.method != "websocket" and caller.person is not None:
        raise HelixError(400, f"auth must use app access token to create {transport.method} subscription")


def find_transport(transport: Transport, caller: Caller, twitch: Twitch) -> subscriptions.Transport:
    match transport.method:
        case "websocket":
            session = find_session(transport.session_id, caller.token.person_id or "", twitch)
            return subscriptions.Transport("websocket", session.id, session.connected_at)
        case "webhook":
            callback, secret = check_webhook(transport.callback, transport.secret)
            return subscriptions.Transport("webhook", callback=callback, secret=secret)
        case _:
            conduit = twitch.eventsub.conduits.find(transport.conduit_id or "")
            if conduit is None:
                raise HelixError(400, "The conduit_id field is required and must name one of the app's conduits")
            return subscriptions.Transport("conduit", conduit_id=conduit.id)


def check_webhook(callback: str | None, secret: str | None) -> tuple[str, str]:
    """The callback and secret; raises if one is invalid. Plain HTTP to this machine is allowed, unlike on Twitch."""
    if not callback or not (callback.startswith("https://") or is_loopback_url(callback)):
        raise HelixError(400, "The callback field is required and must be an HTTPS address")
    if not secret or not SECRET.fullmatch(secret):
        raise HelixError(400, "The secret field must be 10 to 100 ASCII characters")
    return callback, secret


def check_condition(body: SubscriptionRequest, twitch: Twitch) -> SubscriptionType:
    """The subscription type; raises if it or a user in the condition does not exist."""
    row = TYPES.get((body.type, body.version))
    if row is None:
        raise HelixError(400, "The combination of values in the version and type fields is not valid")
    for name in row.condition:
        if not body.condition.get(name):
            raise HelixError(400, f"The condition object is missing the required field {name}")
        if twitch.rehearsal.world.find(person_id=body.condition[name]) is None:
            raise HelixError(400, "The user specified in the condition object does not exist")
    return row


def check_authorisation(row: SubscriptionType, condition: dict[str, str], caller: Caller, twitch: Twitch) -> None:
    is_allowed = app_is_allowed if caller.person is None else person_is_allowed
    if not is_allowed(row, condition, caller, twitch) or not has_required_role(row, condition, twitch):
        raise HelixError(403, "subscription missing proper authorization")


def person_is_allowed(row: SubscriptionType, condition: dict[str, str], caller: Caller, twitch: Twitch) -> bool:
    has_scopes = all(caller.has_any(*group) for group in row.scopes)
    return has_scopes and (row.granted_by is None or condition[row.granted_by] == caller.token.person_id)


def app_is_allowed(row: SubscriptionType, condition: dict[str, str], caller: Caller, twitch: Twitch) -> bool:
    """Whether an app token may subscribe: the user has granted the scopes and, to read a chat, is allowed as a bot."""
    if row.granted_by is None:
        return True
    user_id = condition[row.granted_by]
    has_consented = twitch.tokens.has_consented
    has_scopes = all(any(has_consented(twitch.client_id, user_id, (scope,)) for scope in group) for group in row.scopes)
    if row.granted_by != "user_id" or "broadcaster_user_id" not in condition:
        return has_scopes
    return has_scopes and bot_is_allowed(user_id, condition["broadcaster_user_id"], twitch)


def bot_is_allowed(bot_id: str, broadcaster_id: str, twitch: Twitch) -> bool:
    has_consented = twitch.tokens.has_consented
    person = twitch.rehearsal.world.find(person_id=broadcaster_id)
    is_moderator = person is not None and twitch.room(person).is_moderator(bot_id)
    is_allowed_by_broadcaster = has_consented(twitch.client_id, broadcaster_id, ("channel:bot",))
    return has_consented(twitch.client_id, bot_id, ("user:bot",)) and (is_allowed_by_broadcaster or is_moderator)


def has_required_role(row: SubscriptionType, condition: dict[str, str], twitch: Twitch) -> bool:
    """Whether the condition names a real moderator as `moderator_user_id`, or a chat reader without a permanent ban."""
    person = twitch.rehearsal.world.find(person_id=condition.get("broadcaster_user_id", ""))
    if person is None or row.granted_by is None:
        return True
    room, reader = twitch.room(person), condition[row.granted_by]
    if row.granted_by == "moderator_user_id":
        return room.is_moderator(reader)
    ban = room.ban_of(reader, twitch.rehearsal.clock.now())
    return ban is None or ban.ends_at is not None


def find_session(session_id: str | None, owner_id: str, twitch: Twitch) -> Session:
    if not session_id:
        raise HelixError(400, "The session_id field is required if you specify the WebSocket transport method")
    session = twitch.eventsub.session(session_id)
    if session is None:
        raise HelixError(400, "websocket transport session does not exist or has already disconnected")
    if session.owner not in {None, (twitch.client_id, owner_id)}:
        raise HelixError(400, "websocket transport cannot have subscriptions created by different users")
    return session


def check_limits(subscription: Subscription, twitch: Twitch) -> None:
    existing = twitch.eventsub.visible_to(subscription.client_id, subscription.person_id)
    enabled = [each for each in existing if each.status == "enabled"]
    limits = twitch.limits
    if subscription.transport.method == "websocket":
        check_socket_limits(subscription, enabled, twitch)
    allowed = limits.max_total_cost_app if subscription.person_id is None else limits.max_total_cost
    if sum(each.cost for each in enabled) + subscription.cost > allowed:
        raise HelixError(429, "subscription total cost limit exceeded")
    same = [each for each in existing if has_same_condition(each, subscription) and each.disabled_at is None]
    if subscription.person_id is None and len(same) >= limits.same_subscription_max:
        raise HelixError(429, "number of subscriptions with the same type and condition limit exceeded")


def check_socket_limits(subscription: Subscription, enabled: list[Subscription], twitch: Twitch) -> None:
    session_id = subscription.transport.session_id
    other_session_ids = {each.transport.session_id for each in enabled} - {session_id}
    count_on_session = sum(each.transport.session_id == session_id for each in enabled)
    if not count_on_session and len(other_session_ids) >= twitch.limits.connections_per_user:
        raise HelixError(429, "number of websocket transports limit exceeded")
    if count_on_session >= twitch.limits.subscriptions_per_connection:
        raise HelixError(429, "number of subscriptions for the websocket transport limit exceeded")


def has_same_condition(first: Subscription, second: Subscription) -> bool:
    return (first.type, first.version, first.condition) == (second.type, second.version, second.condition)


def check_duplicate(subscription: Subscription, twitch: Twitch) -> None:
    for each in twitch.eventsub.visible_to(subscription.client_id, subscription.person_id):
        is_active = each.disabled_at is None and each.transport.destination == subscription.transport.destination
        if is_active and has_same_condition(each, subscription):
            raise HelixError(409, f"subscription already exists: id={each.id}")


def cost_of(row: SubscriptionType, condition: dict[str, str], twitch: Twitch) -> int:
    """The subscription's cost: 0 if a user in the condition has authorized the app, else 1."""
    is_own = any(twitch.tokens.has_consented(twitch.client_id, condition[name]) for name in row.condition)
    return 0 if is_own else 1
