"""Moderation actions and their events."""

from datetime import timedelta

from pydantic import JsonValue

from rehearsal.clock import rfc3339_nanoseconds
from rehearsal.platforms.twitch.chat.rooms import Ban, ChatMessage, Room
from rehearsal.platforms.twitch.eventsub.hub import EventSub
from rehearsal.platforms.twitch.eventsub.payloads import broadcaster, moderator, named, user
from rehearsal.platforms.twitch.eventsub.subscriptions import JsonObject
from rehearsal.simulation.viewers import Viewer
from rehearsal.state import RehearsalState

# Object fields of channel.moderate: all are null except the field of the action, see `object_of`.
OBJECTS = (
    "followers",
    "slow",
    "vip",
    "unvip",
    "mod",
    "unmod",
    "ban",
    "unban",
    "timeout",
    "untimeout",
    "raid",
    "unraid",
    "delete",
    "automod_terms",
    "unban_request",
    "warn",
    "shared_chat_ban",
    "shared_chat_unban",
    "shared_chat_timeout",
    "shared_chat_untimeout",
    "shared_chat_delete",
)
NO_OBJECTS: JsonObject = dict.fromkeys(OBJECTS)
TERM_ACTIONS = ("add_blocked_term", "add_permitted_term", "remove_blocked_term", "remove_permitted_term")
REQUEST_ACTIONS = ("approve_unban_request", "deny_unban_request")
ACTIONS_WITHOUT_OBJECT = (
    "clear",
    "emoteonly",
    "emoteonlyoff",
    "followersoff",
    "slowoff",
    "subscribers",
    "subscribersoff",
    "uniquechat",
    "uniquechatoff",
)
ACTIONS_WITH_OWN_OBJECT = tuple(name for name in OBJECTS if name not in {"automod_terms", "unban_request"})
ACTIONS = (*ACTIONS_WITH_OWN_OBJECT, *TERM_ACTIONS, *REQUEST_ACTIONS, *ACTIONS_WITHOUT_OBJECT)


