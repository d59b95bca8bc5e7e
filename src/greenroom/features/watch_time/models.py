from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class ChannelStreams(Table):
    """Number and platform ids of a channel's newest stream, and until when watch time is credited."""

    __tablename__ = "channel_streams"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Number of the current or last stream, counted from 1; 0 before the first.
    number: Mapped[int]
    # The platforms' ids of this stream, each with its platform: `twitch:123`.
    stream_ids: Mapped[list[str]]
    # End of the period that is already credited.
    credited_at: Mapped[datetime]
    # Seconds of the credited period for which no points were paid yet; negative if points were paid in advance.
    unpaid_seconds: Mapped[int] = mapped_column(default=0, server_default="0")


class Attendance(Table):
    """Watch time and streaks of one viewer in a channel."""

    __tablename__ = "attendance"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    # The platform's id; no foreign key, as viewers who never wrote have no row.
    viewer_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    watched_seconds: Mapped[int]
    # Number of streams watched.
    streams: Mapped[int]
    # Streams watched in a row, up to `last_stream`.
    streak: Mapped[int]
    best_streak: Mapped[int]
    # Number of the last stream watched.
    last_stream: Mapped[int]
    updated_at: Mapped[datetime]
