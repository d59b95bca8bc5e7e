"""Turns room messages into events: drops repeated messages, merges gift streaks and bursts of likes and joins."""

from datetime import datetime

import msgspec
from google.protobuf.message import DecodeError

from greenroom.chat.protocol.events import MICROS, ActivityReceived, Event
from greenroom.kernel.ids import RecentIds
from greenroom.kernel.logs import get_logger
from greenroom.platforms.tiktok.pace import Pace
from greenroom.platforms.tiktok.room.bursts import BurstMerger
from greenroom.platforms.tiktok.room.normalize import (
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
    """One for each connection, kept when its socket is replaced, because TikTok repeats messages after a reconnect."""

    def __init__(self, pace: Pace) -> None:
        self._seen = RecentIds[int](limit=MAX_REMEMBERED_IDS)
        self._streaks = Streaks(pace.streak_seconds)
        # The latest event of each running streak.
        self._gifts: dict[Key, GiftEvent] = {}
        self._bursts = BurstMerger(pace.merge_seconds)
        self._unknown: set[str] = set()

    def add(self, result: FetchResult, received_at: datetime, *, is_backlog: bool = False) -> list[Event]:
        """Returns the events to emit now; gifts of running streaks, likes and joins are held back."""
        events: list[Event] = []
        for message in result.messages:
            for event in self._read(message, received_at, is_backlog or message.is_history):
                events += self._handle(event, received_at)
        return events

    def tick(self, now: datetime) -> list[Event]:
        """Returns the held-back events that are due."""
        return [*self._bursts.due(now), *(self._gift(counted) for counted in self._streaks.expire(now))]

    def end(self) -> list[Event]:
        """Returns all held-back events."""
        return [*self._bursts.take(), *(self._gift(counted) for counted in self._streaks.end_all())]

    def _read(self, message: Message, received_at: datetime, is_backlog: bool) -> list[RoomEvent]:
        normalize = NORMALIZERS.get(message.method)
        if normalize is None:
            self._log_unknown(message.method)
            return []
        # An id of 0 is no id and cannot be deduplicated.
        if message.msg_id != 0 and not self._seen.is_new(message.msg_id, received_at):
            return []
        try:
            return normalize(RoomMessage(message.payload, message.msg_id, received_at, is_backlog))
        except DecodeError as error:
            log.warning("tiktok_message_unreadable", method=message.method, error=str(error))
            return []

    def _handle(self, event: RoomEvent, now: datetime) -> list[Event]:
        match event:
            case GiftEvent():
                return self._add_gift(event, now)
            case LikeEvent():
                self._bursts.like(event.activity, event.chatter)
            case JoinEvent():
                self._bursts.join(event.activity, event.chatter)
            case _:
                return [event]
        return []

    def _add_gift(self, event: GiftEvent, now: datetime) -> list[Event]:
        key = event.gifted.key
        self._gifts[key] = event
        counted = self._streaks.take(event.gifted, now)
        if counted is not None:
            return [self._gift(counted)]
        if not self._streaks.is_running(key):
            del self._gifts[key]
        return []

    def _gift(self, counted: Counted) -> ActivityReceived:
        gift = self._gifts.pop(counted.key)
        # A streak has several parts if it went on after its timeout or after a reconnect.
        part = f":{counted.part}" if counted.part else ""
        return msgspec.structs.replace(
            gift.activity,
            activity_id=f"{gift.activity.activity_id}{part}",
            count=counted.count,
            amount_micros=counted.count * gift.diamonds * MICROS,
            currency="DIAMONDS" if gift.diamonds else "",
            group_count=counted.total,
        )

    def _log_unknown(self, method: str) -> None:
        """Logs each unknown type of message once, and at most 200 types."""
        if method not in self._unknown and len(self._unknown) < 200:
            self._unknown.add(method)
            log.info("tiktok_message_unknown", method=method[:100])
