from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class AwaitedBalance(Table):
    """Imported points of a login that has never written: its viewer gets them with the first message."""

    __tablename__ = "awaited_balances"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    # In lower case.
    login: Mapped[str] = mapped_column(String(100), primary_key=True)
    # The bot that the points were imported from.
    source: Mapped[str] = mapped_column(String(20), primary_key=True)
    points: Mapped[int] = mapped_column(BigInteger)
    imported_at: Mapped[datetime]
