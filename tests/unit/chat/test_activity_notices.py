"""Notices of activities in chat: their texts, and the activities that get a notice."""

from datetime import UTC, datetime

import pytest

from greenroom.chat.protocol.events import ActivityKind, ActivityReceived, Chatter
from greenroom.features.messages.notices import money, needs_notice, sentence
from greenroom.platforms.kick.info import INFO as KICK
from greenroom.platforms.tiktok.info import INFO as TIKTOK
from greenroom.platforms.twitch.info import INFO as TWITCH
from greenroom.platforms.youtube.info import INFO as YOUTUBE

NOW = datetime(2030, 1, 2, tzinfo=UTC)


def activity(kind: ActivityKind, *, name: str | None = "Aylin K.", **fields: object) -> ActivityReceived:
    chatter = None if name is None else Chatter("7", "aylin", name)
    return ActivityReceived("a1", kind, chatter, NOW, NOW, **fields)  # pyright: ignore[reportArgumentType]  # fields differ per case


@pytest.mark.parametrize(
    ("received", "text"),
    [
        (
            activity(ActivityKind.SUPER_CHAT, amount_micros=20_000_000, currency="USD"),
            "Aylin K. sent a Super Chat of $20.00",
        ),
        (
            activity(ActivityKind.SUPER_STICKER, amount_micros=500_000_000, currency="JPY"),
            "Aylin K. sent a Super Sticker of ¥500",
        ),
        (activity(ActivityKind.TIP, amount_micros=1_500_000, currency="CHF"), "Aylin K. sent a tip of 1.50 CHF"),
        (activity(ActivityKind.SUB, months=1), "Aylin K. subscribed"),
        (activity(ActivityKind.RESUB, months=5), "Aylin K. subscribed for 5 months"),
        (activity(ActivityKind.GIFT, recipients=("Bo",)), "Aylin K. gifted a sub to Bo"),
        (activity(ActivityKind.GIFT_BOMB, count=5, name=None), "An anonymous viewer gifted 5 subs"),
        (activity(ActivityKind.KICKS, count=1, title="Hype"), "Aylin K. sent 1 Kick (Hype)"),
        (activity(ActivityKind.TIKTOK_GIFT, count=1200, title="Rose"), "Aylin K. sent Rose ×1,200"),
        (activity(ActivityKind.RAID, count=1), "Aylin K. raided with 1 viewer"),
        (activity(ActivityKind.REDEMPTION, count=500, title="Hydrate"), "Aylin K. redeemed Hydrate for 500 points"),
        (activity(ActivityKind.MEMBERSHIP, title="upgrade", tier="Gold"), "Aylin K. upgraded their membership to Gold"),
        (
            activity(ActivityKind.CHEER, count=50, title="Celebration", name="\u202e\n"),
            "An anonymous viewer used 50 Bits for Celebration",
        ),
    ],
)
def test_notice_text_describes_the_event(received: ActivityReceived, text: str) -> None:
    assert sentence(received) == text


@pytest.mark.parametrize("kind", list(ActivityKind))
def test_every_kind_has_a_text(kind: ActivityKind) -> None:
    assert sentence(activity(kind)).startswith("Aylin K. ")
    assert "_" not in sentence(activity(kind))


def test_activity_gets_a_notice_unless_its_kind_is_hidden_or_the_platform_shows_it_in_chat() -> None:
    # Twitch and YouTube show most activity in chat themselves; Kick and TikTok never do.
    sub, cheer = activity(ActivityKind.SUB), activity(ActivityKind.CHEER, message="Cheer100 nice")
    assert [needs_notice(sub, info) for info in (TWITCH, YOUTUBE, KICK, TIKTOK)] == [False, False, True, True]
    assert not needs_notice(cheer, TWITCH)
    assert needs_notice(activity(ActivityKind.CHEER), TWITCH)
    assert not needs_notice(activity(ActivityKind.REDEMPTION, message="my text"), TWITCH)
    for kind in (ActivityKind.FOLLOW, ActivityKind.LIKE, ActivityKind.SHARE, ActivityKind.JOIN):
        assert not needs_notice(activity(kind), KICK)


def test_money_has_its_currency_symbol() -> None:
    assert (money(1_234_560_000, "usd"), money(0, "EUR"), money(999_999, "EUR")) == ("$1,234.56", "€0.00", "€1.00")
