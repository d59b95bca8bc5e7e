"""Snippets of chat messages: common fields, and the details of each message type."""

from datetime import UTC, datetime

from rehearsal.platforms.youtube.errors import Json

WITHOUT_DISPLAY_CONTENT = {"tombstone", "chatEndedEvent"}
CURRENCY = "USD"
# Minimum cents of each Super Chat tier.
TIERS = (0, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 40_000, 50_000)
LEVELS = ("Front row", "Backstage", "Control room")
STICKER = {"stickerId": "rehearsal_teapot_wave", "altText": "A teapot that waves", "altTextLanguage": "en"}


def rfc3339_microseconds(at: datetime) -> str:
    """The time in UTC with a Z and six decimals."""
    return f"{at.astimezone(UTC).isoformat(timespec='microseconds')[:-6]}Z"


def snippet(kind: str, chat_id: str, author_id: str, at: datetime, display: str = "") -> Json:
    """Fields that all message types have; the caller adds the details of the type."""
    shared: Json = {
        "type": kind,
        "liveChatId": chat_id,
        "authorChannelId": author_id,
        "publishedAt": rfc3339_microseconds(at),
        "hasDisplayContent": kind not in WITHOUT_DISPLAY_CONTENT,
    }
    if kind not in WITHOUT_DISPLAY_CONTENT:
        shared["displayMessage"] = display
    return shared


def level_name(tier: int) -> str:
    return LEVELS[min(tier, len(LEVELS)) - 1]


def tier_of(cents: int) -> int:
    return sum(cents >= minimum for minimum in TIERS)


def price(cents: int) -> Json:
    return {
        "amountMicros": str(cents * 10_000),
        "currency": CURRENCY,
        "amountDisplayString": f"${cents // 100}.{cents % 100:02}",
        "tier": tier_of(cents),
    }


def text(message_text: str) -> Json:
    return {"textMessageDetails": {"messageText": message_text}}


def super_chat(cents: int, comment: str) -> Json:
    return {"superChatDetails": {**price(cents), "userComment": comment}}


def super_sticker(cents: int) -> Json:
    return {"superStickerDetails": {**price(cents), "superStickerMetadata": dict(STICKER)}}


def new_sponsor(tier: int, *, is_upgrade: bool) -> Json:
    return {"newSponsorDetails": {"memberLevelName": level_name(tier), "isUpgrade": is_upgrade}}


def milestone(tier: int, months: int, comment: str) -> Json:
    details: Json = {"memberLevelName": level_name(tier), "memberMonth": months, "userComment": comment}
    return {"memberMilestoneChatDetails": details}


def gifting(tier: int, count: int) -> Json:
    details: Json = {"giftMembershipsCount": count, "giftMembershipsLevelName": level_name(tier)}
    return {"membershipGiftingDetails": details}


def gift_received(tier: int, gifter_id: str, gifting_message_id: str) -> Json:
    details: Json = {
        "memberLevelName": level_name(tier),
        "gifterChannelId": gifter_id,
        "associatedMembershipGiftingMessageId": gifting_message_id,
    }
    return {"giftMembershipReceivedDetails": details}


def user_banned(profile: Json, seconds: int | None) -> Json:
    details: Json = {"bannedUserDetails": profile, "banType": "permanent" if seconds is None else "temporary"}
    if seconds is not None:
        details["banDurationSeconds"] = str(seconds)
    return {"userBannedDetails": details}


def jewels(name: str, amount: int, combo: int) -> Json:
    details: Json = {
        "giftName": name,
        "jewelsAmount": amount,
        "comboCount": combo,
        "giftDuration": "5s",
        "giftUrl": "https://www.gstatic.com/youtube/gifts/teapot.webp",
        "altText": name,
        "language": "en",
        "hasVisualEffect": True,
    }
    return {"giftDetails": details}


def poll(question: str, options: list[str]) -> Json:
    shown: list[Json] = [{"optionText": option} for option in options]
    return {"pollDetails": {"metadata": {"questionText": question, "options": [*shown]}, "status": "active"}}


def fan_funding(cents: int, comment: str) -> Json:
    paid = {name: value for name, value in price(cents).items() if name != "tier"}
    return {"fanFundingEventDetails": {**paid, "userComment": comment}}
