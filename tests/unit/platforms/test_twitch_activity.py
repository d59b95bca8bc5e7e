"""Normalizing Twitch's follows, subs, gifts and other activity; a repeated event has the same id."""

import json
from datetime import UTC, datetime, timedelta

import msgspec
import pytest

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter, Fragment
from greenroom.platforms.twitch.events import NORMALIZERS
from greenroom.platforms.twitch.normalize.activity import EmoteRange, split_emotes
from greenroom.platforms.twitch.normalize.context import FrameContext
from greenroom.platforms.twitch.settings import EMOTES_URL

NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)
SENT = NOON - timedelta(seconds=1)
EARLIER = datetime(2026, 11, 15, 11, 59, tzinfo=UTC)
BETA = Chatter("2002", "beta", "Beta")
USER = {"user_id": "2002", "user_login": "beta", "user_name": "Beta"}
ANONYMOUS = {"user_id": None, "user_login": None, "user_name": None}
BROADCASTER = {"broadcaster_user_id": "1001", "broadcaster_user_login": "alpha", "broadcaster_user_name": "Alpha"}


def normalize(kind: str, version: str = "1", message_id: str = "m1", /, **event: object) -> ActivityReceived | None:
    raw = msgspec.Raw(json.dumps({**BROADCASTER, **event}).encode())
    activity = NORMALIZERS[kind, version](raw, FrameContext(message_id, SENT, NOON))
    assert activity is None or isinstance(activity, ActivityReceived)
    return activity


def summary(activity: ActivityReceived | None) -> tuple[object, ...]:
    assert activity is not None
    return activity.kind, activity.chatter, activity.happened_at, activity.count


def test_follow_has_twitchs_time_and_the_same_id_when_repeated() -> None:
    first = normalize("channel.follow", "2", "m1", **USER, followed_at="2026-11-15T11:59:00.123456001Z")
    again = normalize("channel.follow", "2", "m2", **USER, followed_at="2026-11-15T11:59:00.123456001Z")
    later = normalize("channel.follow", "2", "m3", **USER, followed_at="2026-11-16T11:59:00Z")
    assert first is not None
    assert again is not None
    assert later is not None
    assert summary(first) == (ActivityKind.FOLLOW, BETA, EARLIER.replace(microsecond=123456), 1)
    assert first.activity_id == again.activity_id != later.activity_id


def test_first_sub_that_is_shared_with_a_text_is_one_activity() -> None:
    plain = normalize("channel.subscribe", **USER, tier="1000", is_gift=False)
    text = {"text": "hi", "emotes": None}
    shared = normalize(
        "channel.subscription.message", "1", "m2", **USER, tier="1000", message=text, cumulative_months=1
    )
    assert plain is not None
    assert shared is not None
    assert plain.activity_id == shared.activity_id
    assert plain.kind == shared.kind == ActivityKind.SUB
    assert (plain.tier, plain.months, shared.message) == ("1", 1, "hi")


def test_gift_is_reported_for_the_gifter_and_not_for_recipients() -> None:
    assert normalize("channel.subscribe", **USER, tier="1000", is_gift=True) is None
    one = normalize("channel.subscription.gift", **USER, total=1, tier="2000", cumulative_total=7, is_anonymous=False)
    bomb = normalize(
        "channel.subscription.gift", **USER, total=20, tier="1000", cumulative_total=None, is_anonymous=False
    )
    assert summary(one) == (ActivityKind.GIFT, BETA, SENT, 1)
    assert summary(bomb) == (ActivityKind.GIFT_BOMB, BETA, SENT, 20)


@pytest.mark.parametrize("user", [ANONYMOUS, USER])
def test_anonymous_gift_has_no_chatter(user: dict[str, object]) -> None:
    gift = normalize(
        "channel.subscription.gift", **user, total=5, tier="1000", cumulative_total=None, is_anonymous=True
    )
    assert gift is not None
    assert gift.chatter is None


