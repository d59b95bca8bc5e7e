"""Pipeline stage that counts chat messages, for timers with a minimum of chat messages."""

from collections import Counter
from uuid import UUID

from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.count_broadcast import CountBroadcast
from greenroom.features.timers.models import TimerLines
from greenroom.kernel.db.bulk_rows import BulkInsert

ADD_LINES = BulkInsert(
    TimerLines,
    ("connection_id", "channel_id", "lines"),
    "ON CONFLICT (connection_id) DO UPDATE SET lines = timer_lines.lines + excluded.lines",
)


class LineCounter:
    def __init__(self, cache: TimerCache, broadcast: CountBroadcast) -> None:
        self._cache = cache
        self._broadcast = broadcast

    async def count_lines(self, batch: Batch) -> None:
        """Counts the viewers' messages in the batch in one statement, if any timer of the channel is enabled."""
        if not batch.messages:
            return
        channel = await self._cache.get(batch.session, batch.channel_id)
        if not channel.has_enabled_timers:
            return
        authors = [
            (one.source.connection_id, author) for one in batch.actionable() if (author := _author(one)) is not None
        ]
        own = channel.own_accounts
        counts: Counter[UUID] = Counter(connection_id for connection_id, author in authors if author not in own)
        # Sorted, so that two processes cannot deadlock.
        rows = [(connection_id, batch.channel_id, counts[connection_id]) for connection_id in sorted(counts)]
        await ADD_LINES.run(batch.session, rows)
        if rows:
            batch.after_commit.append(lambda: self._broadcast.record(batch.channel_id))


def _author(message: PendingMessage) -> tuple[str, str] | None:
    """Platform and viewer id; None for notices, bots, and messages shared from another channel."""
    event = message.event
    if not isinstance(event, MessageReceived) or event.chatter.is_bot or event.source_channel_id:
        return None
    return message.source.provider, event.chatter.id
