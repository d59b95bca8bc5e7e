"""Connection to one YouTube channel: finds its broadcast and reads the chat."""

import asyncio
import contextlib
from datetime import datetime
from typing import NoReturn

from greenroom.accounts.platforms import PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import (
    ChannelUpdated,
    Connected,
    QuotaReported,
    StreamOffline,
    StreamOnline,
    ViewersCounted,
)
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.background import spawn
from greenroom.kernel.tasks.groups import until_one_fails
from greenroom.platforms.youtube.api.answers import Refused
from greenroom.platforms.youtube.api.client import Api
from greenroom.platforms.youtube.api.resources import Broadcast
from greenroom.platforms.youtube.broadcasts.categories import CategoryCache
from greenroom.platforms.youtube.broadcasts.lookup import Broadcasts, has_waiting_room, pick_live, pick_upcoming
from greenroom.platforms.youtube.chat.reader import ChatReader, ChatUnavailable
from greenroom.platforms.youtube.chat.state import store_current_broadcast
from greenroom.platforms.youtube.pace import Pace
from greenroom.platforms.youtube.quota.governor import QuotaGovernor, QuotaReserved, QuotaSpent
from greenroom.platforms.youtube.quota.rules import Use
from greenroom.platforms.youtube.settings import QuotaCosts

log = get_logger(__name__)


