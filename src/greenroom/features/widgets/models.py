from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME, Tracked
from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_CLIENT_LENGTH = 60
# A source counts as gone once its process has not renewed it for this long.
SOURCE_GONE_AFTER = timedelta(seconds=60)


def _widget_key(*, is_primary: bool = False) -> Mapped[UUID]:
    return mapped_column(Uuid(), ForeignKey("widgets.id", ondelete="CASCADE"), primary_key=is_primary)


class Widget(Table, Tracked):
    """A page for a browser source; the holder of its key sees it without signing in."""

    __tablename__ = "widgets"
    __table_args__ = (
        Index("ix_widgets_channel", "channel_id", "id"),
        Index("uq_widgets_channel_name_key", "channel_id", "name_key", unique=True),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(100))
    # The name without regard to case.
    name_key: Mapped[str] = mapped_column(String(400))
    # While a widget is disabled, its sources stay connected and show nothing.
    is_enabled: Mapped[bool]
    # A key of `TYPES` in types/registry.py.
    type: Mapped[str] = mapped_column(String(20))
    # Fields of the type's settings model.
    settings: Mapped[JsonObject]
    css: Mapped[str] = mapped_column(Text)
    key_hash: Mapped[str] = mapped_column(String(64))
    # The key, encrypted, for staff who copy the widget's URL; empty if the key file was lost.
    locked_key: Mapped[str] = mapped_column(Text)
    # The last four characters of the key.
    key_end: Mapped[str] = mapped_column(String(4))
    rotated_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})


class WidgetSource(Table):
    """A browser source that shows a widget now."""

    __tablename__ = "widget_sources"
    __table_args__ = (Index("ix_widget_sources_widget", "widget_id", "seen_at"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    widget_id: Mapped[UUID] = _widget_key()
    # The process that serves its socket.
    owner: Mapped[str] = mapped_column(String(200), index=True)
    # Program and system, such as "OBS on Windows".
    client: Mapped[str] = mapped_column(String(MAX_CLIENT_LENGTH))
    width: Mapped[int]
    height: Mapped[int]
    connected_at: Mapped[datetime]
    # Renewed while the socket is open; a process that was killed leaves its rows behind.
    seen_at: Mapped[datetime]


class AlertQueue(Table):
    """The playback of one alerts widget; locked by every transaction that adds, starts or ends alerts."""

    __tablename__ = "widget_alert_queues"

    widget_id: Mapped[UUID] = _widget_key(is_primary=True)
    is_paused: Mapped[bool]
    # The alert on screen.
    playing_id: Mapped[UUID | None]
    # End of the alert on screen, including the pause after it.
    playing_until: Mapped[datetime | None]
    # Alerts left out because the queue was full, since it was last cleared.
    dropped: Mapped[int]


class QueuedAlert(Table):
    """An alert that waits or is on screen, or one of the last day that was shown, merged or dropped."""

    __tablename__ = "widget_alerts"
    __table_args__ = (
        UniqueConstraint("widget_id", "source_key"),
        Index("ix_widget_alerts_waiting", "widget_id", "state", "id"),
        Index("ix_widget_alerts_queued_at", "queued_at"),
    )

    # Alerts play in the order of their ids.
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    widget_id: Mapped[UUID] = _widget_key()
    # `activity:{id}` or `replay:{id}`: an activity that is reported again makes no second alert.
    source_key: Mapped[str] = mapped_column(String(80))
    activity_id: Mapped[UUID | None]
    # Alerts of the same group are merged while they wait.
    group_key: Mapped[str] = mapped_column(String(200))
    # `waiting`, `playing`, `done` (shown or dropped), or `merged` into an alert that waited.
    state: Mapped[str] = mapped_column(String(10))
    # `facts`, `variant` and `value`, from which an AlertOut is made; `share`: the numbers of this row's activity alone.
    payload: Mapped[JsonObject]
    # A source has shown the alert, or it was skipped or plays for the second time: it will not be played again.
    is_shown: Mapped[bool]
    queued_at: Mapped[datetime]
    started_at: Mapped[datetime | None]


class Countdown(Table):
    """The time left of a countdown or subathon."""

    __tablename__ = "widget_countdowns"

    widget_id: Mapped[UUID] = _widget_key(is_primary=True)
    # The first start since it was created or reset.
    began_at: Mapped[datetime | None]
    # None while it is stopped; then `left_ms` is the time left.
    ends_at: Mapped[datetime | None]
    left_ms: Mapped[int] = mapped_column(BigInteger)


class SubathonAddition(Table):
    """The time that one activity has added to a subathon."""

    __tablename__ = "widget_subathon_additions"

    widget_id: Mapped[UUID] = _widget_key(is_primary=True)
    activity_id: Mapped[UUID] = mapped_column(primary_key=True)
    added_ms: Mapped[int] = mapped_column(BigInteger)
