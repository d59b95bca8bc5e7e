from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, Uuid, literal_column, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.channel_file.lists.rows import NamedRow
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_PROBLEM_LENGTH = 300


class Webhook(Table, NamedRow):
    """A URL that is called when something happens in a channel."""

    __tablename__ = "webhooks"

    name: Mapped[str] = mapped_column(String(80))
    # Values of `EVENTS` in events.py.
    events: Mapped[list[str]]
    enabled: Mapped[bool] = mapped_column("is_enabled")
    # Events from before this time are not sent; None while the webhook is off.
    enabled_at: Mapped[datetime | None]
    # The URL, encrypted.
    locked_url: Mapped[str] = mapped_column(Text)
    # The secret that signs the calls, encrypted.
    locked_secret: Mapped[str] = mapped_column(Text)
    # Host of the URL: staff recognise the URL by its host and its end.
    url_host: Mapped[str] = mapped_column(String(260))
    # Last four characters of the URL.
    url_end: Mapped[str] = mapped_column(String(4))
    # Events that were stored before this time are queued; those of the last 15 minutes before it are read again.
    read_until: Mapped[datetime]
    # Why the webhook was switched off, why the last delivery failed, or that too many deliveries wait for newer events
    # to be queued; empty if all is well.
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH), default="")
    problem_at: Mapped[datetime | None]
    last_success_at: Mapped[datetime | None]


class WebhookDelivery(Table):
    """An event that is sent to a webhook. The row is stored before it is sent, so that no process loses it."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        UniqueConstraint("webhook_id", "event_key"),
        Index("ix_webhook_deliveries_newest", "webhook_id", "id"),
        # Only deliveries that wait, which are few. The condition for PostgreSQL is in the migration, because here it
        # would import the dialect at every start.
        Index("ix_webhook_deliveries_waiting", "next_try_at", sqlite_where=text("state = 'waiting'")),
        Index("ix_webhook_deliveries_ended", "ended_at"),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    webhook_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("webhooks.id", ondelete="CASCADE"))
    # Id of the event, joined with those values that can change: each state of the event is queued only once.
    event_key: Mapped[str] = mapped_column(String(100))
    event: Mapped[str] = mapped_column(String(40))
    # Platform of the viewer whom the event names, for the export and the erasure of a viewer's data; may be empty.
    provider: Mapped[str] = mapped_column(String(20))
    # Id of the viewer whom the event names; may be empty.
    viewer_id: Mapped[str] = mapped_column(String(100))
    # The JSON text that is sent.
    body: Mapped[str] = mapped_column(Text)
    # `waiting`, `delivered` or `failed`.
    state: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int]
    next_try_at: Mapped[datetime | None]
    # Until this time one process sends the delivery, and no other may; None if no process sends it.
    claimed_until: Mapped[datetime | None]
    # HTTP status of the last answer; None if there was no answer.
    status: Mapped[int | None]
    took_ms: Mapped[int | None]
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    created_at: Mapped[datetime]
    # When the delivery was delivered or given up.
    ended_at: Mapped[datetime | None]


# A literal, because SQLite does not use an index with a condition if the value is a parameter.
IS_WAITING = WebhookDelivery.state == literal_column("'waiting'")
