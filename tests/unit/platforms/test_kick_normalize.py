"""Normalizing Kick's payloads, documented and unusual ones."""

from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, ChannelUpdated, MessageReceived, ViewerBanned
from greenroom.platforms.kick.webhooks.deliveries import Delivery
from greenroom.platforms.kick.webhooks.normalize import NORMALIZERS, KickEvent, KnownChannel, StreamReport

SENT_AT = datetime(2026, 11, 15, 10, 0, 1, tzinfo=UTC)
RECEIVED_AT = SENT_AT + timedelta(seconds=2)
BROADCASTER: dict[str, Any] = {
    "is_anonymous": False,
    "user_id": 1001,
    "username": "Alpha",
    "is_verified": True,
    "profile_picture": "https://img.example/a.webp",
    "channel_slug": "alpha",
    "identity": None,
}
VIEWER: dict[str, Any] = {
    "is_anonymous": False,
    "user_id": 2002,
    "username": "Beta_B",
    "is_verified": False,
    "profile_picture": "",
    "channel_slug": "beta-b",
    "identity": None,
}
ANONYMOUS: dict[str, Any] = dict.fromkeys(VIEWER) | {"is_anonymous": True}
MESSAGE: dict[str, Any] = {
    "message_id": "0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d",
    "replies_to": None,
    "broadcaster": BROADCASTER,
    "sender": VIEWER
    | {
        "identity": {
            "username_color": "#75FD46",
            "badges": [
                {"text": "Subscriber", "type": "subscriber", "count": 4},
                {"text": "Moderator", "type": "moderator"},
            ],
        }
    },
    "content": "gg [emote:37226:KEKW] nice",
    "emotes": [{"emote_id": "37226", "positions": [{"s": 3, "e": 20}]}],
    "created_at": "2026-11-15T10:00:00Z",
}


def normalize(kind: str, body: object, known: KnownChannel | None = None) -> list[KickEvent]:
    delivery = Delivery("01KJ", kind, "1", SENT_AT, RECEIVED_AT, msgspec.Raw(msgspec.json.encode(body)))
    return list(NORMALIZERS[kind, "1"](delivery, known or KnownChannel("1001")))


def message(**changes: object) -> MessageReceived:
    (event,) = normalize("chat.message.sent", MESSAGE | changes)
    assert isinstance(event, MessageReceived)
    return event


def activity(kind: str, body: dict[str, Any]) -> ActivityReceived:
    (event,) = normalize(kind, {"broadcaster": BROADCASTER} | body)
    assert isinstance(event, ActivityReceived)
    return event


def test_message_is_normalized_with_text_emotes_and_chatter() -> None:
    event = message()
    assert event.text == "gg KEKW nice"
    assert [(one.kind, one.text) for one in event.fragments] == [("text", "gg "), ("emote", "KEKW"), ("text", " nice")]
    assert event.fragments[1].url == "https://files.kick.com/emotes/37226/fullsize"
    assert (event.sent_at, event.received_at) == (datetime(2026, 11, 15, 10, tzinfo=UTC), RECEIVED_AT)
    chatter = event.chatter
    assert (chatter.id, chatter.login, chatter.name, chatter.colour) == ("2002", "beta-b", "Beta_B", "#75FD46")
    assert (chatter.is_moderator, chatter.is_subscriber, chatter.is_broadcaster) == (True, True, False)
    assert [(badge.kind, badge.version) for badge in chatter.badges] == [("subscriber", "4"), ("moderator", "")]
    assert chatter.sub_months == 4


def test_emote_pictures_are_at_the_configured_url() -> None:
    (event,) = normalize("chat.message.sent", MESSAGE, KnownChannel("1001", emotes_url="http://here/emotes"))
    assert isinstance(event, MessageReceived)
    assert event.fragments[1].url == "http://here/emotes/37226/fullsize"


