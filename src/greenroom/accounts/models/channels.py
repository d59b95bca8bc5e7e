from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, false, true
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import SortText, Table
from greenroom.kernel.ids import new_id

MAX_REASON_LENGTH = 300


class Channel(Table):
    __tablename__ = "channels"
    __table_args__ = (Index("ix_channels_sort_name_id", "sort_name", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    display_name: Mapped[str] = mapped_column(String(40))
    sort_name: Mapped[str] = mapped_column(SortText)
    created_at: Mapped[datetime]
    # Whether the chat is public, in its popout and on the watch page.
    is_chat_public: Mapped[bool] = mapped_column(default=True, server_default=true())
    # Id of the last message stored before the chat became public again: messages up to it are shown to staff only.
    chat_public_after: Mapped[int] = mapped_column(BigInteger, default=0, server_default="0")
    # When the chat became public again: what was sent earlier is shown to staff only, also if it is stored later.
    chat_public_since: Mapped[datetime | None]
    # 0 means without limit.
    chat_retention_days: Mapped[int] = mapped_column(default=0, server_default="0")
    # The bot sends no responses, timers or warnings; messages that staff type are still sent.
    bot_muted: Mapped[bool] = mapped_column(default=False, server_default=false())
    # Alerts wait until they are resumed.
    alerts_paused: Mapped[bool] = mapped_column(default=False, server_default=false())
    # IANA name; used for times that are shown without a zone.
    time_zone: Mapped[str] = mapped_column(String(64), default="UTC", server_default="UTC")
    # BCP 47 tag, such as en or pt-BR.
    language: Mapped[str] = mapped_column(String(20), default="en", server_default="en")
    # Set when its deletion starts: from then on the channel is treated as gone, and a job deletes its rows.
    deleting_since: Mapped[datetime | None]
    # Set by an operator: nothing connects or is sent, and only the reason is shown, until the suspension is lifted.
    suspended_at: Mapped[datetime | None]
    suspended_reason: Mapped[str] = mapped_column(String(MAX_REASON_LENGTH), default="", server_default="")


class ChannelUser(Table):
    """One user's role in one channel."""

    __tablename__ = "channel_users"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True, index=True)
    level: Mapped[int]
    # None: without end.
    expires_at: Mapped[datetime | None]
    # A guest of one stream: `expires_at` is set when the stream ends.
    ends_after_stream: Mapped[bool] = mapped_column(default=False, server_default=false())
    created_at: Mapped[datetime]
    # When the user last had a screen of the channel open; None if never.
    last_seen_at: Mapped[datetime | None]
