"""Control routes of Twitch."""

from datetime import timedelta

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.control.commands import (
    Command,
    ControlError,
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
    known_viewer,
)
from rehearsal.platforms.twitch.channels.rewards import CustomPowerUp
from rehearsal.platforms.twitch.chat import notices
from rehearsal.platforms.twitch.chat.moderation import ACTIONS, sample_object
from rehearsal.platforms.twitch.chat.settings_routes import Change, apply_change
from rehearsal.platforms.twitch.eventsub.subscriptions import encode
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep

router = APIRouter(prefix="/control/twitch", dependencies=[Depends(guard_writes)])


class Drop(OptionalLogin):
    code: int | None = Field(default=None, ge=4000, le=4999)


class DropMessages(Command):
    """Drops the next messages sent with Helix."""

    code: str = "msg_rejected"
    next: int = Field(default=1, ge=1, le=1_000)


class Notice(LoginCommand):
    kind: str
    viewer: str | None = None
    text: str = Field(default="", max_length=500)


class CustomPowerUpUse(LoginCommand):
    viewer: str | None = None
    title: str = Field(default="Confetti", max_length=45)
    bits: int = Field(default=100, ge=1, le=1_000_000)
    text: str = Field(default="", max_length=500)


class ChatModes(LoginCommand, Change):
    """Modes that are left out do not change."""


class Report(LoginCommand):
    action: str
    viewer: str | None = None


class RawEvent(LoginCommand):
    """An event of `type` about the channel of `login`, with any JSON."""

    type: str
    event: JsonValue


class Frame(OptionalLogin):
    text: str = Field(max_length=2_000_000)


class RefusedAds(OptionalLogin):
    """Makes Twitch refuse ads with this reason; an empty reason ends this. Without a login, on all channels."""

    reason: str = Field(default="The broadcaster may not run commercials now", max_length=200)


class Ad(LoginCommand):
    """An ad that Twitch starts by its schedule."""

    seconds: int = Field(default=90, ge=1, le=180)


def person_id(body: OptionalLogin, twitch: Twitch) -> str | None:
    return None if body.login is None else known_person(twitch.rehearsal, body.login).id


@router.post("/drop-sockets")
async def drop_sockets(body: Drop, twitch: TwitchDep) -> Json:
    """Cuts the connections; with a code, closes the sockets with that code."""
    since = twitch.rehearsal.events.seq
    return done(since, count=twitch.eventsub.drop(body.code, person_id(body, twitch)))


@router.post("/reconnect-sockets")
async def reconnect_sockets(body: OptionalLogin, twitch: TwitchDep) -> Json:
    since = twitch.rehearsal.events.seq
    return done(since, count=twitch.eventsub.request_reconnect(person_id(body, twitch)))


@router.post("/keepalives")
async def keepalives(body: Switch, twitch: TwitchDep) -> Json:
    """Switches keepalives on or off; without them open sockets are silent, as on a dead network."""
    twitch.eventsub.sends_keepalives = body.on
    return done(twitch.rehearsal.events.seq)


@router.post("/repeat-notifications")
async def repeat_notifications(body: Switch, twitch: TwitchDep) -> Json:
    twitch.deliveries.duplicates = body.on
    return done(twitch.rehearsal.events.seq)


@router.post("/forge-signatures")
async def forge_signatures(body: Switch, twitch: TwitchDep) -> Json:
    """Switches on or off that webhooks have a wrong signature."""
    twitch.eventsub.webhook_sender.forges_signatures = body.on
    return done(twitch.rehearsal.events.seq)


@router.post("/drop-messages")
async def drop_messages(body: DropMessages, twitch: TwitchDep) -> Json:
    twitch.chat.drops.extend([body.code] * body.next)
    return done(twitch.rehearsal.events.seq)


@router.post("/refuse-ads")
async def refuse_ads(body: RefusedAds, twitch: TwitchDep) -> Json:
    world = twitch.rehearsal.world
    people = world.people if body.login is None else [known_person(twitch.rehearsal, body.login)]
    for person in people:
        twitch.room(person).ad_refusal = body.reason
    return done(twitch.rehearsal.events.seq)


@router.post("/ad")
async def begin_ad(body: Ad, twitch: TwitchDep) -> Json:
    since = twitch.rehearsal.events.seq
    room = twitch.room(known_person(twitch.rehearsal, body.login))
    twitch.begin_ad(room, body.seconds, is_automatic=True)
    return done(since)


