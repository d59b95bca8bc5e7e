"""The moderation log."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, Uuid, false, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class ModerationEntry(Table):
    """One moderation action, such as a ban or a deletion: by staff, a filter or the platform."""

    __tablename__ = "moderation_entries"
    __table_args__ = (
        Index("ix_moderation_entries_channel", "channel_id", "created_at", "id"),
        Index("ix_moderation_entries_viewer", "channel_id", "provider", "viewer_id", "created_at"),
        # Entries that wait for the platform's answer: few among millions. Only the migration has
        # PostgreSQL's condition: named here, it would import the dialect at every start.
        Index("ix_moderation_entries_asked", "created_at", sqlite_where=text("outcome = 'asked'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    connection_id: Mapped[UUID]
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    viewer_name: Mapped[str] = mapped_column(String(100))
    # One of chat.moderation.entries.ActionName; for `other`, `reason` says what it was.
    action: Mapped[str] = mapped_column(String(20))
    # Duration of a time-out; for an unban, the time that was left of the time-out.
    seconds: Mapped[int | None]
    reason: Mapped[str] = mapped_column(String(500))
    # user, filter, or platform.
    actor_kind: Mapped[str] = mapped_column(String(20))
    actor_name: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: "actor_id"})
    actor_id: Mapped[UUID | None]
    message_id: Mapped[str] = mapped_column(String(200))
    message_text: Mapped[str] = mapped_column(Text)
    # The platform's error or remark; empty if it did what was asked.
    detail: Mapped[str] = mapped_column(String(500))
    # asked: waiting for the answer; done; failed: `detail` says why.
    outcome: Mapped[str] = mapped_column(String(20))
    # Failed without an answer: the platform may have performed the action, and then reports it.
    is_in_doubt: Mapped[bool] = mapped_column(default=False, server_default=false())
    # Whether the platform has also reported the action.
    is_confirmed: Mapped[bool]
    created_at: Mapped[datetime]
    undone_at: Mapped[datetime | None]
    undone_by: Mapped[str] = mapped_column(String(100), default="", server_default="", info={STAFF_NAME: None})
    # The entry that this one undid.
    undo_of: Mapped[UUID | None]
