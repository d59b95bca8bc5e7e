"""Normalizers: live chat messages to Greenroom events."""

from collections.abc import Callable
from datetime import datetime, timedelta

from msgspec import Struct
from msgspec.structs import replace

from greenroom.chat.protocol.events import (
    MICROS,
    ActivityKind,
    ActivityReceived,
    Badge,
    ChatEvent,
    Chatter,
    Fragment,
    MessageDeleted,
    MessageReceived,
    ModeratorActed,
    NoticeReceived,
    ViewerBanned,
)
from greenroom.platforms.youtube.chat.messages import Author, Gift, Message, Money, Snippet

ENDED = "chatEndedEvent"


class MessageContext(Struct, frozen=True):
    """Time of receipt, and whether the message was sent before we began to read the chat."""

    at: datetime
    is_backlog: bool


def normalize(message: Message, received_at: datetime, reading_since: datetime) -> list[ChatEvent] | None:
    """Events of one message; None for an unknown type."""
    make = NORMALIZERS.get(message.snippet.type)
    if make is None:
        return None
    return make(message, MessageContext(received_at, is_backlog=_sent_at(message, received_at) < reading_since))


def identity(message: Message) -> tuple[str, str]:
    """Key for deduplication: the id, and the value that changes when YouTube sends an update with the same id."""
    snippet = message.snippet
    match snippet.type:
        case "giftEvent":
            gift = _gift(snippet)
            return message.id, str(gift.combo_count)
        case "pollEvent":
            return message.id, snippet.poll_details.status if snippet.poll_details else ""
        case "tombstone":
            return message.id, "tombstone"
        case _:
            return message.id, ""


def chatter(author: Author, author_channel_id: str = "") -> Chatter:
    # Usually the handle. Without its @, because mentions add one.
    name = author.display_name.removeprefix("@")
    return Chatter(
        id=author.channel_id or author_channel_id,
        login=name,
        name=name,
        avatar_url=author.profile_image_url,
        badges=_badges(author),
        is_broadcaster=author.is_chat_owner,
        is_moderator=author.is_chat_moderator,
        is_subscriber=author.is_chat_sponsor,
    )


def _badges(author: Author) -> tuple[Badge, ...]:
    badges = (
        (author.is_chat_owner, Badge("owner", label="Owner")),
        (author.is_chat_moderator, Badge("moderator", label="Moderator")),
        (author.is_chat_sponsor, Badge("member", label="Member")),
        (author.is_verified, Badge("verified", label="Verified")),
    )
    return tuple(badge for has_badge, badge in badges if has_badge)


def _author(message: Message) -> Chatter:
    return chatter(message.author_details, message.snippet.author_channel_id)


def _sent_at(message: Message, default: datetime) -> datetime:
    return message.snippet.published_at or default


def _fragments(text: str) -> tuple[Fragment, ...]:
    return (Fragment(text),) if text else ()


def _text(message: Message, context: MessageContext) -> list[ChatEvent]:
    details = message.snippet.text_message_details
    text = details.message_text if details and details.message_text else message.snippet.display_message
    sent_at = _sent_at(message, context.at)
    return [
        MessageReceived(
            message.id, _author(message), text, _fragments(text), sent_at, context.at, is_backlog=context.is_backlog
        )
    ]


def _notice(message: Message, context: MessageContext, kind: str, text: str = "", typed: str = "") -> NoticeReceived:
    """A notice with this text, by default YouTube's; `typed` is what the viewer wrote."""
    return NoticeReceived(
        notice_id=message.id,
        kind=kind,
        text=text or message.snippet.display_message,
        chatter=_author(message) if message.author_details.channel_id or message.snippet.author_channel_id else None,
        message=typed,
        fragments=_fragments(typed),
        sent_at=_sent_at(message, context.at),
        received_at=context.at,
        is_backlog=context.is_backlog,
    )


def _activity(message: Message, context: MessageContext, kind: ActivityKind) -> ActivityReceived:
    return ActivityReceived(
        activity_id=message.id,
        kind=kind,
        chatter=_author(message),
        happened_at=_sent_at(message, context.at),
        received_at=context.at,
        is_backlog=context.is_backlog,
    )


def _paid(message: Message, context: MessageContext, kind: ActivityKind, money: Money) -> list[ChatEvent]:
    activity = replace(
        _activity(message, context, kind),
        amount_micros=money.amount_micros,
        currency=money.currency,
        tier=str(money.tier or ""),
        message=money.user_comment,
        fragments=_fragments(money.user_comment),
    )
    return [_notice(message, context, kind.value, typed=money.user_comment), activity]


def _super_chat(message: Message, context: MessageContext) -> list[ChatEvent]:
    return _paid(message, context, ActivityKind.SUPER_CHAT, message.snippet.super_chat_details or Money())


def _fan_funding(message: Message, context: MessageContext) -> list[ChatEvent]:
    return _paid(message, context, ActivityKind.TIP, message.snippet.fan_funding_event_details or Money())


def _super_sticker(message: Message, context: MessageContext) -> list[ChatEvent]:
    sticker = message.snippet.super_sticker_details
    if sticker is None:
        return []
    metadata = sticker.super_sticker_metadata
    activity = replace(
        _activity(message, context, ActivityKind.SUPER_STICKER),
        amount_micros=sticker.amount_micros,
        currency=sticker.currency,
        tier=str(sticker.tier or ""),
        title=metadata.alt_text,
        fragments=(Fragment(metadata.alt_text, "gift", id=metadata.sticker_id),),
    )
    return [_notice(message, context, "super_sticker"), activity]


