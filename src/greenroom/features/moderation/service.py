"""Finds targets of moderation; writes, locks, finishes and lists entries of the moderation log."""

from datetime import datetime
from uuid import UUID

from msgspec import Struct
from sqlalchemy import ColumnElement, and_, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.access.service import Access
from greenroom.accounts.access.staff_accounts import staff_accounts
from greenroom.accounts.audit.undone import set_no_undo
from greenroom.accounts.channel_providers.service import ProviderNotFound
from greenroom.accounts.models.channel_providers import ChannelProvider
from greenroom.accounts.models.credentials import Credential
from greenroom.accounts.models.system_bots import SystemBot
from greenroom.accounts.models.user_providers import UserProvider
from greenroom.chat.messages.line import LineRef, Removal
from greenroom.chat.messages.line_ids import is_line
from greenroom.chat.messages.linked_accounts import Account, linked_accounts
from greenroom.chat.messages.models import ChatMessage, Viewer
from greenroom.chat.messages.removal import Sweep, remove_lines, sweep_lines
from greenroom.chat.moderation.entries import (
    BAN_ACTIONS,
    MAX_TEXT_LENGTH,
    ActionName,
    EntryActor,
    ModerationEntryOut,
    Outcome,
    entries_in_force,
    new_entry,
    of_viewer,
    publish_entry,
    record_entry,
)
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.chat.moderation.protection import ModeratedViewer
from greenroom.features.moderation.reversal import in_force_here, reverse, undoable_entries
from greenroom.features.moderation.rules import MAX_REPORT_DELAY, MAX_STAFF_ACTION_TIME, ActionResult
from greenroom.features.moderation.schemas import ModerationLogOut
from greenroom.kernel.db.database import advisory_lock
from greenroom.kernel.db.pages import decode_time_cursor, encode_cursor
from greenroom.kernel.errors import Invalid, NotFound


class EntryNotFound(NotFound):
    message = "Log entry not found."


class MessageNotFound(NotFound):
    type = "chat_message_not_found"
    message = "Message not found."


class Target(Struct, frozen=True):
    """A viewer in one of the channel's chats, who may never have written; an empty `viewer_id` is the whole chat."""

    connection_id: UUID
    provider: str
    viewer_id: str
    name: str
    level: int


class UnconnectedAccount(Struct, frozen=True):
    provider: str
    viewer_id: str
    name: str


class Line(Struct, frozen=True):
    """The author's id and the text of a stored line."""

    viewer_id: str
    text: str


class EntryContent(Struct, frozen=True):
    """What a new log entry says about its action."""

    action: ActionName
    seconds: int | None = None
    reason: str = ""
    message_id: str = ""
    message_text: str = ""
    undo_of: UUID | None = None


async def check_connection(session: AsyncSession, channel_id: UUID, provider: str, connection_id: UUID) -> None:
    """Raises unless the connection belongs to this channel and platform."""
    found = await session.scalar(
        select(ChannelProvider.id).where(
            ChannelProvider.id == connection_id,
            ChannelProvider.channel_id == channel_id,
            ChannelProvider.provider == provider,
        )
    )
    if found is None:
        raise ProviderNotFound


async def find_viewer(session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str) -> Viewer | None:
    return await session.scalar(
        select(Viewer).where(
            Viewer.channel_id == channel_id, Viewer.provider == provider, Viewer.viewer_id == viewer_id
        )
    )


async def find_target(
    session: AsyncSession, channel_id: UUID, provider: str, connection_id: UUID, viewer_id: str
) -> Target:
    """The target with the viewer's current name, or the id as the name of a viewer without messages."""
    viewer = await find_viewer(session, channel_id, provider, viewer_id) if viewer_id else None
    name, level = (viewer.name, viewer.level) if viewer else (viewer_id, 0)
    return Target(connection_id, provider, viewer_id, name, level)


