"""Seconds of watching that are credited but not yet paid in points."""

import sqlalchemy as sa
from alembic import op

revision = "0052"
down_revision = "0051"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("channel_streams", sa.Column("unpaid_seconds", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("channel_streams", "unpaid_seconds")