def _member(message: Message, context: MessageContext) -> list[ChatEvent]:
    details = message.snippet.new_sponsor_details
    tier, is_upgrade = (details.member_level_name, details.is_upgrade) if details else ("", False)
    activity = replace(
        _activity(message, context, ActivityKind.MEMBERSHIP), tier=tier, title="upgrade" if is_upgrade else ""
    )
    return [_notice(message, context, "membership_upgrade" if is_upgrade else "membership"), activity]


def _milestone(message: Message, context: MessageContext) -> list[ChatEvent]:
    details = message.snippet.member_milestone_chat_details
    if details is None:
        return []
    activity = replace(
        _activity(message, context, ActivityKind.MILESTONE),
        months=details.member_month,
        tier=details.member_level_name,
        message=details.user_comment,
        fragments=_fragments(details.user_comment),
    )
    return [_notice(message, context, "milestone", typed=details.user_comment), activity]


def _gifting(message: Message, context: MessageContext) -> list[ChatEvent]:
    details = message.snippet.membership_gifting_details
    if details is None:
        return []
    activity = replace(
        _activity(message, context, ActivityKind.MEMBERSHIP_GIFT),
        count=details.gift_memberships_count,
        tier=details.gift_memberships_level_name,
        group_id=message.id,
    )
    notice = replace(_notice(message, context, "membership_gift"), gifts=details.gift_memberships_count)
    return [notice, activity]


def _gift_received(message: Message, context: MessageContext) -> list[ChatEvent]:
    """Notice and activity for one recipient of a gift; `group_id` is the id of the giver's message."""
    details = message.snippet.gift_membership_received_details
    if details is None:
        return []
    name = _author(message).name
    activity = replace(
        _activity(message, context, ActivityKind.MEMBERSHIP),
        tier=details.member_level_name,
        title="gift",
        recipients=(name,) if name else (),
        group_id=details.associated_membership_gifting_message_id,
    )
    notice = _notice(message, context, "membership_gift_received")
    if activity.group_id and name:
        # The id merges this notice into the giver's. This message names only the recipient, who is its author.
        notice = replace(notice, notice_id=activity.group_id, chatter=None, recipients=(name,))
    return [notice, activity]


def _gift(snippet: Snippet) -> Gift:
    return snippet.gift_details or snippet.gift_event_details or Gift()


def _jewels(message: Message, context: MessageContext) -> list[ChatEvent]:
    """A gift paid in Jewels; when the viewer repeats it, YouTube sends it again with the same id and a higher count."""
    gift = _gift(message.snippet)
    activity = replace(
        _activity(message, context, ActivityKind.TIP),
        count=gift.combo_count,
        amount_micros=gift.combo_count * gift.jewels_amount * MICROS,
        currency="JEWELS" if gift.jewels_amount else "",
        title=gift.gift_name,
        fragments=(Fragment(gift.alt_text or gift.gift_name, "gift", url=gift.gift_url, amount=gift.jewels_amount),),
        group_id=message.id,
    )
    return [_notice(message, context, "gift"), activity]


def _poll(message: Message, context: MessageContext) -> list[ChatEvent]:
    poll = message.snippet.poll_details
    if poll is None:
        return []
    options = " · ".join(option.option_text for option in poll.metadata.options)
    text = ": ".join(part for part in (poll.metadata.question_text, options) if part)
    return [_notice(message, context, "poll_closed" if poll.status == "closed" else "poll", text)]


def _banned(message: Message, context: MessageContext) -> list[ChatEvent]:
    details = message.snippet.user_banned_details
    if details is None or not details.banned_user_details.channel_id:
        return []
    until = None
    if details.ban_type == "temporary":
        until = _sent_at(message, context.at) + timedelta(seconds=min(details.ban_duration_seconds, 10**9))
        if until <= context.at:
            return []
    banned, moderator = details.banned_user_details, _author(message).name
    name = banned.display_name.removeprefix("@")
    return [ViewerBanned(banned.channel_id, name, until, "", moderator, context.at, _sent_at(message, context.at))]


def _members_only(message: Message, context: MessageContext) -> list[ChatEvent]:
    is_start = message.snippet.type == "sponsorOnlyModeStartedEvent"
    action = "members_only_on" if is_start else "members_only_off"
    return [ModeratorActed(action, _author(message).name, "", message.snippet.display_message, context.at)]


def _deleted(message: Message, context: MessageContext) -> list[ChatEvent]:
    snippet = message.snippet
    if snippet.message_deleted_details:
        deleted_id, moderator = snippet.message_deleted_details.deleted_message_id, _author(message).name
    elif snippet.message_retracted_details:
        deleted_id, moderator = snippet.message_retracted_details.retracted_message_id, ""
    else:
        deleted_id, moderator = message.id, ""
    return [MessageDeleted(deleted_id, context.at, moderator=moderator)] if deleted_id else []


def _nothing(message: Message, context: MessageContext) -> list[ChatEvent]:
    return []


NORMALIZERS: dict[str, Callable[[Message, MessageContext], list[ChatEvent]]] = {
    "textMessageEvent": _text,
    "superChatEvent": _super_chat,
    "superStickerEvent": _super_sticker,
    "fanFundingEvent": _fan_funding,
    "newSponsorEvent": _member,
    "memberMilestoneChatEvent": _milestone,
    "membershipGiftingEvent": _gifting,
    "giftMembershipReceivedEvent": _gift_received,
    "giftEvent": _jewels,
    "pollEvent": _poll,
    "userBannedEvent": _banned,
    "sponsorOnlyModeStartedEvent": _members_only,
    "sponsorOnlyModeEndedEvent": _members_only,
    "tombstone": _deleted,
    "messageDeletedEvent": _deleted,
    "messageRetractedEvent": _deleted,
    # `ChatReader` handles the end of the chat.
    ENDED: _nothing,
}
