"""The audit log."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0057"
down_revision = "0056"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("channel_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("author_kind", sa.String(length=10), nullable=False),
        sa.Column("author_id", sa.Uuid(), nullable=True),
        sa.Column("author_name", sa.String(length=100), nullable=False),
        sa.Column("author_key", sa.String(length=130), nullable=False),
        sa.Column("section", sa.String(length=40), nullable=False),
        sa.Column("item", sa.String(length=200), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("subject_id", sa.Uuid(), nullable=True),
        sa.Column("subject_name", sa.String(length=100), nullable=False),
        sa.Column("subject_account", sa.String(length=130), nullable=False),
        sa.Column("note", sa.String(length=500), nullable=False),
        sa.Column("old", JsonType(), nullable=True),
        sa.Column("new", JsonType(), nullable=True),
        sa.Column("kept", JsonType(), nullable=True),
        sa.Column("no_undo", sa.String(length=500), nullable=False),
        sa.Column("undone_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("undoes", sa.Uuid(), nullable=True),
        sa.Column("search", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["channel_id"], ["channels.id"], name="fk_audit_entries_channel_id_channels", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_audit_entries"),
    )
    op.create_index("ix_audit_entries_channel", "audit_entries", ["channel_id", "created_at", "id"])
    op.create_index("ix_audit_entries_section", "audit_entries", ["channel_id", "section", "created_at", "id"])
    op.create_index("ix_audit_entries_author", "audit_entries", ["channel_id", "author_key", "created_at", "id"])


def downgrade() -> None:
    op.drop_table("audit_entries")
