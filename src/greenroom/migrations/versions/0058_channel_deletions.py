"""Deletion of channels in small pieces, with its progress."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0058"
down_revision = "0057"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("deleting_since", UtcDateTime(), nullable=True))
    op.create_table(
        "channel_deletions",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("started_by_id", sa.Uuid(), nullable=True),
        sa.Column("started_at", UtcDateTime(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=True),
        sa.Column("deleted", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_channel_deletions_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["started_by_id"], ["users.id"], name="fk_channel_deletions_started_by_id_users", ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_channel_deletions"),
    )
    op.create_index("ix_channel_deletions_started_by_id", "channel_deletions", ["started_by_id"])
    op.create_index("ix_point_entries_channel", "point_entries", ["channel_id"])


def downgrade() -> None:
    op.drop_index("ix_point_entries_channel", "point_entries")
    op.drop_table("channel_deletions")
    op.drop_column("channels", "deleting_since")
