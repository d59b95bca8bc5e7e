"""Connection to one Kick channel: subscriptions, current state and events."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import NoReturn

import msgspec

from greenroom.accounts.platforms import Gone, PlatformUnavailable, RateLimited
from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChannelUpdated,
    Connected,
    Event,
    MessageReceived,
    StreamOffline,
    StreamOnline,
    ViewerBanned,
    ViewersCounted,
)
from greenroom.chat.protocol.platform import Account, Emit
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.ids import RecentIds
from greenroom.kernel.logs import get_logger
from greenroom.kernel.tasks.groups import until_one_fails
from greenroom.platforms.kick.api.client import KickApi
from greenroom.platforms.kick.api.payloads import Channel, Stream, parse_time
from greenroom.platforms.kick.pace import Pace
from greenroom.platforms.kick.site.socket import SiteSocket
from greenroom.platforms.kick.stream_state import StreamState
from greenroom.platforms.kick.webhooks.deliveries import Delivery, topic_of
from greenroom.platforms.kick.webhooks.normalize import NORMALIZERS, KickEvent, KnownChannel, StreamReport
from greenroom.platforms.kick.webhooks.subscriptions import reconcile

log = get_logger(__name__)

MAX_QUEUED_DELIVERIES = 10_000
# Key in the adapter state.
LIVE_SINCE = "live_since"


class KickConnection:
    def __init__(
        self,
        account: Account,
        emit: Emit,
        *,
        api: KickApi,
        bus: Bus,
        clock: Clock,
        pace: Pace,
        seen: RecentIds[str],
        site: SiteSocket | None,
    ) -> None:
        self._account = account
        self._emit = emit
        self._api = api
        self._bus = bus
        self._clock = clock
        self._pace = pace
        self._seen = seen
        self._site = site
        self._broadcaster_id = account.provider_channel_id
        self._topic = topic_of(self._broadcaster_id)
        self._known = KnownChannel(self._broadcaster_id, emotes_url=api.emotes_url)
        self._stream = StreamState()
        self._has_emitted_channel = False
        self._deliveries: asyncio.Queue[bytes] = asyncio.Queue(MAX_QUEUED_DELIVERIES)
        self._last_alive = 0.0
        self._has_webhooks = False

    async def run(self) -> None:
        # Listen before subscribing: the first event may arrive before the response.
        unsubscribe = self._bus.subscribe(self._on_message, self._topic)
        try:
            self._stream = StreamState(_parse_stored(await self._account.adapter_state.get(LIVE_SINCE)))
            await self._reconcile()
            await self._poll()
            await self._emit(Connected())
            self._mark_alive()
            tasks = [self._read_deliveries(), self._poll_channel(), self._keep_subscribed()]
            if self._site is not None:
                tasks.append(self._site.keep_reading(self._handle_site_event))
            await until_one_fails(*tasks)
        finally:
            unsubscribe()

    def _on_message(self, _topic: str, payload: bytes) -> None:
        try:
            self._deliveries.put_nowait(payload)
        except asyncio.QueueFull:
            log.warning("kick_event_dropped", channel=self._broadcaster_id, reason="too many are waiting")

    async def _read_deliveries(self) -> NoReturn:
        while True:
            payload = await self._deliveries.get()
            self._mark_alive()
            self._has_webhooks = True
            for event in self._normalized(payload):
                await self._handle(event)

    def _normalized(self, payload: bytes) -> list[KickEvent]:
        try:
            delivery = msgspec.json.decode(payload, type=Delivery)
            # Another process may have received the same event.
            if not self._seen.is_new(f"delivery:{delivery.id}", self._clock()):
                return []
            normalize = NORMALIZERS.get((delivery.kind, delivery.version))
            if normalize is None:
                log.warning("kick_event_unknown", type=delivery.kind, version=delivery.version)
                return []
            return list(normalize(delivery, self._known))
        except UNREADABLE as error:
            log.warning("kick_event_unreadable", channel=self._broadcaster_id, error=str(error))
            return []

    async def _handle(self, event: KickEvent) -> None:
        match event:
            case StreamReport():
                await self._emit_stream(event)
            case ChannelUpdated():
                await self._emit_channel(event)
            case MessageReceived():
                await self._emit_once(f"message:{event.message_id}", event)
            case ActivityReceived():
                await self._emit_once(f"activity:{event.activity_id}", event)
            case _:
                await self._emit(event)

    async def _handle_site_event(self, event: Event) -> None:
        """Handles an event of the site's socket; ignores bans after the first webhook, as webhooks report them too."""
        # A ban has no id to deduplicate by.
        if not (isinstance(event, ViewerBanned) and self._has_webhooks):
            await self._handle(event)

    async def _emit_once(self, key: str, event: Event) -> None:
        """Emits the event, unless a webhook or the site's socket has already reported it."""
        if self._seen.is_new(f"{self._broadcaster_id}:{key}", self._clock()):
            await self._emit(event)

    async def _emit_stream(self, report: StreamReport) -> None:
        stream = self._stream
        event: StreamOnline | StreamOffline | None
        event = (stream.online if report.is_live else stream.offline)(report.at, report.received_at)
        if event is None:
            return
        await self._account.adapter_state.put(LIVE_SINCE, stream.live_since.isoformat() if stream.live_since else "")
        await self._emit(event)

    async def _emit_channel(self, update: ChannelUpdated) -> None:
        is_known = (update.title, update.category) == (self._known.title, self._known.category)
        if is_known and self._has_emitted_channel:
            return
        self._known.title, self._known.category, self._has_emitted_channel = update.title, update.category, True
        await self._emit(update)

    async def _poll_channel(self) -> NoReturn:
        while True:
            await asyncio.sleep(_with_jitter(self._pace.poll_seconds))
            await self._retry(self._poll)

    async def _poll(self) -> None:
        requested_at = self._clock()
        channel = await self._api.channel(self._broadcaster_id)
        if channel is None:
            raise Gone("This Kick channel no longer exists")
        for event in current_events(channel, requested_at, self._pace.offline_lag_seconds, self._stream.live_since):
            await self._handle(event)

    async def _keep_subscribed(self) -> NoReturn:
        while True:
            await asyncio.sleep(_with_jitter(self._pace.reconcile_seconds))
            await self._retry(self._reconcile)

    async def _reconcile(self) -> None:
        await reconcile(self._api, self._broadcaster_id, needs_chat=self._site is None)

    async def _retry(self, check: Callable[[], Awaitable[None]]) -> None:
        """Repeats a check until it succeeds; raises its error if Kick sent no event or response for `lost_seconds`."""
        while True:
            try:
                await check()
            except RateLimited as error:
                self._mark_alive()
                await asyncio.sleep(max(error.after_seconds, self._pace.retry_wait_seconds))
            except PlatformUnavailable as error:
                log.warning("kick_check_failed", channel=self._broadcaster_id, error=str(error))
                if asyncio.get_running_loop().time() - self._last_alive > self._pace.lost_seconds:
                    raise
                await asyncio.sleep(self._pace.retry_wait_seconds)
            else:
                return self._mark_alive()

    def _mark_alive(self) -> None:
        self._last_alive = asyncio.get_running_loop().time()


def current_events(
    channel: Channel, requested_at: datetime, lag_seconds: float, live_since: datetime | None
) -> list[KickEvent]:
    """Events for the state in Kick's API; offline is dated back, because a start is shown `lag_seconds` late."""
    category = channel.category.name or "" if channel.category is not None else ""
    events: list[KickEvent] = [ChannelUpdated(channel.stream_title or "", category, requested_at)]
    stream = channel.stream or Stream()
    if not stream.is_live:
        return [*events, StreamReport(False, requested_at - timedelta(seconds=lag_seconds), requested_at)]
    # `live_since` replaces an unreadable start: otherwise each poll would report a new stream.
    started_at = parse_time(stream.start_time, live_since or requested_at)
    return [*events, StreamReport(True, started_at, requested_at), ViewersCounted(stream.viewer_count, requested_at)]


def _parse_stored(value: str | None) -> datetime | None:
    return datetime.fromisoformat(value) if value else None


def _with_jitter(seconds: float) -> float:
    """Varies the interval, so that many channels do not poll at the same time."""
    return seconds * random.uniform(0.9, 1.1)  # noqa: S311  # jitter, not a secret
