from datetime import datetime
from uuid import UUID

from sqlalchemy import ForeignKey, Index, String, Text, UniqueConstraint, Uuid, text
from sqlalchemy.orm import Mapped, mapped_column

from greenroom.kernel.db.change_tracking import Tracked
from greenroom.kernel.db.database import Table
from greenroom.kernel.ids import new_id

MAX_PROBLEM_LENGTH = 300


class Webhook(Table, Tracked):
    """A URL that is called when something happens in a channel."""

    __tablename__ = "webhooks"
    __table_args__ = (UniqueConstraint("channel_id", "name_key"),)

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    # Uuid() is repeated here: otherwise the type is unknown until the channels table is loaded.
    channel_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("channels.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(80))
    name_key: Mapped[str] = mapped_column(String(400))
    # Names of `events.EVENTS`.
    events: Mapped[list[str]]
    is_enabled: Mapped[bool]
    # Events from before this time are not sent; None while the webhook is off.
    enabled_at: Mapped[datetime | None]
    # Encrypted.
    locked_url: Mapped[str] = mapped_column(Text)
    locked_secret: Mapped[str] = mapped_column(Text)
    # The host and the last four characters of the URL, by which staff recognise it.
    url_host: Mapped[str] = mapped_column(String(260))
    url_end: Mapped[str] = mapped_column(String(4))
    # Events that were stored before this time are queued, except those of the last minutes.
    read_until: Mapped[datetime]
    # Why the webhook was switched off, or the last delivery failed; empty if all is well.
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    problem_at: Mapped[datetime | None]
    last_success_at: Mapped[datetime | None]


class WebhookDelivery(Table):
    """An event that is sent to a webhook. The row is stored before it is sent, so that no process loses it."""

    __tablename__ = "webhook_deliveries"
    __table_args__ = (
        UniqueConstraint("webhook_id", "event_key"),
        Index("ix_webhook_deliveries_newest", "webhook_id", "id"),
        # Deliveries that wait: few among many. Only the migration has PostgreSQL's condition: named here, it would
        # import the dialect at every start.
        Index("ix_webhook_deliveries_waiting", "next_try_at", sqlite_where=text("state = 'waiting'")),
    )

    id: Mapped[UUID] = mapped_column(primary_key=True, default=new_id)
    webhook_id: Mapped[UUID] = mapped_column(Uuid(), ForeignKey("webhooks.id", ondelete="CASCADE"))
    # Id of the event and what of it can change, so that no process queues it twice.
    event_key: Mapped[str] = mapped_column(String(100))
    event: Mapped[str] = mapped_column(String(40))
    # The viewer whom the event names, for the export and the erasure of a viewer's data; both empty if there is none.
    provider: Mapped[str] = mapped_column(String(20))
    viewer_id: Mapped[str] = mapped_column(String(100))
    # The JSON text that is sent.
    body: Mapped[str] = mapped_column(Text)
    # waiting, delivered or failed.
    state: Mapped[str] = mapped_column(String(10))
    tries: Mapped[int]
    next_try_at: Mapped[datetime | None]
    # A process is sending it until then.
    claimed_until: Mapped[datetime | None]
    # HTTP status of the last answer; None if there was none.
    status: Mapped[int | None]
    took_ms: Mapped[int | None]
    problem: Mapped[str] = mapped_column(String(MAX_PROBLEM_LENGTH))
    created_at: Mapped[datetime]
    # When it was delivered, or given up.
    ended_at: Mapped[datetime | None]
