"""Drops SQLite's index of lines by viewer, which wrote one more page for each line: the full-text index finds them."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

INDEX = "ix_chat_messages_viewer_sent"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.drop_index(INDEX, "chat_messages")


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.create_index(INDEX, "chat_messages", ["channel_id", "provider", "viewer_id", "sent_at", "id"])
