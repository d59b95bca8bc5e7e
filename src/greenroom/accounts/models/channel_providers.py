from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, text, true
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id


class ChannelProvider(Table):
    """One platform account connected to a channel, with its last known state."""

    __tablename__ = "channel_providers"
    __table_args__ = (
        UniqueConstraint("channel_id", "provider", "provider_channel_id"),
        # Several channels may read a chat that is registered by handle; only one of them can have proven the account.
        # Only the migration has `postgresql_where`: here it would import the dialect of PostgreSQL at every start.
        Index(
            "uq_channel_providers_proven_account",
            "provider",
            "provider_channel_id",
            unique=True,
            sqlite_where=text("is_proven = 1"),
        ),
        Index("ix_channel_providers_account", "provider", "provider_channel_id"),
        Index("ix_channel_providers_provider_name", "provider", text("lower(provider_channel_name)")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    provider: Mapped[str] = mapped_column(String(20))
    provider_channel_id: Mapped[str] = mapped_column(String(100))
    provider_channel_name: Mapped[str] = mapped_column(String(100))
    credential_id: Mapped[UUID] = mapped_column(ForeignKey("credentials.id"), index=True)
    bot_credential_id: Mapped[UUID | None] = mapped_column(ForeignKey("credentials.id"), index=True)
    connected_by_id: Mapped[UUID | None] = mapped_column(ForeignKey("users.id", ondelete="SET NULL"), index=True)
    connected_at: Mapped[datetime]
    # False for a handle that was only typed: it may be another person's, so the public pages do not name it.
    is_proven: Mapped[bool] = mapped_column(default=True, server_default=true())

    live_stream_id: Mapped[str | None] = mapped_column(String(100))
    is_live: Mapped[bool]
    # False for unlisted streams, which can be seen only with their URL.
    is_listed: Mapped[bool] = mapped_column(default=True, server_default=true())
    live_since: Mapped[datetime | None]
    title: Mapped[str | None] = mapped_column(String(200))
    category: Mapped[str | None] = mapped_column(String(200))
    last_event_at: Mapped[datetime | None]

    viewers: Mapped[int | None]
    lag_ms: Mapped[int | None]
    # Minute since 1970 → mean lag of that minute in milliseconds.
    lag_history: Mapped[JsonObject] = mapped_column(default=dict, server_default="{}")
    messages_per_minute: Mapped[int] = mapped_column(default=0, server_default="0")
    allowance: Mapped[JsonObject | None]

    connection_state: Mapped[str] = mapped_column(String(20))
    connection_detail: Mapped[str] = mapped_column(String(300))
    connection_since: Mapped[datetime]
    # Incremented with every published change: of two messages, the higher revision is the newer.
    revision: Mapped[int] = mapped_column(default=0, server_default="0")
