"""Kinds of messages that staff send: plain ones, actions and announcements."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    kind = sa.Column("kind", sa.String(length=20), server_default="message", nullable=False)
    op.add_column("sent_messages", kind)


def downgrade() -> None:
    op.drop_column("sent_messages", "kind")
