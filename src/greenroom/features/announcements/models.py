from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_PROBLEM_LENGTH = 300


class AnnouncementSettingsRow(Table, Tracked):
    """How a channel announces its streams, and where."""

    __tablename__ = "announcement_settings"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Fields of AnnouncementSettings.
    settings: Mapped[JsonObject]
    is_enabled: Mapped[bool]
    # Streams that began earlier are not announced.
    enabled_at: Mapped[datetime | None]
    # The encrypted URL of the webhook; empty while there is none.
    locked_address: Mapped[str] = mapped_column(Text)
    # The last four characters of the URL, by which staff recognise it.
    address_end: Mapped[str] = mapped_column(String(4))
    # The name of the webhook.
    place: Mapped[str] = mapped_column(String(100))
    # Why announcements were switched off, or why the last announcement failed; else empty.
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    problem_at: Mapped[datetime | None]


class Announcement(Table):
    """An announcement of a stream. The row is stored before the message is posted, so that it is posted once."""

    __tablename__ = "announcements"
    __table_args__ = (
        UniqueConstraint("stream_id", "subject"),
        Index("ix_announcements_channel", "channel_id", "created_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # Uuid() is repeated here: otherwise the type is unknown until the referred table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"))
    # The id of the announced connection, or ALL_PLATFORMS.
    subject: Mapped[str] = mapped_column(String(40))
    # Title of the stream when it was announced.
    title: Mapped[str] = mapped_column(String(200))
    # sending, waiting for another try, posted, or failed.
    state: Mapped[str] = mapped_column(String(10))
    # The service's id of the message; empty until it is posted.
    message_id: Mapped[str] = mapped_column(String(40))
    # The text that was posted.
    text: Mapped[str] = mapped_column(Text)
    # Digest of the message that the service shows.
    shown: Mapped[str] = mapped_column(String(64))
    tries: Mapped[int]
    # A process has claimed the announcement until this time.
    claimed_until: Mapped[datetime | None]
    next_try_at: Mapped[datetime | None]
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    created_at: Mapped[datetime]
    posted_at: Mapped[datetime | None]
    # When the stream ended, once the message is edited to say so or the service refused that edit; else None.
    ended_at: Mapped[datetime | None]
