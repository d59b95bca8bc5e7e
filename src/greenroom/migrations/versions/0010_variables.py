"""Counters and texts that variables in responses store."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def _of_channel(table: str) -> sa.ForeignKeyConstraint:
    name = f"fk_{table}_channel_id_channels"
    return sa.ForeignKeyConstraint(["channel_id"], ["channels.id"], name=name, ondelete="CASCADE")


def upgrade() -> None:
    for table, value in (("counters", sa.BigInteger()), ("kept_values", sa.Text())):
        op.create_table(
            table,
            sa.Column("channel_id", sa.Uuid(), nullable=False),
            sa.Column("name", sa.String(length=50), nullable=False),
            sa.Column("value", value, nullable=False),
            sa.Column("updated_at", UtcDateTime(), nullable=False),
            _of_channel(table),
            sa.PrimaryKeyConstraint("channel_id", "name", name=f"pk_{table}"),
        )


def downgrade() -> None:
    op.drop_table("kept_values")
    op.drop_table("counters")
