from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id


class ChannelInvite(Table):
    __tablename__ = "channel_invites"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    level: Mapped[int]
    token_hash: Mapped[str] = mapped_column(String(64))
    created_by_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    created_at: Mapped[datetime]
    expires_at: Mapped[datetime]
    used_by_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    used_at: Mapped[datetime | None]
    # No foreign key: if this user is deleted, the list of invitations shows no name.
    revoked_by_id: Mapped[UUID | None]
    revoked_at: Mapped[datetime | None]
    # When the access that the invitation gives ends; `access_ends_at` only for an end at a date.
    access_ends: Mapped[str] = mapped_column(String(20), default="never", server_default="never")
    access_ends_at: Mapped[datetime | None]
