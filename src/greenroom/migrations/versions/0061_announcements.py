"""Announcements of streams."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0061"
down_revision = "0060"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "announcement_settings",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("is_enabled", sa.Boolean(), nullable=False),
        sa.Column("enabled_at", UtcDateTime(), nullable=True),
        sa.Column("locked_address", sa.Text(), nullable=False),
        sa.Column("address_end", sa.String(length=4), nullable=False),
        sa.Column("place", sa.String(length=100), nullable=False),
        sa.Column("problem", sa.String(length=300), nullable=False),
        sa.Column("problem_at", UtcDateTime(), nullable=True),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_announcement_settings_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_announcement_settings"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("stream_id", sa.Uuid(), nullable=False),
        sa.Column("subject", sa.String(length=40), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("message_id", sa.String(length=40), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("shown", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("claimed_until", UtcDateTime(), nullable=True),
        sa.Column("next_try_at", UtcDateTime(), nullable=True),
        sa.Column("problem", sa.String(length=300), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("posted_at", UtcDateTime(), nullable=True),
        sa.Column("ended_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_announcements_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["stream_id"], ["streams.id"], name="fk_announcements_stream_id_streams", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
        sa.UniqueConstraint("stream_id", "subject", name="uq_announcements_stream_id_subject"),
    )
    op.create_index("ix_announcements_channel", "announcements", ["channel_id", "created_at"])


def downgrade() -> None:
    op.drop_table("announcements")
    op.drop_table("announcement_settings")
