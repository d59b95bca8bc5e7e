"""Imported points for names under which no viewer has written in chat yet."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0054"
down_revision = "0053"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "awaited_balances",
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("provider", sa.String(length=20), nullable=False),
        sa.Column("login", sa.String(length=100), nullable=False),
        sa.Column("source", sa.String(length=20), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("imported_at", UtcDateTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_awaited_balances_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("channel_id", "provider", "login", "source", name="pk_awaited_balances"),
    )


def downgrade() -> None:
    op.drop_table("awaited_balances")
