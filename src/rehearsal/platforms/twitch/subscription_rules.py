"""Whether a subscription may be made."""

from pydantic import BaseModel, ValidationError

from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import Caller
from rehearsal.platforms.twitch.sessions import Session
from rehearsal.platforms.twitch.subscription_types import RAID, RAID_ENDS, TYPES, SubscriptionType
from rehearsal.platforms.twitch.twitch import Twitch
from rehearsal.world import Person


class Transport(BaseModel, strict=True):
    """Where notifications go."""

    method: str
    session_id: str | None = None
    callback: str | None = None
    secret: str | None = None
    conduit_id: str | None = None


class Wanted(BaseModel, strict=True):
    """The body of the call that subscribes."""

    type: str
    version: str
    condition: dict[str, str]
    transport: Transport


def read_wanted(body: bytes) -> Wanted:
    try:
        return Wanted.model_validate_json(body)
    except ValidationError as error:
        place = ".".join(str(part) for part in error.errors()[0]["loc"]) or "body"
        raise HelixError(400, f"The {place} field is required and must be valid") from None


def check_transport(transport: Transport, caller: Caller) -> Person:
    """The person who listens; only the WebSocket is rehearsed, and only people may use it."""
    if transport.method not in {"websocket", "webhook", "conduit"}:
        raise HelixError(400, "The value specified in the method field is not valid")
    if transport.method == "websocket":
        if caller.person is None:
            raise HelixError(400, "invalid transport and auth combination")
        return caller.person
    if caller.person is not None:
        raise HelixError(400, f"auth must use app access token to create {transport.method} subscription")
    raise HelixError(501, f"The rehearsal does not play the {transport.method} transport yet")


def check_condition(wanted: Wanted, twitch: Twitch) -> SubscriptionType:
    """The type's row, once everybody named in the condition exists."""
    row = raid_row(wanted) if (wanted.type, wanted.version) == RAID else TYPES.get((wanted.type, wanted.version))
    if row is None:
        raise HelixError(400, "The combination of values in the version and type fields is not valid")
    for name in row.condition:
        if not wanted.condition.get(name):
            raise HelixError(400, f"The condition object is missing the required field {name}")
        if twitch.stage.world.find(person_id=wanted.condition[name]) is None:
            raise HelixError(400, "The user specified in the condition object does not exist")
    return row


def raid_row(wanted: Wanted) -> SubscriptionType:
    ends = tuple(end for end in RAID_ENDS if wanted.condition.get(end))
    if len(ends) != 1:
        raise HelixError(400, "The condition object must name exactly one end of the raid")
    return SubscriptionType(ends)


def check_authorisation(row: SubscriptionType, condition: dict[str, str], caller: Caller) -> None:
    has_scopes = all(caller.has_any(*group) for group in row.scopes)
    is_own = row.granted_by is None or condition[row.granted_by] == caller.token.person_id
    if not has_scopes or not is_own:
        raise HelixError(403, "subscription missing proper authorization")


def find_session(transport: Transport, person: Person, twitch: Twitch) -> Session:
    if not transport.session_id:
        raise HelixError(400, "The session_id field is required if you specify the WebSocket transport method")
    session = twitch.eventsub.session(transport.session_id)
    if session is None:
        raise HelixError(400, "websocket transport session does not exist or has already disconnected")
    if session.owner not in {None, (twitch.client_id, person.id)}:
        raise HelixError(400, "websocket transport cannot have subscriptions created by different users")
    return session


def check_limits(session: Session, person: Person, cost: int, twitch: Twitch) -> None:
    standing = twitch.eventsub.visible_to(twitch.client_id, person.id)
    enabled = [each for each in standing if each.status == "enabled"]
    used_elsewhere = {each.session_id for each in enabled} - {session.id}
    on_this = sum(each.session_id == session.id for each in enabled)
    if not on_this and len(used_elsewhere) >= twitch.limits.connections_per_user:
        raise HelixError(429, "number of websocket transports limit exceeded")
    if on_this >= twitch.limits.subscriptions_per_connection:
        raise HelixError(429, "number of subscriptions for the websocket transport limit exceeded")
    if sum(each.cost for each in enabled) + cost > twitch.limits.max_total_cost:
        raise HelixError(429, "subscription total cost limit exceeded")


def check_duplicate(wanted: Wanted, condition: dict[str, str], session: Session, twitch: Twitch) -> None:
    for each in twitch.eventsub.enabled_on(session):
        if (each.type, each.version, each.condition) == (wanted.type, wanted.version, condition):
            raise HelixError(409, f"subscription already exists: id={each.id}")


def cost_of(row: SubscriptionType, condition: dict[str, str], twitch: Twitch) -> int:
    """Free when somebody in the condition has let this program in, else one."""
    named = [condition[name] for name in row.condition]
    return 0 if any(twitch.tokens.has_consented(twitch.client_id, each) for each in named) else 1
