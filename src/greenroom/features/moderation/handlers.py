"""Pipeline stage that logs moderation done on the platforms themselves."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy import ColumnElement, and_, or_, select, tuple_

from greenroom.chat.messages.line_ids import has_id
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.moderation.entries import publish_entry, record_entry
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.pipeline.batch import Batch
from greenroom.chat.protocol.events import MessageReceived
from greenroom.features.moderation import service
from greenroom.features.moderation.platform_reports import IN_OR_OUT, News, entry_of, known_as, news_of
from greenroom.features.moderation.reversal import in_force_here, lift, may_be_taken_back
from greenroom.features.moderation.rules import ECHO_WITHIN, FILTERS_WITHIN, Ending, seconds_left
from greenroom.kernel.ids import new_id

Account = tuple[str, str]


async def log(batch: Batch) -> None:
    """Confirms our own actions and records all others; no query if there are none."""
    told = [news for channel_event in batch.events if (news := news_of(channel_event)) is not None]
    if not told:
        return
    lines = await _lines(batch, told)
    told = [_with_viewer(news, lines) for news in told]
    names = await _names(batch, told)
    entries = await _recent(batch, told)
    for news in told:
        known = known_as(entries, news)
        if known is not None:
            await _confirm(batch, known, news)
        elif news.is_whole:
            account = (news.source.provider, news.viewer_id)
            name = news.viewer_name or names.get(account, news.viewer_id)
            _, text = lines.get((news.source.connection_id, news.message_id), ("", ""))
            entries.append(await _write(batch, entry_of(news, entry_id=new_id(), viewer_name=name, message_text=text)))


Lines = dict[tuple[UUID, str], tuple[str, str]]


async def _lines(batch: Batch, told: Sequence[News]) -> Lines:
    """Author and text of each deleted message."""
    wanted = {news.message_id for news in told if news.message_id}
    if not wanted:
        return {}
    rows = await batch.session.execute(
        select(ChatMessage.connection_id, ChatMessage.message_id, ChatMessage.viewer_id, ChatMessage.text).where(
            *has_id(batch.session, batch.channel_id, wanted)
        )
    )
    lines = {(connection_id, message_id): (viewer_id, text) for connection_id, message_id, viewer_id, text in rows}
    # Sent and deleted in the same batch: the message may not be stored yet.
    for one in batch.messages:
        event = one.event
        if isinstance(event, MessageReceived) and event.message_id in wanted:
            lines.setdefault((one.source.connection_id, event.message_id), (event.chatter.id, event.text))
    return lines


def _with_viewer(news: News, lines: Lines) -> News:
    viewer_id, _ = lines.get((news.source.connection_id, news.message_id), ("", ""))
    return replace(news, viewer_id=news.viewer_id or viewer_id) if viewer_id else news


async def _names(batch: Batch, told: Sequence[News]) -> dict[Account, str]:
    wanted = {(news.source.provider, news.viewer_id) for news in told if news.viewer_id and not news.viewer_name}
    if not wanted:
        return {}
    rows = await batch.session.execute(
        select(Viewer.provider, Viewer.viewer_id, Viewer.name).where(
            Viewer.channel_id == batch.channel_id, tuple_(Viewer.provider, Viewer.viewer_id).in_(wanted)
        )
    )
    return {(provider, viewer_id): name for provider, viewer_id, name in rows}


async def _recent(batch: Batch, told: Sequence[News]) -> list[ModerationEntry]:
    """Entries that a report may confirm or end, locked oldest first to avoid deadlocks."""
    echoed = _echoed(batch, told)
    wanted = [echoed]
    if any(news.action in IN_OR_OUT for news in told):
        undone = select(ModerationEntry.undo_of).where(echoed, ModerationEntry.undo_of.is_not(None))
        wanted.append(ModerationEntry.id.in_((await batch.session.scalars(undone)).all()))
    if let_in := {(news.source.provider, news.viewer_id) for news in told if news.action == "unban"}:
        wanted.append(_kept_out(batch, let_in))
    found = await batch.session.scalars(
        select(ModerationEntry)
        .where(or_(*wanted))
        .order_by(ModerationEntry.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(found)


def _kept_out(batch: Batch, accounts: Iterable[Account]) -> ColumnElement[bool]:
    def theirs(entries: type[ModerationEntry]) -> ColumnElement[bool]:
        are_they = tuple_(entries.provider, entries.viewer_id).in_(accounts)
        return and_(entries.channel_id == batch.channel_id, are_they)

    return may_be_taken_back(theirs)


def _echoed(batch: Batch, told: Sequence[News]) -> ColumnElement[bool]:
    since = min(news.at for news in told) - FILTERS_WITHIN - ECHO_WITHIN
    viewer_ids = {news.viewer_id for news in told}
    names = {news.viewer_name for news in told if not news.viewer_id and news.viewer_name}
    message_ids = {news.message_id for news in told if news.message_id}
    return and_(
        ModerationEntry.channel_id == batch.channel_id,
        ModerationEntry.created_at >= since,
        or_(
            ModerationEntry.viewer_id.in_(viewer_ids),
            ModerationEntry.viewer_name.in_(names),
            ModerationEntry.message_id.in_(message_ids),
        ),
    )


async def _confirm(batch: Batch, entry: ModerationEntry, news: News) -> None:
    was_waiting = entry.actor_kind != "platform" and not entry.is_confirmed
    entry.is_confirmed = True
    if was_waiting:
        if entry.viewer_name == entry.viewer_id:
            entry.viewer_name = news.viewer_name or entry.viewer_name
        await service.finish_entry(batch.session, entry, Ending("done", ""), batch.now)
        if entry.action == "delete":
            await service.remove_line(batch.session, entry, batch.now)
    elif entry.actor_kind == "platform" and _adds_to(entry, news):
        entry.actor_name = entry.actor_name or news.moderator
        entry.reason = entry.reason or news.reason
        publish_entry(batch.session, entry)


def _adds_to(entry: ModerationEntry, news: News) -> bool:
    """A second report of the same action may add the moderator or the reason."""
    return (not entry.actor_name and bool(news.moderator)) or (not entry.reason and bool(news.reason))


async def _write(batch: Batch, entry: ModerationEntry) -> ModerationEntry:
    if entry.action == "unban":
        in_force = await in_force_here(batch.session, entry, batch.now)
        if in_force:
            entry.undo_of, entry.seconds = in_force[0].id, seconds_left(in_force[0], entry.created_at)
    record_entry(batch.session, entry)
    await batch.session.flush()
    if entry.action == "unban":
        await lift(batch.session, entry, batch.now)
    return entry
