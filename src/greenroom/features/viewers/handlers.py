"""Pipeline stages that mark first messages and store viewers."""

from uuid import UUID

from greenroom.chat.messages.line_builder import author_of
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.viewers.appearance_cache import AppearanceCache
from greenroom.features.viewers.known_viewers import KnownViewers, ViewerKey
from greenroom.features.viewers.message_counts import MessageCounts
from greenroom.features.viewers.writer import SeenViewer, add_former_name, add_message_counts, names_of, upsert_viewers
from greenroom.kernel.db.database import Database


class ViewerTracker:
    """Marks first messages and stores viewers; caches known viewers, so that most messages need no query."""

    def __init__(self, database: Database) -> None:
        self._known = KnownViewers()
        self._appearances = AppearanceCache()
        self._counts = MessageCounts(database)

    async def recognise(self, batch: Batch) -> None:
        """Marks first messages: of new viewers, and those that the platform marks; skips bots and the broadcaster."""
        first: dict[ViewerKey, PendingMessage] = {}
        known = self._known.of(batch.channel_id)
        for one in batch.messages:
            event = one.event
            if not isinstance(event, MessageReceived):
                continue
            chatter = event.chatter
            if chatter.id and not chatter.is_broadcaster and not chatter.is_bot:
                key = (one.source.provider, author_of(chatter).id)
                if key not in known:
                    first.setdefault(key, one)
                if event.kind == "first":
                    one.is_first = True
        if not first:
            return
        found = await names_of(batch.session, batch.channel_id, first.keys())
        for key, one in first.items():
            one.is_first = one.is_first or key not in found
        # Cached before the commit: these viewers were stored by earlier batches.
        self._known.update(batch.channel_id, found.items())

    async def store(self, batch: Batch) -> None:
        seen = _seen_viewers(batch)
        if not seen:
            return
        known, appearances = self._known.of(batch.channel_id), self._appearances.of(batch.channel_id)
        unchanged, changed = dict[ViewerKey, SeenViewer](), list[SeenViewer]()
        for key, one in seen.items():
            if one.is_unchanged_since(appearances.get(key)):
                unchanged[key] = one
                continue
            changed.append(one)
            former = known.get(key, one.author.name)
            if former != one.author.name:
                await add_former_name(batch.session, batch.channel_id, key, former)
        await upsert_viewers(batch.session, batch.channel_id, changed)
        await self._write_or_hold_counts(batch, unchanged)
        batch.after_commit.append(lambda: self._update_caches(batch.channel_id, seen))

    async def stop(self) -> None:
        """Writes the held counts; called when no more events arrive."""
        await self._counts.stop()

    async def _write_or_hold_counts(self, batch: Batch, unchanged: dict[ViewerKey, SeenViewer]) -> None:
        channel_id, counts = batch.channel_id, self._counts
        counts.hold_uncommitted(channel_id)
        if counts.should_hold(channel_id, unchanged):
            batch.after_commit.append(lambda: counts.hold(channel_id, unchanged))
            return
        await add_message_counts(batch.session, channel_id, counts.take(channel_id, unchanged))
        batch.after_commit.append(lambda: counts.mark_written(channel_id))

    def _update_caches(self, channel_id: UUID, seen: dict[ViewerKey, SeenViewer]) -> None:
        self._known.update(channel_id, [(key, one.author.name) for key, one in seen.items() if one.messages])
        self._appearances.update(channel_id, seen)


def _seen_viewers(batch: Batch) -> dict[ViewerKey, SeenViewer]:
    """Authors of new lines, each as in the latest line of the batch."""
    seen: dict[ViewerKey, SeenViewer] = {}
    for one in batch.messages:
        line = one.line
        if not one.is_new or line is None or line.author is None or not line.author.id:
            continue
        key = (line.provider, line.author.id)
        viewer = seen.get(key)
        if viewer is None:
            viewer = seen[key] = SeenViewer(line.provider, line.author, line.sent_at, line.sent_at)
        viewer.author, viewer.last_at = line.author, line.sent_at
        viewer.messages += isinstance(one.event, MessageReceived)
    return seen
