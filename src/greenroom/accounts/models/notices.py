from datetime import datetime
from uuid import UUID

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_NOTICE_LENGTH = 300


class Notice(Table):
    """A short text from the operators that every signed-in user sees on top of each page."""

    __tablename__ = "notices"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    text: Mapped[str] = mapped_column(String(MAX_NOTICE_LENGTH))
    level: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime]
    # None: until an operator deletes it.
    ends_at: Mapped[datetime | None]
