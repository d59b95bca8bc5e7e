from datetime import datetime
from uuid import UUID, uuid4

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.features.media.schemas import MAX_NAME_LENGTH
from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME
from greenroom.kernel.db.database import Table


class Media(Table):
    """An uploaded image, video or sound; its content is in the media storage under its id, and never changes."""

    __tablename__ = "media"
    __table_args__ = (
        # A channel has the same content once.
        UniqueConstraint("channel_id", "sha256"),
        Index("ix_media_channel_created", "channel_id", "created_at", "id"),
    )

    # Random, unlike other ids: everyone who knows the id can fetch the file.
    id: Mapped[UUID] = mapped_column(primary_key=True, default=uuid4)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(MAX_NAME_LENGTH))
    # The case-folded name; folding can turn one character into three.
    search: Mapped[str] = mapped_column(String(3 * MAX_NAME_LENGTH))
    # image, video or sound.
    kind: Mapped[str] = mapped_column(String(10))
    content_type: Mapped[str] = mapped_column(String(40))
    size_bytes: Mapped[int]
    sha256: Mapped[str] = mapped_column(String(64))
    width: Mapped[int | None]
    height: Mapped[int | None]
    duration_ms: Mapped[int | None]
    # Size of the thumbnail; None if there is none.
    thumbnail_bytes: Mapped[int | None]
    created_at: Mapped[datetime]
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})
