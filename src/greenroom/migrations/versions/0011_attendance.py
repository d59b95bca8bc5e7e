"""How long viewers watched, and how many streams in a row."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    op.create_table(
        "channel_streams",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("stream_ids", JsonType(), nullable=False),
        sa.Column("credited_at", UtcDateTime(), nullable=False),
        _of_channel("channel_streams"),
        sa.PrimaryKeyConstraint("channel_id", name="pk_channel_streams"),
    )
    op.create_table(
        "attendance",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("watched_seconds", sa.Integer(), nullable=False),
        sa.Column("streams", sa.Integer(), nullable=False),
        sa.Column("streak", sa.Integer(), nullable=False),
        sa.Column("best_streak", sa.Integer(), nullable=False),
        sa.Column("last_stream", sa.Integer(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        _of_channel("attendance"),
        sa.PrimaryKeyConstraint("channel_id", "provider", "viewer_id", name="pk_attendance"),
    )


def downgrade() -> None:
    op.drop_table("attendance")
    op.drop_table("channel_streams")
