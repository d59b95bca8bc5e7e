"""Helix calls of chat settings: slow, followers-only, subscribers-only and emote-only mode."""

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request

from rehearsal.platforms.twitch.chat.rooms import Room
from rehearsal.platforms.twitch.errors import HelixError
from rehearsal.platforms.twitch.helix import HelixCaller, Json, known_room, moderated_room, read_body
from rehearsal.platforms.twitch.platform import Twitch, TwitchDep
from rehearsal.simulation.viewers import Viewer

DEFAULT_SLOW_SECONDS, DEFAULT_FOLLOWER_MINUTES = 30, 0
SLOW_SECONDS = range(3, 121)
FOLLOWER_MINUTES = range(129_601)

router = APIRouter(prefix="/twitch/helix/chat/settings")


class Change(BaseModel, strict=True):
    slow_mode: bool | None = None
    slow_mode_wait_time: int | None = None
    follower_mode: bool | None = None
    follower_mode_duration: int | None = None
    subscriber_mode: bool | None = None
    emote_mode: bool | None = None


@router.get("")
async def chat_settings(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    return {"data": [settings_row(known_room(request, twitch))]}


@router.patch("")
async def change_settings(request: Request, caller: HelixCaller, twitch: TwitchDep) -> Json:
    room, by = moderated_room(request, caller, twitch, "moderator:manage:chat_settings")
    change = await read_body(request, Change)
    check_change(change)
    check_subscribers(change, room)
    apply_change(change, room, by, twitch)
    twitch.rehearsal.events.record("chat_settings_changed", login=room.person.login)
    delay: Json = {"non_moderator_chat_delay": False, "non_moderator_chat_delay_duration": None}
    return {"data": [{**settings_row(room), "moderator_id": by.id, **delay}]}


def check_change(change: Change) -> None:
    """Raises if a duration is given without its mode, or is out of range."""
    wait, minutes = change.slow_mode_wait_time, change.follower_mode_duration
    if wait is not None and (not change.slow_mode or wait not in SLOW_SECONDS):
        raise HelixError(400, "The value in the slow_mode_wait_time field is not valid")
    if minutes is not None and (not change.follower_mode or minutes not in FOLLOWER_MINUTES):
        raise HelixError(400, "The value in the follower_mode_duration field is not valid")


def check_subscribers(change: Change, room: Room) -> None:
    if change.subscriber_mode and not room.has_subscribers:
        raise HelixError(400, "The broadcaster doesn't have a subscription program")


def apply_change(change: Change, room: Room, by: Viewer, twitch: Twitch) -> None:
    """Changes the modes, and publishes a moderation action for each mode that really changes."""
    settings, report = room.settings, twitch.moderation.report
    if change.slow_mode is not None:
        wait = (change.slow_mode_wait_time or DEFAULT_SLOW_SECONDS) if change.slow_mode else None
        if wait != settings.slow_seconds:
            facts: Json | None = None if wait is None else {"wait_time_seconds": wait}
            report(room, by, "slowoff" if wait is None else "slow", facts)
        settings.slow_seconds = wait
    if change.follower_mode is not None:
        minutes = (change.follower_mode_duration or DEFAULT_FOLLOWER_MINUTES) if change.follower_mode else None
        if minutes != settings.follower_minutes:
            facts = None if minutes is None else {"follow_duration_minutes": minutes}
            report(room, by, "followersoff" if minutes is None else "followers", facts)
        settings.follower_minutes = minutes
    if change.subscriber_mode is not None and change.subscriber_mode != settings.is_subscribers_only:
        report(room, by, "subscribers" if change.subscriber_mode else "subscribersoff")
        settings.is_subscribers_only = change.subscriber_mode
    if change.emote_mode is not None and change.emote_mode != settings.is_emotes_only:
        report(room, by, "emoteonly" if change.emote_mode else "emoteonlyoff")
        settings.is_emotes_only = change.emote_mode


def settings_row(room: Room) -> Json:
    settings = room.settings
    return {
        "broadcaster_id": room.person.id,
        "slow_mode": settings.slow_seconds is not None,
        "slow_mode_wait_time": settings.slow_seconds,
        "follower_mode": settings.follower_minutes is not None,
        "follower_mode_duration": settings.follower_minutes,
        "subscriber_mode": settings.is_subscribers_only,
        "emote_mode": settings.is_emotes_only,
        "unique_chat_mode": False,
    }
