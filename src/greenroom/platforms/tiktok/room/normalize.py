"""Normalizers: room messages to Greenroom events."""

import zlib
from collections.abc import Callable, Sequence
from datetime import UTC, datetime

from msgspec import Struct

from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    Badge,
    ChatCleared,
    Chatter,
    Event,
    Fragment,
    MessageDeleted,
    MessageReceived,
    StreamOffline,
    ViewersCounted,
)
from greenroom.platforms.tiktok import webcast_pb2 as webcast
from greenroom.platforms.tiktok.room.streaks import Gifted

# Values of a gift's `type`, a member's `action` and a control message's `action`.
STREAKABLE = 1
JOINED = 1
ENDED, SUSPENDED = 3, 4
NO_ROLES = webcast.UserIdentity()
# Stands in the text of a message for each emote, because TikTok's emotes have no names.
EMOTE_TEXT = "[emote]"
MAX_EMOTES = 50
# Larger numbers are not valid times.
MAX_TIME_MILLISECONDS = 32_503_680_000_000


class RoomMessage(Struct, frozen=True):
    """One raw message with its context."""

    payload: bytes
    message_id: int
    received_at: datetime
    is_backlog: bool


class GiftEvent(Struct, frozen=True):
    """A single gift or one event of a gift streak; the aggregator adds count and amount to `activity`."""

    gifted: Gifted
    activity: ActivityReceived
    diamonds: int


class LikeEvent(Struct, frozen=True):
    activity: ActivityReceived
    chatter: Chatter


class JoinEvent(Struct, frozen=True):
    activity: ActivityReceived
    chatter: Chatter


RoomEvent = Event | GiftEvent | LikeEvent | JoinEvent
Normalize = Callable[[RoomMessage], list[RoomEvent]]


def chatter_of(user: webcast.User, identity: webcast.UserIdentity = NO_ROLES) -> Chatter:
    kinds = {
        "broadcaster": identity.is_anchor,
        "moderator": identity.is_moderator_of_anchor,
        "subscriber": _is_subscriber(user, identity),
    }
    user_id = str(user.id) if user.id else user.id_str
    login = user.display_id or user_id
    return Chatter(
        id=user_id,
        login=login,
        name=user.nickname or login,
        avatar_url=picture(user.avatar_thumb),
        badges=tuple(Badge(kind=kind, label=kind.capitalize()) for kind, is_set in kinds.items() if is_set),
        is_broadcaster=kinds["broadcaster"],
        is_moderator=kinds["moderator"],
        is_subscriber=kinds["subscriber"],
    )


def _is_subscriber(user: webcast.User, identity: webcast.UserIdentity) -> bool:
    return identity.is_subscriber_of_anchor or user.subscribe_info.is_subscribed_to_anchor


def picture(image: webcast.Image) -> str:
    return next((url for url in image.url_list if url.startswith(("https://", "http://"))), "")


def sent_at(common: webcast.Common, default: datetime) -> datetime:
    if not 0 < common.create_time < MAX_TIME_MILLISECONDS:
        return default
    return datetime.fromtimestamp(common.create_time / 1000, UTC)


def _id(raw: RoomMessage, common: webcast.Common) -> str:
    """The message's id; if it has none, an id made from its content and the time of receipt."""
    number = common.msg_id or raw.message_id
    return str(number) if number else f"{zlib.crc32(raw.payload):08x}:{raw.received_at.isoformat()}"