def test_resub_has_its_months_its_text_and_its_emotes() -> None:
    message = {"text": "love it Kappa", "emotes": [{"begin": 8, "end": 12, "id": "25"}]}
    event = {"tier": "3000", "message": message, "cumulative_months": 9, "streak_months": None, "duration_months": 1}
    resub = normalize("channel.subscription.message", **USER, **event)
    assert resub is not None
    assert (resub.kind, resub.months, resub.tier, resub.message) == (ActivityKind.RESUB, 9, "3", "love it Kappa")
    assert [(piece.text, piece.kind, piece.id) for piece in resub.fragments] == [
        ("love it ", "text", ""),
        ("Kappa", "emote", "25"),
    ]
    assert resub.activity_id == "resub:1001:2002:9"


@pytest.mark.parametrize("ranges", [[(0, 99)], [(-1, 2)], [(3, 2)], [(5, 5)], [(0, 9), (4, 5)]], ids=str)
def test_invalid_emote_ranges_leave_the_text_whole(ranges: list[tuple[int, int]]) -> None:
    pieces = split_emotes("hello", [EmoteRange(begin, end, "1") for begin, end in ranges], EMOTES_URL)
    assert pieces == (Fragment("hello"),)


def test_bits_are_counted_with_their_message() -> None:
    cheermote = {"prefix": "cheer", "bits": 100, "tier": 100}
    parts = [{"type": "cheermote", "text": "Cheer100", "cheermote": cheermote, "emote": None}]
    message = {"text": "Cheer100", "fragments": parts}
    cheer = normalize("channel.bits.use", **USER, bits=100, type="cheer", power_up=None, message=message)
    assert summary(cheer) == (ActivityKind.CHEER, BETA, SENT, 100)
    assert cheer is not None
    assert cheer.fragments == (Fragment("Cheer100", "cheer", "cheer", amount=100),)


def test_power_up_has_its_name() -> None:
    power_up = {"type": "gigantify_an_emote", "emote": {"id": "25", "name": "Kappa"}, "message_effect_id": None}
    used = normalize("channel.bits.use", **ANONYMOUS, bits=20, type="power_up", power_up=power_up, message=None)
    assert used is not None
    assert (used.title, used.chatter, used.count) == ("Gigantify an emote", None, 20)


def test_raid_has_its_viewer_count() -> None:
    source = {"from_broadcaster_user_id": "7", "from_broadcaster_user_login": "g", "from_broadcaster_user_name": "G"}
    target = {"to_broadcaster_user_id": "1001", "to_broadcaster_user_login": "a", "to_broadcaster_user_name": "A"}
    raid = normalize("channel.raid", **source, **target, viewers=35)
    assert summary(raid) == (ActivityKind.RAID, Chatter("7", "g", "G"), SENT, 35)


def test_redemption_has_twitchs_id_and_the_viewers_text() -> None:
    reward = {"id": "w1", "title": "Hydrate", "cost": 300, "prompt": ""}
    event = {"id": "r1", "user_input": "drink!", "status": "unfulfilled", "redeemed_at": "2026-11-15T11:59:00Z"}
    redeemed = normalize("channel.channel_points_custom_reward_redemption.add", **USER, **event, reward=reward)
    assert summary(redeemed) == (ActivityKind.REDEMPTION, BETA, EARLIER, 300)
    assert redeemed is not None
    assert (redeemed.activity_id, redeemed.title, redeemed.message) == ("redemption:r1", "Hydrate", "drink!")
    assert redeemed.fragments == (Fragment("drink!"),)


@pytest.mark.parametrize(
    ("kind", "version"),
    [key for key in NORMALIZERS if key[0] not in {"channel.chat.clear", "stream.offline", "channel.update"}],
)
@pytest.mark.parametrize("event", ["{}", "[]", "7", '{"user_id":7}'])
def test_invalid_payload_raises_an_error_that_the_reader_catches(kind: str, version: str, event: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        NORMALIZERS[kind, version](msgspec.Raw(event.encode()), FrameContext("m1", SENT, NOON))
