"""CPU time of decoding and normalising one Twitch chat notification."""

import gc
import json
import statistics
import time
from datetime import UTC, datetime
from uuid import uuid4

from bench.figures import Figure, Figures
from greenroom.platforms.twitch.events import event_of
from greenroom.platforms.twitch.eventsub.frames import RecentFrames, read_frame

MESSAGES = 20_000
NANOSECONDS_PER_MICROSECOND = 1_000
SHARED_CHAT_FIELDS = (
    "source_broadcaster_user_id",
    "source_broadcaster_user_login",
    "source_broadcaster_user_name",
    "source_message_id",
    "source_badges",
    "is_source_only",
)


def measure_twitch_decode() -> Figures:
    """Decodes frames that all differ, as in a chat, so that no cache helps."""
    frames = [twitch_frame(number) for number in range(MESSAGES)]
    seen, now = RecentFrames(), datetime.now(UTC)
    for raw in frames[: MESSAGES // 10]:
        _decode(raw, RecentFrames(), now)
    gc.collect()
    spent: list[int] = []
    for raw in frames:
        began = time.thread_time_ns()
        _decode(raw, seen, now)
        spent.append(time.thread_time_ns() - began)
    median = statistics.median(spent) / NANOSECONDS_PER_MICROSECOND
    p99 = statistics.quantiles(spent, n=100)[98] / NANOSECONDS_PER_MICROSECOND
    details = f"{len(frames[0])} bytes, 99 % within {p99:.1f} µs"
    return {"twitch-decode": Figure(median, (details,))}


def _decode(raw: bytes, seen: RecentFrames, now: datetime) -> object:
    return [event_of(frame, now) for frame in seen.unseen([read_frame(raw)], now)]


def twitch_frame(number: int) -> bytes:
    sent_at = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%f") + "789Z"
    metadata = {
        "message_id": str(uuid4()),
        "message_type": "notification",
        "message_timestamp": sent_at,
        "subscription_type": "channel.chat.message",
        "subscription_version": "1",
    }
    subscription = {
        "id": "0b7f3361-672b-4d39-b307-dd5b576c9b27",
        "status": "enabled",
        "type": "channel.chat.message",
        "version": "1",
        "cost": 0,
        "condition": {"broadcaster_user_id": "100000001", "user_id": "100000001"},
        "transport": {"method": "websocket", "session_id": "AgoQHR3s6Mb4T8GFB1l3DlPfiRIGY2VsbC1h"},
        "created_at": sent_at,
    }
    payload = {"subscription": subscription, "event": _event(number)}
    return json.dumps({"metadata": metadata, "payload": payload}).encode()


def _event(number: int) -> dict[str, object]:
    """A reply with a mention and two emotes from a viewer with three badges."""
    none = {"cheermote": None, "emote": None, "mention": None}
    emote = {"id": str(number % 300), "emote_set_id": "0", "owner_id": "0", "format": ["static", "animated"]}
    other = {"user_id": "20000002", "user_login": "beta", "user_name": "Beta"}
    text = f"that was the best jump of run {number} so far"
    return {
        "broadcaster_user_id": "100000001",
        "broadcaster_user_login": "alpha",
        "broadcaster_user_name": "Alpha",
        "chatter_user_id": str(30_000_000 + number % 2000),
        "chatter_user_login": f"viewer_{number % 2000}",
        "chatter_user_name": f"Viewer_{number % 2000}",
        "message_id": str(uuid4()),
        "message": {
            "text": f"@Beta {text} Kappa Kappa",
            "fragments": [
                {"type": "mention", "text": "@Beta", **none, "mention": other},
                {"type": "text", "text": f" {text} ", **none},
                {"type": "emote", "text": "Kappa", **none, "emote": emote},
                {"type": "text", "text": " ", **none},
                {"type": "emote", "text": "Kappa", **none, "emote": emote},
            ],
        },
        "color": "#1E90FF",
        "badges": [
            {"set_id": "moderator", "id": "1", "info": ""},
            {"set_id": "subscriber", "id": "12", "info": str(12 + number % 12)},
            {"set_id": "premium", "id": "1", "info": ""},
        ],
        "message_type": "text",
        "cheer": None,
        "reply": {
            "parent_message_id": str(uuid4()),
            "parent_message_body": "did you see that",
            "parent_user_id": "20000002",
            "parent_user_name": "Beta",
            "parent_user_login": "beta",
            "thread_message_id": str(uuid4()),
            "thread_user_id": "20000002",
            "thread_user_name": "Beta",
            "thread_user_login": "beta",
        },
        "channel_points_custom_reward_id": None,
        **dict.fromkeys(SHARED_CHAT_FIELDS),
    }
