from datetime import datetime
from uuid import UUID

from sqlalchemy import String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

# Stored in place of a token, for an account that was registered by its handle.
NO_TOKEN = ""


class Credential(Table):
    """A platform account with its encrypted tokens, or without tokens if it was registered by its handle."""

    __tablename__ = "credentials"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    provider: Mapped[str] = mapped_column(String(20))
    provider_user_id: Mapped[str] = mapped_column(String(100))
    login: Mapped[str] = mapped_column(String(100))
    display_name: Mapped[str] = mapped_column(String(100))
    avatar_url: Mapped[str] = mapped_column(String(500))
    scopes: Mapped[list[str]]
    locked_access_token: Mapped[str]
    locked_refresh_token: Mapped[str | None]
    expires_at: Mapped[datetime | None]
    # The tokens cannot be used or refreshed any more; the user has to reconnect.
    is_dead: Mapped[bool]
    created_at: Mapped[datetime]

    @property
    def has_tokens(self) -> bool:
        return self.locked_access_token != NO_TOKEN
