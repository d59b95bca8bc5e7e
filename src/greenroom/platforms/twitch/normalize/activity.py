"""Normalizers for activity; an activity that Twitch may report twice has an id built from its content."""

from datetime import datetime

import msgspec

from greenroom.chat.protocol.events import MICROS, ActivityKind, ActivityReceived, Chatter, Event, Fragment
from greenroom.platforms.twitch.normalize.chat import MessagePart, emote_url, fragments_of
from greenroom.platforms.twitch.normalize.context import FrameContext, Normalize, Timestamp

CUSTOM_POWER_UP = "custom_power_up"
BITS = "BITS"
TIERS = {"1000": "1", "2000": "2", "3000": "3"}


class Giver(msgspec.Struct):
    """Account of someone who gives subs or Bits; all fields are null if it is anonymous."""

    user_id: str | None = None
    user_login: str | None = None
    user_name: str | None = None


class Person(msgspec.Struct):
    user_id: str
    broadcaster_user_id: str
    user_login: str = ""
    user_name: str = ""


class FollowPayload(Person, kw_only=True):
    followed_at: Timestamp


class SubscribePayload(Person, kw_only=True):
    tier: str = ""
    is_gift: bool = False


class EmoteRange(msgspec.Struct):
    """`begin` and `end` are the positions of the first and the last character."""

    begin: int
    end: int
    id: str


class ResubText(msgspec.Struct):
    text: str = ""
    emotes: list[EmoteRange] | None = None


class ResubPayload(Person, kw_only=True):
    tier: str = ""
    message: ResubText | None = None
    cumulative_months: int = 1


class GiftPayload(Giver, kw_only=True):
    total: int
    tier: str = ""
    is_anonymous: bool = False


class PowerUp(msgspec.Struct):
    type: str = ""


class BitsPayload(Giver, kw_only=True):
    bits: int
    type: str = "cheer"
    power_up: PowerUp | None = None
    message: MessagePart | None = None


class CustomPowerUp(msgspec.Struct):
    title: str = ""
    bits: int = 0


class PowerUpRedemptionPayload(Person, kw_only=True):
    id: str
    custom_power_up: CustomPowerUp
    redeemed_at: Timestamp
    user_input: str | None = None


class RaidPayload(msgspec.Struct):
    from_broadcaster_user_id: str
    from_broadcaster_user_login: str
    from_broadcaster_user_name: str
    to_broadcaster_user_id: str
    viewers: int


class Reward(msgspec.Struct):
    title: str = ""
    cost: int = 0


class RedemptionPayload(Person, kw_only=True):
    id: str
    reward: Reward
    redeemed_at: Timestamp
    user_input: str | None = None


def follow(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=FollowPayload)
    since = int(payload.followed_at.timestamp())
    return ActivityReceived(
        activity_id=f"follow:{payload.broadcaster_user_id}:{payload.user_id}:{since}",
        kind=ActivityKind.FOLLOW,
        chatter=_person(payload),
        happened_at=payload.followed_at,
        received_at=context.received_at,
    )


def subscribe(event: msgspec.Raw, context: FrameContext) -> Event | None:
    """A first sub; None for a gifted sub, which the event of the gift reports."""
    payload = msgspec.json.decode(event, type=SubscribePayload)
    if payload.is_gift:
        return None
    return ActivityReceived(
        activity_id=_first_sub_id(payload.broadcaster_user_id, payload.user_id, context.sent_at),
        kind=ActivityKind.SUB,
        chatter=_person(payload),
        happened_at=context.sent_at,
        received_at=context.received_at,
        months=1,
        tier=TIERS.get(payload.tier, payload.tier),
    )


def _first_sub_id(broadcaster_id: str, user_id: str, at: datetime) -> str:
    """Id of a first sub, also used for the message in which the viewer shares it: Twitch reports both."""
    return f"sub:{broadcaster_id}:{user_id}:{at:%Y-%m}"


def subscription_message(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=ResubPayload)
    is_first = payload.cumulative_months <= 1
    first = _first_sub_id(payload.broadcaster_user_id, payload.user_id, context.sent_at)
    message = payload.message or ResubText()
    return ActivityReceived(
        activity_id=first
        if is_first
        else f"resub:{payload.broadcaster_user_id}:{payload.user_id}:{payload.cumulative_months}",
        kind=ActivityKind.SUB if is_first else ActivityKind.RESUB,
        chatter=_person(payload),
        happened_at=context.sent_at,
        received_at=context.received_at,
        months=payload.cumulative_months,
        tier=TIERS.get(payload.tier, payload.tier),
        message=message.text,
        fragments=split_emotes(message.text, message.emotes or [], context.emotes_url),
    )


