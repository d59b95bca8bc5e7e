"""Intervals and timeouts for Kick."""

import asyncio
from collections import OrderedDict

from msgspec import Struct

from greenroom.kernel.clock import Clock
from greenroom.tenancy.platforms import RateLimited

MAX_SENDERS = 1_000


class Pace(Struct, frozen=True):
    # Kick's start and end events are not reliable: the channel is polled as well.
    poll_seconds: float = 60.0
    # Kick forgets subscriptions, sometimes right after it has made them.
    reconcile_seconds: float = 180.0
    # A channel that reads as offline may have just gone live.
    list_lag_seconds: float = 120.0
    # Kick publishes no limits; one message a second is what its users get away with.
    send_gap_seconds: float = 1.0
    # A call that failed, and the unofficial socket, are tried again after this long.
    retry_wait_seconds: float = 30.0
    # Without a response or an event for this long the connection counts as lost.
    lost_seconds: float = 90.0
    # Of the unofficial socket: as long as Pusher lets it idle, and how long an answer may take then.
    socket_silence_seconds: float = 120.0
    pong_seconds: float = 30.0


class SendThrottle:
    """Per-account send throttle."""

    def __init__(self, gap_seconds: float, clock: Clock) -> None:
        self._gap_seconds = gap_seconds
        self._clock = clock
        self._next: OrderedDict[str, float] = OrderedDict()
        self._silent_until: OrderedDict[str, float] = OrderedDict()

    async def take(self, sender: str) -> None:
        """Returns when it is this sender's turn."""
        silence = self._silent_until.get(sender, 0.0) - self._clock().timestamp()
        if silence > 0:
            raise RateLimited(silence)
        now = asyncio.get_running_loop().time()
        turn = max(now, self._next.get(sender, 0.0))
        _remember(self._next, sender, turn + self._gap_seconds)
        if turn > now:
            await asyncio.sleep(turn - now)

    def silence(self, sender: str, seconds: float) -> None:
        """Pauses a sender after a rate limit response."""
        _remember(self._silent_until, sender, self._clock().timestamp() + seconds)


def _remember(times: OrderedDict[str, float], sender: str, time: float) -> None:
    times[sender] = time
    times.move_to_end(sender)
    if len(times) > MAX_SENDERS:
        times.popitem(last=False)
