"""The cost of commands, and the points charged for each use."""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("commands", sa.Column("cost", sa.Integer(), server_default="0", nullable=False))
    op.add_column("command_uses", sa.Column("cost", sa.Integer(), server_default="0", nullable=False))
    is_open = sa.text("verdict = 'asked' AND cost > 0")
    op.create_index(
        "ix_command_uses_unanswered",
        "command_uses",
        ["created_at"],
        postgresql_where=is_open,
        sqlite_where=is_open,
    )


def downgrade() -> None:
    op.drop_index("ix_command_uses_unanswered", "command_uses")
    op.drop_column("command_uses", "cost")
    op.drop_column("commands", "cost")