def subscription_gift(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=GiftPayload)
    return ActivityReceived(
        activity_id=f"gift:{context.message_id}",
        kind=ActivityKind.GIFT_BOMB if payload.total > 1 else ActivityKind.GIFT,
        chatter=None if payload.is_anonymous else _person(payload),
        happened_at=context.sent_at,
        received_at=context.received_at,
        count=payload.total,
        tier=TIERS.get(payload.tier, payload.tier),
    )


def bits_use(event: msgspec.Raw, context: FrameContext) -> Event | None:
    """A cheer or a power-up; None for a custom power-up, which `power_up_redemption` reads."""
    payload = msgspec.json.decode(event, type=BitsPayload)
    if payload.type == CUSTOM_POWER_UP:
        return None
    message = payload.message or MessagePart()
    return ActivityReceived(
        activity_id=f"bits:{context.message_id}",
        kind=ActivityKind.CHEER,
        chatter=_person(payload),
        happened_at=context.sent_at,
        received_at=context.received_at,
        count=payload.bits,
        amount_micros=payload.bits * MICROS,
        currency=BITS,
        title="" if payload.power_up is None else payload.power_up.type.replace("_", " ").capitalize(),
        message=message.text,
        fragments=fragments_of(message, context.emotes_url),
    )


def power_up_redemption(event: msgspec.Raw, context: FrameContext) -> Event:
    """A custom power-up with the viewer's text, which `channel.bits.use` does not contain."""
    payload = msgspec.json.decode(event, type=PowerUpRedemptionPayload)
    text = payload.user_input or ""
    return ActivityReceived(
        activity_id=f"power-up:{payload.id}",
        kind=ActivityKind.CHEER,
        chatter=_person(payload),
        happened_at=payload.redeemed_at,
        received_at=context.received_at,
        count=payload.custom_power_up.bits,
        amount_micros=payload.custom_power_up.bits * MICROS,
        currency=BITS,
        title=payload.custom_power_up.title,
        message=text,
        fragments=(Fragment(text),) if text else (),
    )


def raid(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=RaidPayload)
    return ActivityReceived(
        activity_id=f"raid:{context.message_id}",
        kind=ActivityKind.RAID,
        chatter=Chatter(
            payload.from_broadcaster_user_id, payload.from_broadcaster_user_login, payload.from_broadcaster_user_name
        ),
        happened_at=context.sent_at,
        received_at=context.received_at,
        count=payload.viewers,
    )


def redemption(event: msgspec.Raw, context: FrameContext) -> Event:
    payload = msgspec.json.decode(event, type=RedemptionPayload)
    text = payload.user_input or ""
    return ActivityReceived(
        activity_id=f"redemption:{payload.id}",
        kind=ActivityKind.REDEMPTION,
        chatter=_person(payload),
        happened_at=payload.redeemed_at,
        received_at=context.received_at,
        # The cost in channel points.
        count=payload.reward.cost,
        title=payload.reward.title,
        message=text,
        fragments=(Fragment(text),) if text else (),
    )


def _person(payload: Person | Giver) -> Chatter | None:
    if not payload.user_id:
        return None
    login = payload.user_login or ""
    return Chatter(payload.user_id, login, payload.user_name or login)


def split_emotes(text: str, emotes: list[EmoteRange], emotes_url: str) -> tuple[Fragment, ...]:
    """Splits a text at its emotes; ignores ranges that overlap or exceed the text."""
    pieces: list[Fragment] = []
    at = 0
    for emote in sorted(emotes, key=lambda one: one.begin):
        if at <= emote.begin <= emote.end < len(text):
            word = text[emote.begin : emote.end + 1]
            url = emote_url(emotes_url, emote.id)
            pieces += [Fragment(text[at : emote.begin]), Fragment(word, "emote", emote.id, url)]
            at = emote.end + 1
    return tuple(piece for piece in [*pieces, Fragment(text[at:])] if piece.text)


ACTIVITY: dict[tuple[str, str], Normalize] = {
    ("channel.follow", "2"): follow,
    ("channel.subscribe", "1"): subscribe,
    ("channel.subscription.message", "1"): subscription_message,
    ("channel.subscription.gift", "1"): subscription_gift,
    ("channel.bits.use", "1"): bits_use,
    ("channel.custom_power_up_redemption.add", "1"): power_up_redemption,
    ("channel.raid", "1"): raid,
    ("channel.channel_points_custom_reward_redemption.add", "1"): redemption,
}