async def find_accounts(
    session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str
) -> tuple[list[Target], list[UnconnectedAccount]]:
    """A target for each linked account in each chat of its platform, and the linked accounts without such a chat."""
    viewer = await find_viewer(session, channel_id, provider, viewer_id)
    accounts = [(provider, viewer_id, viewer.name if viewer else viewer_id, viewer.level if viewer else 0)]
    if viewer is not None and viewer.person_id is not None:
        linked = select(Viewer).where(Viewer.channel_id == channel_id, Viewer.person_id == viewer.person_id)
        found = await session.scalars(linked.order_by(Viewer.provider, Viewer.viewer_id))
        accounts = [(one.provider, one.viewer_id, one.name, one.level) for one in found]
    connected = select(ChannelProvider.provider, ChannelProvider.id).where(ChannelProvider.channel_id == channel_id)
    chats = list(await session.execute(connected.order_by(ChannelProvider.id)))
    targets = [
        Target(connection_id, provider, viewer_id, name, level)
        for provider, viewer_id, name, level in accounts
        for of_provider, connection_id in chats
        if of_provider == provider
    ]
    connected_to = {of_provider for of_provider, _ in chats}
    unconnected = [
        UnconnectedAccount(provider, viewer_id, name)
        for provider, viewer_id, name, _ in accounts
        if provider not in connected_to
    ]
    return targets, unconnected


async def moderated_viewer(session: AsyncSession, access: Access, target: Target, now: datetime) -> ModeratedViewer:
    staff = await staff_accounts(session, access.channel_id)
    own = select(UserProvider.provider_user_id).where(
        UserProvider.user_id == access.person.user_id, UserProvider.provider == target.provider
    )
    connected = select(ChannelProvider.provider_channel_id, Credential.provider_user_id).outerjoin(
        Credential, Credential.id == ChannelProvider.bot_credential_id
    )
    here = (ChannelProvider.channel_id == access.channel_id, ChannelProvider.provider == target.provider)
    rows = list(await session.execute(connected.where(*here)))
    system_bots = (
        select(Credential.provider_user_id)
        .join(SystemBot, SystemBot.credential_id == Credential.id)
        .where(SystemBot.provider == target.provider)
    )
    return ModeratedViewer(
        max(target.level, staff.level_of(target.provider, target.viewer_id, now)),
        is_self=target.viewer_id in set(await session.scalars(own)),
        is_broadcaster=target.viewer_id in {broadcaster for broadcaster, _ in rows},
        is_bot=target.viewer_id in {bot for _, bot in rows} | set(await session.scalars(system_bots)),
    )


def open_entry(
    session: AsyncSession,
    access: Access,
    target: Target,
    content: EntryContent,
    now: datetime,
    outcome: Outcome = "asked",
) -> ModerationEntry:
    """Writes the entry before the platform is called, so that the platform's report finds it."""
    entry = new_entry(
        channel_id=access.channel_id,
        connection_id=target.connection_id,
        provider=target.provider,
        viewer_id=target.viewer_id,
        viewer_name=target.name,
        action=content.action,
        seconds=content.seconds,
        reason=content.reason,
        actor=EntryActor(kind="user", name=access.person.display_name),
        actor_id=access.person.user_id,
        message_id=content.message_id,
        message_text=content.message_text,
        outcome=outcome,
        created_at=now,
        undo_of=content.undo_of,
    )
    record_entry(session, entry)
    return entry


async def lock_viewer(session: AsyncSession, channel_id: UUID, target: Target) -> None:
    """Serialises concurrent actions on the same viewer in the same chat."""
    await advisory_lock(session, f"moderation:{channel_id}:{target.connection_id}:{target.viewer_id}")


async def same_ban(
    session: AsyncSession, channel_id: UUID, target: Target, seconds: int | None, now: datetime
) -> ModerationEntry | None:
    """The entry of the same ban or time-out, if still unanswered; for a ban, also if it is or may be in force."""
    # Waiting bans first: in PostgreSQL each query has its own snapshot, and a waiting ban may be done by the next one.
    waiting = await session.scalar(
        select(ModerationEntry)
        .where(
            *of_viewer(channel_id, target.provider, target.viewer_id),
            ModerationEntry.connection_id == target.connection_id,
            ModerationEntry.action.in_(BAN_ACTIONS),
            ModerationEntry.outcome == "asked",
            ModerationEntry.seconds.is_(None) if seconds is None else ModerationEntry.seconds == seconds,
            ModerationEntry.created_at > now - MAX_STAFF_ACTION_TIME,
        )
        .order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
        .limit(1)
    )
    if waiting is not None or seconds is not None:
        return waiting
    in_force = await entries_in_force(session, channel_id, target.provider, target.viewer_id, now)
    here = [entry for entry in in_force if entry.connection_id == target.connection_id]
    if here and here[0].action == "ban":
        return here[0]
    return await _doubtful_ban(session, channel_id, target, now)


