"""What the panic button changed, so that a later process can restore it."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0039"
down_revision = "0038"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "panics",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("muted_bot", sa.Boolean(), nullable=False),
        sa.Column("paused_alerts", sa.Boolean(), nullable=False),
        sa.Column("pressed_at", UtcDateTime(), nullable=False),
        sa.Column("pressed_by_id", sa.Uuid(), nullable=True),
        sa.Column("pressed_by", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_panics_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", name="pk_panics"),
    )
    op.create_table(
        "panic_chats",
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("stage", sa.String(length=20), nullable=False),
        sa.Column("detail", sa.String(length=500), nullable=False),
        sa.Column("modes", JsonType(), nullable=False),
        sa.Column("entry_ids", JsonType(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("claim_id", sa.Uuid(), nullable=True),
        sa.Column("next_try_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["connection_id"],
            ["channel_providers.id"],
            name="fk_panic_chats_connection_id_channel_providers",
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["panics.channel_id"], name="fk_panic_chats_channel_id_panics", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("connection_id", name="pk_panic_chats"),
    )
    op.create_index("ix_panic_chats_channel_id", "panic_chats", ["channel_id"])


def downgrade() -> None:
    op.drop_table("panic_chats")
    op.drop_table("panics")
