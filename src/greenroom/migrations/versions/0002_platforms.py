"""Adapter state, and the health of each connection."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "platform_notes",
        sa.Column("scope", sa.String(length=60), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("value", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "key", name="pk_platform_notes"),
    )
    with op.batch_alter_table("channel_providers") as table:
        table.add_column(sa.Column("viewers", sa.Integer(), nullable=True))
        table.add_column(sa.Column("lag_ms", sa.Integer(), nullable=True))
        table.add_column(sa.Column("lag_history", JsonType(), server_default="{}", nullable=False))
        table.add_column(sa.Column("messages_per_minute", sa.Integer(), server_default="0", nullable=False))
        table.add_column(sa.Column("allowance", JsonType(), nullable=True))
        table.add_column(sa.Column("revision", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    with op.batch_alter_table("channel_providers") as table:
        for name in ("revision", "allowance", "messages_per_minute", "lag_history", "lag_ms", "viewers"):
            table.drop_column(name)
    op.drop_table("platform_notes")
