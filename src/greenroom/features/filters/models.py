from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.db.database import JsonObject, JsonType, Table
from greenroom.kernel.ids import new_id


class Filter(Table, Tracked):
    __tablename__ = "filters"
    __table_args__ = (Index("ix_filters_channel_place", "channel_id", "place", "id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(100))
    type: Mapped[str] = mapped_column(String(30))
    is_enabled: Mapped[bool]
    # "on" or "shadow".
    mode: Mapped[str] = mapped_column(String(10))
    providers: Mapped[list[str]]
    exempt_level: Mapped[int]
    exempt_viewers: Mapped[list[JsonObject]] = mapped_column(JsonType)
    # The penalties of the first, second, … offence; the last repeats.
    ladder: Mapped[list[JsonObject]] = mapped_column(JsonType)
    message: Mapped[str] = mapped_column(String(500))
    strike_seconds: Mapped[int]
    settings: Mapped[JsonObject]
    # Filters run in ascending order of their place.
    place: Mapped[int]
    term_count: Mapped[int]


class FilterTerms(Table):
    """All terms of one filter as JSON; a separate table, because lists of filters are shown without terms."""

    __tablename__ = "filter_terms"

    filter_id: Mapped[UUID] = mapped_column(ForeignKey("filters.id", ondelete="CASCADE"), primary_key=True)
    terms: Mapped[bytes] = mapped_column(LargeBinary)


class FilterHit(Table):
    """A message that a filter caught, or would have caught in shadow mode."""

    __tablename__ = "filter_hits"
    __table_args__ = (
        Index("ix_filter_hits_channel_created", "channel_id", "created_at", "filter_id"),
        Index("ix_filter_hits_filter", "filter_id", "id"),
        Index("ix_filter_hits_message", "channel_id", "message_id", "connection_id"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    filter_id: Mapped[UUID] = mapped_column(ForeignKey("filters.id", ondelete="CASCADE"))
    connection_id: Mapped[UUID]
    provider: Mapped[str] = mapped_column(String(20))
    message_id: Mapped[str] = mapped_column(String(200))
    viewer_id: Mapped[str] = mapped_column(String(100))
    viewer_name: Mapped[str] = mapped_column(String(100))
    text: Mapped[str] = mapped_column(Text)
    reason: Mapped[str] = mapped_column(String(700))
    spans: Mapped[list[list[int]]] = mapped_column(JsonType)
    action: Mapped[str] = mapped_column(String(20))
    seconds: Mapped[int | None]
    is_shadow: Mapped[bool]
    created_at: Mapped[datetime]


class FilterStrike(Table):
    """Number of offences of a viewer against one filter."""

    __tablename__ = "filter_strikes"
    __table_args__ = (Index("ix_filter_strikes_viewer", "channel_id", "provider", "viewer_id"),)

    filter_id: Mapped[UUID] = mapped_column(ForeignKey("filters.id", ondelete="CASCADE"), primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    viewer_id: Mapped[str] = mapped_column(String(100), primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    count: Mapped[int]
    expires_at: Mapped[datetime] = mapped_column(index=True)


class FilterPermit(Table):
    """Allows a viewer one message with links."""

    __tablename__ = "filter_permits"
    __table_args__ = (UniqueConstraint("channel_id", "provider", "viewer_id"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    expires_at: Mapped[datetime]
    # Id of the message that used the permit; empty before.
    used_for: Mapped[str] = mapped_column(String(200))


class FilterBacktest(Table):
    """A dry run of a filter over stored chat, with its progress and result."""

    __tablename__ = "filter_backtests"

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    hours: Mapped[int]
    # "running", "done", "cancelled" or "failed".
    state: Mapped[str] = mapped_column(String(20))
    detail: Mapped[str] = mapped_column(String(300))
    seen: Mapped[int]
    total: Mapped[int]
    is_cancel_asked: Mapped[bool]
    result: Mapped[bytes | None] = mapped_column(LargeBinary)
    created_at: Mapped[datetime]
    # Last heartbeat; if it is too old, the run counts as failed, because its process has ended.
    touched_at: Mapped[datetime] = mapped_column(index=True)
