"""Chat messages and notices of all rooms."""

from dataclasses import dataclass, field
from datetime import datetime, timedelta

from pydantic import JsonValue

from rehearsal.platforms.twitch.chat.fragments import split_fragments
from rehearsal.platforms.twitch.chat.notices import NO_SOURCE, notice_event
from rehearsal.platforms.twitch.chat.rooms import ChatMessage, Room
from rehearsal.platforms.twitch.eventsub.frames import message_id as new_message_id
from rehearsal.platforms.twitch.eventsub.hub import EventSub
from rehearsal.platforms.twitch.eventsub.payloads import named
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.platforms.twitch.limits import Limits
from rehearsal.simulation.viewers import Viewer
from rehearsal.state import RehearsalState

ACTION = "/me "


@dataclass(frozen=True, slots=True)
class Drop:
    """Why Helix drops a message; the response still has status 200."""

    code: str
    message: str


TIMED_OUT = Drop("user_timed_out", "You are timed out in this channel.")
DUPLICATE = Drop(
    "msg_duplicate", "Your message was not sent because it is identical to the one you sent in the last 30 seconds."
)
DROP_MESSAGES = {
    "msg_rejected": "Your message is being checked by mods and has not been sent.",
    "automod_held": "Your message is held for review by AutoMod.",
    "user_timed_out": TIMED_OUT.message,
    "msg_duplicate": DUPLICATE.message,
}


@dataclass(frozen=True, slots=True)
class Extras:
    reply_to: str = ""
    bits: int = 0
    reward_id: str | None = None
    kind: str = "text"


PLAIN = Extras()


class Chat:
    def __init__(self, rehearsal: RehearsalState, limits: Limits, eventsub: EventSub) -> None:
        self._rehearsal = rehearsal
        self._gifs_url = f"{rehearsal.base_url}/twitch/gifs"
        self._limits = limits
        self._eventsub = eventsub
        # Drop codes for the next messages sent with Helix.
        self.drops: list[str] = []

    def drop_reason(self, room: Room, viewer: Viewer) -> Drop | None:
        return TIMED_OUT if room.ban_of(viewer.id, self._rehearsal.clock.now()) is not None else None

    def is_repetition(self, room: Room, viewer: Viewer, text: str) -> bool:
        last = room.last_messages.get(viewer.id)
        limit = timedelta(seconds=self._limits.chat_duplicate_seconds)
        return last is not None and last.text == text and self._rehearsal.clock.now() - last.at < limit

    def say(self, room: Room, viewer: Viewer, text: str, extras: Extras = PLAIN) -> ChatMessage:
        """Stores the message and publishes it."""
        parent = room.messages.get(extras.reply_to)
        message_id = new_message_id()
        message = ChatMessage(
            message_id, viewer, text, self._rehearsal.clock.now(), parent.thread_id if parent else message_id
        )
        room.keep(message)
        self._eventsub.publish("channel.chat.message", room.person.id, self._event(room, message, parent, extras))
        return message

    def notify(
        self, room: Room, viewer: Viewer | None, kind: str, system_text: str, facts: JsonObject, text: str = ""
    ) -> str:
        """Publishes a notice, with or without a message of the viewer."""
        message = self.message_body(room, text)
        event = notice_event(room, viewer, kind, system_text, facts, message, viewer.colour if viewer else "")
        message_id = str(event["message_id"])
        if viewer is not None and text:
            # Moderators can delete the text of a notice like a message.
            room.keep(ChatMessage(message_id, viewer, text, self._rehearsal.clock.now(), message_id))
        self._eventsub.publish("channel.chat.notification", room.person.id, event)
        return message_id

    def message_body(self, room: Room, text: str, *, is_cheer: bool = False) -> JsonObject:
        return {"text": text, "fragments": list[JsonValue](self._fragments(room, text, is_cheer=is_cheer))}

    def _fragments(self, room: Room, text: str, *, is_cheer: bool = False) -> list[JsonObject]:
        if not text:
            return []
        return split_fragments(text, room.emotes, self._find_viewer, gifs_url=self._gifs_url, is_cheer=is_cheer)

    def _find_viewer(self, name: str) -> Viewer | None:
        return self._rehearsal.world.viewer(login=name.rstrip(",.!?:"))

    def _event(self, room: Room, message: ChatMessage, parent: ChatMessage | None, extras: Extras) -> JsonObject:
        viewer, text = message.viewer, message.text
        if text.startswith(ACTION):
            text = f"\x01ACTION {text.removeprefix(ACTION)}\x01"
        return {
            **room.broadcaster_fields,
            "chatter_user_id": viewer.id,
            "chatter_user_login": viewer.login,
            "chatter_user_name": viewer.display_name,
            "message_id": message.id,
            "message": self.message_body(room, text, is_cheer=extras.bits > 0),
            "color": viewer.colour,
            "badges": list[JsonValue](room.badges(viewer)),
            "message_type": extras.kind,
            "cheer": {"bits": extras.bits} if extras.bits else None,
            "reply": reply_of(parent, room) if parent else None,
            "channel_points_custom_reward_id": extras.reward_id,
            # Real frames have this undocumented field, and clients read it.
            "channel_points_animation_id": None,
            **NO_SOURCE,
        }


def reply_of(parent: ChatMessage, room: Room) -> JsonObject:
    thread = room.messages.get(parent.thread_id, parent)
    return {
        "parent_message_id": parent.id,
        "parent_message_body": parent.text,
        **named("parent_user", parent.viewer),
        "thread_message_id": parent.thread_id,
        **named("thread_user", thread.viewer),
    }


@dataclass(slots=True)
class RateLimit:
    """Rate limit of messages that an account sends with Helix; higher for moderators."""

    times: dict[tuple[str, bool], list[datetime]] = field(default_factory=dict[tuple[str, bool], list[datetime]])

    def allows(self, sender_id: str, now: datetime, limits: Limits, *, is_moderator: bool) -> bool:
        oldest = now - timedelta(seconds=limits.chat_window_seconds)
        key = (sender_id, is_moderator)
        recent = self.times[key] = [at for at in self.times.get(key, []) if at > oldest]
        if len(recent) >= (limits.chat_messages_moderator if is_moderator else limits.chat_messages):
            return False
        recent.append(now)
        return True
