"""TikTok's push server: handshakes, messages and disconnects."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
import pytest_asyncio
from tiktok_client import RoomReader, TikTokClient
from websockets.exceptions import InvalidStatus

from rehearsal.clock import Clock
from rehearsal.platforms.tiktok import rehearsal_webcast_pb2 as pb
from rehearsal.state import RehearsalState
from support.waiting import MAX_WAIT_SECONDS

pytestmark = pytest.mark.asyncio(loop_scope="module")


@pytest_asyncio.fixture(loop_scope="module")
async def reader(tiktok: TikTokClient) -> AsyncGenerator[RoomReader]:
    """A reader in pixelharbor's room that gets compressed frames."""
    ticket = await tiktok.ticket("pixelharbor")
    async with tiktok.connect(ticket, compress="gzip") as socket:
        reader = RoomReader(socket, ticket.room_id)
        await reader.enter(tiktok.rehearsal)
        yield reader


async def test_chat_message_has_its_sender(tiktok: TikTokClient, reader: RoomReader) -> None:
    moderator = next(each for each in tiktok.rehearsal.world.viewers_on("tiktok") if each.is_moderator)
    sent = await tiktok.command("/say", login="pixelharbor", viewer=moderator.login, text="hello 🎉")
    message = await reader.next()
    chat = pb.ChatMessage.FromString(message.payload)
    assert (message.method, str(message.msg_id)) == ("WebcastChatMessage", sent["message_id"])
    sender = (moderator.login, moderator.display_name)
    assert (chat.content, chat.user.display_id, chat.user.nickname) == ("hello 🎉", *sender)
    assert chat.user_identity.is_moderator_of_anchor
    assert chat.common.create_time == int(tiktok.rehearsal.clock.now().timestamp() * 1000)


