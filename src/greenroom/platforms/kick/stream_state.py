"""Live state of a Kick channel, from reports that may be late and contradict each other."""

from datetime import UTC, datetime, timedelta

from greenroom.chat.protocol.events import StreamOffline, StreamOnline

# Kick's event and its channel endpoint may report different start times for one stream.
MAX_START_DIFFERENCE = timedelta(seconds=120)
# How long Kick may still show a channel as live after its stream has ended.
SHOWN_LIVE_FOR = timedelta(minutes=5)


class StreamState:
    """Turns reports into stream events; None for a repeated or outdated report."""

    def __init__(self, live_since: datetime | None = None) -> None:
        self.live_since = live_since
        # The last ended stream: its start, its end, and when the end was reported.
        self._ended: tuple[datetime, datetime, datetime] | None = None
        self._has_emitted = False

    def online(self, started_at: datetime, received_at: datetime) -> StreamOnline | None:
        if self._is_ended_stream(started_at, received_at):
            return None
        is_same = self.live_since is not None and abs(started_at - self.live_since) <= MAX_START_DIFFERENCE
        if is_same and self._has_emitted:
            return None
        if self._has_emitted and self.live_since is not None and started_at < self.live_since:
            # A late report about an earlier stream.
            return None
        since = self.live_since if is_same and self.live_since is not None else started_at
        self.live_since, self._has_emitted = since, True
        return StreamOnline(stream_id(since), since, received_at)

    def offline(self, as_of: datetime, received_at: datetime) -> StreamOffline | None:
        if self.live_since is None and self._has_emitted:
            return None
        if self.live_since is not None and self.live_since > as_of:
            return None
        if self.live_since is not None:
            self._ended = self.live_since, as_of, received_at
        self.live_since, self._has_emitted = None, True
        return StreamOffline(as_of=as_of, received_at=received_at)

    def _is_ended_stream(self, started_at: datetime, received_at: datetime) -> bool:
        """Whether this is a late report about an ended stream; Kick sends those for SHOWN_LIVE_FOR at most."""
        if self._ended is None:
            return False
        last_start, ended_at, end_reported_at = self._ended
        # Kick reports whole seconds, and the next stream may begin in the same second in which the last one ended.
        is_same_stream = started_at == last_start or started_at < ended_at.replace(microsecond=0)
        return is_same_stream and received_at < end_reported_at + SHOWN_LIVE_FOR


def stream_id(started_at: datetime) -> str:
    """An id made from the start time, because Kick's events have no stream id."""
    return f"{started_at.astimezone(UTC):%Y%m%dT%H%M%SZ}"
