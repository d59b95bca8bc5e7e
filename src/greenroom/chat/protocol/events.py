"""Events that adapters emit, the same for every platform."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

import msgspec

# None of these can point back at itself, and there are many: `gc=False` spares the collector of garbage the look.


class Connected(msgspec.Struct, frozen=True, gc=False):
    """The platform listens to us and we to it: from here on nothing is missed."""


class StreamOnline(msgspec.Struct, frozen=True, gc=False):
    stream_id: str
    started_at: datetime
    heard_at: datetime
    # Whether everybody is shown it, not only those who have its address.
    is_listed: bool = True


class StreamOffline(msgspec.Struct, frozen=True, gc=False):
    """Streams that began before `as_of` are over; one that began later is not meant."""

    as_of: datetime
    heard_at: datetime


class ChannelUpdated(msgspec.Struct, frozen=True, gc=False):
    title: str
    category: str
    heard_at: datetime


class ViewersCounted(msgspec.Struct, frozen=True, gc=False):
    count: int
    heard_at: datetime


class AllowanceReported(msgspec.Struct, frozen=True, gc=False):
    """How much of what the platform lets us ask in a day is used up, and how far it will go at this pace."""

    used: int
    total: int
    resets_at: datetime
    forecast: int
    # Words for the screen when something is held back because of it, else empty.
    restriction: str = ""


class Badge(msgspec.Struct, frozen=True, gc=False):
    """`kind` is the platform's own word; `label` is what a reader sees."""

    kind: str
    version: str = ""
    label: str = ""


# Looked up in tables by all that it is, several times for each message.
class Chatter(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    id: str
    # The name in addresses; `name` is the one to show.
    login: str
    name: str
    colour: str = ""
    avatar_url: str = ""
    badges: tuple[Badge, ...] = ()
    is_broadcaster: bool = False
    is_moderator: bool = False
    is_vip: bool = False
    is_subscriber: bool = False
    is_bot: bool = False
    # For how many months they have subscribed; 0 where the platform does not say.
    sub_months: int = 0


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """A piece of a message; all texts together are the message."""

    text: str
    kind: Literal["text", "emote", "mention", "cheer", "gift"] = "text"
    # Of the emote, of the person mentioned, or of the cheer's picture.
    id: str = ""
    url: str = ""
    # Bits of a cheer, price of a gift.
    amount: int = 0


class ReplyTo(msgspec.Struct, frozen=True, gc=False):
    message_id: str
    text: str
    chatter_id: str
    chatter_name: str


class MessageReceived(msgspec.Struct, frozen=True, gc=False):
    message_id: str
    chatter: Chatter
    text: str
    fragments: tuple[Fragment, ...]
    sent_at: datetime
    heard_at: datetime
    kind: Literal["text", "action", "highlight", "announcement", "first", "paid"] = "text"
    reply_to: ReplyTo | None = None
    # Said before we listened: to be shown, never to be acted on.
    is_backlog: bool = False
    # Another channel's, when chats are shared.
    source_channel_id: str = ""
    bits: int = 0


# How the ids of notices begin that we made ourselves: the platform has no line that could be deleted.
MADE_HERE = "activity:"


class NoticeReceived(msgspec.Struct, frozen=True, gc=False):
    """A line the platform itself puts into the chat: a sub, a raid, an announcement."""

    notice_id: str
    kind: str
    text: str
    chatter: Chatter | None
    message: str
    fragments: tuple[Fragment, ...]
    sent_at: datetime
    heard_at: datetime
    is_backlog: bool = False


class MessageDeleted(msgspec.Struct, frozen=True, gc=False):
    message_id: str
    heard_at: datetime
    chatter_id: str = ""
    moderator: str = ""


class ChatCleared(msgspec.Struct, frozen=True, gc=False):
    """All messages, or those of one person."""

    heard_at: datetime
    chatter_id: str = ""
    moderator: str = ""


# So many seconds pass between a time-out and its news at the most.
MOST_ON_THE_WAY = 5


class ViewerBanned(msgspec.Struct, frozen=True, gc=False):
    """Until then, or for good."""

    viewer_id: str
    viewer_name: str
    until: datetime | None
    reason: str
    moderator: str
    heard_at: datetime
    # When it was made by the platform's clock, where that is told: a time-out lasts from then on.
    made_at: datetime | None = None

    @property
    def seconds(self) -> int | None:
        """How long it lasts; what is left of it when it was told late, as everything here begins when it is heard."""
        if self.until is None:
            return None
        left = round((self.until - self.heard_at).total_seconds())
        whole = left if self.made_at is None else round((self.until - self.made_at).total_seconds())
        return max(whole if abs(whole - left) <= MOST_ON_THE_WAY else left, 1)


class ViewerUnbanned(msgspec.Struct, frozen=True, gc=False):
    viewer_id: str
    viewer_name: str
    moderator: str
    heard_at: datetime


class ModeratorActed(msgspec.Struct, frozen=True, gc=False):
    """What else a moderator did on the platform itself: slow mode, a warning, a new moderator."""

    action: str
    moderator: str
    target: str
    detail: str
    heard_at: datetime


class ActivityKind(StrEnum):
    FOLLOW = "follow"
    SUB = "sub"
    RESUB = "resub"
    GIFT = "gift"
    GIFT_BOMB = "gift_bomb"
    CHEER = "cheer"
    SUPER_CHAT = "super_chat"
    SUPER_STICKER = "super_sticker"
    MEMBERSHIP = "membership"
    MILESTONE = "milestone"
    MEMBERSHIP_GIFT = "membership_gift"
    KICKS = "kicks"
    TIKTOK_GIFT = "tiktok_gift"
    LIKE = "like"
    SHARE = "share"
    JOIN = "join"
    RAID = "raid"
    REDEMPTION = "redemption"
    TIP = "tip"


class ActivityReceived(msgspec.Struct, frozen=True, gc=False):
    """Something to be thankful for. The same thing told twice has the same id."""

    activity_id: str
    kind: ActivityKind
    # None when they gave without a name.
    chatter: Chatter | None
    happened_at: datetime
    heard_at: datetime
    # Subs given, bits, likes, viewers of a raid.
    count: int = 1
    # Money in the smallest common unit: millionths of `currency`; 0 when it cost nothing or nobody says how much.
    amount_micros: int = 0
    currency: str = ""
    months: int = 0
    tier: str = ""
    # Of the reward, the gift or the sticker.
    title: str = ""
    message: str = ""
    fragments: tuple[Fragment, ...] = ()
    recipients: tuple[str, ...] = ()
    # Ties the pieces of one gift bomb or one streak together.
    group_id: str = ""
    is_backlog: bool = False


ChatEvent = (
    MessageReceived
    | NoticeReceived
    | MessageDeleted
    | ChatCleared
    | ViewerBanned
    | ViewerUnbanned
    | ModeratorActed
    | ActivityReceived
)
StateEvent = Connected | StreamOnline | StreamOffline | ChannelUpdated | ViewersCounted | AllowanceReported
Event = StateEvent | ChatEvent
