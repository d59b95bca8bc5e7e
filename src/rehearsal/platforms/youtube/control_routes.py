"""Control routes of YouTube."""

from datetime import timedelta
from typing import Annotated, Literal

from fastapi import APIRouter, Depends
from pydantic import Field, JsonValue

from rehearsal.clock import rfc3339
from rehearsal.control.commands import (
    Command,
    ControlError,
    LoginCommand,
    LoginSwitch,
    Moderator,
    Switch,
    TitleAndCategory,
    done,
    guard_writes,
    known_category,
    known_person,
    known_viewer,
)
from rehearsal.platforms.youtube import viewer_actions
from rehearsal.platforms.youtube.broadcasts.studio import Studio
from rehearsal.platforms.youtube.chat import messages
from rehearsal.platforms.youtube.chat.live_chat import Message
from rehearsal.platforms.youtube.errors import Json
from rehearsal.platforms.youtube.ids import channel_id, video_id
from rehearsal.platforms.youtube.platform import YouTube, YouTubeDep
from rehearsal.simulation.actions import ActionRefused
from rehearsal.simulation.viewers import Viewer

router = APIRouter(prefix="/control/youtube", dependencies=[Depends(guard_writes)])


class SetQuota(Command):
    """Fields that are left out do not change."""

    units: int | None = Field(default=None, ge=0)
    used: int | None = Field(default=None, ge=0)
    costs: dict[str, Annotated[int, Field(ge=0)]] = Field(default_factory=dict[str, int])


class RefuseStream(Switch):
    status: int = Field(default=501, ge=400, le=599)


class PollingInterval(Command):
    ms: int = Field(ge=0, le=600_000)


class Plan(LoginCommand):
    title: str = Field(min_length=1, max_length=100)
    in_seconds: int = Field(default=3600, ge=0)


class Privacy(LoginCommand):
    privacy: Literal["public", "unlisted", "private"]


class Deletions(Command):
    tell: Literal["nothing", "tombstone", "event"]


class ShowMessage(LoginCommand):
    """A message of one of these types; the common control routes create the other types."""

    type: Literal[
        "sponsorOnlyModeStartedEvent",
        "sponsorOnlyModeEndedEvent",
        "pollEvent",
        "giftEvent",
        "fanFundingEvent",
        "superStickerEvent",
        "messageRetractedEvent",
        "chatEndedEvent",
    ]
    viewer: str | None = None
    text: str = ""
    count: int = Field(default=1, ge=1)
    # The retracted message, or the gift whose combo grows.
    message_id: str = ""


class RawMessage(LoginCommand):
    """Any JSON, which is sent as a chat message."""

    message: dict[str, JsonValue]


@router.get("/quota")
async def quota(youtube: YouTubeDep) -> Json:
    return {
        "used": youtube.quota.used,
        "units": youtube.limits.quota_units,
        "resets_at": rfc3339(youtube.quota.resets_at),
        "costs": {**youtube.quota.costs},
    }


@router.post("/quota")
async def set_quota(body: SetQuota, youtube: YouTubeDep) -> Json:
    unknown = set(body.costs) - set(youtube.quota.costs)
    if unknown:
        raise ControlError(422, f"There is no method {', '.join(sorted(unknown))}.")
    youtube.quota.costs |= body.costs
    if body.units is not None:
        youtube.limits.quota_units = body.units
    if body.used is not None:
        youtube.quota.used = body.used
    return done(youtube.rehearsal.events.seq, used=youtube.quota.used)


@router.post("/exhaust-quota")
async def exhaust_quota(body: Command, youtube: YouTubeDep) -> Json:
    """Uses up the quota until midnight Pacific time."""
    since = youtube.rehearsal.events.seq
    youtube.quota.used = youtube.limits.quota_units
    youtube.rehearsal.events.record("quota_exhausted", platform=youtube.key)
    return done(since, resets_at=rfc3339(youtube.quota.resets_at))


@router.post("/refuse-stream")
async def refuse_stream(body: RefuseStream, youtube: YouTubeDep) -> Json:
    """Switches message streams off or on; without them, clients have to poll the chat."""
    since = youtube.rehearsal.events.seq
    youtube.stream_error_status = body.status if body.on else None
    return done(since, count=youtube.drop_sockets(None) if body.on else 0)


@router.post("/polling-interval")
async def polling_interval(body: PollingInterval, youtube: YouTubeDep) -> Json:
    youtube.limits.polling_interval_ms = body.ms
    return done(youtube.rehearsal.events.seq)


@router.post("/plan")
async def plan(body: Plan, youtube: YouTubeDep) -> Json:
    """Plans a broadcast, which starts when the channel goes live."""
    since, now = youtube.rehearsal.events.seq, youtube.rehearsal.clock.now()
    studio = studio_of(youtube, body.login)
    broadcast_id = video_id("planned", studio.person.id, len(studio.broadcasts), body.title)
    broadcast = studio.open(broadcast_id, body.title, at=now, scheduled_at=now + timedelta(seconds=body.in_seconds))
    studio.bind(broadcast, now)
    return done(since, broadcast_id=broadcast_id, chat_id=broadcast.chat.id)


