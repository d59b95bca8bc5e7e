"""Chatters, commands and filter hits of each minute of a stream."""

import sqlalchemy as sa
from alembic import op

revision = "0045"
down_revision = "0044"
branch_labels = None
depends_on = None

COLUMNS = (
    ("stream_minutes", "chatters"),
    ("stream_minutes", "commands"),
    ("stream_minutes", "filter_hits"),
    ("stream_chatters", "last_minute"),
)


def upgrade() -> None:
    for table, name in COLUMNS:
        op.add_column(table, sa.Column(name, sa.Integer(), server_default=sa.text("0"), nullable=False))


def downgrade() -> None:
    for table, name in reversed(COLUMNS):
        op.drop_column(table, name)
