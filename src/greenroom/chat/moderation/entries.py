"""Entries of the moderation log: builds, presents and publishes them, and finds those in force."""

from datetime import datetime, timedelta
from typing import Literal, cast
from uuid import UUID

from sqlalchemy import ColumnElement, select
from sqlalchemy.ext.asyncio import AsyncSession

from greenroom.accounts.audit.record import Subject, record_change
from greenroom.accounts.topics import moderation_topic
from greenroom.chat.moderation.models import ModerationEntry
from greenroom.kernel.db.change_tracking import AuthorKind, ChangedBy
from greenroom.kernel.db.database import JsonObject, publish
from greenroom.kernel.ids import new_id
from greenroom.kernel.schema import Schema

# `restore` shows removed lines again, in Greenroom only; `mode` is a change of a chat mode, which `reason` names;
# `other` is an action that only the platform has.
ActionName = Literal[
    "delete",
    "warn",
    "timeout",
    "ban",
    "unban",
    "clear",
    "restore",
    "mode",
    "shoutout",
    "raid",
    "unraid",
    "other",
]
ActorKind = Literal["user", "filter", "platform"]
Outcome = Literal["asked", "done", "failed"]

# Length of the columns for names and reasons; longer values are cut.
MAX_NAME_LENGTH = 100
MAX_TEXT_LENGTH = 500
BAN_ACTIONS = ("ban", "timeout")
UNDOABLE = (*BAN_ACTIONS, "unban", "delete")
NEVER_UNDONE = "Only bans, timeouts and deleted messages can be undone."
# Entries read for one viewer; older entries have expired or repeat newer ones.
MAX_IN_FORCE = 200
# A platform may still report a ban this long after the viewer was unbanned.
LATE_REPORT_WITHIN = timedelta(minutes=10)


class EntryActor(Schema):
    kind: ActorKind
    name: str


class ModerationEntryOut(Schema):
    id: UUID
    connection_id: UUID
    provider: str
    # Empty if the action has no single target.
    provider_viewer_id: str
    viewer_name: str
    action: ActionName
    # Duration of a time-out; for an unban, the time that was left of the time-out.
    seconds: int | None
    reason: str
    actor: EntryActor
    message_id: str
    message_text: str
    # The platform's error or remark; empty if it did what was asked.
    detail: str
    outcome: Outcome
    created_at: datetime
    # End of a time-out.
    until: datetime | None
    # Whether the action can be undone and has not been undone yet.
    can_undo: bool
    # After this time there is nothing left to undo; None: no limit.
    undo_until: datetime | None
    undone_at: datetime | None
    undone_by: str
    # The entry that this one undid.
    undo_of: UUID | None

    @classmethod
    def of(cls, entry: ModerationEntry) -> "ModerationEntryOut":
        return cls(
            id=entry.id,
            connection_id=entry.connection_id,
            provider=entry.provider,
            provider_viewer_id=entry.viewer_id,
            viewer_name=entry.viewer_name,
            action=cast("ActionName", entry.action),
            seconds=entry.seconds,
            reason=entry.reason,
            actor=EntryActor(kind=cast("ActorKind", entry.actor_kind), name=entry.actor_name),
            message_id=entry.message_id,
            message_text=entry.message_text,
            detail=entry.detail,
            outcome=cast("Outcome", entry.outcome),
            created_at=entry.created_at,
            until=ends_at(entry),
            can_undo=can_undo(entry),
            undo_until=_undo_ends_at(entry),
            undone_at=entry.undone_at,
            undone_by=entry.undone_by or "",
            undo_of=entry.undo_of,
        )


class EntryChanged(Schema):
    """A new or changed entry."""

    type: Literal["entry"] = "entry"
    entry: ModerationEntryOut


def of_viewer(channel_id: UUID, provider: str, viewer_id: str) -> tuple[ColumnElement[bool], ...]:
    """Conditions for the entries about this viewer, from all chats of the channel on that platform."""
    return (
        ModerationEntry.channel_id == channel_id,
        ModerationEntry.provider == provider,
        ModerationEntry.viewer_id == viewer_id,
    )


def ends_at(entry: ModerationEntry) -> datetime | None:
    if entry.action != "timeout" or entry.seconds is None:
        return None
    return entry.created_at + timedelta(seconds=entry.seconds)


def _undo_ends_at(entry: ModerationEntry) -> datetime | None:
    """The planned end of the time-out that this unban ended early: the unban can be undone until then."""
    if entry.action != "unban" or entry.seconds is None:
        return None
    return entry.created_at + timedelta(seconds=entry.seconds)


def can_undo(entry: ModerationEntry) -> bool:
    """Whether the entry can be undone, apart from the time `undo_until`, which the browser checks."""
    if entry.outcome != "done" or entry.undone_at is not None:
        return False
    if entry.action == "unban":
        # Without a recorded ban to restore, the platform's answer decides: a remark may mean that there was no ban.
        return entry.seconds != 0 and (entry.undo_of is not None or not entry.detail)
    return entry.action in {"ban", "timeout"} or (entry.action == "delete" and bool(entry.message_id))


