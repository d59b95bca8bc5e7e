"""Pipeline stage that stores messages, shows them to staff and marks removed ones."""

from collections.abc import Mapping
from uuid import UUID

from msgspec.structs import replace

from greenroom.accounts.platforms import PlatformInfo
from greenroom.accounts.topics import chat_topic
from greenroom.chat.messages.channel_emotes import ChannelEmotes
from greenroom.chat.messages.line import ChatLine, LineRef, Removal, encode, live_event
from greenroom.chat.messages.line_builder import build_line
from greenroom.chat.messages.parts import clean_text
from greenroom.chat.messages.removal import Sweep, remove_lines, sweep_lines
from greenroom.chat.moderation.entries import was_just_unbanned
from greenroom.chat.pipeline.batch import Batch, PendingMessage
from greenroom.chat.pipeline.batching import SENT_AT
from greenroom.chat.protocol.channel_event import ChannelEvent
from greenroom.chat.protocol.events import (
    ActivityReceived,
    ChatCleared,
    MessageReceived,
    NoticeReceived,
    ViewerBanned,
    ViewerUnbanned,
)
from greenroom.features.messages.gifts import is_gift, merge_gift
from greenroom.features.messages.notices import needs_notice, notice_of, sentence
from greenroom.features.messages.removals import (
    PendingRemovals,
    bans_first,
    group_deletions,
    removal_by_ban,
    removal_by_clearing,
)
from greenroom.features.messages.storage.writer import Key, LineWriter, key_of, overwrite_line, stored_lines
from greenroom.kernel.db.database import publish, publish_all

# The message, its line, and the encoded line.
PendingLine = tuple[PendingMessage, ChatLine, bytes]


