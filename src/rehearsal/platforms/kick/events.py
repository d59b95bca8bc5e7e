"""Bodies of Kick's webhook events."""

import re
from datetime import datetime, timedelta
from functools import lru_cache

import msgspec
from pydantic import JsonValue

from rehearsal.clock import rfc3339
from rehearsal.platforms.kick.emotes import EMOTE_IDS
from rehearsal.platforms.kick.resources import (
    Json,
    anonymous_person,
    badges_of,
    category_object,
    full_person,
    short_person,
    viewer_of,
)
from rehearsal.platforms.kick.rooms import ChatMessage, Gift, Redemption
from rehearsal.simulation.viewers import Viewer
from rehearsal.simulation.world import Channel, Person
from rehearsal.state import RehearsalState

DEFAULT_COLOUR = "#75FD46"
EMOTE_NAME = re.compile(rf"(?<!\S)(?:{'|'.join(EMOTE_IDS)})(?!\S)")
EMOTE_MARKUP = re.compile(r"\[emote:(\d+):([^\]\[:]+)\]")
MONTH = timedelta(days=30)


@lru_cache(maxsize=4096)
def with_emote_markup(text: str) -> str:
    """Replaces emote names with Kick's markup: `[emote:37226:KEKW]`."""
    return EMOTE_NAME.sub(lambda word: f"[emote:{EMOTE_IDS[word[0]]}:{word[0]}]", text)


def emotes_in(content: str) -> list[JsonValue] | None:
    """The `emotes` field of a chat message: first and last index (`s`, `e`) of each markup; None without emotes."""
    positions_by_id: dict[str, list[JsonValue]] = {}
    for found in EMOTE_MARKUP.finditer(content):
        positions_by_id.setdefault(found[1], []).append({"s": found.start(), "e": found.end() - 1})
    return [{"emote_id": emote_id, "positions": positions} for emote_id, positions in positions_by_id.items()] or None


def identity_of(viewer: Viewer, broadcaster: Person) -> Json:
    return {"username_color": viewer.colour or DEFAULT_COLOUR, "badges": badges_of(viewer, broadcaster)}


class ChatWriter:
    """Encodes chat messages for webhooks; caches the encoded people for speed."""

    def __init__(self, rehearsal: RehearsalState) -> None:
        self._rehearsal = rehearsal
        self._encoder = msgspec.json.Encoder()
        self._people: dict[tuple[str, str, bool], msgspec.Raw] = {}
        # Real webhooks sometimes have no list of emotes although the text contains emotes.
        self.hides_emotes = False

    def write(self, message: ChatMessage, broadcaster: Person) -> bytes:
        quoted = message.replies_to
        content = message.content
        body = {
            "message_id": message.id,
            "replies_to": quoted
            and {
                "message_id": quoted.id,
                "content": quoted.content,
                "sender": full_person(quoted.sender, self._rehearsal),
            },
            "broadcaster": self._broadcaster(broadcaster),
            "sender": self._sender(message.sender, broadcaster),
            "content": content,
            "emotes": emotes_in(content) if "[emote:" in content and not self.hides_emotes else None,
            "created_at": rfc3339(message.created_at),
        }
        return self._encoder.encode(body)

    def _broadcaster(self, person: Person) -> msgspec.Raw:
        key = (person.id, "", False)
        cached = self._people.get(key)
        return cached or self._cache(key, full_person(viewer_of(person), self._rehearsal))

    def _sender(self, viewer: Viewer, broadcaster: Person) -> msgspec.Raw:
        key = (viewer.id, broadcaster.id, viewer.is_moderator)
        cached = self._people.get(key)
        return cached or self._cache(key, full_person(viewer, self._rehearsal, identity_of(viewer, broadcaster)))

    def _cache(self, key: tuple[str, str, bool], person: Json) -> msgspec.Raw:
        self._people[key] = msgspec.Raw(self._encoder.encode(person))
        return self._people[key]


