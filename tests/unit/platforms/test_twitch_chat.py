"""Normalizing Twitch's chat messages and notices."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest

from greenroom.chat.protocol.events import (
    Badge,
    ChatCleared,
    Chatter,
    Event,
    Fragment,
    MessageDeleted,
    MessageReceived,
    NoticeReceived,
    Parent,
)
from greenroom.platforms.twitch.events import NORMALIZERS
from greenroom.platforms.twitch.normalize.context import FrameContext

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
FRAME = FrameContext("m1", NOON - timedelta(seconds=1), NOON)
BROADCASTER = {"broadcaster_user_id": "1001", "broadcaster_user_login": "alpha", "broadcaster_user_name": "Alpha"}
CHATTER = {"chatter_user_id": "2002", "chatter_user_login": "beta", "chatter_user_name": "Beta"}
NOT_SHARED = {
    "source_broadcaster_user_id": None,
    "source_broadcaster_user_login": None,
    "source_broadcaster_user_name": None,
    "source_message_id": None,
    "source_badges": None,
    "is_source_only": None,
}


EMPTY: list[object] = []


def piece(text: str, kind: str = "text", **fields: object) -> dict[str, object]:
    return {"type": kind, "text": text, "cheermote": None, "emote": None, "mention": None, **fields}


def payload(**changes: object) -> dict[str, object]:
    emote = {"id": "25", "emote_set_id": "0", "owner_id": "0", "format": ["static"]}
    return {
        **BROADCASTER,
        **CHATTER,
        "message_id": "0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d",
        "message": {"text": "hi Kappa", "fragments": [piece("hi "), piece("Kappa", "emote", emote=emote)]},
        "color": "#1E90FF",
        "badges": [{"set_id": "subscriber", "id": "6", "info": "8"}],
        "message_type": "text",
        "cheer": None,
        "reply": None,
        "channel_points_custom_reward_id": None,
        **NOT_SHARED,
        **changes,
    }


def event_of(kind: str, event: dict[str, Any]) -> Event | None:
    return NORMALIZERS[kind, "1"](msgspec.Raw(json.dumps(event).encode()), FRAME)


def chat_message(**changes: object) -> MessageReceived:
    message = event_of("channel.chat.message", payload(**changes))
    assert isinstance(message, MessageReceived)
    return message


def badge(set_id: str) -> dict[str, str]:
    return {"set_id": set_id, "id": "1", "info": ""}


def test_message_is_normalized_with_all_fields() -> None:
    assert chat_message() == MessageReceived(
        message_id="0f1d3c52-6a0e-4a51-9d0c-2f4f5a6b7c8d",
        chatter=Chatter(
            id="2002",
            login="beta",
            name="Beta",
            colour="#1E90FF",
            badges=(Badge("subscriber", "6", "Subscriber, 8 months"),),
            is_subscriber=True,
            sub_months=8,
        ),
        text="hi Kappa",
        fragments=(
            Fragment("hi "),
            Fragment("Kappa", "emote", "25", "https://static-cdn.jtvnw.net/emoticons/v2/25/default/dark/2.0"),
        ),
        sent_at=FRAME.sent_at,
        received_at=NOON,
    )


@pytest.mark.parametrize(
    ("set_id", "role"),
    [
        ("moderator", "is_moderator"),
        ("lead_moderator", "is_moderator"),
        ("vip", "is_vip"),
        ("subscriber", "is_subscriber"),
        ("founder", "is_subscriber"),
        ("bot-badge", "is_bot"),
    ],
)
def test_badge_gives_its_role_and_no_other(set_id: str, role: str) -> None:
    chatter = chat_message(badges=[badge("premium"), badge(set_id)]).chatter
    roles = ("is_broadcaster", "is_moderator", "is_vip", "is_subscriber", "is_bot")
    assert [name for name in roles if getattr(chatter, name)] == [role]


@pytest.mark.parametrize(
    ("set_id", "info", "months", "label"),
    [
        ("subscriber", "1", 1, "Subscriber, 1 month"),
        ("founder", "31", 31, "Founder, 31 months"),
        ("subscriber", None, 0, "Subscriber"),
        ("subscriber", "", 0, "Subscriber"),
        ("subscriber", "٣", 0, "Subscriber"),
        ("subscriber", "9" * 5_000, 0, "Subscriber"),
        ("subscriber", "-3", 0, "Subscriber"),
        ("predictions", "12", 0, "Predictions"),
    ],
)
def test_badge_label_has_the_subscribed_months(set_id: str, info: str | None, months: int, label: str) -> None:
    chatter = chat_message(badges=[{"set_id": set_id, "id": "1", "info": info}]).chatter
    assert (chatter.sub_months, [each.label for each in chatter.badges]) == (months, [label])


def test_broadcaster_is_recognised_by_the_id_and_never_by_a_badge() -> None:
    assert chat_message(chatter_user_id="1001", badges=EMPTY).chatter.is_broadcaster
    assert not chat_message(badges=[badge("broadcaster")]).chatter.is_broadcaster


def test_mention_has_its_user_and_cheer_its_bits() -> None:
    mention = piece("@Gamma", "mention", mention={"user_id": "3003", "user_login": "gamma", "user_name": "Gamma"})
    cheer = piece("Cheer100", "cheermote", cheermote={"prefix": "cheer", "bits": 100, "tier": 100})
    message = chat_message(message={"text": "@GammaCheer100", "fragments": [mention, cheer]}, cheer={"bits": 100})
    assert message.fragments == (
        Fragment("@Gamma", "mention", "3003"),
        Fragment("Cheer100", "cheer", "cheer", amount=100),
    )
    assert (message.kind, message.bits) == ("paid", 100)


def test_gif_has_its_url_and_null_is_no_gif() -> None:
    gif = piece("[cat]", "gif", gif={"gif_id": "g1", "url": "https://gifs.example/g1.gif"})
    message = chat_message(message={"text": "hi [cat]", "fragments": [piece("hi ", gif=None), gif]})
    assert [(one.kind, one.id, one.url) for one in message.fragments] == [
        ("text", "", ""),
        ("gif", "g1", "https://gifs.example/g1.gif"),
    ]


def test_reply_has_its_parent() -> None:
    reply = {
        "parent_message_id": "p1",
        "parent_message_body": "first",
        "parent_user_id": "3003",
        "parent_user_name": "Gamma",
        "parent_user_login": "gamma",
        "thread_message_id": "t1",
        "thread_user_id": "4004",
        "thread_user_name": "Delta",
        "thread_user_login": "delta",
    }
    assert chat_message(reply=reply).reply_to == Parent("p1", "first", "3003", "Gamma")


@pytest.mark.parametrize(
    ("message_type", "kind"),
    [
        ("text", "text"),
        ("channel_points_highlighted", "highlight"),
        ("channel_points_sub_only", "text"),
        ("user_intro", "first"),
        ("power_ups_message_effect", "text"),
        ("power_ups_gigantified_emote", "text"),
        ("something_new", "text"),
    ],
)
def test_every_message_type_has_a_kind(message_type: str, kind: str) -> None:
    assert chat_message(message_type=message_type).kind == kind


def test_me_message_is_unwrapped() -> None:
    text = "\x01ACTION waves @Gamma\x01"
    mention = piece("@Gamma", "mention", mention={"user_id": "3003", "user_login": "gamma", "user_name": "Gamma"})
    parts = [piece("\x01ACTION waves "), mention, piece("\x01")]
    message = chat_message(message={"text": text, "fragments": parts})
    assert (message.kind, message.text) == ("action", "waves @Gamma")
    assert message.fragments == (Fragment("waves "), Fragment("@Gamma", "mention", "3003"))


def test_shared_chat_message_has_its_source() -> None:
    shared = chat_message(source_broadcaster_user_id="5005", source_message_id="x", source_badges=[badge("moderator")])
    assert shared.source_channel_id == "5005"
    assert not shared.chatter.is_moderator
    assert chat_message(source_broadcaster_user_id="1001").source_channel_id == ""


def test_message_without_optional_fields_is_normalized() -> None:
    sparse = {
        "broadcaster_user_id": "1001",
        "chatter_user_id": "2",
        "chatter_user_login": "b",
        "message_id": "m",
        "message": {"text": "hello", "fragments": EMPTY},
        "badges": None,
        "color": None,
    }
    message = event_of("channel.chat.message", sparse)
    assert isinstance(message, MessageReceived)
    assert (message.chatter.name, message.fragments) == ("b", (Fragment("hello"),))


def test_emote_id_cannot_leave_the_image_path() -> None:
    emote = {"id": "../../evil?x=#", "emote_set_id": "0", "owner_id": "0", "format": EMPTY}
    message = chat_message(message={"text": "x", "fragments": [piece("x", "emote", emote=emote)]})
    assert message.fragments[0].url.endswith("/v2/..%2F..%2Fevil%3Fx%3D%23/default/dark/2.0")


@pytest.mark.parametrize(
    "changes",
    [
        {"message_id": 7},
        {"message": None},
        {"message": {"text": EMPTY}},
        {"chatter_user_id": None},
        {"badges": [{"id": "1"}]},
    ],
)
def test_invalid_message_raises_an_error_that_the_reader_catches(changes: dict[str, object]) -> None:
    with pytest.raises(msgspec.MsgspecError):
        chat_message(**changes)


NOTICES: dict[str, dict[str, object]] = {
    "sub": {"sub_tier": "1000", "is_prime": False, "duration_months": 1},
    "resub": {"cumulative_months": 10, "duration_months": 1, "streak_months": None, "sub_tier": "1000"},
    "sub_gift": {"duration_months": 1, "recipient_user_id": "7", "sub_tier": "1000", "community_gift_id": None},
    "community_sub_gift": {"id": "g1", "total": 5, "sub_tier": "1000", "cumulative_total": None},
    "gift_paid_upgrade": {"gifter_is_anonymous": True, "gifter_user_id": None, "gifter_user_name": None},
    "prime_paid_upgrade": {"sub_tier": "1000"},
    "pay_it_forward": {"gifter_is_anonymous": True, "gifter_user_id": None},
    "raid": {"user_id": "9", "user_name": "Nine", "user_login": "nine", "viewer_count": 30},
    "unraid": {},
    "bits_badge_tier": {"tier": 1000},
    "charity_donation": {"charity_name": "c", "amount": {"value": 100, "decimal_place": 2, "currency": "USD"}},
    "watch_streak": {"streak_count": 5, "channel_points_awarded": 350},
    "something_new": {"whatever": [1]},
}
SHARED = (
    *("sub", "resub", "sub_gift", "community_sub_gift", "gift_paid_upgrade"),
    *("prime_paid_upgrade", "pay_it_forward", "raid"),
)


# These notices and those of the recipients are merged into one line, which has Greenroom's own text.
MERGED = {"community_sub_gift", "shared_chat_community_sub_gift"}


def notice(kind: str, **changes: object) -> NoticeReceived:
    event = {
        **BROADCASTER,
        **CHATTER,
        "chatter_is_anonymous": False,
        "color": "",
        "badges": [badge("moderator")],
        "system_message": "Beta did something nice.",
        "message_id": "n1",
        "message": {"text": "", "fragments": EMPTY},
        "notice_type": kind,
        **NOT_SHARED,
        **changes,
    }
    result = event_of("channel.chat.notification", event)
    assert isinstance(result, NoticeReceived)
    return result


@pytest.mark.parametrize("prefix", ["", "shared_chat_"])
def test_notices_of_a_gift_to_several_viewers_have_one_id(prefix: str) -> None:
    whole = notice(f"{prefix}community_sub_gift", **{f"{prefix}community_sub_gift": {"id": "g1", "total": 20}})
    facts = {"recipient_user_name": "Ana", "community_gift_id": "g1"}
    single = notice(f"{prefix}sub_gift", **{f"{prefix}sub_gift": facts})
    assert whole.notice_id == single.notice_id == "activity:gift:g1"
    assert whole.kind == single.kind == "community_sub_gift"
    assert [(one.gifts, one.recipients) for one in (whole, single)] == [(20, ()), (0, ("Ana",))]


@pytest.mark.parametrize("kind", sorted({*NOTICES, *(f"shared_chat_{kind}" for kind in SHARED)} - MERGED))
def test_notice_has_twitchs_text_unless_it_is_merged(kind: str) -> None:
    result = notice(kind, **{kind: NOTICES[kind.removeprefix("shared_chat_")]})
    assert (result.kind, result.text, result.notice_id) == (kind, "Beta did something nice.", "n1")
    assert (result.message, result.fragments, result.sent_at, result.received_at) == ("", (), FRAME.sent_at, NOON)


@pytest.mark.parametrize("kind", ["announcement", "shared_chat_announcement"])
def test_announcement_has_text_and_author(kind: str) -> None:
    message = {"text": "Raffle now", "fragments": [piece("Raffle now")]}
    result = notice(kind, system_message="", message=message, **{kind: {"color": "BLUE"}})
    assert result.text.endswith("nnouncement")
    assert (result.message, result.fragments) == ("Raffle now", (Fragment("Raffle now"),))
    assert result.chatter is not None
    assert result.chatter.is_moderator


@pytest.mark.parametrize("changes", [{"chatter_is_anonymous": True}, {"chatter_user_id": None}])
def test_anonymous_notice_has_no_chatter(changes: dict[str, object]) -> None:
    assert notice("sub_gift", **changes).chatter is None


def test_deletions_and_clears_are_emitted() -> None:
    target = {"target_user_id": "2002", "target_user_login": "beta", "target_user_name": "Beta"}
    deleted = event_of("channel.chat.message_delete", {**BROADCASTER, **target, "message_id": "m9"})
    assert deleted == MessageDeleted("m9", NOON, "2002")
    assert event_of("channel.chat.clear", BROADCASTER) == ChatCleared(NOON)
    assert event_of("channel.chat.clear_user_messages", {**BROADCASTER, **target}) == ChatCleared(NOON, "2002")
