"""Normalizing all message types of YouTube's chat."""

from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatEvent,
    Fragment,
    MessageDeleted,
    MessageReceived,
    ModeratorActed,
    NoticeReceived,
    ViewerBanned,
)
from greenroom.platforms.youtube.chat.messages import read_message
from greenroom.platforms.youtube.chat.normalize import NORMALIZERS, identity, normalize

SENT_AT = datetime(2026, 7, 10, 14, 0, 30, 645_000, tzinfo=UTC)
RECEIVED_AT = SENT_AT + timedelta(seconds=2)
AUTHOR = {
    "channelId": "UCviewer",
    "channelUrl": "http://www.youtube.com/channel/UCviewer",
    "displayName": "@mira",
    "profileImageUrl": "https://yt3.ggpht.com/mira",
    "isVerified": False,
    "isChatOwner": False,
    "isChatSponsor": True,
    "isChatModerator": False,
}


def normalize_message(kind: str, *, reading_since: datetime = SENT_AT, **snippet: object) -> list[ChatEvent]:
    events = normalize(read_message(message(kind, **snippet)), RECEIVED_AT, reading_since)
    assert events is not None
    return events


def message(kind: str, **snippet: object) -> bytes:
    full_snippet = {
        "type": kind,
        "liveChatId": "chat1",
        "authorChannelId": "UCviewer",
        "publishedAt": "2026-07-10T14:00:30.645000Z",
        "hasDisplayContent": True,
        "displayMessage": "shown",
        **snippet,
    }
    return msgspec.json.encode({"kind": "k", "etag": "e", "id": "m1", "snippet": full_snippet, "authorDetails": AUTHOR})


def activity(kind: str, **snippet: object) -> ActivityReceived:
    """The activity of a message that also becomes a notice in chat."""
    notice, received = normalize_message(kind, reading_since=SENT_AT, **snippet)
    assert isinstance(notice, NoticeReceived)
    assert isinstance(received, ActivityReceived)
    assert (notice.notice_id, notice.text) == (received.activity_id, "shown")
    assert notice.message == received.message
    return received


def test_chat_message_has_author_text_and_time() -> None:
    (event,) = normalize_message("textMessageEvent", textMessageDetails={"messageText": "hello :wave:"})
    assert isinstance(event, MessageReceived)
    assert (event.message_id, event.text, event.fragments) == ("m1", "hello :wave:", (Fragment("hello :wave:"),))
    assert (event.sent_at, event.received_at, event.is_backlog) == (SENT_AT, RECEIVED_AT, False)
    chatter = event.chatter
    assert (chatter.id, chatter.login, chatter.name, chatter.avatar_url) == (
        "UCviewer",
        "mira",
        "mira",
        "https://yt3.ggpht.com/mira",
    )
    assert (chatter.is_subscriber, chatter.is_moderator, chatter.is_broadcaster) == (True, False, False)
    assert [badge.kind for badge in chatter.badges] == ["member"]


def test_message_older_than_the_connection_is_backlog() -> None:
    later = SENT_AT + timedelta(microseconds=1)
    (event,) = normalize_message("textMessageEvent", reading_since=later, textMessageDetails={"messageText": "!cmd"})
    assert isinstance(event, MessageReceived)
    assert event.is_backlog
    notice, received = normalize_message("superChatEvent", reading_since=later, superChatDetails={"amountMicros": "1"})
    assert isinstance(notice, NoticeReceived)
    assert isinstance(received, ActivityReceived)
    assert notice.is_backlog
    assert received.is_backlog


@pytest.mark.parametrize("kind", sorted(set(NORMALIZERS) - {"textMessageEvent"}))
def test_only_text_messages_become_chat_messages(kind: str) -> None:
    assert not any(isinstance(event, MessageReceived) for event in normalize_message(kind, displayMessage="!command"))


def test_super_chat_has_amount_and_text() -> None:
    details = {
        "amountMicros": "5000000",
        "currency": "EUR",
        "amountDisplayString": "5,00 €",
        "userComment": "wow",
        "tier": 3,
    }
    received = activity("superChatEvent", superChatDetails=details)
    assert received.kind is ActivityKind.SUPER_CHAT
    assert (received.amount_micros, received.currency, received.tier) == (5_000_000, "EUR", "3")
    assert (received.message, received.happened_at) == ("wow", SENT_AT)


def test_super_sticker_has_its_amount_and_its_name() -> None:
    sticker = {"stickerId": "s1", "altText": "A pear dances", "altTextLanguage": "en"}
    details = {"amountMicros": "1990000", "currency": "USD", "tier": 1, "superStickerMetadata": sticker}
    received = activity("superStickerEvent", superStickerDetails=details)
    assert (received.kind, received.title) == (ActivityKind.SUPER_STICKER, "A pear dances")
    assert (received.amount_micros, received.currency) == (1_990_000, "USD")


def test_memberships_have_their_level_and_months() -> None:
    new = activity("newSponsorEvent", newSponsorDetails={"memberLevelName": "Gold", "isUpgrade": True})
    assert (new.kind, new.tier, new.title) == (ActivityKind.MEMBERSHIP, "Gold", "upgrade")
    details = {"memberLevelName": "Gold", "memberMonth": 14, "userComment": "still here"}
    milestone = activity("memberMilestoneChatEvent", memberMilestoneChatDetails=details)
    assert (milestone.kind, milestone.months, milestone.message) == (ActivityKind.MILESTONE, 14, "still here")


