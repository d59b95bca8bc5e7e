"""Control routes of Kick."""

import json

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.control.commands import (
    Command,
    ControlError,
    CountCommand,
    Json,
    LoginCommand,
    Moderator,
    OptionalLogin,
    Switch,
    TitleAndCategory,
    done,
    guard_writes,
    known_category,
    known_person,
    optional_person,
)
from rehearsal.network.loopback import is_loopback_url
from rehearsal.platforms.kick.errors import ErrorDataFormat
from rehearsal.platforms.kick.platform import KickDep
from rehearsal.platforms.kick.webhooks.sender import Signatures
from rehearsal.platforms.kick.webhooks.signatures import SigningKey
from rehearsal.platforms.kick.webhooks.subscriptions import EVENTS

router = APIRouter(prefix="/control/kick", dependencies=[Depends(guard_writes)])


class WebhookUrl(Command):
    url: str | None


class Drop(OptionalLogin):
    event: str | None = None


class SignatureMode(Command):
    signatures: Signatures


class Age(Command):
    seconds: int = Field(ge=0)


class ErrorData(Command):
    data: ErrorDataFormat


class RoomModes(LoginCommand):
    followers_only: bool | None = None
    slow_seconds: int | None = Field(default=None, ge=0, le=3600)


class RawWebhook(LoginCommand):
    type: str
    body: JsonValue


@router.post("/webhook-url")
async def webhook_url(body: WebhookUrl, kick: KickDep) -> Json:
    """Sets the webhook URL in the app's settings; null turns webhooks off and deletes the subscriptions."""
    since = kick.rehearsal.events.seq
    if body.url is not None and not is_loopback_url(body.url):
        raise ControlError(422, "Webhooks go to this machine only.")
    kick.rehearsal.kick_webhook_url = body.url
    if body.url is None:
        for subscription in kick.webhooks.all():
            kick.webhooks.remove(subscription)
    return done(since)


@router.get("/webhook-url")
async def read_webhook_url(kick: KickDep) -> Json:
    return {"url": kick.rehearsal.kick_webhook_url}


@router.get("/subscriptions")
async def subscriptions(kick: KickDep) -> Json:
    return {"records": [each.response_body() for each in kick.webhooks.all()]}


@router.post("/drop-subscriptions")
async def drop_subscriptions(body: Drop, kick: KickDep) -> Json:
    """Deletes subscriptions without notice, as after a day of failures."""
    since = kick.rehearsal.events.seq
    if body.event not in {None, *EVENTS}:
        raise ControlError(422, f"Known events: {', '.join(EVENTS)}.")
    person = optional_person(kick.rehearsal, body.login)
    chosen = [each for each in kick.webhooks.all() if person is None or each.person_id == person.id]
    dropped = [each for each in chosen if body.event in {None, each.event}]
    for subscription in dropped:
        kick.webhooks.remove(subscription, "subscription_dropped")
    return done(since, count=len(dropped))


@router.post("/signatures")
async def signatures(body: SignatureMode, kick: KickDep) -> Json:
    kick.sender.signatures = body.signatures
    return done(kick.rehearsal.events.seq)


@router.post("/old-timestamps")
async def old_timestamps(body: Age, kick: KickDep) -> Json:
    """Gives webhooks a timestamp that is `seconds` old, with a valid signature."""
    kick.sender.age_seconds = body.seconds
    return done(kick.rehearsal.events.seq)


@router.post("/rotate-key")
async def rotate_key(kick: KickDep, body: Command) -> Json:
    """Replaces the key pair, so that a cached public key becomes invalid."""
    kick.sender.key = SigningKey()
    return done(kick.rehearsal.events.seq)


@router.post("/raw")
async def raw(body: RawWebhook, kick: KickDep) -> Json:
    """Sends a correctly signed webhook with any type and body."""
    since, person = kick.rehearsal.events.seq, known_person(kick.rehearsal, body.login)
    if not kick.webhooks.send_raw(body.type, person.id, json.dumps(body.body).encode()):
        raise ControlError(409, f"There is no subscription for {person.login}.")
    return done(since)


@router.post("/error-data")
async def error_data(body: ErrorData, kick: KickDep) -> Json:
    kick.error_data_format = body.data
    return done(kick.rehearsal.events.seq)


@router.post("/security-block")
async def security_block(body: CountCommand, kick: KickDep) -> Json:
    """The firewall refuses the next n API requests."""
    kick.block_next = body.next
    return done(kick.rehearsal.events.seq)


@router.post("/app-bot")
async def app_bot(body: Switch, kick: KickDep) -> Json:
    kick.has_bot = body.on
    return done(kick.rehearsal.events.seq)


@router.post("/hide-emotes")
async def hide_emotes(body: Switch, kick: KickDep) -> Json:
    """While this is on, webhooks of chat messages have no `emotes`, even if `content` contains emotes."""
    kick.chat.hides_emotes = body.on
    return done(kick.rehearsal.events.seq)


@router.post("/room")
async def room_modes(body: RoomModes, kick: KickDep) -> Json:
    room = kick.room(known_person(kick.rehearsal, body.login))
    room.is_followers_only = room.is_followers_only if body.followers_only is None else body.followers_only
    room.slow_seconds = room.slow_seconds if body.slow_seconds is None else body.slow_seconds
    return done(kick.rehearsal.events.seq)


@router.post("/retitle")
async def retitle(body: TitleAndCategory, kick: KickDep) -> Json:
    """The broadcaster changes title or category on Kick."""
    since, person = kick.rehearsal.events.seq, known_person(kick.rehearsal, body.login)
    kick.retitle(kick.channel(person), title=body.title, category=known_category(body.category))
    return done(since)


@router.post("/moderator")
async def moderator(body: Moderator, kick: KickDep) -> Json:
    viewer_id = known_person(kick.rehearsal, body.viewer).id
    moderators = kick.room(known_person(kick.rehearsal, body.login)).moderators
    (moderators.add if body.on else moderators.discard)(viewer_id)
    return done(kick.rehearsal.events.seq)
