"""What was done on the platforms themselves, as they tell us."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from uuid import UUID

from sqlalchemy import ColumnElement, and_, or_, select, tuple_

from greenroom.chat.events import MessageReceived
from greenroom.chat.line_ids import has_id
from greenroom.chat.models import ChatMessage, ModerationEntry, Viewer
from greenroom.chat.moderation import publish_entry, record_entry
from greenroom.chat.pipeline import Turn
from greenroom.features.moderation import service
from greenroom.features.moderation.echoes import IN_OR_OUT, News, entry_of, known_as, news_of
from greenroom.features.moderation.rules import ECHO_WITHIN, FILTERS_WITHIN, Ending, seconds_left
from greenroom.features.moderation.taking_back import in_force_here, lift, may_be_taken_back
from greenroom.kernel.ids import new_id

Account = tuple[str, str]


async def log(turn: Turn) -> None:
    """What we did ourselves is only confirmed by it; all else is written down. Asks nothing when nothing was done."""
    told = [news for heard in turn.others if (news := news_of(heard)) is not None]
    if not told:
        return
    lines = await _lines(turn, told)
    told = [_with_viewer(news, lines) for news in told]
    names = await _names(turn, told)
    entries = await _recent(turn, told)
    for news in told:
        known = known_as(entries, news)
        if known is not None:
            await _confirm(turn, known, news)
        elif news.is_whole:
            account = (news.heard.provider, news.viewer_id)
            name = news.viewer_name or names.get(account, news.viewer_id)
            _, text = lines.get((news.heard.connection_id, news.message_id), ("", ""))
            entries.append(await _write(turn, entry_of(news, entry_id=new_id(), viewer_name=name, message_text=text)))


Lines = dict[tuple[UUID, str], tuple[str, str]]


async def _lines(turn: Turn, told: Sequence[News]) -> Lines:
    """Who said what was deleted, and what it was."""
    wanted = {news.message_id for news in told if news.message_id}
    if not wanted:
        return {}
    rows = await turn.session.execute(
        select(ChatMessage.connection_id, ChatMessage.message_id, ChatMessage.viewer_id, ChatMessage.text).where(
            *has_id(turn.session, turn.channel_id, wanted)
        )
    )
    lines = {(connection_id, message_id): (viewer_id, text) for connection_id, message_id, viewer_id, text in rows}
    # Said and deleted in one breath: it may not be stored yet.
    for one in turn.said:
        event = one.event
        if isinstance(event, MessageReceived) and event.message_id in wanted:
            lines.setdefault((one.heard.connection_id, event.message_id), (event.chatter.id, event.text))
    return lines


def _with_viewer(news: News, lines: Lines) -> News:
    viewer_id, _ = lines.get((news.heard.connection_id, news.message_id), ("", ""))
    return replace(news, viewer_id=news.viewer_id or viewer_id) if viewer_id else news


async def _names(turn: Turn, told: Sequence[News]) -> dict[Account, str]:
    wanted = {(news.heard.provider, news.viewer_id) for news in told if news.viewer_id and not news.viewer_name}
    if not wanted:
        return {}
    rows = await turn.session.execute(
        select(Viewer.provider, Viewer.viewer_id, Viewer.name).where(
            Viewer.channel_id == turn.channel_id, tuple_(Viewer.provider, Viewer.viewer_id).in_(wanted)
        )
    )
    return {(provider, viewer_id): name for provider, viewer_id, name in rows}


async def _recent(turn: Turn, told: Sequence[News]) -> list[ModerationEntry]:
    """All that an echo could belong to, with all that it may take back: locked oldest first, as everybody does."""
    echoed = _echoed(turn, told)
    wanted = [echoed]
    if any(news.action in IN_OR_OUT for news in told):
        undone = select(ModerationEntry.undo_of).where(echoed, ModerationEntry.undo_of.is_not(None))
        wanted.append(ModerationEntry.id.in_((await turn.session.scalars(undone)).all()))
    if let_in := {(news.heard.provider, news.viewer_id) for news in told if news.action == "unban"}:
        wanted.append(_kept_out(turn, let_in))
    found = await turn.session.scalars(
        select(ModerationEntry)
        .where(or_(*wanted))
        .order_by(ModerationEntry.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return list(found)


def _kept_out(turn: Turn, accounts: Iterable[Account]) -> ColumnElement[bool]:
    def theirs(entries: type[ModerationEntry]) -> ColumnElement[bool]:
        are_they = tuple_(entries.provider, entries.viewer_id).in_(accounts)
        return and_(entries.channel_id == turn.channel_id, are_they)

    return may_be_taken_back(theirs)


def _echoed(turn: Turn, told: Sequence[News]) -> ColumnElement[bool]:
    since = min(news.at for news in told) - FILTERS_WITHIN - ECHO_WITHIN
    viewer_ids = {news.viewer_id for news in told}
    names = {news.viewer_name for news in told if not news.viewer_id and news.viewer_name}
    message_ids = {news.message_id for news in told if news.message_id}
    return and_(
        ModerationEntry.channel_id == turn.channel_id,
        ModerationEntry.created_at >= since,
        or_(
            ModerationEntry.viewer_id.in_(viewer_ids),
            ModerationEntry.viewer_name.in_(names),
            ModerationEntry.message_id.in_(message_ids),
        ),
    )


async def _confirm(turn: Turn, entry: ModerationEntry, news: News) -> None:
    was_waiting = entry.actor_kind != "platform" and not entry.is_confirmed
    entry.is_confirmed = True
    if was_waiting:
        if entry.viewer_name == entry.viewer_id:
            entry.viewer_name = news.viewer_name or entry.viewer_name
        await service.finish_entry(turn.session, entry, Ending("done", ""), turn.now)
        if entry.action == "delete":
            await service.remove_line(turn.session, entry, turn.now)
    elif entry.actor_kind == "platform" and _adds_to(entry, news):
        entry.actor_name = entry.actor_name or news.moderator
        entry.reason = entry.reason or news.reason
        publish_entry(turn.session, entry)


def _adds_to(entry: ModerationEntry, news: News) -> bool:
    """Of two tellings of one thing the second may know who did it, or why."""
    return (not entry.actor_name and bool(news.moderator)) or (not entry.reason and bool(news.reason))


async def _write(turn: Turn, entry: ModerationEntry) -> ModerationEntry:
    if entry.action == "unban":
        in_force = await in_force_here(turn.session, entry, turn.now)
        if in_force:
            entry.undo_of, entry.seconds = in_force[0].id, seconds_left(in_force[0], entry.created_at)
    record_entry(turn.session, entry)
    await turn.session.flush()
    if entry.action == "unban":
        await lift(turn.session, entry, turn.now)
    return entry
