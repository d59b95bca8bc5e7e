"""Room messages to events: deduplicated, gift streaks at their end, bursts merged."""

from collections import OrderedDict
from datetime import datetime

import msgspec
from google.protobuf.message import DecodeError

from greenroom.chat.protocol.events import ActivityReceived, Event
from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.room.bursts import BurstMerger
from greenroom.platforms.tiktok.room.normalize import (
    DIAMOND_MICROS,
    NORMALIZERS,
    GiftEvent,
    JoinEvent,
    LikeEvent,
    RoomEvent,
    RoomMessage,
)
from greenroom.platforms.tiktok.room.streaks import Counted, Key, Streaks
from greenroom.platforms.tiktok.webcast_pb2 import FetchResult, Message

log = get_logger(__name__)

MAX_REMEMBERED_IDS = 20_000


class RoomAggregator:
    """Kept across sockets: after a reconnect TikTok repeats messages."""

    def __init__(self, pace: Pace) -> None:
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._streaks = Streaks(pace.streak_seconds)
        self._gifts: dict[Key, GiftEvent] = {}
        self._merging = BurstMerger(pace.merge_seconds)
        self._unknown: set[str] = set()

    def hear(self, result: FetchResult, heard_at: datetime, *, is_backlog: bool = False) -> list[Event]:
        """Events to emit now; streaks and bursts are held back."""
        events: list[Event] = []
        for message in result.messages:
            for news in self._read(message, heard_at, is_backlog or message.is_history):
                events += self._take(news, heard_at)
        return events

    def tick(self, now: datetime) -> list[Event]:
        """Held-back events that are due."""
        return [*self._merging.due(now), *(self._gift(counted) for counted in self._streaks.expire(now))]

    def end(self) -> list[Event]:
        """All held-back events."""
        return [*self._merging.take(), *(self._gift(counted) for counted in self._streaks.end_all())]

    def _read(self, message: Message, heard_at: datetime, is_backlog: bool) -> list[RoomEvent]:
        normalize = NORMALIZERS.get(message.method)
        if normalize is None:
            self._tell_unknown(message.method)
            return []
        if not self._is_news(message.msg_id):
            return []
        try:
            return normalize(RoomMessage(message.payload, message.msg_id, heard_at, is_backlog))
        except DecodeError as error:
            log.warning("tiktok_message_unreadable", method=message.method, error=str(error))
            return []

    def _take(self, news: RoomEvent, now: datetime) -> list[Event]:
        match news:
            case GiftEvent():
                self._gifts[news.gifted.key] = news
                counted = self._streaks.take(news.gifted, now)
                return [self._gift(counted)] if counted is not None else self._forget(news)
            case LikeEvent():
                self._merging.like(news.activity, news.chatter)
            case JoinEvent():
                self._merging.join(news.activity, news.chatter)
            case _:
                return [news]
        return []

    def _forget(self, news: GiftEvent) -> list[Event]:
        """The end of a streak that was counted already leaves nothing to wait for."""
        if news.gifted.is_end:
            del self._gifts[news.gifted.key]
        return []

    def _gift(self, counted: Counted) -> ActivityReceived:
        heard = self._gifts.pop(counted.key)
        # In parts only when the end of a streak was heard after we had stopped waiting for it.
        part = f":{counted.part}" if counted.part else ""
        return msgspec.structs.replace(
            heard.activity,
            activity_id=f"{heard.activity.activity_id}{part}",
            count=counted.count,
            amount_micros=counted.count * heard.diamonds * DIAMOND_MICROS,
            currency="USD" if heard.diamonds else "",
        )

    def _is_news(self, message_id: int) -> bool:
        # Without an id there is nothing to compare.
        if message_id == 0:
            return True
        if message_id in self._seen:
            return False
        self._seen[message_id] = None
        if len(self._seen) > MAX_REMEMBERED_IDS:
            self._seen.popitem(last=False)
        return True

    def _tell_unknown(self, method: str) -> None:
        """Logs each unknown type once: rooms send many that are not used."""
        if method not in self._unknown and len(self._unknown) < 200:
            self._unknown.add(method)
            log.info("tiktok_message_unknown", method=method[:100])
