from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class SystemBot(Table):
    """The installation's bot on one platform, used where a channel has no bot of its own."""

    __tablename__ = "system_bots"

    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    credential_id: Mapped[UUID] = mapped_column(ForeignKey("credentials.id"))
    connected_at: Mapped[datetime]
