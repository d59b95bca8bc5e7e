from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.db.database import JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_PROBLEM_LENGTH = 300


class SongRequestSettingsRow(Table, Tracked):
    """Rules of a channel's song requests; a channel without a row takes no requests."""

    __tablename__ = "song_request_settings"

    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # Fields of SongRequestSettings.
    settings: Mapped[JsonObject]
    # Why the last request to the music service failed; empty if it succeeded.
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))


class SongRequest(Table):
    """A song that a viewer requests.

    At most one request of a channel is in the queue of the music service, which has no call to remove a song. Other
    requests wait in this table, where staff can remove them.
    """

    __tablename__ = "song_requests"
    __table_args__ = (
        Index("ix_song_requests_channel", "channel_id", "state", "id"),
        Index("ix_song_requests_finished", "finished_at"),
        # A chat message that is delivered twice requests one song.
        UniqueConstraint("channel_id", "message_ref"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    # The music service's id.
    song_id: Mapped[str] = mapped_column(String(200))
    title: Mapped[str] = mapped_column(String(300))
    artists: Mapped[str] = mapped_column(String(300))
    url: Mapped[str] = mapped_column(String(500))
    picture_url: Mapped[str] = mapped_column(String(500))
    duration_ms: Mapped[int]
    # `waiting`, `queued` at the music service, `playing`; finished: `played`, `skipped` or `removed`.
    state: Mapped[str] = mapped_column(String(10))
    # Removed by staff while the song was queued: the song is skipped as soon as it plays.
    is_unwanted: Mapped[bool]
    # Id of the song that played when this one was queued, empty until known; when a third one plays, this is over.
    queued_behind: Mapped[str] = mapped_column(String(200))
    message_ref: Mapped[str | None] = mapped_column(String(250))
    created_at: Mapped[datetime]
    finished_at: Mapped[datetime | None]