async def _doubtful_ban(
    session: AsyncSession, channel_id: UUID, target: Target, now: datetime
) -> ModerationEntry | None:
    """The last ban, if the platform did not answer: it may be in force, and its report may still arrive."""
    last = await session.scalar(
        select(ModerationEntry)
        .where(
            *of_viewer(channel_id, target.provider, target.viewer_id),
            ModerationEntry.connection_id == target.connection_id,
            ModerationEntry.action.in_((*BAN_ACTIONS, "unban")),
            ModerationEntry.created_at > now - MAX_STAFF_ACTION_TIME - MAX_REPORT_DELAY,
        )
        .order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
        .limit(1)
    )
    is_doubtful = last is not None and last.action == "ban" and last.outcome == "failed" and last.is_in_doubt
    return last if is_doubtful else None


async def find_line(session: AsyncSession, channel_id: UUID, ref: LineRef) -> Line | None:
    found = await session.execute(
        select(ChatMessage.viewer_id, ChatMessage.text).where(*is_line(session, channel_id, ref))
    )
    row = found.one_or_none()
    return None if row is None else Line(row.viewer_id, row.text)


async def same_deletion(
    session: AsyncSession, channel_id: UUID, target: Target, message_id: str
) -> ModerationEntry | None:
    """A deletion of the same message that is waiting or done; serialises concurrent deletions of it."""
    await advisory_lock(session, f"moderation:{target.connection_id}:{message_id}")
    return await session.scalar(
        select(ModerationEntry)
        .where(
            *of_viewer(channel_id, target.provider, target.viewer_id),
            ModerationEntry.connection_id == target.connection_id,
            ModerationEntry.message_id == message_id,
            ModerationEntry.action == "delete",
            ModerationEntry.outcome.in_(("asked", "done")),
            ModerationEntry.undone_at.is_(None),
        )
        .limit(1)
    )


