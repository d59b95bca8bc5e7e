"""Messages of a TikTok room, each reported once. A streak is one gift that a viewer sends several times in a row."""

import gc
from datetime import UTC, datetime, timedelta

import pytest
from google.protobuf.message import Message as Protobuf
from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.protocol.events import (
    ActivityKind,
    ActivityReceived,
    ChatCleared,
    Event,
    MessageDeleted,
    MessageReceived,
    StreamOffline,
    ViewersCounted,
)
from greenroom.platforms.tiktok import webcast_pb2 as webcast
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.room.aggregator import RoomAggregator
from greenroom.platforms.tiktok.room.normalize import NORMALIZERS, GiftEvent, split_emotes
from greenroom.platforms.tiktok.room.streaks import Gifted, Streaks
from support.frozen_clock import FrozenClock

USER = webcast.User(id=7000, nickname="Beta B", display_id="beta.b")
SENT_AT = datetime(2030, 1, 2, 3, 4, 0, tzinfo=UTC)


def common(message_id: int, key: str = "") -> webcast.Common:
    milliseconds = int(SENT_AT.timestamp() * 1000)
    return webcast.Common(msg_id=message_id, create_time=milliseconds, display_text=webcast.DisplayText(key=key))


class Room:
    def __init__(self, clock: FrozenClock) -> None:
        self.clock = clock
        self.aggregator = RoomAggregator(Pace())
        self._number = 0

    def add(self, method: str, message: Protobuf, message_id: int = 0, **flags: bool) -> list[Event]:
        self._number += 1
        raw = webcast.Message(
            method=method, payload=message.SerializeToString(), msg_id=message_id or self._number, **flags
        )
        return self.aggregator.add(webcast.FetchResult(messages=[raw]), self.clock.now)

    def gift(self, count: int, *, is_end: bool, kind: int = 1, group_id: int = 5) -> list[ActivityReceived]:
        rose = webcast.Gift(id=5655, name="Rose", type=kind, diamond_count=1)
        gift_message = webcast.GiftMessage(
            common=common(self._number + 1),
            gift_id=5655,
            repeat_count=count,
            repeat_end=int(is_end),
            group_id=group_id,
            user=USER,
            gift=rose,
        )
        return activities(self.add("WebcastGiftMessage", gift_message))

    def after(self, seconds: float) -> list[ActivityReceived]:
        self.clock.advance(seconds)
        return activities(self.aggregator.tick(self.clock.now))


def activities(events: list[Event]) -> list[ActivityReceived]:
    assert all(isinstance(event, ActivityReceived) for event in events)
    return [event for event in events if isinstance(event, ActivityReceived)]


def gift_events_in_memory() -> int:
    gc.collect()
    # Compares types: `isinstance` fails at a weak reference whose object is gone.
    return sum(type(one) is GiftEvent for one in gc.get_objects())


@pytest.fixture
def room(clock: FrozenClock) -> Room:
    return Room(clock)


def test_message_has_its_author(room: Room, clock: FrozenClock) -> None:
    identity = webcast.UserIdentity(is_moderator_of_anchor=True, is_subscriber_of_anchor=True)
    raw = webcast.ChatMessage(common=common(99), user=USER, content="hi 😀", user_identity=identity)
    (event,) = room.add("WebcastChatMessage", raw)
    assert isinstance(event, MessageReceived)
    assert (event.message_id, event.text, event.sent_at, event.received_at) == ("99", "hi 😀", SENT_AT, clock.now)
    chatter = event.chatter
    assert (chatter.id, chatter.login, chatter.name) == ("7000", "beta.b", "Beta B")
    assert (chatter.is_moderator, chatter.is_subscriber, chatter.is_broadcaster) == (True, True, False)


@pytest.mark.parametrize(
    ("content", "indexes", "texts"),
    [
        ("", [0], ["[emote]"]),
        ("hello", [5, 0], ["[emote]", "hello", "[emote]"]),
        ("hello", [2, 2], ["he", "[emote]", "[emote]", "llo"]),
        ("hello", [99, -1], ["[emote]", "hello", "[emote]"]),
        ("ab\U0001f600cd", [3], ["ab\U0001f600", "[emote]", "cd"]),
    ],
)
def test_emotes_are_inserted_at_their_positions(content: str, indexes: list[int], texts: list[str]) -> None:
    shown = webcast.Emote(emote_id="71", image=webcast.Image(url_list=["https://p16.example/e.webp"]))
    fragments = split_emotes(content, [webcast.EmoteInText(index=index, emote=shown) for index in indexes])
    assert [fragment.text for fragment in fragments] == texts
    assert {one.url for one in fragments if one.kind == "emote"} == {"https://p16.example/e.webp"}


