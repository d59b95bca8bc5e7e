"""Live state of a channel, merged from late and contradictory sources."""

from datetime import UTC, datetime, timedelta

from greenroom.chat.protocol.events import StreamOffline, StreamOnline

# The event and the channel may name the start of one stream differently.
SAME_START = timedelta(seconds=120)
# For how long the channel may still read as live after its stream has ended.
SHOWN_LIVE_FOR = timedelta(minutes=5)


class StreamState:
    """Turns reports into stream events; a repeated report yields none."""

    def __init__(self, live_since: datetime | None = None) -> None:
        self.live_since = live_since
        # The last ended stream: its start, its end, and when the end was reported.
        self._ended: tuple[datetime, datetime, datetime] | None = None
        self._is_reported = False

    def online(self, started_at: datetime, received_at: datetime) -> StreamOnline | None:
        if self._is_over(started_at, received_at):
            return None
        is_same = self.live_since is not None and abs(started_at - self.live_since) <= SAME_START
        if is_same and self._is_reported:
            return None
        if self._is_reported and self.live_since is not None and started_at < self.live_since:
            # A late report about an earlier stream.
            return None
        since = self.live_since if is_same and self.live_since is not None else started_at
        self.live_since, self._is_reported = since, True
        return StreamOnline(stream_id(since), since, received_at)

    def offline(self, as_of: datetime, received_at: datetime) -> StreamOffline | None:
        if self.live_since is None and self._is_reported:
            return None
        if self.live_since is not None and self.live_since > as_of:
            return None
        if self.live_since is not None:
            self._ended = self.live_since, as_of, received_at
        self.live_since, self._is_reported = None, True
        return StreamOffline(as_of=as_of, received_at=received_at)

    def _is_over(self, started_at: datetime, received_at: datetime) -> bool:
        """Whether this is a late report about the ended stream; one repeated for long is not."""
        if self._ended is None:
            return False
        its_start, ended_at, end_reported_at = self._ended
        # Kick writes whole seconds: the next stream may begin in the one in which the last ended.
        is_it = started_at == its_start or started_at < ended_at.replace(microsecond=0)
        return is_it and received_at < end_reported_at + SHOWN_LIVE_FOR


def stream_id(started_at: datetime) -> str:
    """Kick's events have no id of the stream, but each has its start."""
    return f"{started_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