async def lock_entry(session: AsyncSession, entry_id: UUID) -> ModerationEntry | None:
    """Returns the entry; locks it and the entries that it may undo, oldest first to avoid deadlocks."""
    found = await session.get(ModerationEntry, entry_id)
    if found is None:
        return None

    def of_same_viewer(entries: type[ModerationEntry]) -> ColumnElement[bool]:
        return and_(
            entries.channel_id == found.channel_id,
            entries.provider == found.provider,
            entries.viewer_id == found.viewer_id,
        )

    locked = await session.scalars(
        select(ModerationEntry)
        .where(or_(ModerationEntry.id.in_((entry_id, found.undo_of)), undoable_entries(of_same_viewer)))
        .order_by(ModerationEntry.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return next((entry for entry in locked if entry.id == entry_id), None)


async def finish_entry(session: AsyncSession, entry: ModerationEntry, result: ActionResult, now: datetime) -> None:
    """Records the result; an entry that is done stays done, because a report or an earlier answer confirmed it."""
    outcome, detail = result.outcome, result.detail
    was_done = entry.outcome == "done"
    if was_done:
        outcome, detail = "done", entry.detail or (result.detail if result.outcome == "done" else "")
    before = entry.outcome, entry.detail, entry.seconds
    entry.outcome = outcome
    entry.detail = detail[:MAX_TEXT_LENGTH]
    # A failed retry does not mean that the first attempt failed.
    entry.is_in_doubt = (result.is_in_doubt or entry.is_in_doubt) and outcome == "failed"
    entry.seconds = result.seconds or entry.seconds
    # A late answer must not undo later decisions.
    if outcome == "done" and (not was_done or (entry.action in BAN_ACTIONS and entry.undone_at is None)):
        await _take_effect(session, entry, now)
    if before != (entry.outcome, entry.detail, entry.seconds):
        publish_entry(session, entry)
    if entry.actor_kind == "user":
        # Nothing happened that could be undone; a report of the platform may correct that.
        reason = f"It failed: {entry.detail}" if outcome == "failed" else ""
        await set_no_undo(session, entry.channel_id, entry.id, reason)


async def _take_effect(session: AsyncSession, entry: ModerationEntry, now: datetime) -> None:
    if entry.action in BAN_ACTIONS:
        await sweep_viewer(session, entry, now)
    reversed_entries = await in_force_here(session, entry, now) if entry.action == "unban" else []
    # `lock_entry` has locked this entry as well.
    undone = await session.get(ModerationEntry, entry.undo_of) if entry.undo_of else None
    if undone is not None and undone not in reversed_entries:
        reversed_entries.append(undone)
    await reverse(session, reversed_entries, entry.actor_name, now)


async def sweep_viewer(session: AsyncSession, entry: ModerationEntry, now: datetime) -> None:
    """Marks the recent lines of the banned viewer as removed."""
    removal = Removal(
        "timed_out" if entry.action == "timeout" else "banned",
        now,
        by=entry.actor_name,
        reason=entry.reason,
        seconds=entry.seconds or 0,
    )
    sweep = Sweep.before(now, entry.connection_id, entry.provider, entry.viewer_id)
    await sweep_lines(session, entry.channel_id, sweep, removal)


async def remove_line(
    session: AsyncSession, entry: ModerationEntry, now: datetime, *, is_here_only: bool = False
) -> None:
    removal = Removal("deleted", now, by=entry.actor_name, reason=entry.reason, is_here_only=is_here_only)
    await remove_lines(session, entry.channel_id, [LineRef(entry.connection_id, entry.message_id)], removal)


class EntryQuery(Struct, frozen=True):
    """Filter for entries of one channel's log."""

    provider: str = ""
    viewer_id: str = ""
    # Also entries about the accounts linked to the viewer's.
    with_linked: bool = False
    cursor: str = ""

    def __post_init__(self) -> None:
        if self.with_linked and not (self.provider and self.viewer_id):
            raise Invalid("with_linked", "requires `provider` and `provider_viewer_id`")


async def list_entries(
    session: AsyncSession, channel_id: UUID, entry_query: EntryQuery, limit: int
) -> ModerationLogOut:
    account = entry_query.provider, entry_query.viewer_id
    accounts = await linked_accounts(session, channel_id, account) if entry_query.with_linked else [account]
    # One query for each account, because an index has the entries of a single viewer in order.
    entries = [
        entry
        for each in accounts
        for entry in await _newest_entries(session, channel_id, each, entry_query.cursor, limit + 1)
    ]
    entries.sort(key=lambda entry: (entry.created_at, entry.id), reverse=True)
    has_more, shown = len(entries) > limit, entries[:limit]
    more = encode_cursor(shown[-1].created_at.isoformat(), str(shown[-1].id)) if has_more else None
    return ModerationLogOut(records=[ModerationEntryOut.of(entry) for entry in shown], cursor=more)


async def _newest_entries(
    session: AsyncSession, channel_id: UUID, account: Account, cursor: str, limit: int
) -> list[ModerationEntry]:
    """The newest entries about the account; an empty viewer id or platform in it matches every one."""
    provider, viewer_id = account
    query = select(ModerationEntry).where(ModerationEntry.channel_id == channel_id)
    if provider:
        query = query.where(ModerationEntry.provider == provider)
    if viewer_id:
        query = query.where(ModerationEntry.viewer_id == viewer_id)
    if cursor:
        query = query.where(
            tuple_(ModerationEntry.created_at, ModerationEntry.id) < tuple_(*decode_time_cursor(cursor, UUID))
        )
    newest_first = query.order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
    return list(await session.scalars(newest_first.limit(limit)))
