from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, Text, UniqueConstraint, true
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import LONGEST_SIGNATURE, Tracked
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class QuoteBook(Table):
    """Of each channel that ever had a quote: numbers are given once, whatever becomes of the quotes."""

    __tablename__ = "quote_books"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    last_number: Mapped[int]
    # Whether anybody may read them on their page.
    is_public: Mapped[bool] = mapped_column(default=True, server_default=true())


class Quote(Table, Tracked):
    """What somebody said and others want to remember."""

    __tablename__ = "quotes"
    __table_args__ = (UniqueConstraint("channel_id", "number"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    number: Mapped[int]
    text: Mapped[str] = mapped_column(Text)
    # Empty when nobody said whose words they are.
    quoted_name: Mapped[str] = mapped_column(String(100))
    # Where it was said; empty when nobody knows.
    provider: Mapped[str] = mapped_column(String(20))
    category: Mapped[str] = mapped_column(String(100))
    said_at: Mapped[datetime]
    # The platform's id of the stream, and how far into it; None when the channel was not live there.
    stream_id: Mapped[str | None] = mapped_column(String(100))
    stream_offset_seconds: Mapped[int | None]
    # Text, person and category as they are compared with what somebody looks for.
    search: Mapped[str] = mapped_column(Text)
    created_by: Mapped[str] = mapped_column(String(LONGEST_SIGNATURE))
