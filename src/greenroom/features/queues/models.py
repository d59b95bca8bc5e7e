from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.channel_file.lists.rows import NamedRow
from greenroom.kernel.db.change_tracking import Authored
from greenroom.kernel.db.database import SortText, Table
from greenroom.kernel.ids import new_id


class Queue(Table, NamedRow, Authored):
    """A queue of viewers who want to take part. A transaction that changes entries locks this row first."""

    __tablename__ = "queues"

    description: Mapped[str] = mapped_column(String(200))
    is_open: Mapped[bool]
    # Highest number of waiting entries; 0: only `MAX_WAITING`, the limit of every queue.
    max_size: Mapped[int]
    # Entries that a viewer may have at the same time.
    max_per_viewer: Mapped[int]
    subs_first: Mapped[bool]
    # How "Next" picks: first, or random.
    pick: Mapped[str] = mapped_column(String(10))
    # Number of viewers that "Next" calls.
    group_size: Mapped[int]
    # When a viewer may join again after a turn: at_once, after_minutes or next_session.
    rejoin: Mapped[str] = mapped_column(String(20))
    rejoin_minutes: Mapped[int]
    # Name of the field that viewers fill in when they join, such as "In-game name"; empty: they are not asked.
    name_label: Mapped[str] = mapped_column(String(40))
    is_name_required: Mapped[bool]
    # Time that a called viewer has to answer, shown as a countdown; 0: no countdown.
    answer_seconds: Mapped[int]
    # Whether the bot posts in chat who is called.
    announces: Mapped[bool]
    # The text in which the bot posts who is called, with variables.
    call_message: Mapped[str] = mapped_column(String(500))
    # Points that joining costs.
    cost: Mapped[int]
    is_public: Mapped[bool]
    # Number of the last round; each press of "Next", or call of a single viewer, begins one.
    round: Mapped[int]
    # A session begins when an empty queue is opened, or with "Clear".
    session_started_at: Mapped[datetime]


class QueueEntry(Table):
    """A viewer in a queue. Finished entries stay: they are the viewer's history."""

    __tablename__ = "queue_entries"
    __table_args__ = (
        # For the waiting viewers in order of their places.
        Index("ix_queue_entries_state", "queue_id", "state", "place"),
        Index("ix_queue_entries_finished", "queue_id", "finished_at"),
        Index("ix_queue_entries_viewer", "queue_id", "provider", "viewer_id"),
        # A chat message that is delivered twice joins once. Entries without a message have NULL, which equals nothing.
        UniqueConstraint("queue_id", "message_ref"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    queue_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("queues.id", ondelete="CASCADE"))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    login: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    avatar_url: Mapped[str] = mapped_column(String(500))
    is_subscriber: Mapped[bool]
    # waiting, called, playing, done, skipped or no_show.
    state: Mapped[str] = mapped_column(String(10))
    # Sorts the waiting viewers; see rules.py.
    place: Mapped[str] = mapped_column(SortText())
    # What the viewer entered in the field `name_label` of the queue.
    game_name: Mapped[str] = mapped_column(String(100))
    note: Mapped[str] = mapped_column(String(200))
    # How often the viewer has played in this queue, on all linked accounts.
    played: Mapped[int]
    # Points paid for joining; 0 after a refund.
    paid: Mapped[int]
    # The round in which the viewer was called; None before a call, and after the viewer was put back to waiting.
    round: Mapped[int | None]
    message_ref: Mapped[str | None] = mapped_column(String(250))
    joined_at: Mapped[datetime]
    called_at: Mapped[datetime | None]
    # When the called viewer answered in chat.
    answered_at: Mapped[datetime | None]
    started_at: Mapped[datetime | None]
    finished_at: Mapped[datetime | None]
