"""Suspended channels, and notices of the operators."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import UtcDateTime

revision = "0060"
down_revision = "0059"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channels", sa.Column("suspended_at", UtcDateTime(timezone=True), nullable=True))
    op.add_column("channels", sa.Column("suspended_reason", sa.String(length=300), server_default="", nullable=False))
    op.create_table(
        "notices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        sa.Column("level", sa.String(length=10), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("ends_at", UtcDateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_notices"),
    )


def downgrade() -> None:
    op.drop_table("notices")
    op.drop_column("channels", "suspended_reason")
    op.drop_column("channels", "suspended_at")
