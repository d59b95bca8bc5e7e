from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class UserProvider(Table):
    __tablename__ = "user_providers"
    __table_args__ = (UniqueConstraint("user_id", "provider"), UniqueConstraint("provider", "provider_user_id"))

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    provider_user_id: Mapped[str] = mapped_column(String(100))
    credential_id: Mapped[UUID] = mapped_column(ForeignKey("credentials.id"), index=True)
    connected_at: Mapped[datetime]
