"""Selects the waiting events of the next batch, and those to drop when too many wait."""

from collections import Counter, deque
from collections.abc import Iterable
from operator import attrgetter
from uuid import UUID

from greenroom.chat.messages.line import GAP_NOTICE
from greenroom.chat.pipeline.batch import PendingMessage
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import ChatCleared, MessageReceived, NoticeReceived, ViewerBanned

# A tuple, because `isinstance(event, A | B)` would build the union anew for every event.
MESSAGE_TYPES = (MessageReceived, NoticeReceived)
# The connection, and the viewer whose lines an event removes; ALL_VIEWERS if it removes all lines.
SweptAuthor = tuple[UUID, str]
ALL_VIEWERS = ""
SENT_AT = attrgetter("event.sent_at")


def take_batch(waiting: deque[ChannelEvent], limit: int) -> list[ChannelEvent]:
    """Takes up to `limit` events; stops before a message if an event of the batch removes lines of its author."""
    batch, swept = list[ChannelEvent](), set[SweptAuthor]()
    while waiting and len(batch) < limit:
        channel_event = waiting[0]
        event = channel_event.event
        # Checked first: nearly all events are messages.
        if isinstance(event, MESSAGE_TYPES):
            if swept and _is_swept(channel_event, event, swept):
                break
        elif isinstance(event, ViewerBanned):
            swept.add((channel_event.connection_id, event.viewer_id))
        elif isinstance(event, ChatCleared):
            swept.add((channel_event.connection_id, event.chatter_id))
        batch.append(waiting.popleft())
    return batch


def _is_swept(channel_event: ChannelEvent, event: MessageReceived | NoticeReceived, swept: set[SweptAuthor]) -> bool:
    author = event.chatter.id if event.chatter is not None else ALL_VIEWERS
    return (channel_event.connection_id, author) in swept or (channel_event.connection_id, ALL_VIEWERS) in swept


def split_events(batch: Iterable[ChannelEvent]) -> tuple[list[PendingMessage], list[ChannelEvent]]:
    """Messages ordered by the platforms' timestamps, and all other events in order of arrival."""
    messages, others = list[PendingMessage](), list[ChannelEvent]()
    for channel_event in batch:
        event = channel_event.event
        if isinstance(event, MESSAGE_TYPES):
            messages.append(PendingMessage(channel_event, event))
        else:
            others.append(channel_event)
    messages.sort(key=SENT_AT)
    return messages, others


def drop_oldest(waiting: deque[ChannelEvent], keep: int) -> tuple[deque[ChannelEvent], list[ChannelEvent]]:
    """Drops the oldest messages until `keep` events are left; returns the kept and the dropped events."""
    surplus = len(waiting) - keep
    kept, dropped = deque[ChannelEvent](), list[ChannelEvent]()
    for channel_event in waiting:
        if len(dropped) < surplus and isinstance(channel_event.event, MessageReceived):
            dropped.append(channel_event)
        else:
            kept.append(channel_event)
    return kept, dropped


class Gaps:
    """Counts the dropped messages of each connection until a notice in chat reports them."""

    def __init__(self) -> None:
        self._counts: Counter[UUID] = Counter()
        self._last: dict[UUID, ChannelEvent] = {}

    def add(self, dropped: Iterable[ChannelEvent]) -> None:
        for channel_event in dropped:
            self._counts[channel_event.connection_id] += 1
            self._last[channel_event.connection_id] = channel_event

    def take(self) -> list[ChannelEvent]:
        """Returns a notice for each connection with dropped messages, and begins to count anew."""
        notices = [_gap_notice(self._last[connection_id], count) for connection_id, count in self._counts.items()]
        self._counts.clear()
        self._last.clear()
        return notices


def _gap_notice(last: ChannelEvent, count: int) -> ChannelEvent:
    event = last.event
    assert isinstance(event, MessageReceived)  # drop_oldest() drops nothing else
    dropped = "1 message was" if count == 1 else f"{count} messages were"
    notice = NoticeReceived(
        # Named by the last missing message, so no two gaps share an id.
        notice_id=f"gap:{event.message_id}",
        kind=GAP_NOTICE,
        text=f"{dropped} skipped: chat is too busy",
        chatter=None,
        message="",
        fragments=(),
        sent_at=event.sent_at,
        received_at=event.received_at,
    )
    return ChannelEvent(last.channel_id, last.connection_id, last.provider, notice)
