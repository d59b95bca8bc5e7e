"""Kick's payloads; only the fields that are used, optional where Kick may omit them."""

from datetime import UTC, datetime

import msgspec

# Range of plausible times; the start of an offline channel's stream is in the year 1.
MIN_TIME, MAX_TIME = datetime(2000, 1, 1, tzinfo=UTC), datetime(9000, 1, 1, tzinfo=UTC)


class Badge(msgspec.Struct):
    type: str
    text: str | None = None
    count: int | None = None


class Identity(msgspec.Struct):
    username_color: str | None = None
    badges: list[Badge] | None = None


class Person(msgspec.Struct):
    """A Kick account; all fields except `is_anonymous` are null for an anonymous gifter."""

    user_id: int | None = None
    username: str | None = None
    is_anonymous: bool | None = None
    profile_picture: str | None = None
    channel_slug: str | None = None
    identity: Identity | None = None


class RepliesTo(msgspec.Struct):
    message_id: str
    content: str | None = None
    sender: Person | None = None


class ChatMessage(msgspec.Struct):
    message_id: str
    sender: Person
    content: str
    replies_to: RepliesTo | None = None
    created_at: str | None = None


class Followed(msgspec.Struct):
    follower: Person


class Subscribed(msgspec.Struct):
    subscriber: Person
    duration: int = 1
    created_at: str | None = None


class Gifted(msgspec.Struct):
    gifter: Person | None = None
    giftees: list[Person] = []
    created_at: str | None = None


class Reward(msgspec.Struct):
    title: str = ""
    cost: int = 0


class Redeemed(msgspec.Struct):
    id: str
    status: str
    redeemer: Person
    reward: Reward
    user_input: str | None = None
    redeemed_at: str | None = None


class StatusUpdated(msgspec.Struct):
    is_live: bool
    title: str | None = None
    started_at: str | None = None
    ended_at: str | None = None


class Category(msgspec.Struct):
    id: int = 0
    name: str | None = None
    thumbnail: str | None = None


class Metadata(msgspec.Struct):
    title: str | None = None
    category: Category | None = None


class MetadataUpdated(msgspec.Struct):
    metadata: Metadata


class BanMetadata(msgspec.Struct):
    reason: str | None = None
    created_at: str | None = None
    expires_at: str | None = None


class Banned(msgspec.Struct):
    banned_user: Person
    moderator: Person | None = None
    metadata: BanMetadata = msgspec.field(default_factory=BanMetadata)


class KicksGift(msgspec.Struct):
    amount: int
    name: str | None = None
    tier: str | None = None
    message: str | None = None


class KicksGifted(msgspec.Struct):
    sender: Person
    gift: KicksGift
    created_at: str | None = None


class Stream(msgspec.Struct):
    is_live: bool = False
    start_time: str | None = None
    viewer_count: int = 0


class Channel(msgspec.Struct):
    broadcaster_user_id: int
    slug: str
    stream_title: str | None = None
    category: Category | None = None
    stream: Stream | None = None


def parse_time(text: str | None, default: datetime) -> datetime:
    """Kick's timestamp, or `default` when it is unreadable or out of range."""
    try:
        found = datetime.fromisoformat(text or "")
    except ValueError:
        return default
    found = found if found.tzinfo is not None else found.replace(tzinfo=UTC)
    return found if MIN_TIME <= found < MAX_TIME else default
