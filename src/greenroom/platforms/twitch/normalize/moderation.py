"""Normalizers for moderation events, which Twitch also sends for actions that Greenroom performed."""

import msgspec

from greenroom.chat.protocol.events import (
    ChatCleared,
    Event,
    MessageDeleted,
    ModeratorActed,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.platforms.twitch.normalize.context import FrameContext, Normalize, Timestamp


class Target(msgspec.Struct):
    """Target and details of a moderation action."""

    user_id: str | None = None
    user_login: str | None = None
    user_name: str | None = None
    reason: str | None = None
    expires_at: Timestamp | None = None
    message_id: str | None = None
    message_body: str | None = None
    viewer_count: int | None = None
    wait_time_seconds: int | None = None
    follow_duration_minutes: int | None = None
    moderator_message: str | None = None
    terms: list[str] | None = None
    chat_rules_cited: list[str] | None = None

    @property
    def name(self) -> str:
        return self.user_name or self.user_login or ""


class ModeratePayload(msgspec.Struct):
    action: str
    moderator_user_name: str | None = None
    moderator_user_login: str | None = None

    @property
    def moderator(self) -> str:
        return self.moderator_user_name or self.moderator_user_login or ""


class BanPayload(msgspec.Struct):
    user_id: str
    user_name: str = ""
    reason: str | None = None
    ends_at: Timestamp | None = None
    moderator_user_name: str | None = None


# Name of the object with the details, for actions whose object is not named after the action.
DETAIL_KEYS = {
    "add_blocked_term": "automod_terms",
    "add_permitted_term": "automod_terms",
    "remove_blocked_term": "automod_terms",
    "remove_permitted_term": "automod_terms",
    "approve_unban_request": "unban_request",
    "deny_unban_request": "unban_request",
}


def moderate(event: msgspec.Raw, context: FrameContext) -> Event:
    """A moderation action as an event; `ModeratorActed`, which is only logged, if no other event fits."""
    payload = msgspec.json.decode(event, type=ModeratePayload)
    target = _target(event, payload.action)
    match payload.action:
        case "ban" | "timeout" if target.user_id:
            until = target.expires_at if payload.action == "timeout" else None
            return ViewerBanned(
                viewer_id=target.user_id,
                viewer_name=target.name,
                until=until,
                reason=target.reason or "",
                moderator=payload.moderator,
                received_at=context.received_at,
                made_at=context.sent_at,
            )
        case "unban" | "untimeout" if target.user_id:
            return ViewerUnbanned(target.user_id, target.name, payload.moderator, context.received_at)
        case "delete" if target.message_id:
            return MessageDeleted(target.message_id, context.received_at, target.user_id or "", payload.moderator)
        case "clear":
            return ChatCleared(context.received_at, moderator=payload.moderator)
        case action:
            return ModeratorActed(action, payload.moderator, target.name, _detail(target), context.received_at)


def _target(event: msgspec.Raw, action: str) -> Target:
    objects = msgspec.json.decode(event, type=dict[str, msgspec.Raw])
    found = objects.get(DETAIL_KEYS.get(action, action))
    return (msgspec.json.decode(found, type=Target | None) if found is not None else None) or Target()


def _detail(target: Target) -> str:
    """Details of the action as text; which fields are set depends on the action."""
    if target.viewer_count is not None:
        return f"{target.viewer_count} viewers"
    if target.wait_time_seconds is not None:
        return f"{target.wait_time_seconds} seconds"
    if target.follow_duration_minutes is not None:
        return f"{target.follow_duration_minutes} minutes"
    text = target.reason or target.message_body or target.moderator_message
    return text or ", ".join(target.terms or target.chat_rules_cited or ())


def ban(event: msgspec.Raw, context: FrameContext) -> Event:
    banned = msgspec.json.decode(event, type=BanPayload)
    return ViewerBanned(
        viewer_id=banned.user_id,
        viewer_name=banned.user_name,
        until=banned.ends_at,
        reason=banned.reason or "",
        moderator=banned.moderator_user_name or "",
        received_at=context.received_at,
        made_at=context.sent_at,
    )


def unban(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=BanPayload)
    return ViewerUnbanned(payload.user_id, payload.user_name, payload.moderator_user_name or "", context.received_at)


MODERATION: dict[tuple[str, str], Normalize] = {
    ("channel.moderate", "2"): moderate,
    ("channel.ban", "1"): ban,
    ("channel.unban", "1"): unban,
}
