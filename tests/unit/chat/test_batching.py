"""Batches of the inbox: their ends, the order of events, and dropped messages."""

from collections import deque
from datetime import UTC, datetime, timedelta
from uuid import UUID, uuid4

from hypothesis import given
from hypothesis import strategies as st

from greenroom.chat.messages.line import GAP_NOTICE
from greenroom.chat.pipeline.batching import Gaps, drop_oldest, split_events, take_batch
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import (
    ChatCleared,
    ChatEvent,
    Chatter,
    Fragment,
    MessageDeleted,
    MessageReceived,
    NoticeReceived,
    ViewerBanned,
)

NOW = datetime(2030, 1, 2, tzinfo=UTC)
CHANNEL, ONE, OTHER = uuid4(), uuid4(), uuid4()


def chat_message(words: str, by: str = "7", seconds: float = 0) -> MessageReceived:
    chatter = Chatter(by, by, by)
    return MessageReceived(words, chatter, words, (Fragment(words),), NOW + timedelta(seconds=seconds), NOW)


def ban(viewer_id: str) -> ViewerBanned:
    return ViewerBanned(viewer_id, "", None, "", "", NOW)


def queue(*events: ChatEvent, connection: UUID = ONE) -> deque[ChannelEvent]:
    return deque(ChannelEvent(CHANNEL, connection, "twitch", event) for event in events)


def sizes(waiting: deque[ChannelEvent], limit: int = 50) -> list[int]:
    found = list[int]()
    while waiting:
        found.append(len(take_batch(waiting, limit)))
    return found


def test_batch_takes_waiting_events_up_to_its_maximum() -> None:
    assert sizes(queue(*(chat_message(str(number)) for number in range(120)))) == [50, 50, 20]


def test_batch_ends_before_the_next_message_of_a_viewer_whose_ban_is_in_it() -> None:
    assert sizes(queue(chat_message("a"), ban("7"), chat_message("b", by="8"), chat_message("c", by="7"))) == [3, 1]


def test_batch_ends_before_the_next_message_if_the_chat_is_cleared_in_it() -> None:
    assert sizes(queue(chat_message("a"), ChatCleared(NOW), MessageDeleted("a", NOW), chat_message("b", by="8"))) == [
        3,
        1,
    ]


def test_ban_in_one_chat_does_not_end_the_batch_before_a_message_in_another() -> None:
    waiting = queue(ban("7"), ChatCleared(NOW, chatter_id="8")) + queue(chat_message("a"), connection=OTHER)
    assert sizes(waiting) == [3]


def test_bans_do_not_end_the_batch_before_messages_of_other_viewers() -> None:
    # Otherwise banning the accounts of a bot raid would make a batch of every message.
    events = [event for number in range(20) for event in (ban(f"bot{number}"), chat_message(f"line {number}"))]
    assert sizes(queue(*events)) == [40]


def test_messages_are_sorted_by_platform_time_and_other_events_keep_their_order() -> None:
    batch = queue(chat_message("b", seconds=2), ban("1"), chat_message("a", seconds=1), MessageDeleted("x", NOW))
    messages, others = split_events(batch)
    assert [one.event.received_at for one in messages] == [NOW, NOW]
    assert [one.event.message_id for one in messages if isinstance(one.event, MessageReceived)] == ["a", "b"]
    assert [type(queued.event) for queued in others] == [ViewerBanned, MessageDeleted]


def test_oldest_messages_are_dropped_but_no_moderation_events() -> None:
    kept, dropped = drop_oldest(
        queue(ban("1"), chat_message("a"), MessageDeleted("x", NOW), chat_message("b"), chat_message("c")), keep=3
    )
    assert [queued.event.message_id for queued in dropped if isinstance(queued.event, MessageReceived)] == ["a", "b"]
    assert [type(queued.event) for queued in kept] == [ViewerBanned, MessageDeleted, MessageReceived]


@given(st.lists(st.booleans(), max_size=60), st.integers(0, 60))
def test_every_event_is_either_kept_or_dropped(are_messages: list[bool], keep: int) -> None:
    events = [chat_message(str(at)) if is_message else ban(str(at)) for at, is_message in enumerate(are_messages)]
    kept, dropped = drop_oldest(queue(*events), keep)
    assert len(kept) + len(dropped) == len(events)
    assert len(dropped) == max(min(len(events) - keep, sum(are_messages)), 0)
    assert [queued.event for queued in kept if isinstance(queued.event, ViewerBanned)] == [
        event for event in events if isinstance(event, ViewerBanned)
    ]


def test_gap_is_reported_once_per_connection_with_the_number_of_messages() -> None:
    gaps = Gaps()
    gaps.add(queue(chat_message("a"), chat_message("b", seconds=3)))
    gaps.add(queue(chat_message("c"), connection=OTHER))
    notices = gaps.take()
    assert gaps.take() == []
    assert {queued.connection_id for queued in notices} == {ONE, OTHER}
    first, second = (queued.event for queued in notices)
    assert isinstance(first, NoticeReceived)
    assert isinstance(second, NoticeReceived)
    assert (first.kind, first.notice_id, first.sent_at) == (GAP_NOTICE, "gap:b", NOW + timedelta(seconds=3))
    assert first.text == "2 messages were skipped: chat is too busy"
    assert second.text == "1 message was skipped: chat is too busy"
