"""Tables of chat messages and viewers, used by several features."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import BigId, Table
from greenroom.kernel.ids import new_id


class ChatMessage(Table):
    """One line of a chat. Its number grows with the order in which lines were stored; what people see is `payload`.

    Channel, message and connection together name it once. PostgreSQL has a constraint for that, and an index of who
    said what; for SQLite features/messages/storing.py sees to it. On both line_ids.py finds lines by these names.
    """

    __tablename__ = "chat_messages"
    __table_args__ = (
        Index("ix_chat_messages_channel_sent", "channel_id", "sent_at", "id"),
        Index("ix_chat_messages_provider_sent", "channel_id", "provider", "sent_at", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    # Its type is said here too: else it would be known only once the channels' own table is.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # Not tied to the connection: what was said stays when a platform is disconnected.
    connection_id: Mapped[UUID]
    provider: Mapped[str] = mapped_column(String(20))
    message_id: Mapped[str] = mapped_column(String(200))
    # Empty when the platform itself speaks.
    viewer_id: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(Text)
    sent_at: Mapped[datetime]
    # A ChatLine in JSON, as it was sent to the browsers.
    payload: Mapped[bytes] = mapped_column(LargeBinary)
    removed_at: Mapped[datetime | None]
    # A Removal in JSON.
    removal: Mapped[bytes | None] = mapped_column(LargeBinary)


class Viewer(Table):
    """Somebody in a channel's chat, on one platform. Those with one `person_id` are one human being."""

    __tablename__ = "viewers"
    __table_args__ = (
        UniqueConstraint("channel_id", "provider", "viewer_id"),
        Index("ix_viewers_channel_name", "channel_id", "search_name"),
        Index("ix_viewers_channel_login", "channel_id", text("lower(login)"), "provider"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    # The platform's own id.
    viewer_id: Mapped[str] = mapped_column(String(100))
    login: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    search_name: Mapped[str] = mapped_column(String(100))
    colour: Mapped[str] = mapped_column(String(20))
    avatar_url: Mapped[str] = mapped_column(String(500))
    # The highest Role that the platform says they have in this channel.
    level: Mapped[int]
    is_bot: Mapped[bool]
    message_count: Mapped[int]
    first_seen_at: Mapped[datetime]
    last_seen_at: Mapped[datetime]
    former_names: Mapped[list[str]]
    person_id: Mapped[UUID | None] = mapped_column(index=True)