class YouTubeConnection:
    def __init__(
        self,
        account: Account,
        emit: Emit,
        *,
        api: Api,
        governor: QuotaGovernor,
        categories: CategoryCache,
        costs: QuotaCosts,
        clock: Clock,
        pace: Pace,
    ) -> None:
        self._account = account
        self._emit = emit
        self._api = api
        self._governor = governor
        self._categories = categories
        self._clock = clock
        self._pace = pace
        self._broadcasts = Broadcasts(api, costs, Use.FIND_BROADCAST)
        self._reader = ChatReader(api, governor, account.adapter_state, emit, costs=costs, clock=clock, pace=pace)
        self._live: Broadcast | None = None
        self._upcoming: Broadcast | None = None
        self._upcoming_looked_up_at: datetime | None = None
        # Broadcasts whose chat has ended; YouTube may still list them as live.
        self._ended_ids: set[str] = set()
        self._emitted_title: tuple[str, str] | None = None
        self._emitted_viewers = 0
        self._emitted_quota: tuple[datetime, QuotaReported] | None = None
        self._is_connected = False
        self._chat_changed = asyncio.Event()
        self._lookup_now = asyncio.Event()

    async def run(self) -> None:
        with self._governor.polling_broadcasts():
            try:
                await self._first_lookup()
                await until_one_fails(self._poll_broadcasts(), self._read_chats())
            except QuotaSpent:
                await self._report()
                raise

    async def _first_lookup(self) -> None:
        try:
            await self._lookup(is_first=True)
        except QuotaReserved:
            await self._emit_connected()

    async def _poll_broadcasts(self) -> NoReturn:
        while True:
            await self._report()
            interval = self._governor.broadcast_poll_interval(self._pace.check_seconds)
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(interval):
                    await self._lookup_now.wait()
            self._lookup_now.clear()
            await self._lookup_or_log()

    async def _lookup_or_log(self) -> None:
        """Looks up the broadcast; while a chat is open, a failed call is only logged."""
        try:
            await self._lookup(is_first=False)
        except QuotaSpent:
            raise
        except QuotaReserved:
            pass
        except (PlatformUnavailable, RateLimited) as error:
            if not self._reader.is_open:
                raise
            log.warning("youtube_lookup_failed", channel=self._account.provider_channel_id, error=str(error))

    async def _lookup(self, *, is_first: bool) -> None:
        requested_at = self._clock()
        active = await self._broadcasts.active()
        known_id = self._live.id if self._live else ""
        live = pick_live([one for one in active if one.id not in self._ended_ids], known_id)
        if live is None:
            await self._lookup_upcoming(active, requested_at)
        else:
            self._upcoming = None
        was_live, self._live = self._live, live
        self._emitted_viewers = self._emitted_viewers if live else 0
        await self._emit_title(live or self._upcoming, requested_at)
        if live is None and (was_live is not None or is_first):
            await self._emit(StreamOffline(as_of=requested_at, received_at=requested_at))
        if live is not None and (was_live is None or _stream_key(was_live) != _stream_key(live)):
            started_at = live.snippet.actual_start_time or requested_at
            await self._emit(StreamOnline(live.id, started_at, requested_at, live.is_listed))
        if live is not None:
            await self._emit_viewers(live, requested_at)
        await self._pass_on_broadcast(requested_at)

    async def _lookup_upcoming(self, active: list[Broadcast], requested_at: datetime) -> None:
        """Finds the next scheduled broadcast; calls YouTube at most every `upcoming_seconds`."""
        last = self._upcoming_looked_up_at
        if last is None or (requested_at - last).total_seconds() >= self._pace.upcoming_seconds:
            self._upcoming_looked_up_at = requested_at
            # Broadcasts with the status `testing` are among the active ones.
            scheduled = [*active, *await self._broadcasts.upcoming()]
            self._upcoming = pick_upcoming((one for one in scheduled if one.id not in self._ended_ids), requested_at)

    async def _pass_on_broadcast(self, requested_at: datetime) -> None:
        """Stores the current broadcast for actions and wakes `_read_chats`.

        Emits Connected if there is no chat to read; otherwise Connected is emitted when the chat is open.
        """
        broadcast, chat_id = self._live or self._upcoming, self._chat_id(requested_at)
        found_id = broadcast.id if broadcast else ""
        found_chat = broadcast.snippet.live_chat_id if broadcast else ""
        await store_current_broadcast(self._account.adapter_state, found_id, found_chat, requested_at)
        self._chat_changed.set()
        if not chat_id:
            await self._emit_connected()

    def _chat_id(self, now: datetime) -> str:
        """Id of the chat to read: the live one, or that of a broadcast that starts soon; empty if there is none."""
        if self._live is not None:
            return self._live.snippet.live_chat_id
        scheduled = self._upcoming
        if scheduled is None or not has_waiting_room(scheduled, now, self._pace.waiting_room_seconds):
            return ""
        return scheduled.snippet.live_chat_id

    async def _emit_title(self, broadcast: Broadcast | None, requested_at: datetime) -> None:
        if broadcast is None:
            return
        category = await self._category(broadcast)
        if self._emitted_title != (broadcast.snippet.title, category):
            self._emitted_title = (broadcast.snippet.title, category)
            await self._emit(ChannelUpdated(broadcast.snippet.title, category, requested_at))

    async def _category(self, broadcast: Broadcast) -> str:
        try:
            return await self._categories.name(self._api, broadcast.snippet.category_id)
        except Refused as error:
            log.warning("youtube_categories_failed", error=str(error))
            return ""

    async def _emit_viewers(self, live: Broadcast, requested_at: datetime) -> None:
        if not self._governor.counts_viewers:
            return
        if live.statistics is not None:
            count = live.statistics.concurrent_viewers
        else:
            video = await self._broadcasts.video(live.id, Use.COUNT)
            count = video.live_streaming_details.concurrent_viewers if video else 0
        # YouTube leaves the number out when it is 0 and when the owner hides it.
        if count or self._emitted_viewers:
            self._emitted_viewers = count
            await self._emit(ViewersCounted(count, requested_at))

    async def _read_chats(self) -> NoReturn:
        while True:
            self._chat_changed.clear()
            chat_id = self._chat_id(self._clock())
            if not chat_id:
                await self._chat_changed.wait()
                continue
            reading = spawn(self._read(chat_id), name="youtube_read")
            try:
                await self._until_other_chat(chat_id, reading)
            finally:
                reading.cancel()
                await asyncio.gather(reading, return_exceptions=True)

    async def _until_other_chat(self, chat_id: str, reading: asyncio.Task[None]) -> None:
        while self._chat_id(self._clock()) == chat_id:
            self._chat_changed.clear()
            changed = spawn(self._chat_changed.wait(), name="youtube_chat_changed")
            try:
                done, _ = await asyncio.wait({reading, changed}, return_when=asyncio.FIRST_COMPLETED)
            finally:
                changed.cancel()
            if reading in done:
                reading.result()
                return

    async def _read(self, chat_id: str) -> None:
        """Reads one chat until it ends or cannot be read, then waits before it may be read again."""
        began_at = (self._live.snippet.actual_start_time if self._live else None) or self._clock()
        try:
            await self._reader.read(
                chat_id, broadcast_began_at=began_at, opened=self._emit_connected, went_offline=self._look_up_now
            )
        except ChatUnavailable as error:
            await self._emit_connected()
            if error.has_ended:
                await self._end_broadcast()
        # A disabled chat may be enabled later.
        await asyncio.sleep(self._pace.chat_again_seconds)

    async def _end_broadcast(self) -> None:
        """Handles the end of a broadcast, which the chat reports before YouTube's list of broadcasts does."""
        ended, self._live = self._live, None
        if ended is not None:
            self._ended_ids.add(ended.id)
            self._emitted_viewers, now = 0, self._clock()
            await self._emit(StreamOffline(as_of=now, received_at=now))
            await store_current_broadcast(self._account.adapter_state, "", "", now)
        self._lookup_now.set()
        self._chat_changed.set()

    async def _look_up_now(self) -> None:
        self._lookup_now.set()

    async def _emit_connected(self) -> None:
        if not self._is_connected:
            self._is_connected = True
            await self._emit(Connected())

    async def _report(self) -> None:
        """Emits a quota report every `report_seconds`, and earlier if its `restriction` has changed."""
        report, now = self._governor.report(), self._clock()
        if self._emitted_quota is not None:
            emitted_at, emitted = self._emitted_quota
            is_recent = (now - emitted_at).total_seconds() < self._pace.report_seconds
            if is_recent and emitted.restriction == report.restriction:
                return
        self._emitted_quota = (now, report)
        await self._emit(report)


def _stream_key(live: Broadcast) -> tuple[str, bool]:
    """Id of the broadcast and whether it is listed; StreamOnline is emitted again if either changes."""
    return live.id, live.is_listed
