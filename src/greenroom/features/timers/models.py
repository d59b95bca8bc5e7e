from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.channel_file.lists.rows import NamedRow
from greenroom.kernel.db.change_tracking import Authored
from greenroom.kernel.db.database import JsonObject, JsonType, Table


class Timer(Table, NamedRow, Authored):
    """A timer and the results of its last run."""

    __tablename__ = "timers"
    __table_args__ = (
        UniqueConstraint("channel_id", "name_key"),
        Index("ix_timers_next_run_at", "next_run_at"),
        Index("ix_timers_planned_at", "planned_at"),
        Index("ix_timers_run_until", "run_until"),
    )

    # Objects with text, providers and enabled.
    messages: Mapped[list[JsonObject]] = mapped_column(JsonType)
    interval_minutes: Mapped[int]
    spread_minutes: Mapped[int]
    # `order` or `random`.
    pick: Mapped[str] = mapped_column(String(10))
    # `always`, `online` or `offline`.
    active_mode: Mapped[str] = mapped_column(String(10))
    min_chat_messages: Mapped[int]
    # `say` or `announce`.
    response_type: Mapped[str] = mapped_column(String(10))
    enabled: Mapped[bool] = mapped_column("is_enabled")

    # None while the timer is disabled.
    next_run_at: Mapped[datetime | None]
    # When `next_run_at` was computed; if this is later than now, the clock was set back.
    planned_at: Mapped[datetime]
    # When a message was last posted.
    last_run_at: Mapped[datetime | None]
    last_skip_at: Mapped[datetime | None]
    last_skip_reason: Mapped[str] = mapped_column(String(500), default="")
    # Index of the message posted last.
    last_position: Mapped[int | None]
    # A TimerResult for each platform, of the last run that rendered a message.
    results: Mapped[list[JsonObject]] = mapped_column(JsonType, default=list)
    # Connection id → its count in TimerLines when this timer last posted there.
    counted_from: Mapped[JsonObject]

    # Id of the current or last run.
    run_id: Mapped[UUID | None]
    # `chosen` (nothing is sent yet) or `sending`; empty while there is no run.
    run_state: Mapped[str] = mapped_column(String(10), default="")
    # Lease: after this time the run is over or its process has died.
    run_until: Mapped[datetime | None]


class TimerLines(Table):
    """Number of chat messages on one connection, counted while any timer of its channel is enabled."""

    __tablename__ = "timer_lines"

    # No foreign key: the connection may be removed while its messages are counted.
    connection_id: Mapped[UUID] = mapped_column(primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(Uuid, ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    lines: Mapped[int] = mapped_column(BigInteger)
