from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class ViewerNote(Table):
    __tablename__ = "viewer_notes"
    __table_args__ = (Index("ix_viewer_notes_viewer", "channel_id", "provider", "viewer_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(String(1000))
    # None if Greenroom wrote the note.
    author_id: Mapped[UUID | None]
    author_name: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: "author_id"})
    created_at: Mapped[datetime]


class LinkCode(Table):
    """A code that links the account that types it with this viewer; it can be used once."""

    __tablename__ = "link_codes"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    code: Mapped[str] = mapped_column(String(8), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    made_by: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: None})
    expires_at: Mapped[datetime]


class LinkAttempt(Table):
    """Number of wrong codes that a viewer typed, until it expires."""

    __tablename__ = "link_attempts"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    viewer_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    count: Mapped[int]
    expires_at: Mapped[datetime]
