from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, String, Text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class Counter(Table):
    """A number that responses count: deaths, wins, hugs."""

    __tablename__ = "counters"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Folded to lower case.
    name: Mapped[str] = mapped_column(String(50), primary_key=True)
    value: Mapped[int] = mapped_column(BigInteger)
    updated_at: Mapped[datetime]


class StoredValue(Table):
    """A text that one response stores and other responses read."""

    __tablename__ = "kept_values"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(50), primary_key=True)
    value: Mapped[str] = mapped_column(Text)
    updated_at: Mapped[datetime]
