"""Normalizers: Kick's webhook payloads to Greenroom events."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

import msgspec
from msgspec import Struct

from greenroom.chat.protocol.events import (
    MICROS,
    ActivityKind,
    ActivityReceived,
    Badge,
    ChannelUpdated,
    Chatter,
    Event,
    Fragment,
    MessageReceived,
    Parent,
    ViewerBanned,
)
from greenroom.platforms.kick.api import payloads
from greenroom.platforms.kick.api.payloads import parse_time
from greenroom.platforms.kick.emote_codes import EMOTE
from greenroom.platforms.kick.settings import EMOTES_URL
from greenroom.platforms.kick.webhooks.deliveries import Delivery

# A redemption accepted within this time counts as accepted by Kick itself, which then reports it only once.
ACCEPTED_AT_ONCE = timedelta(seconds=60)
# Larger numbers of months are not plausible.
MAX_MONTHS = 9_999

T = TypeVar("T")


class StreamReport(Struct, frozen=True):
    """Kick's report about the stream; `StreamState` decides whether it is new."""

    is_live: bool
    # Start of the stream, or its end.
    at: datetime
    received_at: datetime


class KnownChannel(Struct):
    """The channel of a delivery; its latest title and category complete events that contain only one of them."""

    broadcaster_id: str
    title: str = ""
    category: str = ""
    emotes_url: str = EMOTES_URL


KickEvent = Event | StreamReport
Normalize = Callable[[Delivery, KnownChannel], Sequence[KickEvent]]


def _read(delivery: Delivery, kind: type[T]) -> T:
    return msgspec.json.decode(delivery.body, type=kind, strict=False)


def fragments_of(content: str, emotes_url: str = EMOTES_URL) -> tuple[Fragment, ...]:
    """Splits a message at its emotes, which are read from the text: the payload's list of emotes is often missing."""
    return tuple(_fragments(content, emotes_url))


def _fragments(content: str, emotes_url: str) -> Iterator[Fragment]:
    end = 0
    for emote in EMOTE.finditer(content):
        if emote.start() > end:
            yield Fragment(content[end : emote.start()])
        emote_id, name = emote.groups()
        yield Fragment(name, kind="emote", id=emote_id, url=f"{emotes_url}/{emote_id}/fullsize")
        end = emote.end()
    if end < len(content) or end == 0:
        yield Fragment(content[end:])


def text_of(fragments: Sequence[Fragment]) -> str:
    return "".join(fragment.text for fragment in fragments)


def chatter_of(person: payloads.Person, broadcaster_id: str) -> Chatter:
    identity = person.identity or payloads.Identity()
    badges = tuple(
        Badge(kind=badge.type, version="" if badge.count is None else str(badge.count), label=badge.text or badge.type)
        for badge in identity.badges or ()
    )
    kinds = {badge.kind for badge in badges}
    user_id, name = str(person.user_id or ""), person.username or ""
    return Chatter(
        id=user_id,
        login=person.channel_slug or name.lower(),
        name=name,
        colour=identity.username_color or "",
        avatar_url=person.profile_picture or "",
        badges=badges,
        is_broadcaster="broadcaster" in kinds or user_id == broadcaster_id,
        is_moderator="moderator" in kinds,
        is_vip="vip" in kinds,
        is_subscriber=not kinds.isdisjoint({"subscriber", "founder"}),
        is_bot="bot" in kinds,
        sub_months=next((_months(badge) for badge in identity.badges or () if badge.type == "subscriber"), 0),
    )


def _months(badge: payloads.Badge) -> int:
    return badge.count if badge.count is not None and 0 < badge.count <= MAX_MONTHS else 0


def _chatter_unless_anonymous(person: payloads.Person | None, broadcaster_id: str) -> Chatter | None:
    is_anonymous = person is None or person.is_anonymous or person.user_id is None
    return None if is_anonymous or person is None else chatter_of(person, broadcaster_id)


def chat_message(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.ChatMessage)
    fragments = fragments_of(payload.content, known.emotes_url)
    message = MessageReceived(
        message_id=payload.message_id,
        chatter=chatter_of(payload.sender, known.broadcaster_id),
        text=text_of(fragments),
        fragments=fragments,
        sent_at=parse_time(payload.created_at, delivery.sent_at),
        received_at=delivery.received_at,
        reply_to=_parent(payload.replies_to),
    )
    return [message]


def _parent(replied: payloads.RepliesTo | None) -> Parent | None:
    if replied is None:
        return None
    sender = replied.sender or payloads.Person()
    return Parent(
        message_id=replied.message_id,
        text=text_of(fragments_of(replied.content or "")),
        author_id=str(sender.user_id or ""),
        author_name=sender.username or "",
    )


def followed(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.Followed)
    # The payload has neither a time nor an id, so those of the delivery are used.
    follow = ActivityReceived(
        activity_id=delivery.id,
        kind=ActivityKind.FOLLOW,
        chatter=chatter_of(payload.follower, known.broadcaster_id),
        happened_at=delivery.sent_at,
        received_at=delivery.received_at,
    )
    return [follow]


