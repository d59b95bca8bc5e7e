from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.features.activity.records.sizes import size_of
from greenroom.features.activity.records.values import decimals_of
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_TIER_LENGTH = 100
MAX_TITLE_LENGTH = 200
MAX_CURRENCY_LENGTH = 10


class Activity(Table):
    """A follow, sub, gift, raid or the like; all reports of it are merged into one row."""

    __tablename__ = "activities"
    __table_args__ = (
        UniqueConstraint("channel_id", "provider", "activity_key"),
        Index("ix_activities_channel", "channel_id", "id"),
        Index("ix_activities_kind", "channel_id", "provider", "kind", "id"),
        Index("ix_activities_value_level", "channel_id", "value_level", "id"),
        Index("ix_activities_size_level", "channel_id", "provider", "kind", "size_level", "id"),
    )

    # A later activity has a higher id.
    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # No foreign key: activities stay when a platform is disconnected. None for a test of an unconnected platform.
    connection_id: Mapped[UUID | None]
    provider: Mapped[str] = mapped_column(String(20))
    # The platform's id of the activity, or of its gift bomb or streak; for likes, made of stream or day, and viewer.
    activity_key: Mapped[str] = mapped_column(String(200))
    # Value of an ActivityKind.
    kind: Mapped[str] = mapped_column(String(30))
    # Empty if the viewer is anonymous, or the platform reports no id.
    viewer_id: Mapped[str] = mapped_column(String(100))
    # Empty if the viewer is anonymous.
    viewer_name: Mapped[str] = mapped_column(String(100))
    count: Mapped[int] = mapped_column(BigInteger)
    # In the smallest unit of the currency, such as cents; 0 if the activity was free or the amount is unknown.
    amount: Mapped[int] = mapped_column(BigInteger)
    # An ISO code, or BITS, KICKS, DIAMONDS, JEWELS; empty if nothing was paid.
    currency: Mapped[str] = mapped_column(String(MAX_CURRENCY_LENGTH))
    # Millionths of a US dollar by the channel's table of values when the activity was stored: only for comparing.
    value: Mapped[int] = mapped_column(BigInteger)
    # `value_level(value)`, for its index: an index of `value` itself would not list the activities by time.
    value_level: Mapped[int]
    # `size_level(kind, size)`, for its index.
    size_level: Mapped[int] = mapped_column(default=0)
    months: Mapped[int]
    tier: Mapped[str] = mapped_column(String(MAX_TIER_LENGTH))
    title: Mapped[str] = mapped_column(String(MAX_TITLE_LENGTH))
    message: Mapped[str] = mapped_column(Text)
    recipients: Mapped[list[str]]
    # Ids of the last reports that were added to `count`, which are not added again; only for likes.
    added_reports: Mapped[list[str]]
    # The platform's id of the stream; None if the platform was not live.
    stream_id: Mapped[str | None] = mapped_column(String(100))
    happened_at: Mapped[datetime]
    received_at: Mapped[datetime]
    # Happened before we connected: shown, but no alert or command follows.
    is_backlog: Mapped[bool]
    # Created by staff as a test; never counted.
    is_test: Mapped[bool]

    @property
    def decimals(self) -> int:
        """Number of decimals of the amount."""
        return decimals_of(self.currency)

    @property
    def size(self) -> int:
        """Size in the unit of the activity's kind; see `sizes.py`."""
        return size_of(self.kind, months=self.months, count=self.count, amount=self.amount, value=self.value)


class ActivityValue(Table):
    """What a currency, coin or sub is worth in this channel; the defaults are in `values.py`."""

    __tablename__ = "activity_values"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # A key of `values.DEFAULT_VALUES`.
    key: Mapped[str] = mapped_column(String(20), primary_key=True)
    # Millionths of a US dollar.
    value: Mapped[int] = mapped_column(BigInteger)
