"""Sets of commands that operators offer to all channels."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, SortText, UtcDateTime

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "command_templates",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("sort_title", SortText(), nullable=False),
        sa.Column("description", sa.String(length=500), nullable=False),
        sa.Column("commands", JsonType(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("created_at", UtcDateTime(), nullable=False),
        sa.Column("created_by", sa.String(length=100), nullable=False),
        sa.Column("updated_at", UtcDateTime(), nullable=False),
        sa.Column("updated_by", sa.String(length=100), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_command_templates"),
        sa.UniqueConstraint("sort_title", name="uq_command_templates_sort_title"),
    )


def downgrade() -> None:
    op.drop_table("command_templates")