def test_emote_message_without_emotes_is_ignored(room: Room) -> None:
    assert room.add("WebcastEmoteChatMessage", webcast.EmoteChatMessage(common=common(1), user=USER)) == []


def test_repeated_message_is_emitted_once(room: Room) -> None:
    raw = webcast.ChatMessage(user=USER, content="hi")
    assert len(room.add("WebcastChatMessage", raw, 7)) == 1
    assert room.add("WebcastChatMessage", raw, 7) == []


def test_messages_without_an_id_are_distinguished(room: Room) -> None:
    ids: set[str] = set()
    for text in ("hi", "hello", "hi"):
        room.clock.advance(1)
        raw = webcast.Message(
            method="WebcastChatMessage", payload=webcast.ChatMessage(user=USER, content=text).SerializeToString()
        )
        (event,) = room.aggregator.add(webcast.FetchResult(messages=[raw]), room.clock.now)
        assert isinstance(event, MessageReceived)
        ids.add(event.message_id)
    assert len(ids) == 3


def test_message_from_before_joining_is_backlog(room: Room) -> None:
    (event,) = room.add("WebcastChatMessage", webcast.ChatMessage(user=USER, content="hi"), is_history=True)
    assert isinstance(event, MessageReceived)
    assert event.is_backlog


@pytest.mark.parametrize("create_time", [0, -1, 2**62])
def test_implausible_time_is_replaced_by_now(room: Room, clock: FrozenClock, create_time: int) -> None:
    raw = webcast.ChatMessage(common=webcast.Common(create_time=create_time), user=USER, content="hi")
    (event,) = room.add("WebcastChatMessage", raw)
    assert isinstance(event, MessageReceived)
    assert event.sent_at == clock.now


def test_streak_counts_once_at_its_end(room: Room) -> None:
    assert room.gift(1, is_end=False) == []
    assert room.gift(2, is_end=False) == []
    (gift,) = room.gift(3, is_end=True)
    assert (gift.kind, gift.count, gift.title) == (ActivityKind.TIKTOK_GIFT, 3, "Rose")
    assert (gift.amount_micros, gift.currency) == (3_000_000, "DIAMONDS")
    assert room.gift(3, is_end=True) == []
    assert room.after(60) == []


def test_streak_whose_end_was_lost_counts_after_ten_seconds(room: Room) -> None:
    room.gift(4, is_end=False)
    assert room.after(9) == []
    (gift,) = room.after(1)
    assert gift.count == 4


def test_late_end_of_a_streak_counts_only_the_remaining_gifts(room: Room) -> None:
    room.gift(4, is_end=False)
    (first,) = room.after(11)
    assert room.gift(4, is_end=True) == []
    (remaining,) = room.gift(6, is_end=True)
    assert (first.count, remaining.count) == (4, 2)
    assert first.activity_id != remaining.activity_id
    assert first.group_id == remaining.group_id
    assert (first.group_count, remaining.group_count) == (4, 6)


def test_streak_ended_by_a_disconnect_is_not_counted_again(room: Room) -> None:
    room.gift(4, is_end=False)
    (gift,) = activities(room.aggregator.end())
    assert gift.count == 4
    assert room.gift(4, is_end=False) == []
    assert room.after(11) == []


def test_late_event_of_a_counted_streak_is_not_kept_in_memory(room: Room) -> None:
    before = gift_events_in_memory()
    room.gift(3, is_end=True)
    room.gift(2, is_end=False)
    assert gift_events_in_memory() == before


def test_gift_without_a_streak_counts_at_once(room: Room) -> None:
    assert [gift.count for gift in room.gift(1, is_end=False, kind=2)] == [1]
    assert [gift.count for gift in room.gift(1, is_end=False, kind=2)] == [1]


def test_streaks_of_different_groups_have_different_ids(room: Room) -> None:
    (first,) = room.gift(2, is_end=True, group_id=1)
    (second,) = room.gift(2, is_end=True, group_id=2)
    assert first.activity_id != second.activity_id


def test_streaks_without_an_id_are_counted_separately(room: Room) -> None:
    for _ in range(2):
        assert room.gift(1, is_end=False, group_id=0) == []
        assert [gift.count for gift in room.gift(2, is_end=True, group_id=0)] == [2]
    assert room.after(60) == []


def test_likes_of_one_viewer_are_merged(room: Room) -> None:
    other = webcast.User(id=7001, nickname="Gamma", display_id="gamma")
    for user, count in ((USER, 15), (other, 3), (USER, 5)):
        assert room.add("WebcastLikeMessage", webcast.LikeMessage(user=user, count=count, total=9000)) == []
    assert room.after(4) == []
    likes = room.after(1)
    assert [(like.kind, like.chatter and like.chatter.login, like.count) for like in likes] == [
        (ActivityKind.LIKE, "beta.b", 20),
        (ActivityKind.LIKE, "gamma", 3),
    ]
    assert room.after(60) == []


