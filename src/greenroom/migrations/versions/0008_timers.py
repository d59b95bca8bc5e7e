"""Timers."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "timers",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("name_key", sa.String(length=400), nullable=False),
        sa.Column("messages", JsonType(), nullable=False),
        sa.Column("interval_minutes", sa.Integer(), nullable=False),
        sa.Column("spread_minutes", sa.Integer(), nullable=False),
        sa.Column("pick", sa.String(length=10), nullable=False),
        sa.Column("active_mode", sa.String(length=10), nullable=False),
        sa.Column("min_chat_messages", sa.Integer(), nullable=False),
        sa.Column("response_type", sa.String(length=10), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("next_run_at", UtcDateTime(), nullable=True),
        sa.Column("planned_at", UtcDateTime(), nullable=False),
        sa.Column("last_run_at", UtcDateTime(), nullable=True),
        sa.Column("last_skip_at", UtcDateTime(), nullable=True),
        sa.Column("last_skip_reason", sa.String(length=500), nullable=False),
        sa.Column("last_position", sa.Integer(), nullable=True),
        sa.Column("results", JsonType(), nullable=False),
        sa.Column("counted_from", JsonType(), nullable=False),
        sa.Column("run_id", sa.Uuid(), nullable=True),
        sa.Column("run_state", sa.String(length=10), nullable=False),
        sa.Column("run_until", UtcDateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        _of_channel("timers"),
        sa.PrimaryKeyConstraint("id", name="pk_timers"),
        sa.UniqueConstraint("channel_id", "name_key", name="uq_timers_channel_id_name_key"),
    )
    op.create_index("ix_timers_next_run_at", "timers", ["next_run_at"])
    op.create_index("ix_timers_planned_at", "timers", ["planned_at"])
    op.create_index("ix_timers_run_until", "timers", ["run_until"])
    op.create_table(
        "timer_lines",
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("lines", sa.BigInteger(), nullable=False),
        _of_channel("timer_lines"),
        sa.PrimaryKeyConstraint("connection_id", name="pk_timer_lines"),
    )
    op.create_index("ix_timer_lines_channel_id", "timer_lines", ["channel_id"])


def downgrade() -> None:
    op.drop_table("timer_lines")
    op.drop_table("timers")