def test_emotes_are_found_when_kick_leaves_their_list_out() -> None:
    event = message(emotes=None, content="[emote:1:a][emote:2:b]")
    assert [(one.id, one.text) for one in event.fragments] == [("1", "a"), ("2", "b")]


@pytest.mark.parametrize("content", ["[emote:x:y]", "[emote:1:]", "[emote:1:a b]", "[emote:1:a", "", "😀 ok"])
def test_text_similar_to_an_emote_stays_text(content: str) -> None:
    event = message(content=content)
    assert event.text == content
    assert [one.kind for one in event.fragments] == ["text"]


def test_broadcaster_is_recognised_without_a_badge() -> None:
    assert message(sender=BROADCASTER).chatter.is_broadcaster


def test_reply_has_the_message_it_replies_to() -> None:
    replied = message(replies_to={"message_id": "m1", "content": "hi [emote:1:a]", "sender": VIEWER}).reply_to
    assert replied is not None
    assert (replied.message_id, replied.text, replied.author_id, replied.author_name) == (
        "m1",
        "hi a",
        "2002",
        "Beta_B",
    )


@pytest.mark.parametrize("created_at", [None, "", "yesterday", "0001-01-01T00:00:00Z"])
def test_implausible_time_is_replaced_by_the_delivery_time(created_at: str | None) -> None:
    assert message(created_at=created_at).sent_at == SENT_AT


def test_time_with_another_offset_is_the_same_moment() -> None:
    assert message(created_at="2026-11-15T12:00:00.123456789+02:00").sent_at == datetime(
        2026, 11, 15, 10, 0, 0, 123456, tzinfo=UTC
    )


def test_follow_gets_its_id_and_time_from_the_delivery() -> None:
    follow = activity("channel.followed", {"follower": VIEWER})
    assert (follow.kind, follow.activity_id, follow.happened_at) == (ActivityKind.FOLLOW, "01KJ", SENT_AT)
    assert follow.chatter is not None
    assert follow.chatter.name == "Beta_B"


@pytest.mark.parametrize(
    ("kind", "months", "expected"),
    [
        ("channel.subscription.new", 1, ActivityKind.SUB),
        ("channel.subscription.renewal", 7, ActivityKind.RESUB),
    ],
)
def test_subscription_has_its_months(kind: str, months: int, expected: ActivityKind) -> None:
    body = {"subscriber": VIEWER, "duration": months, "created_at": "2026-11-15T10:00:00Z", "expires_at": None}
    sub = activity(kind, body)
    assert (sub.kind, sub.months) == (expected, months)


def test_anonymous_gifts_have_no_chatter() -> None:
    gifts = activity(
        "channel.subscription.gifts", {"gifter": ANONYMOUS, "giftees": [VIEWER, BROADCASTER], "created_at": None}
    )
    assert (gifts.kind, gifts.count, gifts.chatter) == (ActivityKind.GIFT_BOMB, 2, None)
    assert gifts.recipients == ("Beta_B", "Alpha")


def test_single_gift_is_not_a_gift_bomb() -> None:
    gift = activity("channel.subscription.gifts", {"gifter": VIEWER, "giftees": [BROADCASTER]})
    assert (gift.kind, gift.count) == (ActivityKind.GIFT, 1)
    assert gift.chatter is not None


REDEMPTION: dict[str, Any] = {
    "id": "01KR",
    "user_input": "play it [emote:1:a]",
    "status": "pending",
    "redeemed_at": "2026-11-15T10:00:00Z",
    "reward": {"id": "01KW", "title": "A song", "cost": 500, "description": ""},
    "redeemer": {"user_id": 2002, "username": "Beta_B", "channel_slug": "beta-b"},
    "broadcaster": {"user_id": 1001, "username": "Alpha", "channel_slug": "alpha"},
}


def test_redemption_is_emitted_when_redeemed() -> None:
    redeemed = activity("channel.reward.redemption.updated", REDEMPTION)
    assert (redeemed.activity_id, redeemed.title, redeemed.count) == ("01KR", "A song", 500)
    assert redeemed.message == "play it [emote:1:a]"


