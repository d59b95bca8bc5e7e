"""The Helix calls for a chat's modes: slow, followers only, emotes only and so on."""

from dataclasses import asdict

from fastapi import APIRouter
from pydantic import BaseModel, JsonValue
from starlette.requests import Request

from rehearsal.crowd import Viewer
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.events import broadcaster
from rehearsal.platforms.twitch.helix import Json, OnHelix, known_room, moderated_room, read_body
from rehearsal.platforms.twitch.rooms import ChatSettings, Room
from rehearsal.platforms.twitch.twitch import OnTwitch, Twitch

READ_SCOPES = ("moderator:read:chat_settings", "moderator:manage:chat_settings")
FOLLOWER_MINUTES_MAX = 129_600
SLOW_SECONDS = (3, 120, 30)
DELAYS = (2, 4, 6)
# A duration means nothing without its mode.
DURATIONS = {
    "follower_mode_duration": "follower_mode",
    "slow_mode_wait_time": "slow_mode",
    "non_moderator_chat_delay_duration": "non_moderator_chat_delay",
}
# What other moderators read in their log: mode on, mode off.
ACTIONS = {
    "emote_mode": ("emoteonly", "emoteonlyoff"),
    "follower_mode": ("followers", "followersoff"),
    "slow_mode": ("slow", "slowoff"),
    "subscriber_mode": ("subscribers", "subscribersoff"),
    "unique_chat_mode": ("uniquechat", "uniquechatoff"),
}

router = APIRouter(prefix="/twitch/helix/chat/settings")


class Change(BaseModel, strict=True):
    emote_mode: bool | None = None
    follower_mode: bool | None = None
    follower_mode_duration: int | None = None
    non_moderator_chat_delay: bool | None = None
    non_moderator_chat_delay_duration: int | None = None
    slow_mode: bool | None = None
    slow_mode_wait_time: int | None = None
    subscriber_mode: bool | None = None
    unique_chat_mode: bool | None = None


@router.get("")
async def settings(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    """Everybody may look; the delay is shown to moderators who say who they are."""
    if "moderator_id" in request.query_params:
        room, by = moderated_room(request, caller, twitch, *READ_SCOPES)
        return {"data": [shown(room, by)]}
    return {"data": [shown(known_room(request, twitch), None)]}


def shown(room: Room, by: Viewer | None) -> Json:
    facts: Json = {"broadcaster_id": room.person.id, **asdict(room.settings)}
    if by is None:
        del facts["non_moderator_chat_delay"], facts["non_moderator_chat_delay_duration"]
        return facts
    return {**facts, "moderator_id": by.id}


@router.patch("")
async def change_settings(request: Request, caller: OnHelix, twitch: OnTwitch) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:chat_settings")
    change = await read_body(request, Change)
    check(change)
    before = asdict(room.settings)
    apply(change, room.settings)
    if asdict(room.settings) != before:
        tell(room, by, before, twitch)
    return {"data": [shown(room, by)]}


def check(change: Change) -> None:
    given = change.model_dump(exclude_none=True)
    if not given:
        raise HelixError(400, "The request must update at least one setting")
    for duration, mode in DURATIONS.items():
        if duration in given and not given.get(mode):
            raise HelixError(400, f"To set {duration} you must set {mode} to true in the same request")
    minutes, seconds = change.follower_mode_duration, change.slow_mode_wait_time
    if minutes is not None and not 0 <= minutes <= FOLLOWER_MINUTES_MAX:
        raise HelixError(400, f"The value in follower_mode_duration must be between 0 and {FOLLOWER_MINUTES_MAX}")
    if seconds is not None and not SLOW_SECONDS[0] <= seconds <= SLOW_SECONDS[1]:
        raise HelixError(400, f"The value in slow_mode_wait_time must be between {SLOW_SECONDS[0]} and 120")
    if change.non_moderator_chat_delay_duration not in {None, *DELAYS}:
        raise HelixError(400, "The value in non_moderator_chat_delay_duration must be 2, 4 or 6")


def apply(change: Change, settings: ChatSettings) -> None:
    given = change.model_dump(exclude_none=True)
    for name, value in given.items():
        setattr(settings, name, value)
    settings.follower_mode_duration = (settings.follower_mode_duration or 0) if settings.follower_mode else None
    settings.slow_mode_wait_time = (settings.slow_mode_wait_time or SLOW_SECONDS[2]) if settings.slow_mode else None
    delay = settings.non_moderator_chat_delay_duration or DELAYS[0]
    settings.non_moderator_chat_delay_duration = delay if settings.non_moderator_chat_delay else None


def tell(room: Room, by: Viewer, before: dict[str, JsonValue], twitch: Twitch) -> None:
    now = room.settings
    event: Json = {
        **broadcaster(room.person),
        "emote_mode": now.emote_mode,
        "follower_mode": now.follower_mode,
        "follower_mode_duration_minutes": now.follower_mode_duration,
        "slow_mode": now.slow_mode,
        "slow_mode_wait_time_seconds": now.slow_mode_wait_time,
        "subscriber_mode": now.subscriber_mode,
        "unique_chat_mode": now.unique_chat_mode,
    }
    twitch.eventsub.publish("channel.chat_settings.update", room.person.id, event)
    facts: dict[str, Json] = {
        "followers": {"follow_duration_minutes": now.follower_mode_duration},
        "slow": {"wait_time_seconds": now.slow_mode_wait_time},
    }
    for mode, (on, off) in ACTIONS.items():
        is_on = bool(getattr(now, mode))
        if is_on != before[mode]:
            action = on if is_on else off
            twitch.moderation.report(room, by, action, facts.get(action))
