"""Reads one live chat: by a streaming call, or by polling while the streaming call fails."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import datetime

import msgspec

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.protocol.adapter_state import AdapterState
from greenroom.chat.protocol.platform import Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.ids import RecentIds
from greenroom.kernel.logs import get_logger
from greenroom.platforms.youtube.api.answers import ErrorKind, Refused, read
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Page
from greenroom.platforms.youtube.chat.json_stream import JsonElements
from greenroom.platforms.youtube.chat.messages import read_message
from greenroom.platforms.youtube.chat.normalize import ENDED, identity, normalize
from greenroom.platforms.youtube.chat.state import load_token, store_token
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, QuotaReserved, QuotaSpent
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import QuotaCosts

log = get_logger(__name__)

LIST, STREAM = "list", "stream"
PARTS = "id,snippet,authorDetails"
# Default poll interval, the one that YouTube requests in a quiet chat.
DEFAULT_POLL_SECONDS = 5.0
MAX_REMEMBERED_IDS = 20_000
# Longest random wait before a stream is opened again: for each connected channel, and for all together.
JITTER_SECONDS, MAX_JITTER_SECONDS = 0.1, 10.0

Signal = Callable[[], Awaitable[None]]


class ChatUnavailable(Exception):
    """The chat has ended, or YouTube does not allow reading it."""

    def __init__(self, *, has_ended: bool) -> None:
        super().__init__()
        self.has_ended = has_ended


class ChatUnreadable(PlatformUnavailable):
    """Streaming and polling both fail."""


class ChatReader:
    def __init__(
        self,
        api: Api,
        governor: QuotaGovernor,
        adapter_state: AdapterState,
        emit: Emit,
        *,
        costs: QuotaCosts,
        clock: Clock,
        pace: Pace,
    ) -> None:
        self._api = api
        self._governor = governor
        self._adapter_state = adapter_state
        self._emit = emit
        self._costs = costs
        self._clock = clock
        self._pace = pace
        self._seen = RecentIds[tuple[str, str]](limit=MAX_REMEMBERED_IDS)
        self._unknown: set[str] = set()
        # Whether a stream or a poll currently succeeds.
        self.is_open = False

    async def read(self, chat_id: str, *, broadcast_began_at: datetime, opened: Signal, went_offline: Signal) -> None:
        """Reads the chat; raises ChatUnavailable if it ends or may not be read, ChatUnreadable if all tries fail."""
        reading = _Reading(chat_id, self._clock(), broadcast_began_at, opened, went_offline)
        try:
            while True:
                await self._stream(reading)
                log.warning("youtube_stream_abandoned", chat=chat_id)
                await self._poll(reading)
        finally:
            self.is_open = False
            await self._save(reading)

    async def _stream(self, reading: "_Reading") -> None:
        """Opens one stream after the other until `stream_failures` have failed without a long one in between."""
        await self._begin(reading, STREAM)
        failures, short = 0, 0
        while failures < self._pace.stream_failures:
            began, wait = _now(), 0.0
            try:
                await self._read_stream(reading)
            except (PlatformUnavailable, RateLimited) as error:
                wait = await self._wait_after(error, reading)
                failures += not isinstance(error, QuotaReserved)
            self.is_open = False
            # The wait grows after short streams, because each stream costs as much quota as a poll.
            is_short = _now() - began < self._pace.short_lived_seconds
            failures, short = (failures, short + 1) if is_short else (0, 0)
            await asyncio.sleep(max(wait, self._back_off(short)) + self._jitter())

    async def _read_stream(self, reading: "_Reading") -> None:
        path, cost = "/liveChat/messages/stream", self._costs.chat_stream
        silence, params, elements = self._pace.silence_seconds, reading.params(), JsonElements()
        async with self._api.stream(path, cost=cost, silence_seconds=silence, params=params) as pieces:
            await self._report_open(reading)
            async for piece in pieces:
                for element in elements.feed(piece):
                    await self._handle_page(_page(element), reading)

    async def _poll(self, reading: "_Reading") -> None:
        """Polls for `polls_for_seconds`; raises ChatUnreadable when `poll_failures` polls in a row have failed."""
        await self._begin(reading, LIST)
        until, failures = _now() + self._pace.polls_for_seconds, 0
        with self._governor.polling_chat():
            while _now() < until:
                try:
                    wait = await self._poll_once(reading)
                    failures = 0
                except (PlatformUnavailable, RateLimited) as error:
                    self.is_open = False
                    wait = await self._wait_after(error, reading)
                    failures += not isinstance(error, QuotaReserved | RateLimited)
                    if failures >= self._pace.poll_failures:
                        raise ChatUnreadable(str(error)) from error
                await asyncio.sleep(max(wait, self._back_off(failures) if failures else 0))

    async def _poll_once(self, reading: "_Reading") -> float:
        """Reads the messages of one poll; returns the seconds to wait before the next."""
        answer = await self._api.call(
            "GET", "/liveChat/messages", cost=self._costs.chat_list, use=Use.READ, params=reading.params()
        )
        page = read(answer, Page)
        await self._report_open(reading)
        await self._handle_page(page, reading)
        interval = page.polling_interval_millis / 1000 or DEFAULT_POLL_SECONDS
        streamed = (self._clock() - reading.broadcast_began_at).total_seconds()
        return max(interval, self._governor.min_chat_poll_interval(streamed))

    async def _wait_after(self, error: PlatformUnavailable | RateLimited, reading: "_Reading") -> float:
        """Returns the seconds to wait after this failure; raises if reading cannot continue."""
        match error:
            case QuotaSpent():
                raise error
            case QuotaReserved():
                # Counts as connected, because the quota report already shows that reading is paused.
                await reading.opened()
                return self._pace.parked_seconds
            case RateLimited():
                return error.after_seconds
            case Refused(error_kind=ErrorKind.CHAT_ENDED):
                raise ChatUnavailable(has_ended=True) from error
            case Refused(error_kind=ErrorKind.CHAT_DISABLED | ErrorKind.FORBIDDEN) | Refused(reason="liveChatNotFound"):
                raise ChatUnavailable(has_ended=False) from error
            case Refused(error_kind=ErrorKind.BAD_REQUEST) if reading.token:
                log.info("youtube_position_lost", chat=reading.chat_id, reason=error.reason)
                reading.token = ""
                return 0.0
            case _:
                log.warning("youtube_read_failed", chat=reading.chat_id, way=reading.way, error=str(error))
                return 0.0

    async def _begin(self, reading: "_Reading", way: str) -> None:
        reading.way, reading.token = way, await load_token(self._adapter_state, reading.chat_id, way)

    async def _report_open(self, reading: "_Reading") -> None:
        self.is_open = True
        await reading.opened()

    async def _handle_page(self, page: Page, reading: "_Reading") -> None:
        if page.error is not None:
            raise await self._api.failure(page.error.code or 500, page.error)
        received_at = self._clock()
        for item in page.items:
            await self._handle_message(item, received_at, reading)
        if page.next_page_token:
            reading.token = page.next_page_token
        if _now() - reading.saved_at >= self._pace.save_seconds:
            await self._save(reading)
        if page.offline_at:
            await reading.went_offline()

    async def _handle_message(self, item: msgspec.Raw, received_at: datetime, reading: "_Reading") -> None:
        try:
            message = read_message(item)
            events = normalize(message, received_at, reading.reading_since)
        except UNREADABLE as error:
            log.warning("youtube_message_unreadable", chat=reading.chat_id, error=str(error))
            return
        if not self._seen.is_new(identity(message), received_at):
            return
        if events is None:
            self._log_unknown(message.snippet.type)
        for event in events or ():
            await self._emit(event)
        if message.snippet.type == ENDED:
            raise ChatUnavailable(has_ended=True)

    def _log_unknown(self, kind: str) -> None:
        if kind not in self._unknown and len(self._unknown) < 100:
            self._unknown.add(kind)
            log.warning("youtube_event_unknown", type=kind[:100])

    async def _save(self, reading: "_Reading") -> None:
        if reading.token != reading.saved_token:
            await store_token(self._adapter_state, reading.chat_id, reading.way, reading.token)
            reading.saved_token = reading.token
        reading.saved_at = _now()

    def _back_off(self, failures: int) -> float:
        doubled = self._pace.first_wait_seconds * 2.0 ** min(max(failures - 1, 0), 20)
        return min(doubled, self._pace.max_wait_seconds)

    def _jitter(self) -> float:
        longest = min(JITTER_SECONDS * self._governor.channels, MAX_JITTER_SECONDS)
        return random.uniform(0, longest)  # noqa: S311  # jitter, not a secret


class _Reading(msgspec.Struct, eq=False):
    """State of reading one chat."""

    chat_id: str
    reading_since: datetime
    broadcast_began_at: datetime
    opened: Signal
    went_offline: Signal
    way: str = STREAM
    token: str = ""
    saved_token: str = ""
    saved_at: float = 0.0

    def params(self) -> list[tuple[str, str]]:
        position = [("pageToken", self.token)] if self.token else []
        return [("liveChatId", self.chat_id), ("part", PARTS), *position]


def _now() -> float:
    return asyncio.get_running_loop().time()


def _page(element: bytes) -> Page:
    try:
        return msgspec.json.decode(element, type=Page, strict=False)
    except UNREADABLE as error:
        log.warning("youtube_batch_unreadable", error=str(error))
        return Page()