@pytest.mark.parametrize(
    ("status", "redeemed_at", "events"),
    [
        ("rejected", "2026-11-15T10:00:00Z", 0),
        ("accepted", "2026-11-15T08:00:00Z", 0),
        ("accepted", "2026-11-15T10:00:00Z", 1),
        ("something new", "2026-11-15T10:00:00Z", 0),
    ],
)
def test_decided_redemption_is_emitted_only_if_accepted_at_once(status: str, redeemed_at: str, events: int) -> None:
    body = REDEMPTION | {"status": status, "redeemed_at": redeemed_at}
    assert len(normalize("channel.reward.redemption.updated", body)) == events


def test_gift_of_kicks_has_its_amount_and_message() -> None:
    gift = {"amount": 500, "name": "Rage Quit", "type": "LEVEL_UP", "tier": "MID", "message": "w"}
    kicks = activity("kicks.gifted", {"sender": VIEWER, "gift": gift, "created_at": "2026-11-15T10:00:00Z"})
    assert (kicks.kind, kicks.count, kicks.title, kicks.tier) == (ActivityKind.KICKS, 500, "Rage Quit", "MID")
    assert kicks.message == "w"


@pytest.mark.parametrize(
    ("expires_at", "until", "seconds"),
    [
        (None, None, None),
        ("2026-11-15T10:10:00Z", datetime(2026, 11, 15, 10, 10, tzinfo=UTC), 600),
        ("soon", SENT_AT, 1),
    ],
)
def test_ban_is_permanent_or_has_a_start_and_an_end(
    expires_at: str | None, until: datetime | None, seconds: int | None
) -> None:
    metadata = {"reason": "spam", "created_at": "2026-11-15T10:00:00Z", "expires_at": expires_at}
    moderator = BROADCASTER | {"user_id": 3003, "username": "Gamma", "channel_slug": "gamma"}
    body = {"broadcaster": BROADCASTER, "moderator": moderator, "banned_user": VIEWER, "metadata": metadata}
    (ban,) = normalize("moderation.banned", body)
    banned_at = datetime(2026, 11, 15, 10, tzinfo=UTC)
    assert ban == ViewerBanned("2002", "Beta_B", until, "spam", "Gamma", RECEIVED_AT, banned_at)
    assert isinstance(ban, ViewerBanned)
    assert ban.seconds == seconds


def test_start_and_end_of_a_stream_change_the_title_and_keep_the_category() -> None:
    known = KnownChannel("1001", "Old", "Slots")
    body = {"broadcaster": BROADCASTER, "is_live": True, "title": "New", "started_at": "2026-11-15T09:59:00Z"}
    assert normalize("livestream.status.updated", body | {"ended_at": None}, known) == [
        StreamReport(True, datetime(2026, 11, 15, 9, 59, tzinfo=UTC), RECEIVED_AT),
        ChannelUpdated("New", "Slots", RECEIVED_AT),
    ]
    ended = body | {"is_live": False, "ended_at": "2026-11-15T10:00:00Z"}
    assert normalize("livestream.status.updated", ended, known)[0] == StreamReport(
        False, datetime(2026, 11, 15, 10, tzinfo=UTC), RECEIVED_AT
    )


def test_changed_title_and_category_are_emitted() -> None:
    metadata = {"title": "New", "language": "en", "has_mature_content": False, "category": {"id": 5, "name": "IRL"}}
    body = {"broadcaster": BROADCASTER, "metadata": metadata}
    assert normalize("livestream.metadata.updated", body) == [ChannelUpdated("New", "IRL", RECEIVED_AT)]


@pytest.mark.parametrize("kind", [kind for kind, _ in NORMALIZERS])
@pytest.mark.parametrize("body", [[], 5, {"giftees": 5}])
def test_unreadable_payload_raises_a_msgspec_error(kind: str, body: object) -> None:
    with pytest.raises(msgspec.MsgspecError):
        normalize(kind, body)