class Moderation:
    """Performs moderation actions; `by` is the moderator."""

    def __init__(self, rehearsal: RehearsalState, eventsub: EventSub) -> None:
        self._rehearsal = rehearsal
        self._eventsub = eventsub

    def ban(self, room: Room, by: Viewer, viewer: Viewer, seconds: int | None, reason: str) -> Ban:
        """Bans or times out a viewer and removes their messages."""
        now = self._rehearsal.clock.now()
        ends_at = None if seconds is None else now + timedelta(seconds=seconds)
        ban = room.bans[viewer.id] = Ban(viewer, by, reason, now, ends_at)
        room.remove_messages(viewer.id)
        self._publish(room, "channel.chat.clear_user_messages", named("target_user", viewer))
        self._publish(room, "channel.ban", ban_facts(ban))
        if ends_at is None:
            self.report(room, by, "ban", {**user(viewer), "reason": reason})
        else:
            expires_at = rfc3339_nanoseconds(ends_at)
            self.report(room, by, "timeout", {**user(viewer), "reason": reason, "expires_at": expires_at})
        # Twitch ends the chat subscriptions of an account that is banned or timed out.
        self._eventsub.revoke_where("chat_user_banned", broadcaster_user_id=room.person.id, user_id=viewer.id)
        self._log_event("banned", room, viewer, seconds=seconds, reason=reason)
        return ban

    def unban(self, room: Room, by: Viewer, viewer: Viewer) -> None:
        ban = room.bans.pop(viewer.id)
        self._publish(room, "channel.unban", {**user(viewer), **moderator(by)})
        self.report(room, by, "unban" if ban.ends_at is None else "untimeout", user(viewer))
        self._log_event("unbanned", room, viewer)

    def delete(self, room: Room, by: Viewer, message: ChatMessage) -> None:
        room.messages.pop(message.id, None)
        facts: JsonObject = {**named("target_user", message.viewer), "message_id": message.id}
        self._publish(room, "channel.chat.message_delete", facts)
        body: JsonObject = {"message_id": message.id, "message_body": message.text}
        self.report(room, by, "delete", {**user(message.viewer), **body})
        self._log_event("message_deleted", room, message.viewer, message_id=message.id)

    def clear(self, room: Room, by: Viewer) -> None:
        room.messages.clear()
        self._publish(room, "channel.chat.clear", {})
        self.report(room, by, "clear")
        self._rehearsal.events.record("chat_cleared", login=room.person.login)

    def warn(self, room: Room, by: Viewer, viewer: Viewer, reason: str) -> None:
        facts: JsonObject = {**user(viewer), "reason": reason, "chat_rules_cited": None}
        self.report(room, by, "warn", facts)
        self._log_event("warned", room, viewer)

    def add_moderator(self, room: Room, viewer: Viewer) -> None:
        room.moderators[viewer.id] = viewer
        room.bans.pop(viewer.id, None)
        self.report(room, room.owner, "mod", user(viewer))

    def remove_moderator(self, room: Room, viewer: Viewer) -> None:
        del room.moderators[viewer.id]
        self.report(room, room.owner, "unmod", user(viewer))
        names = {"broadcaster_user_id": room.person.id, "moderator_user_id": viewer.id}
        self._eventsub.revoke_where("moderator_removed", **names)

    def report(self, room: Room, by: Viewer, action: str, facts: JsonObject | None = None) -> None:
        """Publishes the action as `channel.moderate`; `facts` is the value of the field that belongs to the action."""
        event: JsonObject = {
            **room.broadcaster_fields,
            **named("source_broadcaster_user", None),
            **moderator(by),
            "action": action,
            **NO_OBJECTS,
        }
        if facts is not None:
            event[object_of(action)] = facts
        self._eventsub.publish("channel.moderate", room.person.id, event)

    def _publish(self, room: Room, kind: str, facts: JsonObject) -> None:
        self._eventsub.publish(kind, room.person.id, {**broadcaster(room.person), **facts})

    def _log_event(self, event: str, room: Room, viewer: Viewer, **facts: str | int | None) -> None:
        names = {"platform": "twitch", "login": room.person.login, "viewer": viewer.login}
        self._rehearsal.events.record(event, **names, **facts)


def object_of(action: str) -> str:
    if action in TERM_ACTIONS:
        return "automod_terms"
    return "unban_request" if action in REQUEST_ACTIONS else action


def ban_facts(ban: Ban) -> JsonObject:
    ends_at: JsonValue = None if ban.ends_at is None else rfc3339_nanoseconds(ban.ends_at)
    return {
        **user(ban.viewer),
        **moderator(ban.moderator),
        "reason": ban.reason,
        "banned_at": rfc3339_nanoseconds(ban.created_at),
        "ends_at": ends_at,
        "is_permanent": ban.ends_at is None,
    }


def sample_object(action: str, viewer: Viewer, expires_at: str) -> JsonObject | None:
    """Sample facts about the action, for the control call `report`; None for one of ACTIONS_WITHOUT_OBJECT."""
    if action in ACTIONS_WITHOUT_OBJECT:
        return None
    if action in TERM_ACTIONS:
        verb, list_name, _ = action.split("_")
        return {"action": verb, "list": list_name, "terms": ["gadzooks"], "from_automod": False}
    if action in REQUEST_ACTIONS:
        return {"is_approved": action.startswith("approve"), **user(viewer), "moderator_message": "Be kind."}
    extra: dict[str, JsonObject] = {
        "ban": {"reason": "spam"},
        "timeout": {"reason": "spam", "expires_at": expires_at},
        "delete": {"message_id": "0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d", "message_body": "buy now"},
        "warn": {"reason": "Keep it friendly", "chat_rules_cited": ["Be nice"]},
        "raid": {"viewer_count": 42},
    }
    if action == "slow":
        return {"wait_time_seconds": 30}
    if action == "followers":
        return {"follow_duration_minutes": 10}
    return {**user(viewer), **extra.get(action.removeprefix("shared_chat_"), {})}
