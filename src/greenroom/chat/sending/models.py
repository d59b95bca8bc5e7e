"""Recently sent messages."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class SentPart(Table):
    """A message as it is sent to the platform; a long text is sent as several. Stored before it is sent."""

    __tablename__ = "sent_parts"
    __table_args__ = (
        Index("ix_sent_parts_chat", "provider", "provider_channel_id", "sent_at"),
        Index("ix_sent_parts_sent_at", "sent_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # The chat by the platform's ids: it stays the same when a platform is connected anew.
    provider: Mapped[str] = mapped_column(String(20))
    provider_channel_id: Mapped[str] = mapped_column(String(100))
    # The platform's id of the account that sends it.
    account_id: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(Text)
    # The platform's id of the message; None until the platform has answered, and if it reports none.
    message_id: Mapped[str | None] = mapped_column(String(200))
    sent_at: Mapped[datetime]
