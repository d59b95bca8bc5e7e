"""Helix calls of a chat: messages, announcements, shoutouts, chatters."""

from datetime import timedelta

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request
from starlette.responses import Response

from rehearsal.platforms.twitch.chat.messages import DROP_MESSAGES, DUPLICATE, Drop, Extras
from rehearsal.platforms.twitch.chat.rooms import Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.eventsub.payloads import named
from rehearsal.platforms.twitch.helix import (
    Caller,
    HelixCaller,
    Json,
    moderated_room,
    page_of,
    read_body,
    require_own_id,
    require_scope,
    required,
)
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer

ANNOUNCEMENT_COLOURS = ("blue", "green", "orange", "purple", "primary")

router = APIRouter(prefix="/twitch/helix/chat")


class Message(BaseModel, strict=True):
    broadcaster_id: str
    sender_id: str
    message: str
    reply_parent_message_id: str | None = None
    for_source_only: bool | None = None


@router.post("/messages")
async def send(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    message = await read_body(request, Message)
    room, sender = check_sender(message, caller, twitch)
    check_message(message, room, twitch)
    drop = find_drop(message.message, room, sender, twitch)
    if drop is not None:
        twitch.rehearsal.events.record("chat_dropped", login=room.person.login, sender=sender.login, code=drop.code)
        reason: JsonValue = {"code": drop.code, "message": drop.message}
        return {"data": [{"message_id": "", "is_sent": False, "drop_reason": reason}]}
    sent = twitch.chat.say(room, sender, message.message, Extras(reply_to=message.reply_parent_message_id or ""))
    facts = {"login": room.person.login, "sender": sender.login, "text": message.message, "message_id": sent.id}
    twitch.rehearsal.events.record("chat_sent", **facts)
    return {"data": [{"message_id": sent.id, "is_sent": True}]}


def check_sender(message: Message, caller: Caller, twitch: Twitch) -> tuple[Room, Viewer]:
    """The room and the sender; raises if the token may not send as this account, or the sender is banned."""
    person = twitch.rehearsal.world.find(person_id=message.broadcaster_id)
    if person is None:
        raise HelixError(400, "The ID in broadcaster_id is not valid")
    room = twitch.room(person)
    if caller.person is not None:
        require_scope(caller, "user:write:chat")
        require_own_id(caller, message.sender_id, "sender_id")
    elif not app_may_send(message.sender_id, room, twitch):
        raise HelixError(403, "The sender or the broadcaster has not authorised this bot to chat in the channel")
    if message.for_source_only is not None and caller.person is not None:
        raise HelixError(400, "Cannot set for_source_only if User Access Token is used")
    sender = twitch.find_user(message.sender_id)
    if sender is None:
        raise HelixError(400, "The ID in sender_id is not valid")
    ban = room.ban_of(sender.id, twitch.rehearsal.clock.now())
    if ban is not None and ban.ends_at is None:
        raise HelixError(403, "The sender is not permitted to send chat messages to the broadcaster's chat room")
    return room, sender


def app_may_send(sender_id: str, room: Room, twitch: Twitch) -> bool:
    is_bot = twitch.tokens.has_consented(twitch.client_id, sender_id, ("user:write:chat", "user:bot"))
    is_bot_allowed = twitch.tokens.has_consented(twitch.client_id, room.person.id, ("channel:bot",))
    return is_bot and (is_bot_allowed or room.is_moderator(sender_id))


def check_message(message: Message, room: Room, twitch: Twitch) -> None:
    """Checks text, replied-to message and rate limit; the message counts towards the limit."""
    if not message.message.strip():
        raise HelixError(400, "The message field is required")
    if len(message.message) > twitch.limits.chat_message_length:
        raise HelixError(422, f"The message must be less than {twitch.limits.chat_message_length} characters")
    if message.reply_parent_message_id and message.reply_parent_message_id not in room.messages:
        raise HelixError(400, "The ID in reply_parent_message_id is not valid")
    is_moderator = room.is_moderator(message.sender_id)
    now = twitch.rehearsal.clock.now()
    if not twitch.chat_rate_limit.allows(message.sender_id, now, twitch.limits, is_moderator=is_moderator):
        raise HelixError(429, "You are sending messages too quickly")


def find_drop(text: str, room: Room, sender: Viewer, twitch: Twitch) -> Drop | None:
    """The reason to drop the message; None if it is not dropped."""
    if twitch.chat.drops:
        code = twitch.chat.drops.pop(0)
        return Drop(code, DROP_MESSAGES.get(code, "Your message was not sent."))
    if twitch.chat.is_repetition(room, sender, text):
        return DUPLICATE
    return twitch.chat.drop_reason(room, sender)


class Announcement(BaseModel, strict=True):
    message: str
    color: str | None = None


@router.post("/announcements")
async def announce(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:announcements")
    announcement = await read_body(request, Announcement)
    color = (announcement.color or "primary").lower()
    if not announcement.message.strip():
        raise HelixError(400, "The message field in the request's body is required")
    if color not in ANNOUNCEMENT_COLOURS:
        raise HelixError(400, "The value in the color field is not valid")
    if not room.rate_limits.allows("announce", twitch.rehearsal.clock.now(), 1, twitch.limits.announcement_seconds):
        raise HelixError(429, "The sender has exceeded the number of announcements they may send")
    text = announcement.message[: twitch.limits.chat_message_length]
    twitch.chat.notify(room, by, "announcement", "", {"color": color.upper()}, text)
    twitch.rehearsal.events.record("announced", login=room.person.login, sender=by.login)
    return Response(status_code=204)


@router.post("/shoutouts")
async def shout_out(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Response:
    target_id = required(request, "to_broadcaster_id")
    scope, name = "moderator:manage:shoutouts", "from_broadcaster_id"
    room, _ = moderated_room(request, caller, twitch, scope, name=name)
    target = twitch.rehearsal.world.find(person_id=target_id)
    if target is None:
        raise HelixError(400, "The ID in to_broadcaster_id is not valid")
    if target == room.person:
        raise HelixError(400, "The broadcaster may not give themselves a Shoutout")
    stream = twitch.channel(room.person).stream
    if stream is None or stream.viewer_count < 1:
        raise HelixError(400, "The broadcaster is not streaming live or does not have one or more viewers")
    enforce_shoutout_cooldowns(room, target_id, twitch)
    twitch.rehearsal.events.record("shouted_out", login=room.person.login, target=target.login)
    return Response(status_code=204)


def enforce_shoutout_cooldowns(room: Room, target_id: str, twitch: Twitch) -> None:
    """Raises if the channel's last Shoutout, or its last one to this target, is too recent; else records a Shoutout."""
    now, limits = twitch.rehearsal.clock.now(), twitch.limits
    last = max(room.shoutouts.values(), default=None)
    last_to_target = room.shoutouts.get(target_id)
    if last is not None and now - last < timedelta(seconds=limits.shoutout_seconds):
        raise HelixError(429, "The broadcaster may send a Shoutout once every 2 minutes")
    if last_to_target is not None and now - last_to_target < timedelta(seconds=limits.shoutout_same_seconds):
        raise HelixError(429, "The broadcaster may send the same broadcaster a Shoutout once every 60 minutes")
    room.shoutouts[target_id] = now


@router.get("/chatters")
async def chatters(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room, _ = moderated_room(request, caller, twitch, "moderator:read:chatters")
    rows: list[JsonValue] = [named("user", viewer) for viewer in (room.owner, *room.chatters.values())]
    unique = list({str(row): row for row in rows}.values())
    return {**page_of(request, unique, 100, 1000), "total": len(unique)}
