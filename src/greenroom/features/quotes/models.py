from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, true
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.channel_file.lists.rows import ListRow
from greenroom.kernel.db.change_tracking import Authored
from greenroom.kernel.db.database import Table


class QuoteBook(Table):
    """Number sequence and settings of a channel's quotes; numbers are never reused."""

    __tablename__ = "quote_books"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    last_number: Mapped[int]
    # Whether the public page shows the quotes.
    is_public: Mapped[bool] = mapped_column(default=True, server_default=true())


class Quote(Table, ListRow, Authored):
    __tablename__ = "quotes"
    __table_args__ = (UniqueConstraint("channel_id", "number"),)

    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    # Empty when unknown.
    quoted_name: Mapped[str] = mapped_column(String(100))
    # Empty when unknown.
    provider: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(100))
    said_at: Mapped[datetime]
    # The platform's id of the stream; None if the channel was not live, or the date was entered by hand.
    stream_id: Mapped[str | None] = mapped_column(String(100))
    # Time since the start of the stream; None as for `stream_id`, or if the start is unknown.
    stream_offset_seconds: Mapped[int | None]
    # Folded text, quoted user and category, for search.
    search: Mapped[str] = mapped_column(Text)

    @property
    def key(self) -> str:
        return str(self.number)

    @property
    def label(self) -> str:
        return f"#{self.number}"