class Recorder:
    def __init__(self, emotes: ChannelEmotes, infos: Mapping[str, PlatformInfo]) -> None:
        """`infos` say which activities a platform announces in its own chat."""
        self._emotes = emotes
        self._infos = infos
        self._pending_removals = PendingRemovals()
        self._writer = LineWriter()

    async def record(self, batch: Batch) -> None:
        self._add_activity_notices(batch)
        if batch.messages:
            await self._show_to_staff(batch, await self._store(batch))
        if batch.events:
            await self._mark_removed(batch)

    def _add_activity_notices(self, batch: Batch) -> None:
        activities = [
            (channel_event, channel_event.event)
            for channel_event in batch.events
            if isinstance(channel_event.event, ActivityReceived)
        ]
        if not activities:
            return
        # If the batch has the platform's notice with the same id, our sentence replaces the text of that notice.
        sentences = {
            (channel_event.connection_id, activity.activity_id): sentence(activity)
            for channel_event, activity in activities
        }
        for one in batch.messages:
            if not isinstance(one.event, MessageReceived):
                text = sentences.get((one.source.connection_id, one.event.notice_id))
                one.event = replace(one.event, text=text) if text else one.event
        lines = [
            PendingMessage(channel_event, notice_of(activity))
            for channel_event, activity in activities
            if needs_notice(activity, self._infos.get(channel_event.provider))
        ]
        if lines:
            batch.messages = sorted([*batch.messages, *lines], key=SENT_AT)

    async def _store(self, batch: Batch) -> list[PendingLine]:
        """Stores the messages of the batch, and returns those that were not stored before, in order."""
        words = self._emotes.words(batch.channel_id)
        by_key: dict[Key, PendingLine] = {}
        for one in batch.messages:
            line = build_line(one.source, one.event, words, is_first=one.is_first)
            line = replace(line, is_unfiltered=True) if batch.is_unguarded else line
            one.line = line = merge_gift(line) if is_gift(line) else line
            entry = (one, line, encode(line))
            earlier = by_key.setdefault(key_of(line), entry)
            if earlier is not entry:
                self._keep_one(by_key, earlier, entry)
        entries = list(by_key.values())
        lines = [(line, payload) for _, line, payload in entries]
        known = await self._writer.store(batch.session, batch.channel_id, lines, batch.now)
        if not known:
            return entries
        for key in known:
            by_key[key][0].is_new = False
        await self._replace(
            batch, [by_key[key][:2] for key in known if isinstance(by_key[key][0].event, NoticeReceived)]
        )
        return [entry for entry in entries if entry[0].is_new]

    def _keep_one(self, by_key: dict[Key, PendingLine], earlier: PendingLine, entry: PendingLine) -> None:
        """Keeps one of two events with the same id: the earlier message, the later notice, or the merged gift."""
        if is_gift(entry[1]):
            line = merge_gift(earlier[1], entry[1])
            earlier[0].line, entry[0].is_new = line, False
            by_key[key_of(line)] = (earlier[0], line, encode(line))
            return
        dropped, kept = (earlier, entry) if isinstance(entry[0].event, NoticeReceived) else (entry, earlier)
        dropped[0].is_new = False
        by_key[key_of(kept[1])] = kept

    async def _replace(self, batch: Batch, notices: list[tuple[PendingMessage, ChatLine]]) -> None:
        """Updates stored notices that arrive again with the same id, such as the notice of a poll when it ends."""
        refs = [LineRef(line.connection_id, line.message_id) for _, line in notices]
        stored = await stored_lines(batch.session, batch.channel_id, refs)
        for one, notice in notices:
            old = stored.get(key_of(notice))
            if old is None:
                continue
            line = merge_gift(old, notice) if is_gift(notice) else notice
            if _changeable_fields(old) == _changeable_fields(line):
                continue
            is_rewritten = line.text != old.text
            updated = replace(
                line,
                sent_at=old.sent_at,
                # Filters do not check texts sent before Greenroom connected: only staff see a line that gets one.
                is_backlog=old.is_backlog or (is_rewritten and notice.is_backlog),
                is_unfiltered=old.is_unfiltered or notice.is_unfiltered,
            )
            payload = encode(updated)
            if not await overwrite_line(batch.session, batch.channel_id, updated, payload):
                continue
            one.line, one.live_event, one.is_rewritten = updated, live_event(payload), is_rewritten
            publish(batch.session, chat_topic(batch.channel_id), one.live_event)

    async def _show_to_staff(self, batch: Batch, entries: list[PendingLine]) -> None:
        removed: dict[Removal, list[LineRef]] = {}
        for one, line, payload in entries:
            one.live_event = live_event(payload)
            removal = self._pending_removals.removal_of(line, batch.now)
            if removal is not None and await self._was_unbanned(batch, line, removal):
                removal = None
            one.removal = removal
            if removal is not None:
                removed.setdefault(removal, []).append(LineRef(line.connection_id, line.message_id))
        publish_all(batch.session, chat_topic(batch.channel_id), [one.live_event for one, _, _ in entries])
        for removal, refs in removed.items():
            await remove_lines(batch.session, batch.channel_id, refs, removal)

    async def _was_unbanned(self, batch: Batch, line: ChatLine, removal: Removal) -> bool:
        """Whether the ban that would remove the line was just lifted; if so, forgets the ban.

        Some platforms do not report unbans; others round times to seconds, so a later message seems older than the ban.
        """
        if removal.how not in {"banned", "timed_out"} or line.author is None:
            return False
        here = (batch.channel_id, line.connection_id, line.provider, line.author.id)
        if not await was_just_unbanned(batch.session, *here, batch.now):
            return False
        self._pending_removals.forget_viewer(line.connection_id, line.author.id)
        return True

    async def _mark_removed(self, batch: Batch) -> None:
        for refs, removal in group_deletions(batch.events):
            if await remove_lines(batch.session, batch.channel_id, refs, removal) < len(refs):
                for ref in refs:
                    self._pending_removals.hold_line(ref, removal)
            _mark_messages(batch, {key_of(ref) for ref in refs}, removal)
        for channel_event in bans_first(batch.events):
            match channel_event.event:
                case ViewerBanned() as ban if ban.viewer_id:
                    removal, viewer_id = removal_by_ban(ban), clean_text(ban.viewer_id)
                    if await _still_applies(batch, channel_event, viewer_id):
                        self._pending_removals.hold_viewer(channel_event.connection_id, viewer_id, removal)
                        await self._sweep(batch, channel_event, viewer_id, removal)
                case ViewerUnbanned() as unban:
                    self._pending_removals.forget_viewer(channel_event.connection_id, clean_text(unban.viewer_id))
                case ChatCleared() as cleared:
                    viewer_id = clean_text(cleared.chatter_id)
                    if not viewer_id or await _still_applies(batch, channel_event, viewer_id):
                        await self._sweep(batch, channel_event, viewer_id, removal_by_clearing(cleared))
                case _:
                    pass

    async def _sweep(self, batch: Batch, channel_event: ChannelEvent, author_id: str, removal: Removal) -> None:
        sweep = Sweep.before(removal.at, channel_event.connection_id, channel_event.provider, author_id)
        await sweep_lines(batch.session, batch.channel_id, sweep, removal)
        _mark_swept(batch, channel_event.connection_id, author_id, removal)


def _changeable_fields(notice: ChatLine) -> tuple[object, ...]:
    """The fields of a notice that can differ when it arrives again."""
    return notice.headline, notice.text, notice.notice, notice.recipients


async def _still_applies(batch: Batch, channel_event: ChannelEvent, viewer_id: str) -> bool:
    """Whether a reported ban or clearing still removes the viewer's lines: not if the viewer was just unbanned."""
    here = (batch.channel_id, channel_event.connection_id, channel_event.provider, viewer_id)
    return not await was_just_unbanned(batch.session, *here, batch.now)


def _mark_messages(batch: Batch, keys: set[Key], removal: Removal) -> None:
    for one in batch.messages:
        if one.removal is None and one.line is not None and key_of(one.line) in keys:
            one.removal = removal


def _mark_swept(batch: Batch, connection_id: UUID, author_id: str, removal: Removal) -> None:
    for one in batch.messages:
        line = one.line
        if one.removal is not None or line is None or line.connection_id != connection_id:
            continue
        if not author_id or (line.author is not None and line.author.id == author_id):
            one.removal = removal