def test_joins_of_all_viewers_are_merged(room: Room) -> None:
    for number in range(30):
        user = webcast.User(id=number + 1, nickname=f"V{number}", display_id=f"v{number}")
        assert room.add("WebcastMemberMessage", webcast.MemberMessage(user=user, action=1)) == []
    (joined,) = room.after(5)
    assert (joined.kind, joined.count, joined.chatter) == (ActivityKind.JOIN, 30, None)
    assert joined.recipients[:2] == ("V0", "V1")


def test_single_join_has_its_chatter(room: Room) -> None:
    room.add("WebcastMemberMessage", webcast.MemberMessage(user=USER, action=1))
    (joined,) = room.after(5)
    assert joined.chatter is not None
    assert (joined.chatter.name, joined.count) == ("Beta B", 1)


@pytest.mark.parametrize(
    ("key", "kinds"),
    [
        ("pm_main_follow_message_viewer_2", [ActivityKind.FOLLOW]),
        ("pm_mt_guidance_share", [ActivityKind.SHARE]),
        ("something_else", []),
    ],
)
def test_follow_and_share_are_distinguished_by_key(room: Room, key: str, kinds: list[ActivityKind]) -> None:
    received = room.add("WebcastSocialMessage", webcast.SocialMessage(common=common(1, key), user=USER))
    assert [activity.kind for activity in activities(received)] == kinds


@pytest.mark.parametrize(
    ("status", "message_type", "kinds"),
    [(0, 0, [ActivityKind.SUB]), (1, 0, [ActivityKind.RESUB]), (0, 3, [])],
)
def test_only_successful_subscriptions_are_emitted(
    room: Room, status: int, message_type: int, kinds: list[ActivityKind]
) -> None:
    notice = webcast.SubNotifyMessage(user=USER, sub_month=4, old_subscribe_status=status, message_type=message_type)
    subs = activities(room.add("WebcastSubNotifyMessage", notice))
    assert [(sub.kind, sub.months) for sub in subs] == [(kind, 4) for kind in kinds]


def test_viewer_count_is_the_current_one_and_not_the_total(room: Room, clock: FrozenClock) -> None:
    received = room.add("WebcastRoomUserSeqMessage", webcast.RoomUserSeqMessage(total=42, total_user=9000))
    assert received == [ViewersCounted(42, clock.now)]


@pytest.mark.parametrize(("action", "is_over"), [(1, False), (2, False), (3, True), (4, True), (9, False)])
def test_end_and_suspension_end_the_stream(room: Room, clock: FrozenClock, action: int, is_over: bool) -> None:
    received = room.add("WebcastControlMessage", webcast.ControlMessage(action=action))
    assert received == ([StreamOffline(clock.now, clock.now)] if is_over else [])


def test_deletions_and_muted_users_are_emitted(room: Room, clock: FrozenClock) -> None:
    deleted = webcast.ImDeleteMessage(delete_msg_ids=[1, 2], delete_user_ids=[7000])
    assert room.add("WebcastImDeleteMessage", deleted) == [
        MessageDeleted("1", clock.now),
        MessageDeleted("2", clock.now),
        ChatCleared(clock.now, chatter_id="7000"),
    ]


@pytest.mark.parametrize("method", [*NORMALIZERS, "WebcastSomethingNew", ""])
@pytest.mark.parametrize("payload", [b"\xff\xff\xff", b"\x0a\x05ab", b"\x1a\x02\xff\xfe"])
def test_unreadable_payload_is_ignored(clock: FrozenClock, method: str, payload: bytes) -> None:
    aggregator = RoomAggregator(Pace())
    raw = [webcast.Message(method=method, payload=payload, msg_id=1)]
    good = webcast.ChatMessage(user=USER, content="still here").SerializeToString()
    raw.append(webcast.Message(method="WebcastChatMessage", payload=good, msg_id=2))
    received = aggregator.add(webcast.FetchResult(messages=raw), clock.now)
    assert isinstance(received[-1], MessageReceived)
    assert received[-1].text == "still here"


@given(st.lists(st.tuples(st.integers(1, 50), st.booleans(), st.floats(0, 15)), max_size=30))
def test_streak_counts_every_gift_once(events: list[tuple[int, bool, float]]) -> None:
    streaks, now, counted = Streaks(10), datetime(2030, 1, 1, tzinfo=UTC), 0
    for count, is_end, seconds in events:
        now += timedelta(seconds=seconds)
        counted += sum(late.count for late in streaks.expire(now))
        one = streaks.take(Gifted(("u", "g", "1"), count, is_end), now)
        counted += one.count if one else 0
    counted += sum(last.count for last in streaks.end_all())
    assert counted == max((count for count, _, _ in events), default=0)
