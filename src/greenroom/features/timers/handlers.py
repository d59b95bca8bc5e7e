"""The stage that counts what people write, for timers that wait for a lively chat."""

from collections import Counter
from uuid import UUID

from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.timers.activity_broadcast import ActivityBroadcast
from greenroom.features.timers.cache import TimerCache
from greenroom.features.timers.models import TimerLines
from greenroom.kernel.db.bulk_rows import BulkInsert

ADD_LINES = BulkInsert(
    TimerLines,
    ("connection_id", "channel_id", "lines"),
    "ON CONFLICT (connection_id) DO UPDATE SET lines = timer_lines.lines + excluded.lines",
)


class LineCounter:
    def __init__(self, keeper: TimerCache, telling: ActivityBroadcast) -> None:
        self._keeper = keeper
        self._telling = telling

    async def count_line(self, batch: Batch) -> None:
        """One statement for all that was said at once; none when the channel has no timers."""
        if not batch.messages or not await self._keeper.is_counted(batch.session, batch.channel_id):
            return
        written = [(one.source.connection_id, who) for one in batch.actionable() if (who := _writer(one)) is not None]
        if not written:
            return
        own = await self._keeper.own_accounts(batch.session, batch.channel_id)
        counts: Counter[UUID] = Counter(connection_id for connection_id, who in written if who not in own)
        # In one order, so that two processes never wait for each other.
        rows = [(connection_id, batch.channel_id, counts[connection_id]) for connection_id in sorted(counts)]
        await ADD_LINES.run(batch.session, rows)
        if rows:
            batch.after_commit.append(lambda: self._telling.note(batch.channel_id))


def _writer(one: PendingMessage) -> tuple[str, str] | None:
    """None: nobody of this chat has written it."""
    event = one.event
    if not isinstance(event, MessageReceived) or event.chatter.is_bot or event.source_channel_id:
        return None
    return one.source.provider, event.chatter.id
