"""Where frames are opened, whichever way they came."""

from collections.abc import Awaitable, Callable

import msgspec

from greenroom.kernel.clock import Clock
from greenroom.kernel.logs import get_logger
from greenroom.kernel.unreadable import UNREADABLE
from greenroom.platforms.twitch.frames import Frame, Seen, read_session, read_subscription

log = get_logger(__name__)

Ready = Callable[[], Awaitable[None]]
Hear = Callable[[Frame, msgspec.Raw], Awaitable[None]]
Revoked = Callable[[str], Awaitable[None]]


class Inbox:
    def __init__(self, clock: Clock, *, hear: Hear, revoked: Revoked) -> None:
        self._clock = clock
        self._hear = hear
        self._revoked = revoked
        self._seen = Seen()

    async def take(self, frame: Frame) -> str | None:
        """Deals with one frame; returns the address to move to if Twitch asks for that."""
        if not self._seen.is_news(frame.metadata, self._clock()):
            # A clock that is wrong by minutes would make everything old: that has to be seen in the log.
            sent_at = str(frame.metadata.message_timestamp)
            log.warning("twitch_frame_skipped", type=frame.metadata.message_type, sent_at=sent_at)
            return None
        try:
            return await self._open(frame)
        except UNREADABLE as error:
            log.warning(
                "twitch_frame_odd",
                type=frame.metadata.message_type,
                about=frame.metadata.subscription_type,
                error=str(error),
            )
        return None

    async def _open(self, frame: Frame) -> str | None:
        match frame.metadata.message_type:
            case "notification":
                await self._hear(frame, read_subscription(frame).event)
            case "session_reconnect":
                return read_session(frame).reconnect_url
            case "revocation":
                await self._revoked(read_subscription(frame).subscription.status)
            case "session_keepalive" | "session_welcome" | "webhook_callback_verification":
                pass
            case unknown:
                log.warning("twitch_frame_unknown", type=unknown)
        return None