def chat(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.ChatMessage.FromString(raw.payload)
    fragments = split_emotes(message.content, message.emotes) if message.emotes else (Fragment(message.content),)
    return [_message(raw, message.common, chatter_of(message.user, message.user_identity), fragments)]


def emote_chat(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.EmoteChatMessage.FromString(raw.payload)
    fragments = tuple(_emote(one) for one in message.emote_list[:MAX_EMOTES])
    return [_message(raw, message.common, chatter_of(message.user), fragments)] if fragments else []


def split_emotes(content: str, emotes: Sequence[webcast.EmoteInText]) -> tuple[Fragment, ...]:
    """Inserts the emotes at their positions in the text; an emote with a position beyond the text is put at the end."""
    pieces: list[Fragment] = []
    at = 0
    for one in sorted(emotes[:MAX_EMOTES], key=lambda one: one.index):
        index = min(max(one.index, at), len(content))
        pieces += [Fragment(content[at:index]), _emote(one.emote)]
        at = index
    return tuple(piece for piece in [*pieces, Fragment(content[at:])] if piece.text)


def _emote(emote: webcast.Emote) -> Fragment:
    return Fragment(EMOTE_TEXT, "emote", emote.emote_id, picture(emote.image))


def _message(
    raw: RoomMessage, common: webcast.Common, chatter: Chatter, fragments: tuple[Fragment, ...]
) -> MessageReceived:
    return MessageReceived(
        message_id=_id(raw, common),
        chatter=chatter,
        text="".join(fragment.text for fragment in fragments),
        fragments=fragments,
        sent_at=sent_at(common, raw.received_at),
        received_at=raw.received_at,
        is_backlog=raw.is_backlog,
    )


def _activity(
    raw: RoomMessage, common: webcast.Common, kind: ActivityKind, chatter: Chatter, count: int = 1
) -> ActivityReceived:
    return ActivityReceived(
        activity_id=_id(raw, common),
        kind=kind,
        chatter=chatter,
        happened_at=sent_at(common, raw.received_at),
        received_at=raw.received_at,
        count=count,
        is_backlog=raw.is_backlog,
    )


def gift(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.GiftMessage.FromString(raw.payload)
    chatter, gift = chatter_of(message.user, message.user_identity), message.gift
    gift_id = str(message.gift_id or gift.id)
    name, diamonds = gift.name or gift.describe or "Gift", max(gift.diamond_count, 0)
    is_streak = gift.type == STREAKABLE
    group_id = str(message.group_id) if is_streak else f"single:{_id(raw, message.common)}"
    key = (chatter.id, gift_id, group_id)
    has_id = bool(message.group_id) or not is_streak
    # Each event of a streak has its own id, so viewer, gift and group identify the streak.
    streak_id = ":".join(("gift", *key)) if has_id else ""
    icon = picture(gift.icon) or picture(gift.image)
    activity = ActivityReceived(
        activity_id=streak_id or _id(raw, message.common),
        kind=ActivityKind.TIKTOK_GIFT,
        chatter=chatter,
        happened_at=sent_at(message.common, raw.received_at),
        received_at=raw.received_at,
        title=name,
        fragments=(Fragment(name, kind="gift", id=gift_id, url=icon, amount=diamonds),),
        group_id=streak_id,
        is_backlog=raw.is_backlog,
    )
    is_end = not is_streak or bool(message.repeat_end)
    gifted = Gifted(key, max(message.repeat_count, 1), is_end, has_id=has_id)
    return [GiftEvent(gifted, activity, diamonds)]


def like(raw: RoomMessage) -> list[RoomEvent]:
    liked = webcast.LikeMessage.FromString(raw.payload)
    chatter = chatter_of(liked.user)
    # `total` is the number of likes in the room, `count` that of this event.
    activity = _activity(raw, liked.common, ActivityKind.LIKE, chatter, max(liked.count, 1))
    return [LikeEvent(activity, chatter)]


def social(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.SocialMessage.FromString(raw.payload)
    key, chatter = message.common.display_text.key, chatter_of(message.user)
    if "follow" in key:
        return [_activity(raw, message.common, ActivityKind.FOLLOW, chatter)]
    if "share" in key:
        return [_activity(raw, message.common, ActivityKind.SHARE, chatter)]
    return []


def member(raw: RoomMessage) -> list[RoomEvent]:
    joined = webcast.MemberMessage.FromString(raw.payload)
    if joined.action != JOINED:
        return []
    chatter = chatter_of(joined.user)
    return [JoinEvent(_activity(raw, joined.common, ActivityKind.JOIN, chatter), chatter)]


def viewers(raw: RoomMessage) -> list[RoomEvent]:
    counted = webcast.RoomUserSeqMessage.FromString(raw.payload)
    return [ViewersCounted(max(counted.total, 0), raw.received_at)]


def control(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.ControlMessage.FromString(raw.payload)
    if message.action not in {ENDED, SUSPENDED}:
        return []
    return [StreamOffline(as_of=raw.received_at, received_at=raw.received_at)]


def subscription(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.SubNotifyMessage.FromString(raw.payload)
    # Other kinds of this message report attempts and cancellations.
    if message.message_type != 0:
        return []
    chatter = chatter_of(message.user)
    kind = ActivityKind.RESUB if message.old_subscribe_status == 1 else ActivityKind.SUB
    activity = ActivityReceived(
        activity_id=_id(raw, message.common),
        kind=kind,
        chatter=chatter,
        happened_at=sent_at(message.common, raw.received_at),
        received_at=raw.received_at,
        months=max(message.sub_month, 1),
        is_backlog=raw.is_backlog,
    )
    return [activity]


def deletion(raw: RoomMessage) -> list[RoomEvent]:
    message = webcast.ImDeleteMessage.FromString(raw.payload)
    messages: list[RoomEvent] = [MessageDeleted(str(one), raw.received_at) for one in message.delete_msg_ids]
    return messages + [ChatCleared(raw.received_at, chatter_id=str(one)) for one in message.delete_user_ids]


NORMALIZERS: dict[str, Normalize] = {
    "WebcastChatMessage": chat,
    "WebcastEmoteChatMessage": emote_chat,
    "WebcastGiftMessage": gift,
    "WebcastLikeMessage": like,
    "WebcastSocialMessage": social,
    "WebcastMemberMessage": member,
    "WebcastRoomUserSeqMessage": viewers,
    "WebcastControlMessage": control,
    "WebcastSubNotifyMessage": subscription,
    "WebcastImDeleteMessage": deletion,
}