def _subscribed(delivery: Delivery, known: KnownChannel, kind: ActivityKind) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.Subscribed)
    sub = ActivityReceived(
        activity_id=delivery.id,
        kind=kind,
        chatter=_chatter_unless_anonymous(payload.subscriber, known.broadcaster_id),
        happened_at=parse_time(payload.created_at, delivery.sent_at),
        received_at=delivery.received_at,
        months=payload.duration,
    )
    return [sub]


def subscription_new(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    return _subscribed(delivery, known, ActivityKind.SUB)


def subscription_renewal(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    return _subscribed(delivery, known, ActivityKind.RESUB)


def subscription_gifts(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.Gifted)
    count = len(payload.giftees)
    gift = ActivityReceived(
        activity_id=delivery.id,
        kind=ActivityKind.GIFT_BOMB if count > 1 else ActivityKind.GIFT,
        chatter=_chatter_unless_anonymous(payload.gifter, known.broadcaster_id),
        happened_at=parse_time(payload.created_at, delivery.sent_at),
        received_at=delivery.received_at,
        count=max(count, 1),
        recipients=tuple(giftee.username for giftee in payload.giftees if giftee.username),
        group_id=delivery.id,
    )
    return [gift]


def redemption(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    """A redeemed reward; empty for the second report, which Kick sends when staff accept or reject the redemption."""
    payload = _read(delivery, payloads.Redeemed)
    happened_at = parse_time(payload.redeemed_at, delivery.sent_at)
    was_accepted_at_once = payload.status == "accepted" and delivery.sent_at - happened_at <= ACCEPTED_AT_ONCE
    if payload.status != "pending" and not was_accepted_at_once:
        return []
    text = payload.user_input or ""
    redeemed = ActivityReceived(
        activity_id=payload.id,
        kind=ActivityKind.REDEMPTION,
        chatter=_chatter_unless_anonymous(payload.redeemer, known.broadcaster_id),
        happened_at=happened_at,
        received_at=delivery.received_at,
        count=payload.reward.cost,
        title=payload.reward.title,
        message=text,
        fragments=fragments_of(text, known.emotes_url) if text else (),
    )
    return [redeemed]


def kicks_gifted(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.KicksGifted)
    text = payload.gift.message or ""
    gift = ActivityReceived(
        activity_id=delivery.id,
        kind=ActivityKind.KICKS,
        chatter=_chatter_unless_anonymous(payload.sender, known.broadcaster_id),
        happened_at=parse_time(payload.created_at, delivery.sent_at),
        received_at=delivery.received_at,
        count=payload.gift.amount,
        amount_micros=payload.gift.amount * MICROS,
        currency="KICKS",
        tier=payload.gift.tier or "",
        title=payload.gift.name or "",
        message=text,
        fragments=fragments_of(text, known.emotes_url) if text else (),
    )
    return [gift]


def banned(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.Banned)
    metadata = payload.metadata
    ban = ViewerBanned(
        viewer_id=str(payload.banned_user.user_id or ""),
        viewer_name=payload.banned_user.username or "",
        # An unreadable end is treated as now, not as a permanent ban.
        until=None if metadata.expires_at is None else parse_time(metadata.expires_at, delivery.sent_at),
        reason=metadata.reason or "",
        moderator=(payload.moderator or payloads.Person()).username or "",
        received_at=delivery.received_at,
        made_at=parse_time(metadata.created_at, delivery.sent_at),
    )
    return [ban]


def livestream_status(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    payload = _read(delivery, payloads.StatusUpdated)
    when = payload.started_at if payload.is_live else payload.ended_at
    report = StreamReport(payload.is_live, parse_time(when, delivery.sent_at), delivery.received_at)
    title = payload.title if payload.title is not None else known.title
    return [report, ChannelUpdated(title, known.category, delivery.received_at)]


def livestream_metadata(delivery: Delivery, known: KnownChannel) -> Sequence[KickEvent]:
    metadata = _read(delivery, payloads.MetadataUpdated).metadata
    title = metadata.title if metadata.title is not None else known.title
    category = metadata.category.name or "" if metadata.category is not None else known.category
    return [ChannelUpdated(title, category, delivery.received_at)]


CHAT = "chat.message.sent"

# Keys are name and version of the subscription.
NORMALIZERS: dict[tuple[str, str], Normalize] = {
    (CHAT, "1"): chat_message,
    ("channel.followed", "1"): followed,
    ("channel.subscription.new", "1"): subscription_new,
    ("channel.subscription.renewal", "1"): subscription_renewal,
    ("channel.subscription.gifts", "1"): subscription_gifts,
    ("channel.reward.redemption.updated", "1"): redemption,
    ("livestream.status.updated", "1"): livestream_status,
    ("livestream.metadata.updated", "1"): livestream_metadata,
    ("moderation.banned", "1"): banned,
    ("kicks.gifted", "1"): kicks_gifted,
}
EVENTS = tuple(name for name, _ in NORMALIZERS)
