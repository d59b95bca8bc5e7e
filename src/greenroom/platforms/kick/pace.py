"""Intervals and timeouts for Kick, and the throttle of sent messages."""

import asyncio
from collections import OrderedDict

from msgspec import Struct

from greenroom.kernel.clock import Clock
from greenroom.tenancy.platforms import RateLimited

MAX_SENDERS = 1_000


class Pace(Struct, frozen=True):
    # Kick's start and end events are not reliable: the channel is polled as well.
    poll_seconds: float = 60.0
    # Kick loses subscriptions, sometimes right after it has created them.
    reconcile_seconds: float = 180.0
    # Kick may show a channel as offline this long after its stream began.
    list_lag_seconds: float = 120.0
    # Kick publishes no limits; one message a second works in practice.
    send_gap_seconds: float = 1.0
    # Wait before a failed call or the unofficial socket is retried.
    retry_wait_seconds: float = 30.0
    # A connection without a response or an event for this long counts as lost.
    lost_seconds: float = 90.0
    # Unofficial socket: idle time before a ping is sent.
    socket_silence_seconds: float = 120.0
    # Unofficial socket: time limit for the pong.
    pong_seconds: float = 30.0


class SendThrottle:
    def __init__(self, gap_seconds: float, clock: Clock) -> None:
        self._gap_seconds = gap_seconds
        self._clock = clock
        # By sender: when the next message may be sent, on the event loop's clock.
        self._next: OrderedDict[str, float] = OrderedDict()
        # By sender: end of the pause, as a Unix time.
        self._paused_until: OrderedDict[str, float] = OrderedDict()

    async def acquire(self, sender: str) -> None:
        """Waits until this sender may send; raises RateLimited while the sender is paused."""
        pause_seconds = self._paused_until.get(sender, 0.0) - self._clock().timestamp()
        if pause_seconds > 0:
            raise RateLimited(pause_seconds)
        now = asyncio.get_running_loop().time()
        send_at = max(now, self._next.get(sender, 0.0))
        _remember(self._next, sender, send_at + self._gap_seconds)
        if send_at > now:
            await asyncio.sleep(send_at - now)

    def pause(self, sender: str, seconds: float) -> None:
        """Pauses a sender after a rate limit response."""
        _remember(self._paused_until, sender, self._clock().timestamp() + seconds)


def _remember(times: OrderedDict[str, float], sender: str, time: float) -> None:
    times[sender] = time
    times.move_to_end(sender)
    if len(times) > MAX_SENDERS:
        times.popitem(last=False)
