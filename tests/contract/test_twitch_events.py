"""Events of a Twitch channel are received completely and without duplicates."""

from collections.abc import AsyncGenerator, Callable
from typing import TypeVar

import pytest

from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    Event,
    MessageDeleted,
    MessageReceived,
    ModeratorActed,
    NoticeReceived,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.platforms.twitch.info import INFO
from support.rehearsal_process import ConnectedAccount, ConnectionHost

E = TypeVar("E", bound=Event)

NOTICES = (
    "sub",
    "resub",
    "sub_gift",
    "community_sub_gift",
    "gift_paid_upgrade",
    "prime_paid_upgrade",
    "pay_it_forward",
    "raid",
    "unraid",
    "announcement",
    "bits_badge_tier",
    "charity_donation",
    "watch_streak",
)
ACTIONS = ("warn", "mod", "unmod", "vip", "unvip", "slow", "slowoff", "followers", "emoteonly", "add_blocked_term")


class Room:
    """The connected channel of junoplays."""

    def __init__(self, connection_host: ConnectionHost, connected: ConnectedAccount) -> None:
        self._host = connection_host
        self.connected = connected

    async def control(self, path: str, **fields: object) -> None:
        await self._host.rehearsal.command(f"/twitch/{path}", login="junoplays", **fields)

    async def wait_for(self, kind: type[E], fits: Callable[[E], bool] = lambda _: True) -> E:
        received = await self._host.chat.until(lambda one: isinstance(one.event, kind) and fits(one.event))
        assert isinstance(received.event, kind)
        return received.event

    def count(self, kind: type[Event]) -> int:
        return sum(isinstance(one.event, kind) for one in self._host.chat.events)

    async def wait_for_activity(self) -> ActivityReceived:
        return await self.wait_for(ActivityReceived)


@pytest.fixture
async def room(connection_host: ConnectionHost) -> AsyncGenerator[Room]:
    connected = await connection_host.connect()
    async with connection_host.supervised():
        await connection_host.updates.state(connected, "connected")
        yield Room(connection_host, connected)


async def test_message_is_received_with_its_sender_and_parts(room: Room, connection_host: ConnectionHost) -> None:
    await room.control("say", text="hello @junoplays Kappa")
    message = await room.wait_for(MessageReceived)
    assert message.text == "hello @junoplays Kappa"
    assert "".join(piece.text for piece in message.fragments) == message.text
    assert {"mention", "emote"} <= {piece.kind for piece in message.fragments}
    assert message.chatter.id.isdecimal()
    assert not message.chatter.is_broadcaster
    assert message.sent_at <= message.received_at <= connection_host.kernel.clock()


async def test_emote_images_come_from_the_rehearsal(room: Room, connection_host: ConnectionHost) -> None:
    await room.control("say", text="hello Kappa")
    message = await room.wait_for(MessageReceived)
    await room.control("notice", kind="resub", text="thanks Kappa")
    noticed = await room.wait_for(NoticeReceived)
    await room.control("subscribe", months=9, text="nine Kappa")
    shared = await room.wait_for_activity()
    pieces = [piece for event in (message, noticed, shared) for piece in event.fragments if piece.kind == "emote"]
    assert len(pieces) == 3
    base = connection_host.rehearsal.environment["REHEARSAL_CONTROL_URL"].removesuffix("/control")
    for piece in pieces:
        assert piece.url.startswith(f"{base}/twitch/emoticons/v2/")
        picture = await connection_host.rehearsal.http.get(piece.url)
        assert (picture.status_code, picture.headers["content-type"]) == (200, "image/svg+xml")


async def test_gif_is_received_with_its_image(room: Room, connection_host: ConnectionHost) -> None:
    await room.control("say", text="hello [wave]")
    message = await room.wait_for(MessageReceived)
    gif = message.fragments[-1]
    assert (message.text, gif.kind, gif.text, gif.id) == ("hello [wave]", "gif", "[wave]", "rehearsal-wave")
    assert (await connection_host.rehearsal.http.get(gif.url)).headers["content-type"] == "image/svg+xml"


async def test_custom_power_up_is_one_activity_with_its_title_bits_and_text(room: Room) -> None:
    await room.control("custom-power-up", title="Confetti", bits=250, text="for the boss")
    used = await room.wait_for_activity()
    assert (used.kind, used.title, used.count, used.message) == (ActivityKind.CHEER, "Confetti", 250, "for the boss")
    await room.control("follow")
    await room.wait_for(ActivityReceived, lambda one: one.kind == ActivityKind.FOLLOW)
    assert room.count(ActivityReceived) == 2


async def test_reply_refers_to_the_original_message(room: Room) -> None:
    await room.control("say", text="who is there?")
    first = await room.wait_for(MessageReceived)
    await room.control("say", text="me", reply_to=first.message_id)
    reply = await room.wait_for(MessageReceived, lambda message: message.reply_to is not None)
    assert reply.reply_to is not None
    assert (reply.reply_to.message_id, reply.reply_to.text) == (first.message_id, "who is there?")
    assert reply.reply_to.author_id == first.chatter.id


async def test_many_messages_are_received_in_order_without_duplicates(
    room: Room, connection_host: ConnectionHost
) -> None:
    await connection_host.rehearsal.command("/twitch/repeat-notifications", on=True)
    await room.control("say", text="wave", count=300)
    await room.control("say", text="the last one")
    await room.wait_for(MessageReceived, lambda message: message.text == "the last one")
    texts = [one.event.text for one in connection_host.chat.events if isinstance(one.event, MessageReceived)]
    assert texts == [*(f"wave {number}" for number in range(1, 301)), "the last one"]


