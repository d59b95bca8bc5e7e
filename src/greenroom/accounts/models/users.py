from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id


class User(Table):
    __tablename__ = "users"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    username: Mapped[str] = mapped_column(String(64), unique=True)
    display_name: Mapped[str] = mapped_column(String(100))
    avatar_url: Mapped[str] = mapped_column(String(500))
    is_operator: Mapped[bool]
    created_at: Mapped[datetime]
    # A suspended user cannot sign in and has no role in any channel; connections and channels stay.
    suspended_at: Mapped[datetime | None]


class Installation(Table):
    """One row, stored with the first user; it stays when all users are gone, so that no later user is the first."""

    __tablename__ = "installation"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    first_user_at: Mapped[datetime]
    # How many nightly backups are kept, as set by an operator; 0: no backups are made at night.
    backup_keep: Mapped[int] = mapped_column(default=0, server_default=text("0"))


class SignInIdentity(Table):
    """A platform account that a user can sign in with; deleted with its connection, unless it is the only one."""

    __tablename__ = "sign_in_identities"
    __table_args__ = (UniqueConstraint("provider", "provider_user_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    provider: Mapped[str] = mapped_column(String(20))
    provider_user_id: Mapped[str] = mapped_column(String(100))


class UserSettings(Table):
    __tablename__ = "user_settings"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    data: Mapped[JsonObject]
