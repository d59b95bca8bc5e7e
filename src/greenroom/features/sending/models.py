from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, ForeignKeyConstraint, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import JsonObject, Table


class SentMessage(Table):
    """A message of staff, with one receipt for each connection it goes to. The browser chooses the id."""

    __tablename__ = "sent_messages"
    __table_args__ = (Index("ix_sent_messages_channel_created", "channel_id", "created_at", "id"),)

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    id: Mapped[UUID] = mapped_column(primary_key=True)
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    author_name: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: "user_id"})
    # `me` or `bot`.
    speaker: Mapped[str] = mapped_column(String(10))
    text: Mapped[str] = mapped_column(Text)
    # `message`, `action` or `announcement`.
    kind: Mapped[str] = mapped_column(String(20), default="message", server_default="message")
    # Fields of ReplyOut.
    reply_to: Mapped[JsonObject | None]
    created_at: Mapped[datetime]
    # Grows with every published change: of two versions, the higher number is the newer.
    revision: Mapped[int]


class SentReceipt(Table):
    """Result of one message on one connection."""

    __tablename__ = "sent_receipts"
    __table_args__ = (
        ForeignKeyConstraint(
            ["channel_id", "sent_id"], ["sent_messages.channel_id", "sent_messages.id"], ondelete="CASCADE"
        ),
        Index("ix_sent_receipts_state_due", "state", "due_at"),
    )

    channel_id: Mapped[UUID] = mapped_column(primary_key=True)
    sent_id: Mapped[UUID] = mapped_column(primary_key=True)
    # No foreign key: sent messages stay when a platform is disconnected.
    connection_id: Mapped[UUID] = mapped_column(primary_key=True)
    provider: Mapped[str] = mapped_column(String(20))
    # Display name of the account that sends as the bot; empty for a message that a user sends as themselves.
    account_name: Mapped[str] = mapped_column(String(100), default="", server_default="")
    # Index among the targets of the request.
    position: Mapped[int]
    # `pending`, `sent`, `failed` or `dropped`.
    state: Mapped[str] = mapped_column(String(10))
    reason: Mapped[str] = mapped_column(String(50))
    detail: Mapped[str] = mapped_column(String(500))
    message_ids: Mapped[list[str]]
    parts: Mapped[int]
    attempts: Mapped[int]
    # While pending: by when the sending process has ended. With an uncertain result: until when the message may
    # still appear in chat. None if the result is certain.
    due_at: Mapped[datetime | None]
