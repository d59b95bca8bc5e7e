"""Messages that Greenroom sent lately, and the account that each message of staff was sent from."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0020"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sent_parts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("provider_channel_id", sa.String(length=100), nullable=False),
        sa.Column("account_id", sa.String(length=100), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("message_id", sa.String(length=200), nullable=True),
        sa.Column("sent_at", UtcDateTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_sent_parts"),
    )
    op.create_index("ix_sent_parts_chat", "sent_parts", ["provider", "provider_channel_id", "sent_at"])
    op.create_index("ix_sent_parts_sent_at", "sent_parts", ["sent_at"])
    op.add_column("sent_receipts", sa.Column("account_name", sa.String(length=100), server_default="", nullable=False))


def downgrade() -> None:
    op.drop_column("sent_receipts", "account_name")
    op.drop_table("sent_parts")
