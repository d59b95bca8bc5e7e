"""Widgets, their sources, the queues of their alerts, countdowns and subathons."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def _of_widget(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_widget_id_widgets"
    return sa.ForeignKeyConstraint(["widget_id"], ["widgets.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "widgets",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("css", sa.Text(), nullable=False),
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("locked_key", sa.Text(), nullable=False),
        sa.Column("key_end", sa.String(length=4), nullable=False),
        sa.Column("rotated_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_widgets_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_widgets"),
    )
    op.create_index("ix_widgets_channel", "widgets", ["channel_id", "id"])
    op.create_table(
        "widget_sources",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("widget_id", sa.Uuid(), nullable=False),
        sa.Column("owner", sa.String(length=200), nullable=False),
        sa.Column("client", sa.String(length=60), nullable=False),
        sa.Column("width", sa.Integer(), nullable=False),
        sa.Column("height", sa.Integer(), nullable=False),
        sa.Column("connected_at", UtcDateTime(), nullable=False),
        sa.Column("seen_at", UtcDateTime(), nullable=False),
        _of_widget("widget_sources"),
        sa.PrimaryKeyConstraint("id", name="pk_widget_sources"),
    )
    op.create_index("ix_widget_sources_owner", "widget_sources", ["owner"])
    op.create_index("ix_widget_sources_widget", "widget_sources", ["widget_id", "seen_at"])
    _create_queues()
    _create_countdowns()


def _create_queues() -> None:
    op.create_table(
        "widget_alert_queues",
        sa.Column("widget_id", sa.Uuid(), nullable=False),
        sa.Column("is_paused", sa.Boolean(), nullable=False),
        sa.Column("playing_id", sa.Uuid(), nullable=True),
        sa.Column("playing_until", UtcDateTime(), nullable=True),
        sa.Column("dropped", sa.Integer(), nullable=False),
        _of_widget("widget_alert_queues"),
        sa.PrimaryKeyConstraint("widget_id", name="pk_widget_alert_queues"),
    )
    op.create_table(
        "widget_alerts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("widget_id", sa.Uuid(), nullable=False),
        sa.Column("source_key", sa.String(length=80), nullable=False),
        sa.Column("activity_id", sa.Uuid(), nullable=True),
        sa.Column("group_key", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("payload", JsonType(), nullable=False),
        sa.Column("is_shown", sa.Boolean(), nullable=False),
        sa.Column("queued_at", UtcDateTime(), nullable=False),
        sa.Column("started_at", UtcDateTime(), nullable=True),
        _of_widget("widget_alerts"),
        sa.PrimaryKeyConstraint("id", name="pk_widget_alerts"),
        sa.UniqueConstraint("widget_id", "source_key", name="uq_widget_alerts_widget_id_source_key"),
    )
    op.create_index("ix_widget_alerts_queued_at", "widget_alerts", ["queued_at"])
    op.create_index("ix_widget_alerts_waiting", "widget_alerts", ["widget_id", "state", "id"])


def _create_countdowns() -> None:
    op.create_table(
        "widget_countdowns",
        sa.Column("widget_id", sa.Uuid(), nullable=False),
        sa.Column("ends_at", UtcDateTime(), nullable=True),
        sa.Column("left_ms", sa.BigInteger(), nullable=False),
        _of_widget("widget_countdowns"),
        sa.PrimaryKeyConstraint("widget_id", name="pk_widget_countdowns"),
    )
    op.create_table(
        "widget_subathon_additions",
        sa.Column("widget_id", sa.Uuid(), nullable=False),
        sa.Column("activity_id", sa.Uuid(), nullable=False),
        sa.Column("added_ms", sa.BigInteger(), nullable=False),
        _of_widget("widget_subathon_additions"),
        sa.PrimaryKeyConstraint("widget_id", "activity_id", name="pk_widget_subathon_additions"),
    )


def downgrade() -> None:
    op.drop_table("widget_subathon_additions")
    op.drop_table("widget_countdowns")
    op.drop_table("widget_alerts")
    op.drop_table("widget_alert_queues")
    op.drop_table("widget_sources")
    op.drop_table("widgets")
