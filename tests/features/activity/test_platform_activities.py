"""Every kind of activity of every platform is stored once, with its viewer, count, amount and currency."""

from dataclasses import dataclass, field

import pytest

from support.four_platforms import LOGIN, Listener, go_live_everywhere
from support.frozen_clock import FrozenClock
from support.greenroom_server import ApiClient, GreenroomServer, Json

VIEWER = "brisket99"
NAME = "Brisket99"
# The event of the rehearsal after which Greenroom receives all reports of the platform.
READY: dict[str, Json] = {
    "twitch": {
        "event": "subscription_created",
        "login": LOGIN,
        "type": "channel.channel_points_custom_reward_redemption.add",
    },
    "youtube": {"event": "stream_opened", "platform": "youtube"},
    "kick": {"event": "socket_subscribed", "platform": "kick"},
    "tiktok": {"event": "room_entered", "platform": "tiktok"},
}


@dataclass(frozen=True)
class Case:
    """A control call of the rehearsal, and the activity that is stored after it."""

    path: str
    body: Json
    kind: str
    count: int = 1
    amount: int = 0
    currency: str = ""
    # The expected months, tier, title and message, if any.
    more: Json = field(default_factory=dict[str, object])
    recipients: int = 0
    viewer: str = NAME


def on_youtube(*arguments: object, **fields: object) -> Case:
    """A case with the handle of the viewer, which YouTube reports instead of the name."""
    return Case(*arguments, viewer=VIEWER, **fields)  # pyright: ignore[reportArgumentType]  # the fields of Case


TWITCH = [
    Case("follow", {}, "follow"),
    Case("subscribe", {"months": 1, "tier": 2}, "sub", more={"months": 1, "tier": "2"}),
    Case(
        "subscribe",
        {"months": 7, "tier": 3, "text": "seven!"},
        "resub",
        more={"months": 7, "tier": "3", "message": "seven!"},
    ),
    Case("gift", {"count": 1}, "gift", more={"tier": "1"}),
    Case("gift", {"count": 5, "tier": 2, "is_anonymous": True}, "gift_bomb", 5, more={"tier": "2"}, viewer=""),
    Case("pay", {"amount": 300, "text": "nice"}, "cheer", 300, 300, "BITS", more={"message": "nice"}),
    Case(
        "custom-power-up",
        {"title": "Confetti", "bits": 50, "text": "boom"},
        "cheer",
        50,
        50,
        "BITS",
        more={"title": "Confetti", "message": "boom"},
    ),
    Case("raid", {"viewers": 42}, "raid", 42),
    Case(
        "redeem",
        {"title": "Hydrate", "cost": 500, "text": "sip"},
        "redemption",
        500,
        more={"title": "Hydrate", "message": "sip"},
    ),
]
LEVEL = "Front row"
STICKER = "A teapot that waves"
YOUTUBE = [
    on_youtube("pay", {"amount": 500, "text": "wow"}, "super_chat", 1, 500, "USD", {"tier": "3", "message": "wow"}),
    on_youtube("pay", {"amount": 2_000}, "super_sticker", 1, 2_000, "USD", {"tier": "5", "title": STICKER}),
    on_youtube("subscribe", {"months": 1}, "membership", more={"tier": LEVEL}),
    on_youtube(
        "subscribe", {"months": 6, "text": "six"}, "milestone", more={"months": 6, "tier": LEVEL, "message": "six"}
    ),
    on_youtube("gift", {"count": 3}, "membership_gift", 3, more={"tier": LEVEL}, recipients=3),
    on_youtube("show", {"type": "fanFundingEvent", "count": 7, "text": "hi"}, "tip", 1, 700, "USD", {"message": "hi"}),
    on_youtube("show", {"type": "giftEvent", "count": 4}, "tip", 4, 40, "JEWELS", {"title": "Teapot"}),
]
BASIC_KICKS = {"tier": "BASIC", "title": "Paper Rose"}
KICK = [
    Case("follow", {}, "follow"),
    Case("subscribe", {"months": 1}, "sub", more={"months": 1}),
    Case("subscribe", {"months": 3}, "resub", more={"months": 3}),
    Case("gift", {"count": 1}, "gift", recipients=1),
    Case("gift", {"count": 4, "is_anonymous": True}, "gift_bomb", 4, recipients=4, viewer=""),
    Case("pay", {"amount": 100, "text": "go"}, "kicks", 100, 100, "KICKS", {**BASIC_KICKS, "message": "go"}),
    Case("raid", {"viewers": 9}, "raid", 9),
    Case("redeem", {"title": "Song", "cost": 50}, "redemption", 50, more={"title": "Song"}),
]
TIKTOK = [
    Case("follow", {}, "follow"),
    Case("share", {}, "share"),
    Case("subscribe", {"months": 1}, "sub", more={"months": 1}),
    Case("subscribe", {"months": 3}, "resub", more={"months": 3}),
    # Four gifts of five diamonds in a streak, and one large gift.
    Case("pay", {"amount": 20}, "tiktok_gift", 4, 20, "DIAMONDS", more={"title": "Tram Ticket"}),
    Case("pay", {"amount": 500}, "tiktok_gift", 1, 500, "DIAMONDS", more={"title": "Moth Parade"}),
    Case("like", {"count": 40}, "like", 40),
]


