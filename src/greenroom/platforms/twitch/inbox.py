"""Where frames are opened, whichever way they came."""

from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.unreadable import UNREADABLE
from greenroom.platforms.twitch.frames import Frame, Seen, session_of, subscription_of

log = get_logger(__name__)

Ready = Callable[[], Awaitable[None]]
# A notification, what it tells, and when it was here.
Hear = Callable[[Frame, msgspec.Raw, datetime], Awaitable[None]]
Revoked = Callable[[str], Awaitable[None]]


class Inbox:
    def __init__(self, clock: Clock, *, hear: Hear, revoked: Revoked) -> None:
        self._clock = clock
        self._hear = hear
        self._revoked = revoked
        self._seen = Seen()

    async def take_all(self, frames: Iterable[Frame]) -> str | None:
        """Deals with frames that came together; returns the address to move to if Twitch asks for that."""
        now, moved_to = self._clock(), None
        for frame in frames:
            address = await self._take(frame, now)
            moved_to = moved_to if address is None else address
        return moved_to

    async def take(self, frame: Frame) -> None:
        await self._take(frame, self._clock())

    async def _take(self, frame: Frame, now: datetime) -> str | None:
        if not self._seen.is_news(frame.metadata, now):
            # A clock that is wrong by minutes would make everything old: that has to be seen in the log.
            sent_at = str(frame.metadata.message_timestamp)
            log.warning("twitch_frame_skipped", type=frame.metadata.message_type, sent_at=sent_at)
            return None
        try:
            return await self._open(frame, now)
        except UNREADABLE as error:
            log.warning(
                "twitch_frame_odd",
                type=frame.metadata.message_type,
                about=frame.metadata.subscription_type,
                error=str(error),
            )
        return None

    async def _open(self, frame: Frame, now: datetime) -> str | None:
        match frame.metadata.message_type:
            case "notification":
                subscription_of(frame)
                await self._hear(frame, frame.payload.event, now)
            case "session_reconnect":
                return session_of(frame).reconnect_url
            case "revocation":
                await self._revoked(subscription_of(frame).status)
            case "session_keepalive" | "session_welcome" | "webhook_callback_verification":
                pass
            case unknown:
                log.warning("twitch_frame_unknown", type=unknown)
        return None
