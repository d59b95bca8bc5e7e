from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.accounts.models.users import User
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_TOKEN_NAME_LENGTH = 50


class ApiToken(Table):
    """A token with which a user's programs call the API; only hash and last characters of its secret are stored."""

    __tablename__ = "api_tokens"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    user_id: Mapped[UUID] = mapped_column(ForeignKey(User.id, ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(MAX_TOKEN_NAME_LENGTH))
    token_hash: Mapped[str] = mapped_column(String(64), unique=True)
    last_four: Mapped[str] = mapped_column(String(4))
    # Permissions; the user's role in a channel must have them too.
    scopes: Mapped[list[str]]
    created_at: Mapped[datetime]
    # None if the token never expires.
    expires_at: Mapped[datetime | None]
    last_used_at: Mapped[datetime | None]
