"""Song requests of viewers."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0064"
down_revision = "0063"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "song_request_settings",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("settings", JsonType(), nullable=False),
        sa.Column("problem", sa.String(length=300), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_song_request_settings_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_song_request_settings"),
    )
    op.create_table(
        "song_requests",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("viewer_id", sa.String(length=100), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("song_id", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=300), nullable=False),
        sa.Column("artists", sa.String(length=300), nullable=False),
        sa.Column("url", sa.String(length=500), nullable=False),
        sa.Column("picture_url", sa.String(length=500), nullable=False),
        sa.Column("duration_ms", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("is_unwanted", sa.Boolean(), nullable=False),
        sa.Column("queued_behind", sa.String(length=200), nullable=False),
        sa.Column("message_ref", sa.String(length=250), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("finished_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_song_requests_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_song_requests"),
        sa.UniqueConstraint("channel_id", "message_ref", name="uq_song_requests_channel_id_message_ref"),
    )
    op.create_index("ix_song_requests_channel", "song_requests", ["channel_id", "state", "id"])
    op.create_index("ix_song_requests_finished", "song_requests", ["finished_at"])


def downgrade() -> None:
    op.drop_table("song_requests")
    op.drop_table("song_request_settings")
