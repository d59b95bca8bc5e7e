"""Intervals and timeouts for Kick, and the throttle of sent messages."""

import asyncio
from collections import OrderedDict

from msgspec import Struct

from greenroom.accounts.platforms import RateLimited
from greenroom.kernel.clock import Clock

MAX_SENDERS = 1_000


class Pace(Struct, frozen=True):
    # Interval of polls of the channel, because Kick does not reliably report the start and end of a stream.
    poll_seconds: float = 60.0
    # Interval of checks of the subscriptions: Kick loses some, even right after creating them.
    reconcile_seconds: float = 180.0
    # For this long after a stream began, Kick may show its channel as offline.
    offline_lag_seconds: float = 120.0
    # Gap between messages of one account. Kick publishes no limits; one message a second works in practice.
    send_gap_seconds: float = 1.0
    # Wait before a failed call is repeated, or the unofficial socket is opened again.
    retry_wait_seconds: float = 30.0
    # A connection without a response or an event for this long counts as lost.
    lost_seconds: float = 90.0
    # Time without a frame on the unofficial socket after which a ping is sent.
    socket_silence_seconds: float = 120.0
    # Time limit for the pong on the unofficial socket.
    pong_seconds: float = 30.0


class SendThrottle:
    def __init__(self, gap_seconds: float, clock: Clock) -> None:
        self._gap_seconds = gap_seconds
        self._clock = clock
        # When each account may send the next message, on the event loop's clock.
        self._next: OrderedDict[str, float] = OrderedDict()
        # End of each account's pause, as a Unix time.
        self._paused_until: OrderedDict[str, float] = OrderedDict()

    async def acquire(self, sender: str) -> None:
        """Waits until the account `sender` may send its next message; raises RateLimited while it is paused."""
        pause_seconds = self._paused_until.get(sender, 0.0) - self._clock().timestamp()
        if pause_seconds > 0:
            raise RateLimited(pause_seconds)
        now = asyncio.get_running_loop().time()
        send_at = max(now, self._next.get(sender, 0.0))
        _remember(self._next, sender, send_at + self._gap_seconds)
        if send_at > now:
            await asyncio.sleep(send_at - now)

    def pause(self, sender: str, seconds: float) -> None:
        _remember(self._paused_until, sender, self._clock().timestamp() + seconds)


def _remember(times: OrderedDict[str, float], sender: str, time: float) -> None:
    times[sender] = time
    times.move_to_end(sender)
    if len(times) > MAX_SENDERS:
        times.popitem(last=False)
