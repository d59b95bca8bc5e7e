"""Tables of a channel's streams and their numbers."""

from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, Text, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_NAME_LENGTH = 100
MAX_URL_LENGTH = 500


class Stream(Table):
    """A stream of a channel on all its platforms: from when the first goes live until none is live."""

    __tablename__ = "streams"
    __table_args__ = (
        Index("ix_streams_channel_started", "channel_id", "started_at", "id"),
        # Finds the few streams whose numbers are not final.
        Index("ix_streams_settled", "settled_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # The title on the platform that was live first.
    title: Mapped[str] = mapped_column(String(200))
    category: Mapped[str] = mapped_column(String(200))
    started_at: Mapped[datetime]
    # None while the stream is live.
    ended_at: Mapped[datetime | None]
    # Stored lines that were sent from this time on are counted. It is later than `started_at` if an earlier start was
    # reported after lines were counted, and None until the first lines are counted.
    counted_since: Mapped[datetime | None]
    # From this time on the numbers are final, and a restart begins another stream.
    settled_at: Mapped[datetime | None]
    # StreamTotals in JSON; None for the first seconds of a stream.
    totals: Mapped[bytes | None] = mapped_column(LargeBinary)
    # TopLists in JSON; None for the first seconds of a stream.
    tops: Mapped[bytes | None] = mapped_column(LargeBinary)


class StreamTotal(Table):
    """Numbers of a stream as columns, so that the database can add up the streams of a period."""

    __tablename__ = "stream_totals"
    __table_args__ = (Index("ix_stream_totals_channel", "channel_id", "started_at"),)

    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    # No foreign key: the row is deleted with its stream.
    channel_id: Mapped[UUID]
    started_at: Mapped[datetime]
    live_seconds: Mapped[int]
    watched_minutes: Mapped[int] = mapped_column(BigInteger)
    counted_minutes: Mapped[int]
    messages: Mapped[int]
    chatters: Mapped[int]
    new_chatters: Mapped[int]
    follows: Mapped[int]
    subs: Mapped[int]
    # Millionths of a US dollar.
    value: Mapped[int] = mapped_column(BigInteger)
    filter_hits: Mapped[int]
    commands: Mapped[int]
    lag_ms: Mapped[int | None]
    peak_viewers: Mapped[int | None]
    # JSON: a list with the name, the watched minutes and the messages of each platform. A row for each platform
    # would cost three times as much to add up.
    platforms: Mapped[str] = mapped_column(Text)


class StreamPart(Table):
    """The part of a stream on one platform; a platform that goes live again may begin another part."""

    __tablename__ = "stream_parts"
    __table_args__ = (
        Index("ix_stream_parts_connection", "connection_id", "ended_at"),
        Index("ix_stream_parts_stream", "stream_id"),
        Index("ix_stream_parts_ended", "ended_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"))
    # No foreign key: streams stay when a platform is disconnected.
    connection_id: Mapped[UUID]
    provider: Mapped[str] = mapped_column(String(20))
    # Empty if the platform has none.
    platform_stream_id: Mapped[str] = mapped_column(String(100))
    title: Mapped[str] = mapped_column(String(200))
    category: Mapped[str] = mapped_column(String(200))
    started_at: Mapped[datetime]
    ended_at: Mapped[datetime | None]
    # When this server last saw the stream live.
    seen_at: Mapped[datetime]


class StreamMinute(Table):
    """Numbers of one minute of a stream on one platform; there is no row for a minute that the server did not see."""

    __tablename__ = "stream_minutes"

    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    connection_id: Mapped[UUID] = mapped_column(primary_key=True)
    # Minutes since 1970.
    minute: Mapped[int] = mapped_column(primary_key=True)
    provider: Mapped[str] = mapped_column(String(20))
    # Sum of the viewer counts that the platform reported in this minute.
    viewer_total: Mapped[int] = mapped_column(BigInteger)
    # Number of these viewer counts.
    viewer_reports: Mapped[int]
    # The highest of these viewer counts.
    viewer_peak: Mapped[int | None]
    # The last known viewer count, for a minute in which the platform reports none.
    viewers_held: Mapped[int | None]
    # Mean lag of the minute in milliseconds.
    lag_ms: Mapped[int | None]
    messages: Mapped[int]
    # Distinct authors of these messages.
    chatters: Mapped[int] = mapped_column(server_default=text("0"))
    commands: Mapped[int] = mapped_column(server_default=text("0"))
    filter_hits: Mapped[int] = mapped_column(server_default=text("0"))


class StreamChatter(Table):
    """Messages of one viewer in a stream; deleted when the stream's numbers are final."""

    __tablename__ = "stream_chatters"

    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    viewer_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    messages: Mapped[int]
    # 1 if the viewer's first message in this channel is part of the stream, else 0.
    is_new: Mapped[int]
    # The latest minute in which the viewer is counted as a chatter.
    last_minute: Mapped[int] = mapped_column(server_default=text("0"))


class StreamEmote(Table):
    """Uses of one emote in a stream; deleted when the stream's numbers are final."""

    __tablename__ = "stream_emotes"

    stream_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("streams.id", ondelete="CASCADE"), primary_key=True)
    # The emote service, or the platform for its own emotes.
    source: Mapped[str] = mapped_column(String(20), primary_key=True)
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), primary_key=True)
    url: Mapped[str] = mapped_column(String(MAX_URL_LENGTH))
    uses: Mapped[int]


class CountedLines(Table):
    """How far stored chat lines are counted for streams; one row for the whole installation."""

    __tablename__ = "stream_counted_lines"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    # Lines with an id up to this one are counted.
    position: Mapped[int] = mapped_column(BigInteger)
    # The highest id at the last run; lines that were being written then are visible to the next run.
    horizon: Mapped[int] = mapped_column(BigInteger)
