"""Snapshots of a channel's configuration."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "channel_versions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("counts", JsonType(), nullable=False),
        sa.Column("contents", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_channel_versions_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_channel_versions"),
    )
    op.create_index("ix_channel_versions_channel", "channel_versions", ["channel_id", "id"])


def downgrade() -> None:
    op.drop_table("channel_versions")
