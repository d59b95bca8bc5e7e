from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class ChannelDeletion(Table):
    """Progress of the deletion of a channel; deleted with the channel itself, at the very end."""

    __tablename__ = "channel_deletions"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # None once the account of this user is deleted.
    started_by_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    started_at: Mapped[datetime]
    # Rows of all tables; None until they are counted.
    total: Mapped[int | None] = mapped_column(BigInteger)
    deleted: Mapped[int] = mapped_column(BigInteger, default=0)
