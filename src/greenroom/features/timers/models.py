from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import LONGEST_SIGNATURE, Tracked
from greenroom.kernel.db.database import JsonObject, JsonType, Table
from greenroom.kernel.ids import new_id


class Timer(Table, Tracked):
    """What the bot says by itself again and again, and how it went last time."""

    __tablename__ = "timers"
    __table_args__ = (
        UniqueConstraint("channel_id", "name_key"),
        Index("ix_timers_next_run_at", "next_run_at"),
        Index("ix_timers_planned_at", "planned_at"),
        Index("ix_timers_run_until", "run_until"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(100))
    # The name as it is compared.
    name_key: Mapped[str] = mapped_column(String(400))
    # Each with text, providers and enabled.
    messages: Mapped[list[JsonObject]] = mapped_column(JsonType)
    interval_minutes: Mapped[int]
    spread_minutes: Mapped[int]
    # order, or random.
    pick: Mapped[str] = mapped_column(String(10))
    # always, online or offline.
    active_mode: Mapped[str] = mapped_column(String(10))
    min_chat_messages: Mapped[int]
    # say, or announce.
    response_type: Mapped[str] = mapped_column(String(10))
    is_enabled: Mapped[bool]

    # None as long as it is switched off.
    next_run_at: Mapped[datetime | None]
    # When `next_run_at` was worked out: a clock that shows less than this was put back.
    planned_at: Mapped[datetime]
    # When something was last said.
    last_run_at: Mapped[datetime | None]
    last_skip_at: Mapped[datetime | None]
    last_skip_reason: Mapped[str] = mapped_column(String(500))
    # Which of the messages was said last.
    last_position: Mapped[int | None]
    # Of the last run: a ResultOut for each platform.
    results: Mapped[list[JsonObject]] = mapped_column(JsonType)
    # Connection → how many lines it had in TimerLines when this timer last spoke there.
    counted_from: Mapped[JsonObject]

    # The last run, and while it is under way: chosen (nothing has left yet), or sending.
    run_id: Mapped[UUID | None]
    run_state: Mapped[str] = mapped_column(String(10))
    # By then it is over, or its process is.
    run_until: Mapped[datetime | None]

    created_by: Mapped[str] = mapped_column(String(LONGEST_SIGNATURE))


class TimerLines(Table):
    """How much people have written on one connection, counted as long as its channel has timers."""

    __tablename__ = "timer_lines"

    # Not tied to the connection: a count for one that was just disconnected does no harm.
    connection_id: Mapped[UUID] = mapped_column(primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(Uuid, ForeignKey("channels.id", ondelete="CASCADE"), index=True)
    lines: Mapped[int] = mapped_column(BigInteger)
