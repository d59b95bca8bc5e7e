"""The control desk's calls that only Kick has."""

import json

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.control import (
    Command,
    ControlError,
    HowMany,
    Json,
    PerhapsSomebody,
    Somebody,
    SomebodySwitch,
    Switch,
    done,
    guard_writes,
    known_person,
    perhaps,
)
from rehearsal.loopback import is_loopback_url
from rehearsal.platforms.kick.errors import Shape
from rehearsal.platforms.kick.kick import OnKick
from rehearsal.platforms.kick.signing import SigningKey
from rehearsal.platforms.kick.subscriptions import EVENTS

router = APIRouter(prefix="/control/kick", dependencies=[Depends(guard_writes)])


class Address(Command):
    url: str | None


class Drop(PerhapsSomebody):
    event: str | None = None


class ErrorShape(Command):
    data: Shape


class RoomModes(Somebody):
    followers_only: bool | None = None
    slow_seconds: int | None = Field(default=None, ge=0, le=3600)


class Moderator(SomebodySwitch):
    viewer: str


class Raw(Somebody):
    type: str
    body: JsonValue


@router.post("/webhook-url")
async def webhook_url(body: Address, kick: OnKick) -> Json:
    """What the developer types into the app's settings; null turns webhooks off, which deletes the subscriptions."""
    since = kick.stage.happenings.seq
    if body.url is not None and not is_loopback_url(body.url):
        raise ControlError(422, "Webhooks go to this machine only.")
    kick.stage.kick_webhook_url = body.url
    if body.url is None:
        for subscription in kick.hooks.all():
            kick.hooks.remove(subscription)
    return done(since)


@router.get("/webhook-url")
async def shown_webhook_url(kick: OnKick) -> Json:
    return {"url": kick.stage.kick_webhook_url}


@router.get("/subscriptions")
async def subscriptions(kick: OnKick) -> Json:
    return {"records": [each.shown() for each in kick.hooks.all()]}


@router.post("/drop-subscriptions")
async def drop_subscriptions(body: Drop, kick: OnKick) -> Json:
    """As after a day of failures: they are gone, and nobody is told."""
    since = kick.stage.happenings.seq
    if body.event not in {None, *EVENTS}:
        raise ControlError(422, f"Events here: {', '.join(EVENTS)}.")
    person = perhaps(kick.stage, body.login)
    chosen = [each for each in kick.hooks.all() if person is None or each.person_id == person.id]
    dropped = [each for each in chosen if body.event in {None, each.event}]
    for subscription in dropped:
        kick.hooks.remove(subscription, "subscription_dropped")
    return done(since, count=len(dropped))


@router.post("/rotate-key")
async def rotate_key(kick: OnKick, body: Command) -> Json:
    """Another key pair from now on; who kept the old public key has to fetch it again."""
    kick.sender.key = SigningKey()
    return done(kick.stage.happenings.seq)


@router.post("/raw")
async def raw(body: Raw, kick: OnKick) -> Json:
    """A well signed webhook with anything in it, such as a type that Kick does not have yet."""
    since, person = kick.stage.happenings.seq, known_person(kick.stage, body.login)
    if not kick.hooks.send_anything(body.type, person.id, json.dumps(body.body).encode()):
        raise ControlError(409, f"Nothing is subscribed to about {person.login}.")
    return done(since)


@router.post("/error-data")
async def error_data(body: ErrorShape, kick: OnKick) -> Json:
    kick.error_shape = body.data
    return done(kick.stage.happenings.seq)


@router.post("/security-block")
async def security_block(body: HowMany, kick: OnKick) -> Json:
    """The wall in front of Kick refuses the next n API calls."""
    kick.block_next = body.next
    return done(kick.stage.happenings.seq)


@router.post("/app-bot")
async def app_bot(body: Switch, kick: OnKick) -> Json:
    kick.has_bot = body.on
    return done(kick.stage.happenings.seq)


@router.post("/hide-emotes")
async def hide_emotes(body: Switch, kick: OnKick) -> Json:
    """`emotes` is null although `content` has some."""
    kick.chat.hides_emotes = body.on
    return done(kick.stage.happenings.seq)


@router.post("/room")
async def room_modes(body: RoomModes, kick: OnKick) -> Json:
    room = kick.room(known_person(kick.stage, body.login))
    room.is_followers_only = room.is_followers_only if body.followers_only is None else body.followers_only
    room.slow_seconds = room.slow_seconds if body.slow_seconds is None else body.slow_seconds
    return done(kick.stage.happenings.seq)


@router.post("/moderator")
async def moderator(body: Moderator, kick: OnKick) -> Json:
    """Makes somebody a moderator of `login`'s chat, or no longer."""
    viewer_id = known_person(kick.stage, body.viewer).id
    moderators = kick.room(known_person(kick.stage, body.login)).moderators
    (moderators.add if body.on else moderators.discard)(viewer_id)
    return done(kick.stage.happenings.seq)
