"""Chat modes: slow, followers-only, subscribers-only and emote-only, which Twitch calls chat settings."""

import msgspec
from msgspec import UNSET

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.chat.protocol.actions import ChangeChatModes, ChatModes, ReadChatModes, Receipt, refused
from greenroom.platforms.twitch.actions.context import ActionContext
from greenroom.platforms.twitch.api.answers import read
from greenroom.platforms.twitch.api.helix import Listed

SETTINGS = "/chat/settings"
MIN_SLOW_SECONDS, MAX_SLOW_SECONDS = 3, 120
# 90 days.
MAX_FOLLOWERS_MINUTES = 129_600

SLOW_RANGE = f"Slow mode on Twitch must be {MIN_SLOW_SECONDS}–{MAX_SLOW_SECONDS} seconds."
FOLLOWERS_RANGE = "Followers-only mode on Twitch can require at most 90 days."


class ChatSettings(msgspec.Struct):
    slow_mode: bool = False
    slow_mode_wait_time: int | None = None
    follower_mode: bool = False
    follower_mode_duration: int | None = None
    subscriber_mode: bool = False
    emote_mode: bool = False


async def read_chat_modes(context: ActionContext, action: ReadChatModes) -> Receipt:
    answer = await context.owner.request("GET", SETTINGS, params=[("broadcaster_id", context.channel_id)])
    if (refusal := context.refused(answer, context.owner)) is not None:
        return refusal
    return Receipt("done", chat_modes=_modes(read(answer, Listed[ChatSettings])))


async def change_chat_modes(context: ActionContext, action: ChangeChatModes) -> Receipt:
    minutes = _minutes(action)
    if isinstance(action.slow_seconds, int) and not MIN_SLOW_SECONDS <= action.slow_seconds <= MAX_SLOW_SECONDS:
        return refused(SLOW_RANGE)
    if minutes is not None and not 0 <= minutes <= MAX_FOLLOWERS_MINUTES:
        return refused(FOLLOWERS_RANGE)
    answer = await context.moderate("PATCH", SETTINGS, params=context.as_moderator, json=_body(action, minutes))
    if (refusal := context.refused(answer, context.actor, to_allow="changing chat modes")) is not None:
        return refusal
    is_rounded = minutes is not None and minutes * 60 != action.followers_seconds
    detail = f"Rounded up to {minutes} minutes." if is_rounded else ""
    return Receipt("done", detail, chat_modes=_modes(read(answer, Listed[ChatSettings])))


def _minutes(action: ChangeChatModes) -> int | None:
    """Minutes of followers-only mode, rounded up; None if the action does not set them."""
    return -(-action.followers_seconds // 60) if isinstance(action.followers_seconds, int) else None


def _body(action: ChangeChatModes, followers_minutes: int | None) -> dict[str, bool | int]:
    """Body of the call; each duration is sent with its mode, as Twitch requires."""
    body: dict[str, bool | int] = {}
    if action.slow_seconds is not UNSET:
        body["slow_mode"] = action.slow_seconds is not None
    if isinstance(action.slow_seconds, int):
        body["slow_mode_wait_time"] = action.slow_seconds
    if action.followers_seconds is not UNSET:
        body["follower_mode"] = action.followers_seconds is not None
    if followers_minutes is not None:
        body["follower_mode_duration"] = followers_minutes
    if action.subscribers_only is not UNSET:
        body["subscriber_mode"] = action.subscribers_only
    if action.emotes_only is not UNSET:
        body["emote_mode"] = action.emotes_only
    return body


def _modes(listed: Listed[ChatSettings]) -> ChatModes:
    settings = next(iter(listed.data), None)
    if settings is None:
        raise PlatformUnavailable("Twitch did not return the chat settings")
    return ChatModes(
        slow_seconds=settings.slow_mode_wait_time or 0 if settings.slow_mode else None,
        followers_seconds=(settings.follower_mode_duration or 0) * 60 if settings.follower_mode else None,
        subscribers_only=settings.subscriber_mode,
        emotes_only=settings.emote_mode,
    )
