"""Messages that staff sent, and the platforms' receipts."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sent_messages",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=True),
        sa.Column("author_name", sa.String(length=100), nullable=False),
        sa.Column("speaker", sa.String(length=10), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("reply_to", JsonType(), nullable=True),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_sent_messages_channel_id_channels", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name="fk_sent_messages_user_id_users", ondelete="SET NULL"),
        sa.PrimaryKeyConstraint("channel_id", "id", name="pk_sent_messages"),
    )
    op.create_index("ix_sent_messages_channel_created", "sent_messages", ["channel_id", "created_at", "id"])
    op.create_index("ix_sent_messages_user_id", "sent_messages", ["user_id"])

    op.create_table(
        "sent_receipts",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("sent_id", sa.Uuid(), nullable=False),
        sa.Column("connection_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=50), nullable=False),
        sa.Column("detail", sa.String(length=500), nullable=False),
        sa.Column("message_ids", JsonType(), nullable=False),
        sa.Column("parts", sa.Integer(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("due_at", UtcDateTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["channel_id", "sent_id"],
            ["sent_messages.channel_id", "sent_messages.id"],
            name="fk_sent_receipts_channel_id_sent_messages",
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("channel_id", "sent_id", "connection_id", name="pk_sent_receipts"),
    )
    op.create_index("ix_sent_receipts_state_due", "sent_receipts", ["state", "due_at"])


def downgrade() -> None:
    op.drop_table("sent_receipts")

    op.drop_table("sent_messages")
