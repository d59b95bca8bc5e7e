"""Handler of EventSub frames, from the socket or from webhooks."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from datetime import datetime

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.http.parse_errors import UNREADABLE
from greenroom.kernel.logs import get_logger
from greenroom.platforms.twitch.eventsub.frames import AnyFrame, RecentFrames, session_of, subscription_of

log = get_logger(__name__)

OnReady = Callable[[], Awaitable[None]]
# Notifications received together, and when.
OnNotifications = Callable[[Sequence[AnyFrame], datetime], Awaitable[None]]
OnRevoked = Callable[[str], Awaitable[None]]


class FrameHandler:
    def __init__(self, clock: Clock, *, on_notifications: OnNotifications, on_revoked: OnRevoked) -> None:
        self._clock = clock
        self._on_notifications = on_notifications
        self._on_revoked = on_revoked
        self._seen = RecentFrames()

    async def handle(self, frames: Iterable[AnyFrame]) -> str | None:
        """Handles frames received together; returns the URL to reconnect to if Twitch sent one."""
        now, moved_to = self._clock(), None
        notifications: list[AnyFrame] = []
        for frame in self._seen.unseen(frames, now):
            if frame.metadata.message_type == "notification" and frame.payload.subscription is not None:
                notifications.append(frame)
                continue
            if notifications:
                await self._on_notifications(notifications, now)
                notifications = []
            address = await self._handle_control(frame)
            moved_to = moved_to if address is None else address
        if notifications:
            await self._on_notifications(notifications, now)
        return moved_to

    async def _handle_control(self, frame: AnyFrame) -> str | None:
        """Handles a frame that is not a notification, or a notification without its subscription."""
        try:
            return await self._handle_by_type(frame)
        except UNREADABLE as error:
            log.warning("twitch_frame_invalid", type=frame.metadata.message_type, error=str(error))
        return None

    async def _handle_by_type(self, frame: AnyFrame) -> str | None:
        match frame.metadata.message_type:
            case "session_reconnect":
                return session_of(frame).reconnect_url
            case "revocation":
                await self._on_revoked(subscription_of(frame).status)
            case "session_keepalive" | "session_welcome" | "webhook_callback_verification":
                pass
            case "notification":
                raise msgspec.ValidationError("a notification without its subscription")
            case unknown:
                log.warning("twitch_frame_unknown", type=unknown)
        return None