def test_gifted_memberships_have_the_group_id_of_their_gift() -> None:
    details = {"giftMembershipsCount": 20, "giftMembershipsLevelName": "Gold"}
    gifted = activity("membershipGiftingEvent", membershipGiftingDetails=details)
    assert (gifted.kind, gifted.count, gifted.tier, gifted.group_id) == (ActivityKind.MEMBERSHIP_GIFT, 20, "Gold", "m1")
    recipient = {"memberLevelName": "Gold", "gifterChannelId": "UCg", "associatedMembershipGiftingMessageId": "m0"}
    notice, received = normalize_message(
        "giftMembershipReceivedEvent", reading_since=SENT_AT, giftMembershipReceivedDetails=recipient
    )
    assert isinstance(notice, NoticeReceived)
    assert isinstance(received, ActivityReceived)
    # The recipient belongs to the notice of the gift; the author of this message is not the giver.
    assert (notice.notice_id, notice.chatter, notice.recipients) == ("m0", None, ("mira",))
    assert (received.kind, received.group_id) == (ActivityKind.MEMBERSHIP, "m0")
    assert received.recipients == ("mira",)


@pytest.mark.parametrize("name", ["giftDetails", "giftEventDetails"])
def test_gift_of_jewels_with_a_higher_count_is_a_new_event(name: str) -> None:
    details = {"giftName": "Rocket", "jewelsAmount": 50, "comboCount": 3, "giftUrl": "https://g", "altText": "A rocket"}
    received = activity("giftEvent", **{name: details})
    assert (received.kind, received.title, received.count) == (ActivityKind.TIP, "Rocket", 3)
    assert (received.amount_micros, received.currency) == (150_000_000, "JEWELS")
    assert received.fragments == (Fragment("A rocket", "gift", url="https://g", amount=50),)
    once, again = (read_message(message("giftEvent", **{name: {**details, "comboCount": n}})) for n in (3, 4))
    assert identity(once) != identity(again)
    assert once.id == again.id


def test_old_fan_funding_is_a_tip() -> None:
    details = {"amountMicros": "2000000", "currency": "USD", "userComment": "hi"}
    tip = activity("fanFundingEvent", fanFundingEventDetails=details)
    assert (tip.kind, tip.amount_micros, tip.message) == (ActivityKind.TIP, 2_000_000, "hi")


def test_poll_is_a_line_with_its_question_and_options() -> None:
    options = [{"optionText": "Yes", "tally": "3"}, {"optionText": "No"}]
    (poll,) = normalize_message(
        "pollEvent", pollDetails={"metadata": {"questionText": "More?", "options": options}, "status": "active"}
    )
    assert isinstance(poll, NoticeReceived)
    assert (poll.kind, poll.text) == ("poll", "More?: Yes · No")


def test_ban_has_its_end_and_an_expired_ban_is_not_reported() -> None:
    banned = {"channelId": "UCbad", "displayName": "@bad"}
    details = {"bannedUserDetails": banned, "banType": "temporary", "banDurationSeconds": "300"}
    (ban,) = normalize_message("userBannedEvent", userBannedDetails=details)
    assert isinstance(ban, ViewerBanned)
    assert (ban.viewer_id, ban.viewer_name, ban.moderator) == ("UCbad", "bad", "mira")
    assert ban.until == SENT_AT + timedelta(seconds=300)
    (permanent,) = normalize_message(
        "userBannedEvent", userBannedDetails={"bannedUserDetails": banned, "banType": "permanent"}
    )
    assert isinstance(permanent, ViewerBanned)
    assert permanent.until is None
    assert normalize_message("userBannedEvent", userBannedDetails={**details, "banDurationSeconds": "1"}) == []


def test_tombstones_deletions_and_retractions_are_reported_as_deleted() -> None:
    assert normalize_message("tombstone") == [MessageDeleted("m1", RECEIVED_AT)]
    assert normalize_message("messageDeletedEvent", messageDeletedDetails={"deletedMessageId": "m0"}) == [
        MessageDeleted("m0", RECEIVED_AT, moderator="mira")
    ]
    assert normalize_message("messageRetractedEvent", messageRetractedDetails={"retractedMessageId": "m0"}) == [
        MessageDeleted("m0", RECEIVED_AT)
    ]


def test_tombstone_is_not_taken_for_a_repetition_of_its_message() -> None:
    event = read_message(message("textMessageEvent"))
    assert identity(event) != identity(read_message(message("tombstone")))


def test_members_only_mode_is_a_moderator_action() -> None:
    (on,), (off,) = normalize_message("sponsorOnlyModeStartedEvent"), normalize_message("sponsorOnlyModeEndedEvent")
    assert isinstance(on, ModeratorActed)
    assert isinstance(off, ModeratorActed)
    assert (on.action, off.action) == ("members_only_on", "members_only_off")


def test_unknown_type_gives_none_and_the_end_of_chat_no_events() -> None:
    assert normalize(read_message(message("hologramEvent")), RECEIVED_AT, SENT_AT) is None
    assert normalize_message("chatEndedEvent") == []


@pytest.mark.parametrize("kind", sorted(NORMALIZERS))
def test_message_without_details_is_normalized(kind: str) -> None:
    bare = b'{"id":"m1","snippet":{"type":"%s"}}' % kind.encode()
    assert normalize(read_message(bare), RECEIVED_AT, SENT_AT) is not None


def test_owner_and_moderator_have_their_roles() -> None:
    raw = message("textMessageEvent").replace(b'"isChatOwner":false', b'"isChatOwner":true')
    raw = raw.replace(b'"isChatModerator":false', b'"isChatModerator":true').replace(
        b'"isVerified":false', b'"isVerified":true'
    )
    events = normalize(read_message(raw), RECEIVED_AT, SENT_AT) or []
    event = events[0]
    assert isinstance(event, MessageReceived)
    assert (event.chatter.is_broadcaster, event.chatter.is_moderator) == (True, True)
    assert [badge.label for badge in event.chatter.badges] == ["Owner", "Moderator", "Member", "Verified"]
