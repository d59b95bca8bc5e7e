from uuid import UUID

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.database import JsonType, Table


class ActivitySettings(Table):
    """How one person sees the activity feed of a channel."""

    __tablename__ = "activity_settings"

    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    channel_id: Mapped[UUID] = mapped_column(
        ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    hidden_kinds: Mapped[list[str]]
    # By kind: the smallest size that is shown, in months, subs, coins, viewers or US dollars.
    minimums: Mapped[dict[str, int]] = mapped_column(JsonType)
    group_follows: Mapped[bool]
    has_sound: Mapped[bool]
    # 0 to 100.
    volume: Mapped[int]
    # The person has seen this activity and all older ones.
    acknowledged_up_to: Mapped[UUID | None]


class ActivityAcknowledgement(Table):
    """Whether a person marked one activity as seen or not seen; overrides `ActivitySettings.acknowledged_up_to`."""

    __tablename__ = "activity_acknowledgements"
    __table_args__ = (Index("ix_activity_acknowledgements_user", "user_id", "channel_id", "activity_id"),)

    activity_id: Mapped[UUID] = mapped_column(ForeignKey("activities.id", ondelete="CASCADE"), primary_key=True)
    user_id: Mapped[UUID] = mapped_column(ForeignKey("users.id", ondelete="CASCADE"), primary_key=True)
    # The activity's channel.
    channel_id: Mapped[UUID]
    is_acknowledged: Mapped[bool]