@router.post("/moderator")
async def moderator(body: Moderator, twitch: TwitchDep) -> Json:
    since = twitch.rehearsal.events.seq
    room, viewer = twitch.room(known_person(twitch.rehearsal, body.login)), known_viewer(twitch.rehearsal, body.viewer)
    if body.on and viewer.id not in room.moderators:
        twitch.moderation.add_moderator(room, viewer)
    elif not body.on and viewer.id in room.moderators:
        twitch.moderation.remove_moderator(room, viewer)
    return done(since)


@router.post("/custom-power-up")
async def custom_power_up(body: CustomPowerUpUse, twitch: TwitchDep) -> Json:
    """A viewer uses a power-up that the broadcaster made."""
    since = twitch.rehearsal.events.seq
    room, viewer = twitch.room(known_person(twitch.rehearsal, body.login)), known_viewer(twitch.rehearsal, body.viewer)
    twitch.viewer_actions.use_custom_power_up(room, viewer, CustomPowerUp(body.title, body.bits), body.text)
    return done(since)


@router.post("/retitle")
async def retitle(body: TitleAndCategory, twitch: TwitchDep) -> Json:
    """The broadcaster changes title or category on Twitch."""
    since, person = twitch.rehearsal.events.seq, known_person(twitch.rehearsal, body.login)
    twitch.retitle(twitch.channel(person), title=body.title, category=known_category(body.category))
    return done(since)


@router.post("/chat-modes")
async def chat_modes(body: ChatModes, twitch: TwitchDep) -> Json:
    """The broadcaster changes the modes of the chat on Twitch."""
    since, room = twitch.rehearsal.events.seq, twitch.room(known_person(twitch.rehearsal, body.login))
    apply_change(body, room, room.owner, twitch)
    return done(since)


@router.post("/notice")
async def notice(body: Notice, twitch: TwitchDep) -> Json:
    """Publishes a notice of any kind with sample facts."""
    since = twitch.rehearsal.events.seq
    if body.kind not in notices.KINDS:
        raise ControlError(422, f"Kinds of notices: {', '.join(notices.KINDS)}.")
    room, viewer = twitch.room(known_person(twitch.rehearsal, body.login)), known_viewer(twitch.rehearsal, body.viewer)
    counterpart = twitch.rehearsal.world.viewers_on("twitch")[1]
    facts = notices.sample_facts(body.kind, counterpart, f"{twitch.rehearsal.base_url}/avatars/{counterpart.login}.svg")
    system_text = f"{viewer.display_name}: {body.kind.replace('_', ' ')}"
    return done(since, message_id=twitch.chat.notify(room, viewer, body.kind, system_text, facts, body.text))


@router.post("/report")
async def report(body: Report, twitch: TwitchDep) -> Json:
    """Publishes any moderation action with sample facts, without performing it."""
    since = twitch.rehearsal.events.seq
    if body.action not in ACTIONS:
        raise ControlError(422, f"Actions: {', '.join(ACTIONS)}.")
    room, viewer = twitch.room(known_person(twitch.rehearsal, body.login)), known_viewer(twitch.rehearsal, body.viewer)
    expires_at = rfc3339_nanoseconds(twitch.rehearsal.clock.now() + timedelta(minutes=10))
    facts = sample_object(body.action, viewer, expires_at)
    twitch.moderation.report(room, room.owner, body.action, facts)
    return done(since)


@router.post("/event")
async def event(body: RawEvent, twitch: TwitchDep) -> Json:
    since = twitch.rehearsal.events.seq
    subject = known_person(twitch.rehearsal, body.login).id
    return done(since, count=twitch.eventsub.publish_raw(body.type, subject, encode(body.event)))


@router.post("/frame")
async def frame(body: Frame, twitch: TwitchDep) -> Json:
    since = twitch.rehearsal.events.seq
    return done(since, count=twitch.eventsub.send_raw(body.text, person_id(body, twitch)))


@router.get("/sockets")
async def sockets(twitch: TwitchDep) -> Json:
    return {"records": [socket_row(twitch, session.id) for session in twitch.eventsub.sessions()]}


def socket_row(twitch: Twitch, session_id: str) -> JsonValue:
    session = twitch.eventsub.session(session_id)
    if session is None:
        return None
    person = twitch.rehearsal.world.find(person_id=session.owner[1]) if session.owner else None
    return {
        "session_id": session.id,
        "login": person.login if person else None,
        "keepalive_seconds": session.keepalive_seconds,
        "subscriptions": [
            {"id": each.id, "type": each.type, "condition": dict[str, JsonValue](each.condition)}
            for each in twitch.eventsub.enabled_on(session)
        ],
    }
