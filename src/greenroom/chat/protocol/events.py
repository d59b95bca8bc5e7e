"""Events that adapters emit, the same for every platform."""

from datetime import datetime
from enum import StrEnum
from typing import Literal

import msgspec

# `gc=False` below: these objects are numerous and cannot form reference cycles.


class Connected(msgspec.Struct, frozen=True, gc=False):
    """The connection is established: no event is missed from here on."""


class StreamOnline(msgspec.Struct, frozen=True, gc=False):
    stream_id: str
    started_at: datetime
    received_at: datetime
    # False for a stream that can only be reached by its URL.
    is_listed: bool = True


class StreamOffline(msgspec.Struct, frozen=True, gc=False):
    """The account was offline at `as_of`: ends its stream, unless that began later."""

    as_of: datetime
    received_at: datetime


class ChannelUpdated(msgspec.Struct, frozen=True, gc=False):
    title: str
    category: str
    received_at: datetime


class ViewersCounted(msgspec.Struct, frozen=True, gc=False):
    count: int
    received_at: datetime


class QuotaReported(msgspec.Struct, frozen=True, gc=False):
    """Units of the platform's daily quota: used, in total, and the forecast of use until the reset."""

    used: int
    total: int
    resets_at: datetime
    forecast: int
    # Text for the screen if requests are held back because of the quota, else empty.
    restriction: str = ""


class Badge(msgspec.Struct, frozen=True, gc=False):
    """`kind` is the platform's name of the badge; `label` is the text to show."""

    kind: str
    version: str = ""
    label: str = ""


# Hash cached, because it is looked up several times per message.
class Chatter(msgspec.Struct, frozen=True, cache_hash=True, gc=False):
    id: str
    # The name in URLs; `name` is the display name.
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
    # Months of subscription; 0 if the platform does not report it.
    sub_months: int = 0


class Fragment(msgspec.Struct, frozen=True, gc=False):
    """A part of a message; the texts of all parts together are the message."""

    text: str
    kind: Literal["text", "emote", "mention", "cheer", "gift", "gif"] = "text"
    # Id of the emote, GIF or gift, of the mentioned viewer or of the cheer's picture.
    id: str = ""
    url: str = ""
    # Bits of a cheer, or price of a gift.
    amount: int = 0


class Parent(msgspec.Struct, frozen=True, gc=False):
    """The message that a reply answers."""

    message_id: str
    text: str
    author_id: str
    author_name: str


class MessageReceived(msgspec.Struct, frozen=True, gc=False):
    message_id: str
    chatter: Chatter
    text: str
    fragments: tuple[Fragment, ...]
    sent_at: datetime
    received_at: datetime
    kind: Literal["text", "action", "highlight", "announcement", "first", "paid"] = "text"
    reply_to: Parent | None = None
    # Sent before we connected: shown, never acted on.
    is_backlog: bool = False
    # Set if the message comes from another channel of a shared chat.
    source_channel_id: str = ""
    bits: int = 0


# Id prefix of notices that Greenroom makes of activities: the platform has no message that could be deleted.
LOCAL_NOTICE_PREFIX = "activity:"


class NoticeReceived(msgspec.Struct, frozen=True, gc=False):
    """A notice of the platform in chat, such as a sub: `text` is its sentence, `message` the viewer's own words."""

    notice_id: str
    kind: str
    text: str
    chatter: Chatter | None
    message: str
    fragments: tuple[Fragment, ...]
    sent_at: datetime
    received_at: datetime
    is_backlog: bool = False
    # Size of a gift to several viewers, which is reported in parts with the same id; 0 in parts that name recipients.
    gifts: int = 0
    # Recipients that this part names.
    recipients: tuple[str, ...] = ()


class MessageDeleted(msgspec.Struct, frozen=True, gc=False):
    message_id: str
    received_at: datetime
    chatter_id: str = ""
    moderator: str = ""


class ChatCleared(msgspec.Struct, frozen=True, gc=False):
    """All messages were removed, or only those of the viewer `chatter_id`."""

    received_at: datetime
    chatter_id: str = ""
    moderator: str = ""


# A report about a time-out that is delayed by more than this is late; see `ViewerBanned.seconds`.
MAX_REPORT_DELAY_SECONDS = 5


class ViewerBanned(msgspec.Struct, frozen=True, gc=False):
    """A time-out if `until` is set, else a ban."""

    viewer_id: str
    viewer_name: str
    until: datetime | None
    reason: str
    moderator: str
    received_at: datetime
    # Time of the action by the platform's clock, if reported: the time-out starts then.
    made_at: datetime | None = None

    @property
    def seconds(self) -> int | None:
        """Duration of the time-out; if reported late, the time left, because its moderation entry starts on receipt."""
        if self.until is None:
            return None
        left = round((self.until - self.received_at).total_seconds())
        whole = left if self.made_at is None else round((self.until - self.made_at).total_seconds())
        return max(whole if abs(whole - left) <= MAX_REPORT_DELAY_SECONDS else left, 1)


class ViewerUnbanned(msgspec.Struct, frozen=True, gc=False):
    viewer_id: str
    viewer_name: str
    moderator: str
    received_at: datetime


class ModeratorActed(msgspec.Struct, frozen=True, gc=False):
    """Other moderator actions on the platform: slow mode, a warning, a new moderator."""

    action: str
    moderator: str
    target: str
    detail: str
    received_at: datetime


class AdBegan(msgspec.Struct, frozen=True, gc=False):
    """An ad has begun on the platform, started by Greenroom, by staff on the platform, or by its schedule."""

    started_at: datetime
    seconds: int
    received_at: datetime


# Millionths in one unit of a currency; amounts of activities are in millionths.
MICROS = 1_000_000


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
    """A follow, sub, gift, raid or the like. Repeated reports of one activity have the same id."""

    activity_id: str
    kind: ActivityKind
    # None if the viewer is anonymous.
    chatter: Chatter | None
    happened_at: datetime
    received_at: datetime
    # Number of subs, bits, likes, or viewers of a raid.
    count: int = 1
    # Millionths of `currency`; 0 if it was free or the amount is unknown.
    amount_micros: int = 0
    # An ISO code, or the name of a virtual currency: BITS, KICKS, DIAMONDS, JEWELS.
    currency: str = ""
    months: int = 0
    tier: str = ""
    # Name of the reward, gift or sticker.
    title: str = ""
    message: str = ""
    fragments: tuple[Fragment, ...] = ()
    recipients: tuple[str, ...] = ()
    # Equal in all parts of one gift bomb or one streak; else empty.
    group_id: str = ""
    # Count of the whole streak up to this part, from which the recorder computes the amount of the streak.
    group_count: int = 0
    is_backlog: bool = False


ChatEvent = (
    MessageReceived
    | NoticeReceived
    | MessageDeleted
    | ChatCleared
    | ViewerBanned
    | ViewerUnbanned
    | ModeratorActed
    | AdBegan
    | ActivityReceived
)
StateEvent = Connected | StreamOnline | StreamOffline | ChannelUpdated | ViewersCounted | QuotaReported
Event = StateEvent | ChatEvent
