from datetime import datetime
from enum import StrEnum
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, String, UniqueConstraint, Uuid, false
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import STAFF_NAME
from greenroom.kernel.db.database import BigId, SortText, Table

MAX_REASON_LENGTH = 30
MAX_REFERENCE_LENGTH = 200
MAX_NOTE_LENGTH = 200
MAX_POINT_NAME_LENGTH = 45
MAX_NAME_LENGTH = 100
# The `provider` of the account that the linked accounts of a person share; its `viewer_id` is the person's id.
PERSON = "person"


class PointAccount(Table):
    """Points of a viewer on one platform, or of a person, whose linked accounts share one account.

    The index of linked accounts by `held_by_id` is only in the migration.
    """

    __tablename__ = "point_accounts"
    __table_args__ = (
        UniqueConstraint("channel_id", "provider", "viewer_id"),
        Index("ix_point_accounts_balance", "channel_id", "balance", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # Sorted by code point, as Python sorts: accounts are locked in this order.
    provider: Mapped[str] = mapped_column(SortText(20))
    viewer_id: Mapped[str] = mapped_column(SortText(100))
    # Name from the platform's list of viewers or from an activity, for viewers who may never have written; else empty.
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH), default="", server_default="")
    # The sum of the account's entries, never below zero; zero while `held_by_id` is set.
    balance: Mapped[int] = mapped_column(BigInteger)
    # The account of the person, which holds the points while the viewer is linked.
    held_by_id: Mapped[int | None] = mapped_column(BigInteger)


class PointSettingsRow(Table):
    """How viewers of a channel earn points; a channel that never changed its settings has no row."""

    __tablename__ = "point_settings"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    is_enabled: Mapped[bool]
    name_singular: Mapped[str] = mapped_column(String(MAX_POINT_NAME_LENGTH))
    name_plural: Mapped[str] = mapped_column(String(MAX_POINT_NAME_LENGTH))
    per_minute: Mapped[int]
    sub_multiplier: Mapped[int]
    per_message: Mapped[int]
    per_sub: Mapped[int]
    per_100_bits: Mapped[int]
    per_follow: Mapped[int]
    # Names of viewers who earn nothing, folded by `name_key`.
    ignored_names: Mapped[list[str]]
    can_transfer: Mapped[bool]
    is_leaderboard_public: Mapped[bool] = mapped_column(default=False, server_default=false())


class PointEntry(Table):
    """One change of a balance. Entries are only added: a mistake is corrected by an opposite entry.

    The unique index of channel and reference is only in the migration.
    """

    __tablename__ = "point_entries"
    __table_args__ = (
        Index("ix_point_entries_account", "account_id", "id"),
        # For deleting a channel, which would otherwise read the entries of all channels; and for the job that adds
        # up periods, which continues after the last entry that it read.
        Index("ix_point_entries_channel", "channel_id", "id"),
    )

    # A later entry of an account has a higher id.
    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    # The account whose balance changed.
    account_id: Mapped[int] = mapped_column(BigInteger)
    # The platform account that gained or paid: `account_id` itself, or a linked account whose points it holds.
    source_id: Mapped[int] = mapped_column(BigInteger)
    delta: Mapped[int] = mapped_column(BigInteger)
    # Balance of the account after this entry.
    balance: Mapped[int] = mapped_column(BigInteger)
    reason: Mapped[str] = mapped_column(String(MAX_REASON_LENGTH))
    # What the entry is for, such as the id of an activity; each reference is posted only once; None is not unique.
    reference: Mapped[str | None] = mapped_column(String(MAX_REFERENCE_LENGTH))
    note: Mapped[str] = mapped_column(String(MAX_NOTE_LENGTH))
    # The user who made the entry; None if Greenroom made it, or if a chat command did whose caller is no user.
    actor_id: Mapped[UUID | None]
    # Name of the user or caller who made the entry; empty if Greenroom made it.
    actor_name: Mapped[str] = mapped_column(String(100), info={STAFF_NAME: "actor_id"})
    undoes_id: Mapped[int | None] = mapped_column(BigInteger)
    created_at: Mapped[datetime]


class PeriodKind(StrEnum):
    DAY = "day"
    MONTH = "month"
    STREAM = "stream"


class PointPeriod(Table):
    """A day, month or stream for which earned points are added up; `position` is the last entry that is included."""

    __tablename__ = "point_periods"
    __table_args__ = (UniqueConstraint("channel_id", "kind", "starts_at"),)

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(10))
    # No foreign key: the job deletes the period when there is a newer stream.
    stream_id: Mapped[UUID | None]
    starts_at: Mapped[datetime]
    # None while the stream is live.
    ends_at: Mapped[datetime | None]
    # Entries of the channel with an id up to this one are added up.
    position: Mapped[int] = mapped_column(BigInteger)
    # Whether the position has ever reached the newest entry: before that, entries are missing in the totals.
    is_complete: Mapped[bool]


class PointTotal(Table):
    """What an account has earned in a month or a stream."""

    __tablename__ = "point_totals"
    __table_args__ = (Index("ix_point_totals_rank", "period_id", "total", "account_id"),)

    period_id: Mapped[int] = mapped_column(BigId, ForeignKey("point_periods.id", ondelete="CASCADE"), primary_key=True)
    account_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    # Earned by this platform account itself; zero for a person's account.
    earned: Mapped[int] = mapped_column(BigInteger)
    # Points for ranking: `earned`; for a person's account, the sum of the linked accounts, whose total is zero.
    total: Mapped[int] = mapped_column(BigInteger)


class PointLineSum(Table):
    """Points that all viewers together have earned in a day by one of the point settings, such as watching."""

    __tablename__ = "point_line_sums"

    period_id: Mapped[int] = mapped_column(BigId, ForeignKey("point_periods.id", ondelete="CASCADE"), primary_key=True)
    line: Mapped[str] = mapped_column(String(10), primary_key=True)
    earned: Mapped[int] = mapped_column(BigInteger)