@pytest.mark.rows("P5")
@pytest.mark.parametrize(
    ("provider", "cases"), [("twitch", TWITCH), ("youtube", YOUTUBE), ("kick", KICK), ("tiktok", TIKTOK)]
)
async def test_every_kind_of_activity_is_stored_once(
    greenroom: GreenroomServer,
    owner: ApiClient,
    channel_id: str,
    clock: FrozenClock,
    provider: str,
    cases: list[Case],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Kick reports raids only on the socket of its website.
    monkeypatch.setattr(greenroom.settings.kick, "unofficial_socket", True)
    await greenroom.control("/youtube/limits", values={"sticker_from_cents": 1_000})
    await go_live_everywhere(greenroom, owner, channel_id, (provider,))
    await greenroom.wait_for_event(**READY[provider])
    await greenroom.control(f"/{provider}/deliveries", duplicates=True)
    async with owner.socket("/live") as socket:
        feed = Listener(socket)
        await feed.subscribe(f"{channel_id}:activity")
        await feed.subscribe(f"{channel_id}:chat")
        for number, case in enumerate(cases):
            await greenroom.control(f"/{provider}/{case.path}", login=LOGIN, viewer=VIEWER, **case.body)
            await greenroom.control(f"/{provider}/say", login=LOGIN, viewer=VIEWER, text=f"after {number}")
            await feed.line(f"after {number}")
            # The adapter merges the likes of some seconds before it reports them.
            clock.advance(6)
            await feed.until(lambda event, case=case: is_reported(event, case))
    stored = (await owner.get(f"/channels/{channel_id}/activities", limit=100))["records"]
    assert [facts_of(one) for one in reversed(stored)] == [expected(case) for case in cases]
    assert all(one["provider"] == provider and one["stream_id"] and not one["is_test"] for one in stored)


def is_reported(event: Json, case: Case) -> bool:
    if event["type"] != "activity":
        return False
    activity = event["activity"]
    found = activity["kind"], activity["count"], activity["amount"], len(activity["recipients"])
    return found == (case.kind, case.count, case.amount, case.recipients)


def facts_of(activity: Json) -> tuple[object, ...]:
    names = ("kind", "viewer_name", "count", "amount", "currency", "months", "tier", "title", "message")
    return *(activity[name] for name in names), len(activity["recipients"])


def expected(case: Case) -> tuple[object, ...]:
    texts = {"months": 0, "tier": "", "title": "", "message": "", **case.more}
    return case.kind, case.viewer, case.count, case.amount, case.currency, *texts.values(), case.recipients
