"""EventSub webhook events of one channel, received over the bus."""

import asyncio
from collections.abc import Awaitable, Callable

from greenroom.accounts.platforms import PlatformUnavailable
from greenroom.kernel.bus.bus import Bus
from greenroom.kernel.clock import Clock
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.eventsub.frame_handler import FrameHandler, OnNotifications, OnReady, OnRevoked
from greenroom.platforms.twitch.eventsub.frames import AnyFrame, read_frame, subscription_of
from greenroom.platforms.twitch.pace import Pace

log = get_logger(__name__)

VERIFICATION = "webhook_callback_verification"

# Far more frames than arrive while one of them is handled.
MAX_QUEUED_FRAMES = 10_000

# Returns the ids of the subscriptions that Twitch still has to verify.
SyncSubscriptions = Callable[[], Awaitable[set[str]]]


def topic_of(channel_id: str) -> str:
    return f"webhook:twitch:{channel_id}"


class WebhookFeed:
    def __init__(
        self,
        bus: Bus,
        channel_id: str,
        clock: Clock,
        pace: Pace,
        *,
        sync: SyncSubscriptions,
        ready: OnReady,
        on_notifications: OnNotifications,
        on_revoked: OnRevoked,
    ) -> None:
        self._bus = bus
        self._topic = topic_of(channel_id)
        self._pace = pace
        self._sync = sync
        self._ready = ready
        self._handler = FrameHandler(clock, on_notifications=on_notifications, on_revoked=on_revoked)
        # None in the queue means that the bus may have lost frames.
        self._frames: asyncio.Queue[AnyFrame | None] = asyncio.Queue(MAX_QUEUED_FRAMES)

    async def run(self) -> None:
        unsubscribe_all = [self._bus.subscribe(self._put, self._topic), self._bus.on_gap(self._put_gap)]
        try:
            await self._wait_until_verified(await self._sync())
            await self._ready()
            while True:
                await self._handler.handle([await self._next()])
        finally:
            for unsubscribe in unsubscribe_all:
                unsubscribe()

    def _put(self, topic: str, payload: bytes) -> None:
        try:
            self._frames.put_nowait(read_frame(payload))
        except UNREADABLE as error:
            log.warning("twitch_webhook_unreadable", error=str(error))
        except asyncio.QueueFull:
            log.warning("twitch_webhook_dropped", topic=topic)

    def _put_gap(self) -> None:
        if not self._frames.full():
            self._frames.put_nowait(None)

    async def _next(self) -> AnyFrame:
        frame = await self._frames.get()
        if frame is None:
            raise PlatformUnavailable("Twitch events were lost between our processes")
        return frame

    async def _wait_until_verified(self, waiting: set[str]) -> None:
        try:
            async with asyncio.timeout(self._pace.verify_seconds):
                while waiting:
                    frame = await self._next()
                    if frame.metadata.message_type == VERIFICATION:
                        waiting.discard(_subscription_id(frame))
                    else:
                        await self._handler.handle([frame])
        except TimeoutError:
            raise PlatformUnavailable("Twitch cannot reach the public address of this installation") from None


def _subscription_id(frame: AnyFrame) -> str:
    try:
        return subscription_of(frame).id
    except UNREADABLE:
        return ""
