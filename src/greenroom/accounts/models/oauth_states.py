from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class OAuthState(Table):
    """State of a consent in progress: user, browser and purpose. Used once."""

    __tablename__ = "oauth_states"

    state_hash: Mapped[str] = mapped_column(String(64), primary_key=True)
    browser_hash: Mapped[str] = mapped_column(String(64))
    provider: Mapped[str] = mapped_column(String(20))
    purpose: Mapped[str] = mapped_column(String(20))
    user_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), index=True)
    # Signing out cancels consents in progress.
    session_id: Mapped[UUID | None] = mapped_column(ForeignKey("sessions.id", ondelete="CASCADE"), index=True)
    channel_id: Mapped[UUID | None] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    channel_provider_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("channel_providers.id", ondelete="CASCADE"), index=True
    )
    # The invitation whose link started this sign-in; its token was checked then.
    invite_id: Mapped[UUID | None] = mapped_column(ForeignKey("channel_invites.id", ondelete="SET NULL"), index=True)
    redirect_to: Mapped[str] = mapped_column(String(2000))
    locked_code_verifier: Mapped[str | None]
    expires_at: Mapped[datetime] = mapped_column(index=True)
    used_at: Mapped[datetime | None]