async def test_notices_are_received_with_a_text(room: Room) -> None:
    for kind in NOTICES:
        await room.control("notice", kind=kind, text="and thanks")
        assert (await room.wait_for(NoticeReceived, lambda notice, kind=kind: notice.kind == kind)).text
    assert room.count(NoticeReceived) == len(NOTICES)


async def test_follow_is_an_activity(room: Room) -> None:
    await room.control("follow")
    follow = await room.wait_for_activity()
    assert follow.kind == ActivityKind.FOLLOW
    assert follow.chatter is not None
    assert follow.happened_at <= follow.received_at


async def test_new_sub_and_resub_are_reported_once_each(room: Room, connection_host: ConnectionHost) -> None:
    await room.control("subscribe")
    assert (await room.wait_for_activity()).kind == ActivityKind.SUB
    await room.control("subscribe", months=9, tier=2, text="nine already")
    resub = await room.wait_for(ActivityReceived, lambda one: one.kind == ActivityKind.RESUB)
    assert (resub.months, resub.tier, resub.message) == (9, "2", "nine already")
    ids = [one.event.activity_id for one in connection_host.chat.events if isinstance(one.event, ActivityReceived)]
    assert len(ids) == len(set(ids)) == 2


@pytest.mark.parametrize("is_anonymous", [False, True])
async def test_gift_bomb_is_one_activity(room: Room, is_anonymous: bool) -> None:
    await room.control("gift", count=5, is_anonymous=is_anonymous)
    bomb = await room.wait_for_activity()
    assert (bomb.kind, bomb.count, bomb.chatter is None) == (ActivityKind.GIFT_BOMB, 5, is_anonymous)
    await room.control("say", text="wow")
    await room.wait_for(MessageReceived, lambda message: message.text == "wow")
    assert room.count(ActivityReceived) == 1


async def test_cheer_is_one_activity_and_a_paid_message(room: Room) -> None:
    await room.control("pay", amount=150, text="take this")
    cheer = await room.wait_for_activity()
    message = await room.wait_for(MessageReceived)
    assert (cheer.kind, cheer.count) == (ActivityKind.CHEER, 150)
    assert (message.kind, message.bits) == ("paid", 150)
    assert room.count(ActivityReceived) == 1


async def test_raid_and_redemption_are_activities(room: Room) -> None:
    await room.control("raid", viewers=31)
    raid = await room.wait_for_activity()
    assert (raid.kind, raid.count) == (ActivityKind.RAID, 31)
    await room.control("redeem", title="Hydrate", text="now", cost=300)
    redeemed = await room.wait_for(ActivityReceived, lambda one: one.kind == ActivityKind.REDEMPTION)
    assert (redeemed.title, redeemed.message, redeemed.count) == ("Hydrate", "now", 300)


async def test_ban_and_unban_made_on_the_platform_are_received(room: Room) -> None:
    await room.control("say", text="spam")
    message = await room.wait_for(MessageReceived)
    await room.control("ban", viewer=message.chatter.login, seconds=600, reason="spam")
    banned = await room.wait_for(ViewerBanned)
    assert (banned.viewer_id, banned.reason, banned.until is None) == (message.chatter.id, "spam", False)
    assert (await room.wait_for(ChatCleared)).chatter_id == message.chatter.id
    await room.control("unban", viewer=message.chatter.login)
    assert (await room.wait_for(ViewerUnbanned)).viewer_id == message.chatter.id
    assert room.count(ViewerBanned) == 1


async def test_deleted_message_and_cleared_chat_are_received(room: Room) -> None:
    await room.control("say", text="oops")
    message = await room.wait_for(MessageReceived)
    await room.control("delete", message_id=message.message_id)
    deletion = await room.wait_for(MessageDeleted, lambda deleted: bool(deleted.moderator))
    assert (deletion.message_id, deletion.chatter_id) == (message.message_id, message.chatter.id)
    await room.control("clear")
    assert (await room.wait_for(ChatCleared)).chatter_id == ""


async def test_moderator_actions_are_received(room: Room) -> None:
    for action in ACTIONS:
        await room.control("report", action=action)
        await room.wait_for(ModeratorActed, lambda report, action=action: report.action == action)
    assert room.count(ModeratorActed) == len(ACTIONS)


async def test_missing_scope_omits_only_its_events(connection_host: ConnectionHost) -> None:
    scopes = set(INFO.channel_scopes) - {"bits:read", "moderator:read:vips"}
    connected = await connection_host.connect(scopes=sorted(scopes))
    async with connection_host.supervised():
        shown = await connection_host.updates.state(connected, "connected")
        room = Room(connection_host, connected)
        await room.control("pay", amount=100)
        await room.control("follow")
        assert (await room.wait_for_activity()).kind == ActivityKind.FOLLOW
        assert room.count(MessageReceived) == 1
    assert {missing["scope"] for missing in shown["missing_scopes"]} == {"bits:read", "moderator:read:vips"}


async def test_viewers_of_a_running_stream_are_counted(connection_host: ConnectionHost) -> None:
    connected = await connection_host.connect("pixelharbor")
    async with connection_host.supervised():
        shown = await connection_host.updates.until(connected, lambda data: (data["health"]["viewers"] or 0) > 0)
    assert shown["data"]["is_live"]