@router.post("/privacy")
async def privacy(body: Privacy, youtube: YouTubeDep) -> Json:
    """Changes the privacy of the live broadcast."""
    studio = studio_of(youtube, body.login)
    if studio.live is None:
        raise ControlError(409, f"{body.login} is not live on youtube.")
    studio.live.privacy = body.privacy
    return done(youtube.rehearsal.events.seq)


@router.post("/moderator")
async def moderator(body: Moderator, youtube: YouTubeDep) -> Json:
    studio = studio_of(youtube, body.login)
    moderator_id = channel_id(known_viewer(youtube.rehearsal, body.viewer).id)
    studio.moderator_ids = [each for each in studio.moderator_ids if each != moderator_id]
    if body.on:
        studio.moderator_ids.append(moderator_id)
    return done(youtube.rehearsal.events.seq)


@router.post("/chat")
async def chat(body: LoginSwitch, youtube: YouTubeDep) -> Json:
    """Turns the chat of the live broadcast on or off."""
    live = studio_of(youtube, body.login).live
    if live is None:
        raise ControlError(409, f"{body.login} is not live.")
    live.chat.is_disabled = not body.on
    return done(youtube.rehearsal.events.seq)


@router.post("/live-enabled")
async def live_enabled(body: LoginSwitch, youtube: YouTubeDep) -> Json:
    studio_of(youtube, body.login).can_stream = body.on
    return done(youtube.rehearsal.events.seq)


@router.post("/has-channel")
async def has_channel(body: LoginSwitch, youtube: YouTubeDep) -> Json:
    """Sets whether the Google account has a YouTube channel."""
    known_person(youtube.rehearsal, body.login)
    (youtube.without_channel.discard if body.on else youtube.without_channel.add)(body.login)
    return done(youtube.rehearsal.events.seq)


@router.post("/deletions")
async def deletions(body: Deletions, youtube: YouTubeDep) -> Json:
    youtube.deletion_notice = body.tell
    return done(youtube.rehearsal.events.seq)


@router.post("/retitle")
async def retitle(body: TitleAndCategory, youtube: YouTubeDep) -> Json:
    """The broadcaster changes title or category in YouTube Studio."""
    since, person = youtube.rehearsal.events.seq, known_person(youtube.rehearsal, body.login)
    youtube.retitle(person, body.title, known_category(body.category))
    return done(since)


@router.post("/show")
async def show(body: ShowMessage, youtube: YouTubeDep) -> Json:
    since, studio = youtube.rehearsal.events.seq, studio_of(youtube, body.login)
    viewer = known_viewer(youtube.rehearsal, body.viewer or body.login)
    try:
        message = show_message(youtube, studio, viewer, body)
    except ActionRefused as error:
        raise ControlError(409, str(error)) from None
    return done(since, message_id=message.id)


def show_message(youtube: YouTube, studio: Studio, viewer: Viewer, body: ShowMessage) -> Message:
    live = viewer_actions.live_broadcast(studio)
    details = details_of(body)
    live.chat.is_for_members = {
        "sponsorOnlyModeStartedEvent": True,
        "sponsorOnlyModeEndedEvent": False,
    }.get(body.type, live.chat.is_for_members)
    gift = live.chat.find(body.message_id) if body.type == "giftEvent" and body.message_id else None
    if gift is not None:
        # A gift whose combo grows keeps its message id.
        gift.change({**gift.snippet, **details})
        return live.chat.send(gift)
    message = viewer_actions.post(youtube, studio, viewer, body.type, body.text or body.type, details)
    if body.type == "pollEvent":
        live.chat.active_poll = message
    return message


def details_of(body: ShowMessage) -> Json:
    match body.type:
        case "pollEvent":
            return messages.poll(body.text or "Which way?", ["Left", "Right"])
        case "giftEvent":
            return messages.jewels("Teapot", 10, body.count)
        case "fanFundingEvent":
            return messages.fan_funding(100 * body.count, body.text)
        case "superStickerEvent":
            return messages.super_sticker(100 * body.count)
        case "messageRetractedEvent":
            return {"messageRetractedDetails": {"retractedMessageId": body.message_id}}
        case _:
            return {}


@router.post("/raw")
async def raw(body: RawMessage, youtube: YouTubeDep) -> Json:
    since, studio = youtube.rehearsal.events.seq, studio_of(youtube, body.login)
    try:
        live = viewer_actions.live_broadcast(studio)
    except ActionRefused as error:
        raise ControlError(409, str(error)) from None
    live.chat.send(Message.raw(body.message))
    return done(since)


def studio_of(youtube: YouTube, login: str) -> Studio:
    return youtube.studio(known_person(youtube.rehearsal, login))
