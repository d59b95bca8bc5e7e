from datetime import datetime
from uuid import UUID

from sqlalchemy import BigInteger, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint, Uuid
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import MAX_SIGNATURE_LENGTH, STAFF_NAME, Tracked
from greenroom.kernel.db.database import BigId, JsonObject, Table
from greenroom.kernel.ids import new_id

MAX_ENTRANT_LENGTH = 130
MAX_REASON_LENGTH = 200
MAX_PROBLEM_LENGTH = 300


class Giveaway(Table, Tracked):
    __tablename__ = "giveaways"
    __table_args__ = (
        Index("ix_giveaways_channel", "channel_id", "created_at"),
        Index("ix_giveaways_state", "state"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # GiveawaySettings in JSON.
    settings: Mapped[JsonObject]
    # draft, open, paused, closed, drawn or archived.
    state: Mapped[str] = mapped_column(String(10))
    # The folded keyword; empty if viewers enter without a keyword.
    keyword_key: Mapped[str] = mapped_column(String(200))
    opens_at: Mapped[datetime | None]
    # Why the giveaway did not open on schedule; empty once it is opened or edited.
    opening_problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    closes_at: Mapped[datetime | None]
    opened_at: Mapped[datetime | None]
    closed_at: Mapped[datetime | None]
    drawn_at: Mapped[datetime | None]
    # The seed, encrypted with the key file; empty before opening.
    locked_seed: Mapped[str] = mapped_column(Text)
    # Published with the first draw, empty before.
    seed: Mapped[str] = mapped_column(String(64))
    commitment: Mapped[str] = mapped_column(String(64))
    # Hash of the list of entries, set on closing.
    entries_hash: Mapped[str] = mapped_column(String(64))
    entry_count: Mapped[int]
    # Sum of tickets, each multiplied by its weight.
    ticket_count: Mapped[int]
    refused_count: Mapped[int]
    next_reminder_at: Mapped[datetime | None]
    created_by: Mapped[str] = mapped_column(String(MAX_SIGNATURE_LENGTH), info={STAFF_NAME: None})


class GiveawayDefaults(Table):
    """The rules that a new giveaway of the channel begins with."""

    __tablename__ = "giveaway_defaults"

    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"), primary_key=True)
    # GiveawayRules in JSON.
    rules: Mapped[JsonObject]


class GiveawayEntry(Table):
    """The tickets of a viewer, or of a person with linked accounts, in a giveaway; or a refused attempt."""

    __tablename__ = "giveaway_entries"
    __table_args__ = (
        UniqueConstraint("giveaway_id", "entrant"),
        Index("ix_giveaway_entries_status", "giveaway_id", "status", "id"),
    )

    id: Mapped[int] = mapped_column(BigId, primary_key=True, autoincrement=True)
    giveaway_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("giveaways.id", ondelete="CASCADE"))
    # `provider:viewer_id` of the account that entered first; accounts linked before then have no entry of their own.
    entrant: Mapped[str] = mapped_column(String(MAX_ENTRANT_LENGTH))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    search_name: Mapped[str] = mapped_column(String(400))
    level: Mapped[int]
    tickets: Mapped[int]
    # Each ticket counts this many times.
    weight: Mapped[int]
    # Points paid for all tickets.
    paid: Mapped[int] = mapped_column(BigInteger)
    # entered, refused, or merged into the entry of a linked account.
    status: Mapped[str] = mapped_column(String(10))
    # Why the entry was refused or merged.
    reason: Mapped[str] = mapped_column(String(MAX_REASON_LENGTH))
    entered_at: Mapped[datetime]


class GiveawayMinute(Table):
    """Entries of one minute and platform, for the chart."""

    __tablename__ = "giveaway_minutes"

    giveaway_id: Mapped[UUID] = mapped_column(ForeignKey("giveaways.id", ondelete="CASCADE"), primary_key=True)
    minute: Mapped[datetime] = mapped_column(primary_key=True)
    provider: Mapped[str] = mapped_column(String(20), primary_key=True)
    entries: Mapped[int]


class GiveawayList(Table):
    """The list of entries as published on closing; a draw uses only this list and the seed."""

    __tablename__ = "giveaway_lists"

    giveaway_id: Mapped[UUID] = mapped_column(ForeignKey("giveaways.id", ondelete="CASCADE"), primary_key=True)
    content: Mapped[bytes] = mapped_column(LargeBinary)


class GiveawayDraw(Table):
    """One drawn ticket and its result."""

    __tablename__ = "giveaway_draws"
    __table_args__ = (
        UniqueConstraint("giveaway_id", "number"),
        Index("ix_giveaway_draws_winner", "channel_id", "provider", "viewer_id"),
        Index("ix_giveaway_draws_status", "status"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    giveaway_id: Mapped[UUID] = mapped_column(ForeignKey("giveaways.id", ondelete="CASCADE"))
    channel_id: Mapped[UUID] = mapped_column(ForeignKey("channels.id", ondelete="CASCADE"))
    # 1 for the first draw of the giveaway.
    number: Mapped[int]
    # Counter of the number that drew the ticket; see tickets.py.
    counter: Mapped[int]
    # From 1 to `ticket_count` of the giveaway.
    ticket: Mapped[int]
    # Position of the entry in the published list, from 1.
    position: Mapped[int]
    entrant: Mapped[str] = mapped_column(String(MAX_ENTRANT_LENGTH))
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    name: Mapped[str] = mapped_column(String(100))
    # Tickets of the entry, multiplied by its weight.
    tickets: Mapped[int]
    level: Mapped[int]
    # waiting for a message, claimed, missed, passed_over (banned or not eligible), or replaced by staff.
    status: Mapped[str] = mapped_column(String(20))
    # Why the viewer was passed over, or that the check failed.
    reason: Mapped[str] = mapped_column(String(MAX_REASON_LENGTH))
    drawn_at: Mapped[datetime]
    claim_until: Mapped[datetime | None]
    remind_at: Mapped[datetime | None]
    settled_at: Mapped[datetime | None]
