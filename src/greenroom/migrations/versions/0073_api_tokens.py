"""API tokens of users; entries of the audit log name the token that a change was made with."""

import sqlalchemy as sa
from alembic import op

from greenroom.kernel.db.database import JsonType, UtcDateTime

revision = "0073"
down_revision = "0072"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "api_tokens",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("user_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=50), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("last_four", sa.String(length=4), nullable=False),
        sa.Column("scopes", JsonType(), nullable=False),
        sa.Column("created_at", UtcDateTime(timezone=True), nullable=False),
        sa.Column("expires_at", UtcDateTime(timezone=True), nullable=True),
        sa.Column("last_used_at", UtcDateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_api_tokens_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_tokens")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_api_tokens_token_hash")),
    )
    op.create_index(op.f("ix_api_tokens_user_id"), "api_tokens", ["user_id"])
    op.add_column("audit_entries", sa.Column("author_token", sa.String(length=50), server_default="", nullable=False))
    not_by_person = sa.text("author_kind <> 'person'")
    op.create_index(
        "ix_audit_entries_kind",
        "audit_entries",
        ["channel_id", "author_kind", "created_at", "id"],
        sqlite_where=not_by_person,
        postgresql_where=not_by_person,
    )


def downgrade() -> None:
    op.drop_index("ix_audit_entries_kind", "audit_entries")
    op.drop_column("audit_entries", "author_token")
    op.drop_index(op.f("ix_api_tokens_user_id"), "api_tokens")
    op.drop_table("api_tokens")
