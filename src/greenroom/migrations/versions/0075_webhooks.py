"""Webhooks of channels, and the deliveries of events to them."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0075"
down_revision = "0074"
branch_labels = None
depends_on = None


def upgrade() -> None:
    create_webhooks()
    create_deliveries()


def create_webhooks() -> None:
    op.create_table(
        "webhooks",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=80), nullable=False),
        sa.Column("name_key", sa.String(length=400), nullable=False),
        sa.Column("events", JsonType(), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("enabled_at", UtcDateTime(), nullable=True),
        sa.Column("locked_url", sa.Text(), nullable=False),
        sa.Column("locked_secret", sa.Text(), nullable=False),
        sa.Column("url_host", sa.String(length=260), nullable=False),
        sa.Column("url_end", sa.String(length=4), nullable=False),
        sa.Column("read_until", UtcDateTime(), nullable=False),
        sa.Column("problem", sa.String(length=300), nullable=False),
        sa.Column("problem_at", UtcDateTime(), nullable=True),
        sa.Column("last_success_at", UtcDateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name=op.f("fk_webhooks_channel_id_channels"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhooks")),
        sa.UniqueConstraint("channel_id", "name_key", name=op.f("uq_webhooks_channel_id_name_key")),
    )


def create_deliveries() -> None:
    op.create_table(
        "webhook_deliveries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("webhook_id", sa.Uuid(), nullable=False),
        sa.Column("event_key", sa.String(length=100), nullable=False),
        sa.Column("event", sa.String(length=40), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("next_try_at", UtcDateTime(), nullable=True),
        sa.Column("claimed_until", UtcDateTime(), nullable=True),
        sa.Column("status", sa.Integer(), nullable=True),
        sa.Column("took_ms", sa.Integer(), nullable=True),
        sa.Column("problem", sa.String(length=300), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["webhook_id"],
            ["webhooks.id"],
            name=op.f("fk_webhook_deliveries_webhook_id_webhooks"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_webhook_deliveries")),
        sa.UniqueConstraint("webhook_id", "event_key", name=op.f("uq_webhook_deliveries_webhook_id_event_key")),
    )
    op.create_index("ix_webhook_deliveries_newest", "webhook_deliveries", ["webhook_id", "id"])
    op.create_index("ix_webhook_deliveries_ended", "webhook_deliveries", ["ended_at"])
    is_waiting = sa.text("state = 'waiting'")
    op.create_index(
        "ix_webhook_deliveries_waiting",
        "webhook_deliveries",
        ["next_try_at"],
        sqlite_where=is_waiting,
        postgresql_where=is_waiting,
    )


def downgrade() -> None:
    op.drop_table("webhook_deliveries")
    op.drop_table("webhooks")
