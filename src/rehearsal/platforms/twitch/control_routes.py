"""The control desk's calls for Twitch."""

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.control import Command, ControlError, done, guard_writes, known_person
from rehearsal.platforms.twitch.channel_rules import TITLE_MAX
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch
from rehearsal.roster import CATEGORIES, Category
from rehearsal.world import AlreadyLive, NotLive

Json = dict[str, JsonValue]

router = APIRouter(prefix="/control/twitch", dependencies=[Depends(guard_writes)])


class Somebody(Command):
    login: str


class GoLive(Somebody):
    title: str | None = Field(default=None, min_length=1, max_length=TITLE_MAX)
    category: str | None = None


class PerhapsSomebody(Command):
    login: str | None = None


class Switch(Command):
    on: bool


class Drop(PerhapsSomebody):
    code: int | None = Field(default=None, ge=4000, le=4999)


class Lifetime(Command):
    seconds: int = Field(ge=1)


class Limit(Command):
    values: dict[str, int]


@router.post("/go-live")
async def go_live(body: GoLive, twitch: OnTwitch) -> Json:
    since = twitch.stage.happenings.seq
    person = known_person(twitch.stage, body.login)
    category = None if body.category is None else known_category(body.category)
    channel = twitch.channel(person)
    if channel.stream is None:
        twitch.retitle(channel, title=body.title, category=category)
    try:
        twitch.go_live(person)
    except AlreadyLive as error:
        raise ControlError(409, str(error)) from None
    return done(since, **twitch.describe(person))


def known_category(wanted: str) -> Category:
    """By id or by name."""
    for category in CATEGORIES:
        if wanted.casefold() in {category.id, category.name.casefold()}:
            return category
    raise ControlError(422, f"Categories here: {', '.join(each.name for each in CATEGORIES)}.")


@router.post("/end")
async def end(body: Somebody, twitch: OnTwitch) -> Json:
    since = twitch.stage.happenings.seq
    person = known_person(twitch.stage, body.login)
    try:
        twitch.end(person)
    except NotLive as error:
        raise ControlError(409, str(error)) from None
    return done(since, **twitch.describe(person))


@router.post("/expire-tokens")
async def expire_tokens(body: PerhapsSomebody, twitch: OnTwitch) -> Json:
    since = twitch.stage.happenings.seq
    count = twitch.tokens.expire(person_id(body, twitch))
    twitch.stage.happenings.tell("tokens_expired", login=body.login, count=count)
    return done(since, count=count)


def person_id(body: PerhapsSomebody, twitch: Twitch) -> str | None:
    return None if body.login is None else known_person(twitch.stage, body.login).id


@router.post("/revoke")
async def revoke(body: Somebody, twitch: OnTwitch) -> Json:
    since = twitch.stage.happenings.seq
    twitch.disconnect(known_person(twitch.stage, body.login))
    return done(since)


@router.post("/rotate-refresh")
async def rotate_refresh(body: Switch, twitch: OnTwitch) -> Json:
    twitch.tokens.rotates_refresh_tokens = body.on
    return done(twitch.stage.happenings.seq)


@router.post("/token-lifetime")
async def token_lifetime(body: Lifetime, twitch: OnTwitch) -> Json:
    """For tokens issued from now on."""
    twitch.limits.access_token_seconds = body.seconds
    return done(twitch.stage.happenings.seq)


@router.post("/limits")
async def change_limits(body: Limit, twitch: OnTwitch) -> Json:
    try:
        twitch.limits.change(body.values)
    except ValueError as error:
        raise ControlError(422, str(error)) from None
    return done(twitch.stage.happenings.seq)


@router.post("/drop-sockets")
async def drop_sockets(body: Drop, twitch: OnTwitch) -> Json:
    """Cut the cable; with a code the sockets are closed in good order instead."""
    since = twitch.stage.happenings.seq
    return done(since, count=twitch.eventsub.drop(body.code, person_id(body, twitch)))


@router.post("/reconnect-sockets")
async def reconnect_sockets(body: PerhapsSomebody, twitch: OnTwitch) -> Json:
    since = twitch.stage.happenings.seq
    return done(since, count=twitch.eventsub.ask_to_reconnect(person_id(body, twitch)))


@router.post("/keepalives")
async def keepalives(body: Switch, twitch: OnTwitch) -> Json:
    """Off makes sockets fall silent without closing, as a dead network would."""
    twitch.eventsub.sends_keepalives = body.on
    return done(twitch.stage.happenings.seq)


@router.post("/repeat-notifications")
async def repeat_notifications(body: Switch, twitch: OnTwitch) -> Json:
    twitch.eventsub.repeats_notifications = body.on
    return done(twitch.stage.happenings.seq)


@router.get("/sockets")
async def sockets(twitch: OnTwitch) -> Json:
    return {"records": [socket_row(twitch, session.id) for session in twitch.eventsub.sessions()]}


def socket_row(twitch: Twitch, session_id: str) -> JsonValue:
    session = twitch.eventsub.session(session_id)
    if session is None:
        return None
    person = twitch.stage.world.find(person_id=session.owner[1]) if session.owner else None
    return {
        "session_id": session.id,
        "login": person.login if person else None,
        "keepalive_seconds": session.keepalive_seconds,
        "subscriptions": [
            {"id": each.id, "type": each.type, "condition": dict[str, JsonValue](each.condition)}
            for each in twitch.eventsub.enabled_on(session)
        ],
    }