def followed(rehearsal: RehearsalState, broadcaster: Person, viewer: Viewer) -> Json:
    return {"broadcaster": full_person(viewer_of(broadcaster), rehearsal), "follower": full_person(viewer, rehearsal)}


def subscribed(rehearsal: RehearsalState, broadcaster: Person, viewer: Viewer, months: int) -> Json:
    now = rehearsal.clock.now()
    return {
        "broadcaster": full_person(viewer_of(broadcaster), rehearsal),
        "subscriber": full_person(viewer, rehearsal),
        "duration": months,
        "created_at": rfc3339(now),
        "expires_at": rfc3339(now + MONTH),
    }


def gifted(rehearsal: RehearsalState, broadcaster: Person, viewer: Viewer | None, giftees: list[Viewer]) -> Json:
    now = rehearsal.clock.now()
    return {
        "broadcaster": full_person(viewer_of(broadcaster), rehearsal),
        "gifter": anonymous_person() if viewer is None else full_person(viewer, rehearsal),
        "giftees": [full_person(giftee, rehearsal) for giftee in giftees],
        "created_at": rfc3339(now),
        "expires_at": rfc3339(now + MONTH),
    }


def redeemed(rehearsal: RehearsalState, broadcaster: Person, redemption: Redemption) -> Json:
    reward = redemption.reward
    return {
        "id": redemption.id,
        "user_input": redemption.user_input,
        "status": "pending",
        "redeemed_at": rfc3339(redemption.redeemed_at),
        "reward": {
            "id": reward.id,
            "title": reward.title,
            "cost": reward.cost,
            "description": "",
        },
        "redeemer": short_person(redemption.viewer, rehearsal),
        "broadcaster": short_person(viewer_of(broadcaster), rehearsal),
    }


def status_updated(
    rehearsal: RehearsalState, channel: Channel, started_at: datetime, ended_at: datetime | None
) -> Json:
    return {
        "broadcaster": full_person(viewer_of(channel.person), rehearsal),
        "is_live": ended_at is None,
        "title": channel.title,
        "started_at": rfc3339(started_at),
        "ended_at": None if ended_at is None else rfc3339(ended_at),
    }


def metadata_updated(rehearsal: RehearsalState, channel: Channel) -> Json:
    return {
        "broadcaster": full_person(viewer_of(channel.person), rehearsal),
        "metadata": {
            "title": channel.title,
            "language": channel.language,
            "has_mature_content": False,
            "category": category_object(channel.category, rehearsal),
        },
    }


def banned(
    rehearsal: RehearsalState,
    broadcaster: Person,
    moderator: Viewer,
    viewer: Viewer,
    reason: str,
    until: datetime | None,
) -> Json:
    return {
        "broadcaster": full_person(viewer_of(broadcaster), rehearsal),
        "moderator": full_person(moderator, rehearsal),
        "banned_user": full_person(viewer, rehearsal),
        "metadata": {
            "reason": reason,
            "created_at": rfc3339(rehearsal.clock.now()),
            "expires_at": None if until is None else rfc3339(until),
        },
    }


# Minimum amount of KICKs, name, type and tier. Names are made up, types and tiers are Kick's.
GIFTS = (
    (2000, "Fireworks", "LEVEL_UP", "HIGH"),
    (500, "Full House", "LEVEL_UP", "MID"),
    (1, "Paper Rose", "BASIC", "BASIC"),
)


def kicks_gifted(rehearsal: RehearsalState, broadcaster: Person, gift: Gift, text: str) -> Json:
    _, name, kind, tier = next(each for each in GIFTS if gift.amount >= each[0])
    gift_object: Json = {"amount": gift.amount, "name": name, "type": kind, "tier": tier, "message": text}
    if tier != "BASIC":
        gift_object["pinned_time_seconds"] = 600
    return {
        "broadcaster": short_person(viewer_of(broadcaster), rehearsal),
        "sender": short_person(gift.viewer, rehearsal),
        "gift": gift_object,
        "created_at": rfc3339(gift.given_at),
    }
