"""Tables of chat messages and viewers, used by several features."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import BigId, Table
from greenroom.kernel.ids import new_id


class ChatMessage(Table):
    """One stored chat line. A line stored later has a higher id; `payload` is what users see.

    Channel, message and connection together are unique. PostgreSQL has a constraint for that, and an index by viewer;
    on SQLite features/messages/storage/writer.py checks it. On both databases, line_ids.py finds lines by message and
    by viewer.
    """

    __tablename__ = "chat_messages"
    __table_args__ = (
        Index("ix_chat_messages_channel_sent", "channel_id", "sent_at", "id"),
        Index("ix_chat_messages_provider_sent", "channel_id", "provider", "sent_at", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # No foreign key: messages stay when a platform is disconnected.
    connection_id: Mapped[UUID]
    provider: Mapped[str] = mapped_column(String(20))
    message_id: Mapped[str] = mapped_column(String(200))
    # Empty for lines without an author, such as notices of the platform.
    viewer_id: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(Text)
    sent_at: Mapped[datetime]
    # A ChatLine in JSON, as sent to browsers.
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    removed_at: Mapped[datetime | None]
    # A Removal in JSON; stays when the line is restored.
    removal: Mapped[bytes | None] = mapped_column(LargeBinary)


class Viewer(Table):
    """A viewer of a channel on one platform. Viewers with the same `person_id` are one person."""

    __tablename__ = "viewers"
    __table_args__ = (
        UniqueConstraint("channel_id", "provider", "viewer_id"),
        Index("ix_viewers_channel_name", "channel_id", "search_name"),
        Index("ix_viewers_channel_login", "channel_id", text("lower(login)"), "provider"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    # The platform's id of the account.
    viewer_id: Mapped[str] = mapped_column(String(100))
    login: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    search_name: Mapped[str] = mapped_column(String(100))
    colour: Mapped[str] = mapped_column(String(20))
    avatar_url: Mapped[str] = mapped_column(String(500))
    # The highest Role that the platform reports for this channel.
    level: Mapped[int]
    is_bot: Mapped[bool]
    message_count: Mapped[int]
    first_seen_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    former_names: Mapped[list[str]]
    person_id: Mapped[UUID | None] = mapped_column(index=True)