def new_entry(  # noqa: PLR0913  # one argument for each column
    *,
    channel_id: UUID,
    connection_id: UUID,
    provider: str,
    viewer_id: str,
    viewer_name: str,
    action: ActionName,
    actor: EntryActor,
    created_at: datetime,
    outcome: Outcome,
    entry_id: UUID | None = None,
    seconds: int | None = None,
    reason: str = "",
    actor_id: UUID | None = None,
    message_id: str = "",
    message_text: str = "",
    detail: str = "",
    is_confirmed: bool = False,
    undo_of: UUID | None = None,
) -> ModerationEntry:
    return ModerationEntry(
        id=entry_id or new_id(),
        channel_id=channel_id,
        connection_id=connection_id,
        provider=provider,
        viewer_id=viewer_id,
        viewer_name=viewer_name[:MAX_NAME_LENGTH],
        action=action,
        seconds=seconds,
        reason=reason[:MAX_TEXT_LENGTH],
        actor_kind=actor.kind,
        actor_name=actor.name[:MAX_NAME_LENGTH],
        actor_id=actor_id,
        message_id=message_id,
        message_text=message_text,
        detail=detail,
        outcome=outcome,
        is_in_doubt=False,
        is_confirmed=is_confirmed,
        created_at=created_at,
        undone_at=None,
        undone_by="",
        undo_of=undo_of,
    )


def record_entry(session: AsyncSession, entry: ModerationEntry) -> None:
    """Adds the entry to the log, and publishes it once the session has committed."""
    # Set before the flush, because the entry is published with its id.
    entry.id = entry.id or new_id()
    session.add(entry)
    publish_entry(session, entry)
    if entry.actor_kind == "user":
        _record_in_audit_log(session, entry)


def _record_in_audit_log(session: AsyncSession, entry: ModerationEntry) -> None:
    """Records an action of staff under the id of the moderation entry; other actions are in the moderation log only."""
    # A moderation variable in a command acts without a user.
    kind: AuthorKind = "chat" if entry.actor_id is None else "person"
    by = ChangedBy(entry.actor_name, entry.created_at, kind=kind, user_id=entry.actor_id, undoes=entry.undo_of)
    new: JsonObject = {"action": entry.action}
    if entry.seconds is not None:
        new["seconds"] = entry.seconds
    record_change(
        session,
        entry.channel_id,
        by,
        entry_id=entry.id,
        section="moderation",
        item=str(entry.id),
        title=entry.action,
        new=new,
        subject=Subject(entry.viewer_name, account=f"{entry.provider}:{entry.viewer_id}"),
        note=entry.reason,
        no_undo="" if entry.action in UNDOABLE else NEVER_UNDONE,
    )


def publish_entry(session: AsyncSession, entry: ModerationEntry) -> None:
    publish(session, moderation_topic(entry.channel_id), EntryChanged(entry=ModerationEntryOut.of(entry)))


def is_in_force(entry: ModerationEntry, now: datetime) -> bool:
    """Whether a ban or time-out applies now."""
    if entry.outcome != "done" or entry.undone_at is not None:
        return False
    ends = ends_at(entry)
    return entry.action == "ban" or (ends is not None and ends > now)


async def entries_in_force(
    session: AsyncSession, channel_id: UUID, provider: str, viewer_id: str, now: datetime
) -> list[ModerationEntry]:
    """Bans and time-outs that apply to this viewer on that platform, newest first."""
    entries = await session.scalars(
        select(ModerationEntry)
        .where(
            *of_viewer(channel_id, provider, viewer_id),
            ModerationEntry.action.in_(BAN_ACTIONS),
            ModerationEntry.outcome == "done",
            ModerationEntry.undone_at.is_(None),
        )
        .order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
        .limit(MAX_IN_FORCE)
        .execution_options(populate_existing=True)
    )
    return [entry for entry in entries if is_in_force(entry, now)]


async def was_just_unbanned(
    session: AsyncSession, channel_id: UUID, connection_id: UUID, provider: str, viewer_id: str, now: datetime
) -> bool:
    """Whether the viewer was unbanned so recently that a ban reported now is taken to be older than the unban."""
    found = await session.execute(
        select(ModerationEntry.action, ModerationEntry.created_at, ModerationEntry.undone_at)
        .where(
            *of_viewer(channel_id, provider, viewer_id),
            ModerationEntry.connection_id == connection_id,
            ModerationEntry.action.in_((*BAN_ACTIONS, "unban")),
            ModerationEntry.outcome == "done",
        )
        .order_by(ModerationEntry.created_at.desc(), ModerationEntry.id.desc())
        .limit(1)
    )
    last = found.one_or_none()
    unbanned_at = None if last is None else last.created_at if last.action == "unban" else last.undone_at
    return unbanned_at is not None and unbanned_at > now - LATE_REPORT_WITHIN
