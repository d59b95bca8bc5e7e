from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table


class ChannelStreams(Table):
    """The streams of a channel, numbered; one on several platforms at the same time is one stream."""

    __tablename__ = "channel_streams"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Of the stream that runs, or ran last.
    number: Mapped[int]
    # The platforms' own ids of it.
    stream_ids: Mapped[list[str]]
    # Until when everybody who was there has been credited.
    credited_at: Mapped[datetime]


class Attendance(Table):
    """How much of a channel's streams somebody has seen."""

    __tablename__ = "attendance"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    # The platform's own id; those who only watch are no viewers that we know by name.
    viewer_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    watched_seconds: Mapped[int]
    # How many streams, how many of them in a row up to the last one they saw, and the most ever in a row.
    streams: Mapped[int]
    streak: Mapped[int]
    best_streak: Mapped[int]
    # The number of the last one they saw.
    last_stream: Mapped[int]
    updated_at: Mapped[datetime]