async def test_the_channel_owner_is_marked_as_anchor(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/say", login="pixelharbor", viewer="pixelharbor", text="welcome")
    assert pb.ChatMessage.FromString((await reader.next()).payload).user_identity.is_anchor


async def test_small_gifts_are_sent_as_a_streak_with_an_end(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/pay", login="pixelharbor", viewer=tiktok.viewer_login(), amount=3)
    taps = [pb.GiftMessage.FromString((await reader.next()).payload) for _ in range(4)]
    assert [(tap.repeat_count, tap.repeat_end) for tap in taps] == [(1, 0), (2, 0), (3, 0), (3, 1)]
    assert {(tap.gift.type, tap.gift.diamond_count, tap.group_id) for tap in taps} == {(1, 1, taps[0].group_id)}


async def test_large_gift_is_sent_once(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/pay", login="pixelharbor", amount=500)
    gift = pb.GiftMessage.FromString((await reader.next()).payload)
    assert (gift.gift.name, gift.gift.type, gift.repeat_count, gift.repeat_end) == ("Moth Parade", 2, 1, 1)


async def test_control_call_can_leave_out_the_end_of_a_streak(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/send-gift", login="pixelharbor", gift="tram ticket", count=2, ends=False)
    await tiktok.command("/share", login="pixelharbor")
    methods = [(await reader.next()).method for _ in range(3)]
    assert methods == ["WebcastGiftMessage", "WebcastGiftMessage", "WebcastSocialMessage"]


async def test_likes_are_grouped_with_a_running_total(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/like", login="pixelharbor", count=20)
    likes = [pb.LikeMessage.FromString((await reader.next()).payload) for _ in range(2)]
    assert [(like.count, like.total) for like in likes] == [(15, 15), (5, 20)]


async def test_display_text_key_tells_follows_from_shares(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/follow", login="pixelharbor")
    await tiktok.command("/share", login="pixelharbor")
    keys = [pb.SocialMessage.FromString((await reader.next()).payload).common.display_text.key for _ in range(2)]
    assert ["follow" in keys[0], "share" in keys[1]] == [True, True]


async def test_joins_subs_emotes_and_viewer_counts_are_sent(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/join", login="pixelharbor")
    assert pb.MemberMessage.FromString((await reader.next()).payload).action == 1
    await tiktok.command("/subscribe", login="pixelharbor", months=4)
    sub = pb.SubNotifyMessage.FromString((await reader.next()).payload)
    assert (sub.sub_month, sub.old_subscribe_status) == (4, 1)
    await tiktok.command("/emote", login="pixelharbor")
    assert (await reader.next()).method == "WebcastEmoteChatMessage"
    await tiktok.command("/viewers", login="pixelharbor", count=321)
    assert pb.RoomUserSeqMessage.FromString((await reader.next()).payload).total == 321


async def test_a_deletion_has_the_message_id(tiktok: TikTokClient, reader: RoomReader) -> None:
    sent = await tiktok.command("/say", login="pixelharbor", text="oops")
    await tiktok.command("/delete", login="pixelharbor", message_id=sent["message_id"])
    await reader.next()
    deleted = pb.ImDeleteMessage.FromString((await reader.next()).payload)
    assert [str(each) for each in deleted.delete_msg_ids] == [sent["message_id"]]


async def test_end_of_the_stream_is_sent_and_closes_the_socket(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/end", login="pixelharbor")
    assert pb.ControlMessage.FromString((await reader.next()).payload).action == 3
    assert await reader.until_closed() == 1000


async def test_unknown_and_malformed_messages_can_be_sent(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/unknown-message", login="pixelharbor")
    assert (await reader.next()).method == "WebcastRehearsalSurpriseMessage"
    await tiktok.command("/broken-message", login="pixelharbor")
    assert (await reader.next()).payload == b"\xff\xff\xff\xff"


async def test_frames_are_plain_unless_gzip_is_requested(tiktok: TikTokClient, rehearsal: RehearsalState) -> None:
    ticket = await tiktok.ticket("pixelharbor")
    async with tiktok.connect(ticket) as socket:
        assert socket.subprotocol == "echo-protocol"
        assert socket.response is not None
        assert socket.response.headers["Handshake-Options"] == "ping-interval=10"
        reader = RoomReader(socket, ticket.room_id)
        await reader.enter(rehearsal)
        assert (await reader.frame()).payload_type == "hb"
        await tiktok.command("/say", login="pixelharbor", text="plain")
        frame = await reader.frame()
        assert not frame.headers
        assert pb.FetchResult.FromString(frame.payload).messages[0].method == "WebcastChatMessage"


async def test_many_messages_arrive_in_order(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/say", login="pixelharbor", text="wave", count=120)
    texts = [pb.ChatMessage.FromString((await reader.next()).payload).content for _ in range(120)]
    assert texts == [f"wave {number}" for number in range(1, 121)]


async def test_messages_can_be_lost_duplicated_and_reordered(tiktok: TikTokClient, reader: RoomReader) -> None:
    await tiktok.command("/deliveries", lose_next=1)
    await tiktok.command("/say", login="pixelharbor", text="lost")
    await tiktok.command("/deliveries", duplicates=True)
    await tiktok.command("/say", login="pixelharbor", text="twice")
    first, second = await reader.next(), await reader.next()
    assert first.msg_id == second.msg_id
    await tiktok.command("/deliveries", duplicates=False, reorders=True)
    await tiktok.command("/say", login="pixelharbor", text="one")
    await tiktok.command("/say", login="pixelharbor", text="two")
    texts = [pb.ChatMessage.FromString((await reader.next()).payload).content for _ in range(2)]
    assert texts == ["two", "one"]


@pytest.mark.parametrize(
    ("change", "message"),
    [({"cookie": "other=1"}, "COOKIE_MISSING"), ({"wrss": "made-up"}, "INVALID_SIGNATURE")],
)
async def test_an_invalid_handshake_is_refused_with_a_message(
    tiktok: TikTokClient, change: dict[str, str], message: str
) -> None:
    with pytest.raises(InvalidStatus) as refused:
        await tiktok.connect(await tiktok.ticket("pixelharbor"), **change)
    assert refused.value.response.status_code == 200
    assert refused.value.response.headers["Handshake-Msg"] == message


async def test_a_signed_url_works_once_and_only_for_thirty_seconds(tiktok: TikTokClient, clock: Clock) -> None:
    ticket, late = await tiktok.ticket("pixelharbor"), await tiktok.ticket("pixelharbor")
    async with tiktok.connect(ticket):
        with pytest.raises(InvalidStatus):
            await tiktok.connect(ticket)
    clock.advance(30)
    with pytest.raises(InvalidStatus):
        await tiktok.connect(late)


async def test_control_call_blocks_the_next_handshake(tiktok: TikTokClient) -> None:
    await tiktok.command("/refuse-handshakes", next=1)
    with pytest.raises(InvalidStatus) as refused:
        await tiktok.connect(await tiktok.ticket("pixelharbor"))
    assert refused.value.response.headers["Handshake-Msg"] == "DEVICE_BLOCKED"


async def close_reason(rehearsal: RehearsalState, after: int) -> object:
    async with asyncio.timeout(MAX_WAIT_SECONDS):
        return (await rehearsal.events.wait("socket_closed", after, {})).facts["reason"]


async def test_client_that_does_not_enter_the_room_is_disconnected(
    tiktok: TikTokClient, rehearsal: RehearsalState, clock: Clock
) -> None:
    async with tiktok.connect(await tiktok.ticket("pixelharbor")) as socket:
        since = rehearsal.events.seq
        clock.advance(15)
        assert await close_reason(rehearsal, since) == "did not enter the room"
        await socket.wait_closed()


async def test_client_without_heartbeats_is_disconnected(
    reader: RoomReader, rehearsal: RehearsalState, clock: Clock
) -> None:
    since = rehearsal.events.seq
    clock.advance(40)
    assert await close_reason(rehearsal, since) == "no heartbeat"
    assert await reader.until_closed() == 1006


async def test_client_without_acks_is_disconnected(
    tiktok: TikTokClient, rehearsal: RehearsalState, clock: Clock
) -> None:
    await tiktok.command("/limits", values={"heartbeat_timeout_seconds": 100_000})
    ticket = await tiktok.ticket("pixelharbor")
    async with tiktok.connect(ticket) as socket:
        reader = RoomReader(socket, ticket.room_id, acks=False)
        await reader.enter(rehearsal)
        await tiktok.command("/say", login="pixelharbor", text="hello")
        await reader.next()
        since = rehearsal.events.seq
        clock.advance(60)
        assert await close_reason(rehearsal, since) == "no ack"


async def test_viewer_counts_are_sent_periodically(reader: RoomReader, clock: Clock) -> None:
    clock.advance(10)
    assert (await reader.next()).method == "WebcastRoomUserSeqMessage"


async def test_control_call_drops_the_sockets_of_one_room(tiktok: TikTokClient, reader: RoomReader) -> None:
    assert (await tiktok.command("/drop-sockets", login="junoplays"))["count"] == 0
    assert (await tiktok.command("/drop-sockets", login="pixelharbor"))["count"] == 1
    assert await reader.until_closed() == 1006


async def test_actions_that_tiktok_lacks_and_messages_without_a_stream_are_refused(tiktok: TikTokClient) -> None:
    for path in ("/raid", "/redeem", "/ban", "/unban", "/gift", "/clear"):
        response = await tiktok.http.post(f"/control/tiktok{path}", json={"login": "pixelharbor"})
        assert response.status_code == 409, path
    offline = await tiktok.http.post("/control/tiktok/say", json={"login": "junoplays", "text": "hello"})
    assert offline.status_code == 409
